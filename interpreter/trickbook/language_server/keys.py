"""What the schema says of the place under a path of keys: what it is for, which keys and values it takes."""

from __future__ import annotations

from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.loading.conformance import schema, schema_text, schemas
from trickbook.sections.table import SECTIONS
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from trickbook.language_server.cursor import Path
    from trickbook.loading.conformance import Kind

EXPRESSIONS: Final = ("Expression", "Pile", "Range")
"""Titles of the schema for what is written in the words of the table."""

ALTERNATIVES: Final = ("allOf", "anyOf", "oneOf")

BRANCHES: Final = ("then", "else")

DEFINITIONS: Final = "$defs"

GROUPS: Final = ("group", "groups")
"""What a file of examples is: one group, or a list of them."""


class Slot(NamedTuple):
    """A place in a file: the title and the sentence of what stands there, its keys, its choices.

    ``named``: whether its keys are the author's own names. ``is_expression``: whether an expression may.
    """

    title: str = ""
    says: str = ""
    keys: Mapping[str, str] = MappingProxyType({})
    choices: tuple[str, ...] = ()
    named: bool = False
    is_expression: bool = False


def slot(path: Path, kind: Kind = "ruleset", language: str = ENGLISH) -> Slot | None:
    """What stands under a path, told in a language; None if nothing can."""
    whole = schema(kind)
    found = [whole] if kind == "ruleset" else [whole, *(_named(f"#/{DEFINITIONS}/{one}") for one in GROUPS)]
    for step in path:
        found = [inner for one in found for inner in _inner(one, step, whole)]
    parts = [part for one in found for part in _parts(one, whole)]
    if not parts:
        return None
    here = _slot(parts, whole)
    here = here if language == ENGLISH else _told(here, language)
    return here._replace(is_expression=True) if kind == "ruleset" and _is_bare(path) else here


def _is_bare(path: Path) -> bool:
    """Return whether an entry stands at a path that may be an expression alone."""
    section = SECTIONS.get(str(path[0])) if len(path) == 2 else None  # noqa: PLR2004 - a section and a name
    inner = slot((*path, section.short)) if section is not None and section.short else None
    return inner is not None and inner.is_expression


def _slot(parts: list[dict[str, Any]], schema: dict[str, Any]) -> Slot:
    keys: dict[str, str] = {}
    for part in parts:
        for key, what in part.get("properties", {}).items():
            told = [str(one["description"]) for one in _parts(what, schema) if "description" in one]
            keys.setdefault(key, told[0] if told else "")
    return Slot(
        next((str(part["title"]) for part in parts if "title" in part), ""),
        next((str(part["description"]) for part in parts if "description" in part), ""),
        keys,
        tuple(dict.fromkeys(str(one) for part in parts for one in part.get("enum", ()) if one is not None)),
        any(isinstance(part.get("additionalProperties"), dict) for part in parts),
        any(part.get("title") in EXPRESSIONS for part in parts),
    )


def _told(here: Slot, language: str) -> Slot:
    """The place with its title and sentences in a language."""
    keys = {key: schema_text(says, language) for key, says in here.keys.items()}
    return here._replace(
        title=schema_text(here.title, language), says=schema_text(here.says, language), keys=keys
    )


def _inner(schema: dict[str, Any], step: str | int, root: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for part in _parts(schema, root):
        if isinstance(step, int):
            if isinstance(part.get("items"), dict):
                yield part["items"]
        elif step in part.get("properties", {}):
            yield part["properties"][step]
        elif isinstance(part.get("additionalProperties"), dict):
            yield part["additionalProperties"]


def _parts(schema: dict[str, Any], root: dict[str, Any]) -> list[dict[str, Any]]:
    """A schema with all that it refers to and its alternatives, what is nearest first."""
    found = [schema]
    if "$ref" in schema:
        found += _parts(_named(str(schema["$ref"])), root)
    for key in ALTERNATIVES:
        for one in schema.get(key, ()):
            found += _parts(one, root)
    for key in BRANCHES:
        found += _parts(schema[key], root) if key in schema else []
    return found


@cache
def _named(reference: str) -> dict[str, Any]:
    """The schema that a reference means; no definition of one file has the name of one of the other."""
    steps = reference.partition("#")[2].strip("/").split("/")
    found: Any = next(one for one in schemas().values() if steps[-1] in one[DEFINITIONS])
    for step in steps:
        found = found[step]
    assert isinstance(found, dict)  # noqa: S101 - it is written so
    return found
