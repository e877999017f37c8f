"""The schema itself: valid, complete in its descriptions, and true to itself."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from trickbook.loading.diagnostics.schema_errors import TELLERS
from trickbook.source import plain, read

FOLDER = Path(__file__).parents[2] / "schema"
SCHEMAS = {path.name: json.loads(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.schema.json"))}
REGISTRY: Registry[Any] = Registry().with_resources(
    (name, Resource.from_contents(schema)) for name, schema in SCHEMAS.items()
)

NAMED = {"properties", "dependentSchemas", "$defs"}
"""Keywords whose value is a map from names to schemas."""
SILENT = {
    "$schema",
    "$ref",
    "title",
    "description",
    "examples",
    "const",
    "not",
    "if",
    "then",
    "else",
    "allOf",
} | NAMED
"""Keywords that find nothing wrong themselves."""
FOR_MESSAGES = {"kind", "slips"}
"""Keywords that only messages know: what keys and choices are called elsewhere."""
FOR_EDITORS = {"defaultSnippets", "errorMessage", "patternErrorMessage"}
"""Keywords that only editors know: what to offer, with a label, and what to say."""
FOUND_ELSEWHERE = {"items", "propertyNames"}
CONDITIONS = {"dependentSchemas", "if", "then"}

Found = tuple[tuple[str, ...], dict[str, Any]]


def parts(schema: dict[str, Any], path: tuple[str, ...] = ()) -> Iterator[Found]:
    """Every schema inside a schema, itself first, with the way to it."""
    yield path, schema
    for keyword, value in schema.items():
        if keyword in FOR_MESSAGES:
            continue
        if keyword in NAMED:
            for name, part in value.items():
                yield from parts(part, (*path, keyword, name))
        elif keyword == "allOf":
            for number, part in enumerate(value):
                yield from parts(part, (*path, keyword, str(number)))
        elif isinstance(value, dict):
            yield from parts(value, (*path, keyword))


def target(file: str, schema: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """What a schema refers to, or itself."""
    if "$ref" not in schema:
        return file, schema
    other, pointer = schema["$ref"].split("#/$defs/")
    return other or file, SCHEMAS[other or file]["$defs"][pointer]


def described(file: str, schema: dict[str, Any]) -> str | None:
    while "description" not in schema and "$ref" in schema:
        file, schema = target(file, schema)
    text = schema.get("description")
    return text if isinstance(text, str) else None


PARTS = [(file, path, part) for file, schema in SCHEMAS.items() for path, part in parts(schema)]
PLAIN = [(file, path, part) for file, path, part in PARTS if not CONDITIONS & set(path)]


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_valid(name: str) -> None:
    assert [*Draft202012Validator(Draft202012Validator.META_SCHEMA).iter_errors(SCHEMAS[name])] == []


def test_every_key_is_described_in_a_sentence() -> None:
    keys = [(path, described(file, part)) for file, path, part in PLAIN if path[-2:-1] == ("properties",)]
    assert keys
    assert [path for path, text in keys if not text or text[-1] not in ".`" or not text[0].isupper()] == []


def test_every_key_of_an_authors_map_is_described() -> None:
    entries = [
        (path, described(file, part)) for file, path, part in PLAIN if path[-1:] == ("additionalProperties",)
    ]
    assert entries
    assert [path for path, text in entries if not text] == []


def test_what_can_be_wrong_has_a_name_to_be_called_by() -> None:
    untitled = [
        path
        for _, path, part in PARTS
        if {"type", "pattern", "properties"} & set(part) and "title" not in part
    ]
    assert [path for path in untitled if not CONDITIONS & set(path)] == [
        ("$defs", "present", "not"),
        ("$defs", "absent"),
    ]


def test_what_must_be_there_says_what_it_is() -> None:
    needed = [
        (part["properties"][key], key)
        for _, _, part in PARTS
        for key in part.get("required", ())
        if "properties" in part
    ]
    assert {key for _, key in needed} == {"trickbook", "ruleset", "examples"}
    assert all("description" in part for part, _ in needed)


def test_every_map_is_closed_or_a_map_of_the_authors_names() -> None:
    maps = [part for _, _, part in PLAIN if "object" in str(part.get("type")) and "else" not in part]
    assert maps
    assert [part["title"] for part in maps if "additionalProperties" not in part] == []
    assert [
        part["title"] for part in maps if part["additionalProperties"] and "propertyNames" not in part
    ] == []


def test_examples_are_right() -> None:
    examples = [(file, path, example) for file, path, part in PARTS for example in offered(part)]
    assert examples
    assert [example for file, path, example in examples if not fits(file, path, example)] == []


def offered(part: dict[str, Any]) -> list[object]:
    """The examples of a key and what editors offer for it."""
    return [*part.get("examples", ()), *(offer["body"] for offer in part.get("defaultSnippets", ()))]


def test_an_example_is_the_one_that_the_description_shows() -> None:
    shown = [(path[-1], part) for _, path, part in PLAIN if path[-2:-1] == ("properties",)]
    told = [
        (key, written(found[1]), offered(part))
        for key, part in shown
        if (found := re.search(rf"`{key}: ([^`]+)`", part.get("description", "")))
    ]
    assert told
    assert [(key, one, all_) for key, one, all_ in told if one not in map(spelt, all_)] == []


def written(text: str) -> Any:
    root, _ = read(f"it: {text}", "it.yaml")
    assert root is not None
    return spelt(plain(root.entries["it"].node))


def spelt(value: Any) -> Any:
    """A value as it is read where everything is text."""
    if isinstance(value, dict):
        return {str(key): spelt(inner) for key, inner in value.items()}
    return [spelt(inner) for inner in value] if isinstance(value, list) else str(value)


def test_every_expression_has_an_example_of_its_own() -> None:
    assert [
        path for _, path, part in PLAIN if part.get("$ref") == "#/$defs/expression" if not offered(part)
    ] == []


def test_an_example_that_is_a_map_has_a_label_for_editors_cannot_show_one_otherwise() -> None:
    assert [
        path for _, path, part in PARTS if any(isinstance(one, dict) for one in part.get("examples", ()))
    ] == []
    snippets = [offer for _, _, part in PARTS for offer in part.get("defaultSnippets", ())]
    assert all(isinstance(offer["label"], str) for offer in snippets)


def fits(file: str, path: tuple[str, ...], example: object) -> bool:
    pointer = {"$ref": f"{file}#{'/'.join(('', *path))}"}
    return Draft202012Validator(pointer, registry=REGISTRY).is_valid(example)


def test_every_keyword_has_somebody_to_tell_of_it() -> None:
    used = {keyword for _, _, part in PARTS for keyword in part}
    assert used - SILENT - FOUND_ELSEWHERE - FOR_EDITORS - FOR_MESSAGES == set(TELLERS)


def test_a_slip_leads_to_a_key_or_a_choice_or_says_what_to_write() -> None:
    slips = [(part, *slip) for _, _, part in PARTS for slip in part.get("slips", {}).items()]
    assert slips
    known = [{*part.get("properties", ()), *part.get("enum", ())} for part, _, _ in slips]
    assert [slip for right, (_, slip, _) in zip(known, slips, strict=True) if slip in right] == []
    assert [
        meant
        for right, (_, _, meant) in zip(known, slips, strict=True)
        if " " not in meant and meant not in right
    ] == []


def test_a_reference_stays_in_the_folder() -> None:
    files = {part["$ref"].split("#")[0] for _, _, part in PARTS if "$ref" in part}
    assert files <= {"", *SCHEMAS}
