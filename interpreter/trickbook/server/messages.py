"""Messages: parsing what clients send, and writing what they receive."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import nearest, shown
from trickbook.server.protocol import CLIENT_MESSAGES, fields, validator

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_MESSAGE_BYTES: Final = 4096
"""The largest client message, in bytes."""


class BadMessage(Exception):  # noqa: N818 - the client's error, not ours
    """A client message is malformed: a code of the protocol, and a sentence."""

    def __init__(self, message: str, code: str = "bad-message", id: str | None = None) -> None:  # noqa: A002
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
        raise BadMessage(f"a message has {MAX_MESSAGE_BYTES} bytes at most", "too-large")
    try:
        found = json.loads(frame)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise BadMessage("a message is one JSON object")
    id_ = found.get("id") if validator("id").is_valid(found.get("id")) else None
    kind = found.get("type")
    if not isinstance(kind, str) or kind not in CLIENT_MESSAGES:
        raise BadMessage(f"there is no such type of message{_near(kind)}", id=id_)
    for name, check in fields(kind).items():
        if not check.is_valid(found.get(name)):
            raise BadMessage(f"`{kind}` needs a valid `{name}`", id=id_)
    return ClientMessage(kind, id_, found)


def _near(given: Any) -> str:
    near = nearest(given, CLIENT_MESSAGES) if isinstance(given, str) else None
    return f"; did you mean {shown(near)}?" if near else ""


ENCODE: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def encoded(message: Mapping[str, Any]) -> str:
    """A message as JSON."""
    return ENCODE(message)


def refusal(id: str | None, code: str, message: str, reason: Any = None) -> dict[str, Any]:  # noqa: A002
    """The answer to a message that is refused."""
    return {"type": "refused", "id": id, "code": code, "message": message, "reason": reason}


def closing(code: str, message: str) -> dict[str, Any]:
    """The last message on a connection."""
    return {"type": "closing", "code": code, "message": message}
