"""Cards as pieces on a canvas, large or small."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.style import Style

from trickbook.terminal.canvas import Piece, text_width, truncated
from trickbook.terminal.card_style import CARD_COLOUR

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.terminal.card_style import CardStyle

CARD_EDGE: Final = "▏"
EDGE_COLOUR: Final = "#7e7a6c"
"""The left edge of a card, so that one can tell it from its neighbour."""

SMALL_CARD_COLUMNS: Final = 4
"""How many columns a small card takes."""


def large_card(
    card_style: CardStyle, card: str, x: int, y: int, size: tuple[int, int], paper: str = CARD_COLOUR
) -> Iterator[Piece]:
    """A card of some columns and rows, its name in the corner and its sign in the other."""
    wide, tall = size
    style, name = card_style.style(card, paper), card_style.written(card, short=wide < SMALL_CARD_COLUMNS)
    for row in range(tall):
        yield Piece(x, y + row, " " * wide, style)
        yield Piece(x, y + row, CARD_EDGE, Style(color=EDGE_COLOUR, bgcolor=paper))
    yield Piece(x + (text_width(name) < wide), y, name, style)
    suit = card_style.suit(card)
    if suit and wide > SMALL_CARD_COLUMNS and tall > 1:
        yield Piece(x + wide - 2, y + tall - 1, card_style.sign(suit), style)


def small_cards(
    card_style: CardStyle, cards: Iterable[str], x: int, y: int, paper: str = CARD_COLOUR
) -> Iterator[Piece]:
    """Small cards side by side."""
    for card in cards:
        text = f" {card_style.written(card)} "
        yield Piece(x, y, text, card_style.style(card, paper))
        x += text_width(text) + 1


def card_rows(card_style: CardStyle, cards: Sequence[str], columns: int, rows: int) -> list[list[Piece]]:
    """Rows of cards; suit by suit, each sign once, where single cards would take too many rows."""
    alone = [(f" {card_style.written(card)} ", card) for card in cards]
    if len(found := _wrapped(card_style, alone, columns)) <= rows:
        return found
    suits = [(f" {card_style.suit_text(suit)} ", suit[0]) for suit in card_style.sorted(cards)]
    return _wrapped(card_style, suits, columns)[:rows]


def _wrapped(card_style: CardStyle, texts: Iterable[tuple[str, str]], columns: int) -> list[list[Piece]]:
    """Texts side by side, each in the style of a card, in as many rows as they take."""
    found: list[list[Piece]] = []
    x = columns
    for text, card in texts:
        if x + text_width(text) > columns:
            found.append([])
            x = 0
        found[-1].append(Piece(x, 0, truncated(text, columns), card_style.style(card)))
        x += text_width(text) + 1
    return found


def small_cards_width(card_style: CardStyle, cards: Sequence[str]) -> int:
    """Return how many columns small cards take."""
    return sum(text_width(card_style.written(card)) + 3 for card in cards) - 1 if cards else 0
