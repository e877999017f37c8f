"""Whether data conforms is answered as jsonschema answers it, of good files and of spoiled ones."""

import copy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from trickbook.loading import shipped
from trickbook.loading.conformance import KEYWORDS, Kind, conforms, schemas
from trickbook.loading.schema import validator
from trickbook.source import plain, read

HERE = Path(__file__).parent
BAD = sorted((HERE.parent / "bad").glob("*.yaml"))
FILES = [*sorted(shipped().values()), *sorted(HERE.glob("*/*/*.yaml")), *BAD]

DESCRIBING = {
    *("$schema", "title", "description", "examples", "slips", "$defs"),
    *("then", "else"),  # `if` looks at them
    *("defaultSnippets", "errorMessage", "patternErrorMessage"),
}
"""Keywords that demand nothing by themselves."""

WRONG: tuple[Any, ...] = (None, True, -1, 11, "", "x y", "1", [], ["a", "a"], {}, {"x": 1})
"""What is put in the place of a value."""


def data(path: Path) -> Any:
    root, _ = read(path.read_text("utf-8"), path.name)
    return plain(root) if root is not None else {}


def kind_of(path: Path) -> Kind:
    return "examples" if "ruleset" in data(path) or "groups" in data(path) else "ruleset"


def keywords(part: Any) -> Iterator[str]:
    """Every keyword of a schema."""
    if not isinstance(part, dict):
        return
    for word, value in part.items():
        yield word
        if word in ("properties", "$defs", "dependentSchemas"):
            inner = list(value.values())
        elif word in ("examples", "defaultSnippets", "slips", "enum", "const"):
            inner = []
        else:
            inner = value if isinstance(value, list) else [value]
        for one in inner:
            yield from keywords(one)


def test_every_keyword_of_the_schemas_is_known() -> None:
    assert {word for schema in schemas().values() for word in keywords(schema)} - DESCRIBING == {*KEYWORDS}


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every map and list of a document, with each of its keys or indexes."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, one in list(inner):
        yield value, step
        yield from places(one)


def spoiled(whole: Any) -> Iterator[Any]:
    """A document with one value replaced or missing, or one key changed."""
    for number, (holder, step) in enumerate(list(places(whole))):
        before = copy.copy(holder)
        holder[step] = WRONG[number % len(WRONG)]
        yield whole
        if isinstance(holder, dict):
            del holder[step]
            yield whole
            holder[f"{step} "] = before[step]
            yield whole
            holder.clear()
            holder.update(before)
        else:
            holder[:] = before


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_it_answers_as_jsonschema(path: Path) -> None:
    whole, kind = data(path), kind_of(path)
    checker = validator(kind)
    assert conforms(whole, kind) == checker.is_valid(whole)
    for number, one in enumerate(spoiled(whole)):
        if number % 19 == len(path.stem) % 19:
            assert conforms(one, kind) == checker.is_valid(one), one
