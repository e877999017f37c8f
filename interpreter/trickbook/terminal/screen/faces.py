"""Faces: a card as pieces on a canvas, large or as a chip."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.style import Style

from trickbook.terminal.canvas import Piece, width
from trickbook.terminal.ink import PAPER

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.terminal.ink import Ink

EDGE: Final = "▏"
SHADE: Final = "#7e7a6c"
"""The left edge of a card, so that one can tell it from its neighbour."""

CHIP: Final = 4
"""How many columns a small card takes."""


def large(ink: Ink, card: str, x: int, y: int, size: tuple[int, int], paper: str = PAPER) -> Iterator[Piece]:
    """A card of some columns and rows, its name in the corner and its sign in the other."""
    wide, tall = size
    style, name = ink.style(card, paper), ink.written(card, short=wide < CHIP)
    for row in range(tall):
        yield Piece(x, y + row, " " * wide, style)
        yield Piece(x, y + row, EDGE, Style(color=SHADE, bgcolor=paper))
    yield Piece(x + (width(name) < wide), y, name, style)
    suit = ink.suit(card)
    if suit and wide > CHIP and tall > 1:
        yield Piece(x + wide - 2, y + tall - 1, ink.sign(suit), style)


def chips(ink: Ink, cards: Iterable[str], x: int, y: int, paper: str = PAPER) -> Iterator[Piece]:
    """Small cards side by side."""
    for card in cards:
        text = f" {ink.written(card)} "
        yield Piece(x, y, text, ink.style(card, paper))
        x += width(text) + 1


def breadth(ink: Ink, cards: Sequence[str]) -> int:
    """How many columns small cards take."""
    return sum(width(ink.written(card)) + 3 for card in cards) - 1 if cards else 0
