"""The protocol as data: the messages that ``protocol.schema.json`` defines, and checks compiled from it.

The server reads client messages by these checks, clients check what a server sends, and the guide's tables
are generated from the same definitions.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from jsonschema import Draft202012Validator, FormatChecker, validators

if TYPE_CHECKING:
    from collections.abc import Mapping


PROTOCOL: Final = 1
"""The version of the protocol. It changes when an older client would misunderstand a message."""

DEFINITIONS: Final[Mapping[str, Any]] = json.loads(
    files("trickbook").joinpath("server", "protocol.schema.json").read_text("utf-8")
)["$defs"]

CLIENT_MESSAGES: Final[Mapping[str, Mapping[str, Any]]] = {
    name.removeprefix("client_"): message
    for name, message in DEFINITIONS.items()
    if name.startswith("client_")
}
"""The messages that clients may send, by type."""

FORMATS: Final = FormatChecker(())
FORMATS.checks("printable")(lambda value: not isinstance(value, str) or value.isprintable())


def _is_integer(_: object, value: object) -> bool:
    return type(value) is int


CHECK: Final[type[Draft202012Validator]] = validators.extend(  # type: ignore[no-untyped-call]
    Draft202012Validator, type_checker=Draft202012Validator.TYPE_CHECKER.redefine("integer", _is_integer)
)
"""JSON Schema, except that 1.0 is not an integer."""


@cache
def validator(name: str, players: int | None = None) -> Draft202012Validator:
    """The check of a definition; ``players`` narrows it to tables with that many seats."""
    definitions = DEFINITIONS if players is None else {**DEFINITIONS, **_seats(players)}
    return CHECK(_expanded({"$ref": f"#/$defs/{name}"}, definitions), format_checker=FORMATS)


@cache
def fields(message: str) -> Mapping[str, Draft202012Validator]:
    """The check of each field of a client message; a missing field counts as null."""
    properties = _expanded(CLIENT_MESSAGES[message]["properties"], DEFINITIONS)
    return {name: CHECK(schema, format_checker=FORMATS) for name, schema in properties.items()}


def _seats(players: int) -> dict[str, Any]:
    """The definitions that depend on the number of seats."""
    return {
        "seat": {**DEFINITIONS["seat"], "maximum": players - 1},
        "per_seat": {**DEFINITIONS["per_seat"], "minItems": players, "maxItems": players},
    }


def _expanded(schema: Any, definitions: Mapping[str, Any]) -> Any:
    """A schema with its references replaced by what they refer to."""
    if isinstance(schema, list):
        return [_expanded(part, definitions) for part in schema]
    if not isinstance(schema, dict):
        return schema
    own = {key: _expanded(part, definitions) for key, part in schema.items() if key != "$ref"}
    if "$ref" not in schema:
        return own
    return {**_expanded(definitions[schema["$ref"].removeprefix("#/$defs/")], definitions), **own}
