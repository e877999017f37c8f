"""Checks of lists, mappings and conditions that callers pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from trickbook.problems import TrickbookError, described
from trickbook.texts.message import Message


def listed(name: Message | str, value: object, of: Message | str) -> Sequence[Any]:
    """A list, and no text or anything else; TrickbookError says ``of`` what it is one."""
    if isinstance(value, str | bytes | bytearray) or not isinstance(value, Sequence):
        text = described(value)
        raise TrickbookError(
            Message(
                "{what}: a list of {what_of} is needed here, not {text}", what=name, what_of=of, text=text
            )
        )
    try:
        len(value)
    except OverflowError:
        raise TrickbookError(f"{name}: no list is so long as {described(value)}") from None
    return value


def mapped(name: str, value: object, kind: type, to: Message | str) -> Mapping[Any, Any]:
    """A mapping from keys of a kind; TrickbookError says from what and ``to`` what it goes."""
    keys = Message("numbers") if kind is int else Message("names")
    if not isinstance(value, Mapping):
        message = Message(
            "{name}: a mapping from {what} to {what_to} is needed here, not {text}",
            name=name,
            what=keys,
            what_to=to,
            text=described(value),
        )
        raise TrickbookError(message)
    for key in value:
        if not isinstance(key, kind) or isinstance(key, bool):
            message = Message(
                "{name}: a mapping from {what} to {what_to} is needed here, "
                "and {text} is none of the {what_of}",
                name=name,
                what=keys,
                what_to=to,
                text=described(key),
                what_of=keys,
            )
            raise TrickbookError(message)
    return value


def answered(name: str, value: object) -> bool | None:
    """Yes, no, or nothing said; TrickbookError for anything else."""
    if value is None or isinstance(value, bool):
        return value
    raise TrickbookError(Message("{name} is True or False, not {text}", name=name, text=described(value)))
