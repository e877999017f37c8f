"""Messages: what a client may say at a table, read with care; and how what it is told is written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import nearest, shown
from trickbook.seat.texts import DEFAULT_LANGUAGE, translate
from trickbook.server.protocol import CLIENT_MESSAGES, fields, validator

if TYPE_CHECKING:
    from collections.abc import Mapping

MAX_MESSAGE_BYTES: Final = 4096
"""How many bytes a client's message may have."""


class BadMessage(Exception):  # noqa: N818 - it is not an error of this program
    """Why a client's message cannot be understood: a code of the protocol, and a sentence."""

    def __init__(self, message: str, code: str = "bad-message", id: str | None = None) -> None:  # noqa: A002
        """Tell what is wrong."""
        super().__init__(message)
        self.code, self.message, self.id = code, message, id


class ClientMessage(NamedTuple):
    """A message that was understood: its type, the client's name for it, and what else it says."""

    type: str
    id: str | None
    body: Mapping[str, Any]


def parsed_message(frame: str | bytes) -> ClientMessage:
    """Understand a client's message; BadMessage says what is wrong with it."""
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
    """A message as it is sent."""
    return ENCODE(message)


def refusal(id: str | None, code: str, message: str, reason: Any = None) -> dict[str, Any]:  # noqa: A002
    """The answer to what cannot be done."""
    return {"type": "refused", "id": id, "code": code, "message": message, "reason": reason}


def localized(told: Mapping[str, Any], lang: str) -> Mapping[str, Any]:
    """A refusal or a last word in another language than English: the sentence of its code."""
    if lang == DEFAULT_LANGUAGE or "code" not in told:
        return told
    return {**told, "message": translate(lang, f"server.{told['code']}")}


def closing(code: str, message: str) -> dict[str, Any]:
    """The last that is said on a connection."""
    return {"type": "closing", "code": code, "message": message}
