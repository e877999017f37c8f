"""Hints that say what to write, each made together with the edit that writes it."""

from __future__ import annotations

from typing import Final

from trickbook.problems import Edit, Place, Remedy, shown
from trickbook.texts.message import Message

OPEN: Final = "…"
"""What stands in a hint for something that its reader must think of."""


def instead(text: str, place: Place | None = None, most: int = 60) -> Remedy:
    """Advise to write a text at a place, that of the problem if none is named."""
    return Remedy("write {word}", edit(text, place), word=shown(text, most))


def meant(text: str, place: Place | None = None, most: int = 60) -> Remedy:
    """Ask whether a text was meant that is like the one at a place."""
    return Remedy("did you mean {word}?", edit(text, place), word=shown(text, most))


def edit(text: str, place: Place | None = None) -> Edit | None:
    """The edit that writes a text; none if it leaves something open."""
    return None if is_open(text) else Edit(text, place)


def is_open(text: str) -> bool:
    """Return whether a text leaves something to its reader."""
    return OPEN in text


def with_edit(hint: Message, edit: Edit | str | None) -> Message:
    """The same hint with an edit, or without one."""
    values = dict(hint.values)
    return Message(hint.template, **values) if edit is None else Remedy(hint.template, edit, **values)
