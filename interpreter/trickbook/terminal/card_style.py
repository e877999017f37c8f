"""The style of cards, in four colours that nearly everybody can tell apart."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from rich.style import Style

from trickbook.cards.deck import MARK
from trickbook.problems import visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

SUIT_COLOURS: Final = ("#00695c", "#2f3fe0", "#1d1d1f", "#c23b0e")
"""The colours of suits in their order: they differ in lightness too, and in what the colour-blind see."""

SUITLESS_COLOUR: Final = "#6a3d9a"
"""The colour of a card without a suit."""

CARD_COLOUR: Final = "#f7f4ec"
DISABLED_COLOUR: Final = "#bcc7c2"
SELECTED_COLOUR: Final = "#ffe08a"
"""What a card is printed on: one that may be played, one that may not, one that is chosen."""


class CardStyle(NamedTuple):
    """The faces of the cards in play, the suits in their order, and whether their signs can be shown."""

    faces: Mapping[str, Mapping[str, Any]]
    suits: Mapping[str, Mapping[str, Any]]
    signs: bool

    def written(self, card: str, *, short: bool = False) -> str:
        """A card as it is written: ``Q♠``, or with the one letter of its rank where it must be ``short``.

        One that was laid open and has twins bears its mark.
        """
        name = card.removesuffix(MARK)
        face = self.faces.get(name)
        if face is None or face["suit"] is None:
            return visible(card)
        rank = name.removesuffix(face["suit"]) if short and len(face["rank"]) > 1 else face["rank"]
        return visible(f"{rank}{self.sign(face['suit'])}") + card[len(name) :]

    def suit_text(self, cards: Sequence[str]) -> str:
        """Several cards of one suit, the sign of the suit once before their ranks."""
        suit = self.suit(cards[0])
        if suit is None:
            return " ".join(map(self.written, cards))
        ranks = (self.faces[card.removesuffix(MARK)]["rank"] for card in cards)
        return visible(" ".join([self.sign(suit), *ranks]))

    def hand(self, cards: str) -> str:
        """Several cards, with blanks between."""
        return " ".join(map(self.written, cards.split()))

    def sign(self, suit: str) -> str:
        """The sign of a suit, or its letter where signs cannot be shown."""
        return str(self.suits[suit]["sign"]) if self.signs else suit

    def whole_suits(self, cards: Sequence[Any]) -> list[str]:
        """The suits of which all cards are among these, by sign and name."""
        return [
            f"{self.suits[suit]['sign']} {self.suits[suit]['name']}"
            for suit in self.suits
            if all(card in cards for card, face in self.faces.items() if face["suit"] == suit)
        ]

    def plain(self, text: str) -> str:
        """A sentence with the signs of suits as letters, where signs cannot be shown."""
        if self.signs:
            return text
        for suit in self.suits.values():
            text = text.replace(str(suit["sign"]), str(suit["letter"]))
        return text.replace("−", "-")

    def suit(self, card: str) -> str | None:
        """The suit of a card, by its letter."""
        face = self.faces.get(card.removesuffix(MARK))
        return None if face is None else face["suit"]

    def style(self, card: str, paper: str = CARD_COLOUR) -> Style:
        """Return how a card is printed."""
        suit = self.suit(card)
        group = None if suit is None else self.suits[suit]["group"]
        return Style(
            color=SUITLESS_COLOUR if group is None else (*SUIT_COLOURS, SUITLESS_COLOUR)[group],
            bgcolor=paper,
            bold=True,
        )

    def sorted(self, cards: Iterable[str], laid: Sequence[Sequence[str]] | None = None) -> list[list[str]]:
        """A hand by suits, as they are ``laid`` if the view says so, else in their order.

        Cards without a suit come last.
        """
        if laid is not None:
            names = list(cards)
            held = [[n for card in group for n in names if n.removesuffix("*") == card] for group in laid]
            return [group for group in held if group]
        order: list[str | None] = [*self.suits, None]
        found: dict[str | None, list[str]] = {suit: [] for suit in order}
        for card in cards:
            found[self.suit(card)].append(card)
        return [held for held in found.values() if held]


def card_style(about: Mapping[str, Any], *, signs: bool) -> CardStyle:
    """The card_style of a table, from what is known of its cards."""
    return CardStyle(about["cards"], {suit["letter"]: suit for suit in about["suits"]}, signs)
