"""Under which keys a sentence or a list may stand, as the schema says it: asked where a comma went wrong."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.source.files import folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    Schema = dict[str, Any]


class KeyForms(NamedTuple):
    """All keys of the language; those of a file; those under which plain text, and a list, may stand."""

    keys: frozenset[str]
    sections: frozenset[str]
    texts: frozenset[str]
    lists: frozenset[str]


@cache
def key_forms() -> KeyForms:
    """Read the schema for them; examples aside, whose lists are of cards."""
    schema = json.loads((folder("schema") / "ruleset.schema.json").read_text("utf-8"))
    root = {key: part for key, part in schema["properties"].items() if key != "examples"}
    found = list(_keys({"properties": root}, schema["$defs"], set()))
    return KeyForms(
        frozenset(key for key, _ in found),
        frozenset(schema["properties"]),
        frozenset(key for key, part in found if part.get("title") == "Text"),
        frozenset(key for key, part in found if "array" in part.get("type", ())),
    )


def _keys(part: Schema, definitions: Schema, seen: set[str]) -> Iterator[tuple[str, Schema]]:
    """Every key below a part of the schema, with what stands under it."""
    part = _whole(part, definitions)
    for key, inner in part.get("properties", {}).items():
        yield key, _whole(inner, definitions)
    for inner in (*part.get("properties", {}).values(), part.get("additionalProperties"), part.get("items")):
        text = json.dumps(inner)
        if isinstance(inner, dict) and text not in seen:
            seen.add(text)
            yield from _keys(inner, definitions, seen)


def _whole(part: Schema, definitions: Schema) -> Schema:
    """A part with what it refers to."""
    if "$ref" not in part:
        return part
    name = str(part["$ref"]).rpartition("/")[2]
    return {**_whole(definitions[name], definitions), **{k: v for k, v in part.items() if k != "$ref"}}
