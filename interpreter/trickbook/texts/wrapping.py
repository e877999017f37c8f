"""Wrapping of texts to columns; a Chinese character takes two, and a line may break behind it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from unicodedata import category, east_asian_width

if TYPE_CHECKING:
    from collections.abc import Iterator

COLUMNS: Final = 80

WIDE: Final = "WF"
"""The kinds of characters that take two columns."""

CLOSING: Final = frozenset({"Pe", "Pf", "Po"})
"""The kinds of characters that do not begin a line."""

OPENING: Final = frozenset({"Ps", "Pi"})
"""The kinds of characters that do not end a line."""


def text_width(text: str) -> int:
    """The width of a text in columns."""
    if text.isascii():
        return len(text)
    return sum(2 if east_asian_width(char) in WIDE else 1 for char in text)


def wrapped(text: str, first: str = "", rest: str = "", columns: int = COLUMNS) -> Iterator[str]:
    """Wrap a text, also between Chinese characters, but not before closing punctuation."""
    line, filled = first, False
    for piece in _fitting(text, columns - text_width(rest)):
        if filled and text_width(line) + text_width(piece.rstrip()) > columns:
            yield line.rstrip()
            line, filled = rest, False
        line += piece if filled else piece.lstrip()
        filled = True
    yield line.rstrip()


def _fitting(text: str, columns: int) -> Iterator[str]:
    """The pieces of a text; pieces wider than a line are cut."""
    for piece in _pieces(" ".join(text.split())):
        while text_width(piece.rstrip()) > columns:
            size = next(at for at in range(len(piece), 0, -1) if at == 1 or text_width(piece[:at]) <= columns)
            yield piece[:size]
            piece = piece[size:]  # noqa: PLW2901 - what is left of it
        yield piece


def _pieces(text: str) -> Iterator[str]:
    """The parts between which a line may break, each with its trailing blank."""
    begin = 0
    for at in range(1, len(text)):
        if _breaks(text[at - 1], text[at]):
            yield text[begin:at]
            begin = at
    yield text[begin:]


def _breaks(before: str, after: str) -> bool:
    """Return whether a line may break between two characters."""
    if before == " " or after == " ":
        return before == " "
    wide = {east_asian_width(before), east_asian_width(after)} & set(WIDE)
    return bool(wide) and category(after) not in CLOSING and category(before) not in OPENING
