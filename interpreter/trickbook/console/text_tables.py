"""Cards, seats and columns for a terminal, with the signs and colours of the deck."""

from __future__ import annotations

import os
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Final, Literal

from rich.cells import cell_len
from rich.color import Color, ColorParseError
from rich.console import Console
from rich.style import Style
from rich.text import Text

from trickbook.cards.deck import MARK
from trickbook.console.messages import spoken
from trickbook.problems import visible
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trickbook.cards.deck import Deck, Face, Suit
    from trickbook.state import Layout
    from trickbook.texts.message import Value

INK: Final = "black"
"""The terminal's default text colour, on dark and light backgrounds."""


def standard_output() -> Console:
    """The console of standard output: coloured on a terminal unless ``NO_COLOR`` is set."""
    colours: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
    return Console(color_system=colours, highlight=False, markup=False, emoji=False, soft_wrap=True)


def standard_error() -> Console:
    """The console of standard error, for what only somebody who watches needs."""
    return Console(stderr=True, highlight=False, markup=False, emoji=False)


def text_line(message: Value, style: str = "") -> Text:
    """A message in the language of the command that runs, with every character visible."""
    return Text("\n".join(map(visible, spoken(message).split("\n"))), style)


def seat_name(layout: Layout, number: int) -> str:
    """The name of a seat."""
    return visible(layout.names[number]) if layout.names else spoken(Message("Seat {seat}", seat=number))


class CardPrinter:
    """Prints the cards of a deck, with suit signs if the terminal can encode them."""

    def __init__(self, deck: Deck, encoding: str) -> None:
        """Prepare the faces of a deck; find which signs can be encoded."""
        self.deck = deck
        self.encoding = encoding
        self.faces = {face.name: face for face in deck.faces}
        self.ranks = {rank.letter: rank.sign for rank in deck.ranks if self._writable(rank.sign)}

    def cards(self, names: Iterable[str]) -> Text:
        """Some cards, such as ``5C`` and ``7D``."""
        return Text(" ").join(map(self._card, names))

    def hand(self, names: Iterable[str]) -> Text:
        """A hand, sorted by suit."""
        order = [*self.deck.suits, None]
        cards = sorted(names, key=lambda name: order.index(self._face(name).suit))
        suits = groupby(cards, key=lambda name: self._face(name).suit)
        return Text("   ").join(self.cards(suit) for _, suit in suits)

    def sign(self, suit: Suit) -> str:
        """The sign of a suit, or its letter if that cannot be encoded."""
        return suit.sign if self._writable(suit.sign) else suit.letter

    def _face(self, name: str) -> Face:
        return self.faces[name.removesuffix(MARK)]

    def _card(self, name: str) -> Text:
        suit = self._face(name).suit
        if suit is None:
            return Text(visible(name))
        bare = name.removesuffix(MARK)
        rank = bare.removesuffix(suit.letter)
        printed = (self.ranks.get(rank) or rank) + self.sign(suit)
        return Text(visible(printed) + name[len(bare) :], _style(suit.colour))

    def _writable(self, sign: str) -> bool:
        try:
            sign.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True


def _style(colour: str) -> Style:
    """The style of a suit; unknown colours are ignored."""
    if colour == INK:
        return Style.null()
    try:
        return Style(color=Color.parse(colour))
    except ColorParseError:
        return Style.null()


def columns(rows: Iterable[Sequence[Text]], right: Sequence[int] = (), gap: int = 2) -> list[Text]:
    """Rows of cells as aligned lines; the columns in ``right`` are right-aligned."""
    table = [list(row) for row in rows]
    widths = [max(map(_width, cells)) for cells in zip_longest(*table, fillvalue=Text())]
    lines = []
    for row in table:
        line = Text()
        for place, cell in enumerate(row):
            space = " " * (widths[place] - _width(cell))
            line.append(" " * gap)
            line.append_text(Text(space) + cell if place in right else cell + Text(space))
        line.rstrip()
        lines.append(line)
    return lines


def _width(cell: Text) -> int:
    return cell_len(cell.plain)
