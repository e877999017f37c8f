"""The server: tables for people and bots over the network. It needs the extra ``table``.

It speaks a protocol: here are the definitions of ``protocol.schema.json``, checks compiled from them, and
messages. The server reads client messages by these checks, clients check what a server sends, and the guide's
tables are generated from the same definitions.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from jsonschema import Draft202012Validator, FormatChecker, validators

from trickbook.problems import nearest, shown
from trickbook.source.schema import resolved
from trickbook.texts.message import Message

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

MAX_MESSAGE_BYTES: Final = 4096
"""The largest client message, in bytes."""

ENCODE: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

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
    return {key: _expanded(part, definitions) for key, part in resolved(schema, definitions).items()}


class BadMessage(Exception):  # noqa: N818 - the client's error, not ours
    """A client message is malformed: a code of the protocol, and a sentence."""

    def __init__(self, message: Message, code: str = "bad-message", id: str | None = None) -> None:  # noqa: A002
        """Keep the code and the id."""
        super().__init__(message)
        self.code, self.message, self.id = code, message, id


class ClientMessage(NamedTuple):
    """A valid client message: its type, its id, and all its fields."""

    type: str
    id: str | None
    body: Mapping[str, Any]


def parsed_message(frame: str | bytes) -> ClientMessage:
    """Parse a client message; BadMessage if it is malformed."""
    if len(frame if isinstance(frame, bytes) else frame.encode("utf-8", "surrogatepass")) > MAX_MESSAGE_BYTES:
        raise BadMessage(
            Message("a message has {number} bytes at most", number=MAX_MESSAGE_BYTES), "too-large"
        )
    try:
        found = json.loads(frame)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadMessage(Message("a message is one JSON object"))
    id_ = found.get("id") if validator("id").is_valid(found.get("id")) else None
    kind = found.get("type")
    if not isinstance(kind, str) or kind not in CLIENT_MESSAGES:
        raise BadMessage(_no_such_type(kind), id=id_)
    for name, check in fields(kind).items():
        if not check.is_valid(found.get(name)):
            raise BadMessage(Message("`{word}` needs a valid `{name}`", word=kind, name=name), id=id_)
    return ClientMessage(kind, id_, found)


def _no_such_type(given: Any) -> Message:
    near = nearest(given, CLIENT_MESSAGES) if isinstance(given, str) else None
    if near is None:
        return Message("there is no such type of message")
    return Message("there is no such type of message; did you mean {word}?", word=shown(near))


def encoded(message: Mapping[str, Any]) -> str:
    """A message as JSON."""
    return ENCODE(message)


def refusal(id: str | None, code: str, message: Message, reason: Any = None) -> dict[str, Any]:  # noqa: A002
    """The answer to a message that is refused."""
    return {"type": "refused", "id": id, "code": code, "message": message, "reason": reason}


def closing(code: str, message: Message) -> dict[str, Any]:
    """The last message on a connection."""
    return {"type": "closing", "code": code, "message": message}
