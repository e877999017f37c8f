"""Messages: what a client may say at a table, read with care; and how what it is told is written."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import nearest, shown
from trickbook.seat.texts import DEFAULT_LANGUAGE, translate

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PROTOCOL: Final = 1
"""The version of the protocol; another one comes with what an older client would misunderstand."""

MAX_MESSAGE_BYTES: Final = 4096
"""How many bytes a client's message may have."""

MAX_ID_LENGTH: Final = 40
"""How many characters the client's own name for a message may have."""

MAX_NUMBER: Final = 10**9
"""No number in a message is larger."""


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


def _text(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable()


def _short(value: Any) -> bool:
    return _text(value) and 0 < len(value) <= MAX_ID_LENGTH


def _number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MAX_NUMBER


def _perhaps(check: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or check(value)


MESSAGE_FIELDS: Final[Mapping[str, Mapping[str, Callable[[Any], bool]]]] = {
    "hello": {
        "protocol": _number,
        "table": _short,
        "token": _perhaps(_text),
        "seen": _perhaps(_number),
        "lang": _perhaps(_short),
    },
    "play": {"id": _short, "move": _text, "at": _perhaps(_number)},
    "hint": {"id": _short},
    "points": {"id": _short, "seat": _number, "deal": _number},
    "trick": {"id": _short, "number": _number, "deal": _number},
    "fill": {"id": _short, "bot": _short},
    "again": {"id": _short},
    "leave": {"id": _short},
}
"""What each message must say; more may stand in it and is not read."""


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
    name = found.get("id") if _short(found.get("id")) else None
    shape = MESSAGE_FIELDS.get(found["type"]) if isinstance(found.get("type"), str) else None
    if shape is None:
        raise BadMessage(f"there is no such type of message{_near(found.get('type'))}", id=name)
    for key, fits in shape.items():
        if not fits(found.get(key)):
            raise BadMessage(f"{found['type']} lacks its {key}, or it is none", id=name)
    return ClientMessage(found["type"], name, found)


def _near(given: Any) -> str:
    near = nearest(given, MESSAGE_FIELDS) if isinstance(given, str) else None
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
