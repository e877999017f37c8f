"""The tables of the server's guide, from the definitions of the protocol."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from trickbook.server import DEFINITIONS


def heads(part: str) -> list[str]:
    """The heads of a table."""
    known = {
        "codes": ["code", "meaning"],
        "view": ["key", "what it holds"],
        "events": ["kind", "what it means"],
    }
    return known.get(part, ["message", "key", "what it says"])


def rows(part: str) -> Iterator[list[str]]:
    """The rows of a table: the messages of one side, the keys of a view, the events, or the codes."""
    if part == "codes":
        yield from ([f"`{one['const']}`", one["description"]] for one in DEFINITIONS["code"]["oneOf"])
        return
    if part == "events":
        known = DEFINITIONS["event"]["oneOf"]
        yield from ([f"`{one['properties']['kind']['const']}`", one["description"]] for one in known)
        return
    for name, definition in DEFINITIONS.items():
        side, _, message = name.partition("_")
        if name == part:
            yield from ([key, says] for key, says in _keys(definition))
        elif side == part and message:
            yield [f"`{message}`", "", definition["title"]]
            yield from (["", key, says] for key, says in _keys(definition) if key != "`id`")


def _keys(definition: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """The keys of an object, and what each holds."""
    return ((f"`{key}`", value.get("description", "")) for key, value in definition["properties"].items())
