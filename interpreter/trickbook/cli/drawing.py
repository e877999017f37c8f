"""Cards, seats and columns for a terminal. Signs and colours are the deck's; where there is no colour it is plain text."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len
from rich.color import Color, ColorParseError
from rich.console import Console
from rich.style import Style
from rich.text import Text

from trickbook.cards import MARK
from trickbook.problems import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trickbook.cards import Deck, Face
    from trickbook.layout import Layout

INK: Final = "black"
"""The colour that is a terminal's own, be it dark or light."""


def terminal() -> Console:
    """Standard output: coloured if it is a terminal and ``NO_COLOR`` is not set."""
    plain = {"color_system": None} if os.environ.get("NO_COLOR") else {}
    return Console(highlight=False, markup=False, emoji=False, soft_wrap=True, **plain)  # type: ignore[arg-type] - None is a system


def seat(layout: Layout, number: int) -> str:
    """What a seat is called."""
    return visible(layout.names[number]) if layout.names else f"Seat {number}"


class Pen:
    """Writes the cards of a deck, with signs where the terminal has them."""

    def __init__(self, deck: Deck, encoding: str) -> None:
        """Take up the faces of a deck, and find out which signs can be written."""
        self.deck = deck
        self.encoding = encoding
        self.faces = {face.name: face for face in deck.faces}

    def cards(self, names: Iterable[str]) -> Text:
        """Some cards, such as ``5C`` and ``7D``."""
        return Text(" ").join(map(self._card, names))

    def hand(self, names: Iterable[str]) -> Text:
        """A hand, sorted by suit."""
        cards = list(names)
        suits = ([card for card in cards if self._face(card).suit == suit] for suit in (*self.deck.suits, None))
        return Text("   ").join(self.cards(suit) for suit in suits if suit)

    def _face(self, name: str) -> Face:
        return self.faces[name.removesuffix(MARK)]

    def _card(self, name: str) -> Text:
        suit = self._face(name).suit
        if suit is None:
            return Text(visible(name))
        bare = name.removesuffix(MARK)
        sign = suit.sign if self._writable(suit.sign) else suit.letter
        return Text(visible(bare[:-1] + sign) + name[len(bare) :], _style(suit.colour))

    def _writable(self, sign: str) -> bool:
        try:
            sign.encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True


def _style(colour: str) -> Style:
    """The style for a suit; a colour that no terminal knows is left away."""
    if colour == INK:
        return Style.null()
    try:
        return Style(color=Color.parse(colour))
    except ColorParseError:
        return Style.null()


def columns(rows: Iterable[Sequence[Text]], right: Sequence[bool] = (), gap: int = 2) -> list[Text]:
    """Lines of cells below one another; ``right`` says which columns stand to the right, all others stand to the left."""
    table = [list(row) for row in rows]
    widths = [max(cell_len(row[place].plain) for row in table if place < len(row)) for place in range(max(map(len, table), default=0))]
    lines = []
    for row in table:
        line = Text()
        for place, cell in enumerate(row):
            space = " " * (widths[place] - cell_len(cell.plain))
            to_right = place < len(right) and right[place]
            line.append_text(Text(" " * gap).append_text(Text(space) + cell if to_right else cell + Text(space)))
        line.rstrip()
        lines.append(line)
    return lines
