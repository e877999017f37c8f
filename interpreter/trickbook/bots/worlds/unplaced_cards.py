"""The cards of a deck that are not placed yet, taken by their names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.cards.deck import MARK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.cards.deck import Deck


class UnplacedCards:
    """Cards of a deck that are not placed yet; they are taken by name."""

    def __init__(self, deck: Deck, shown: int) -> None:
        """Begin with the whole deck."""
        self.deck, self.left, self.shown = deck, deck.cards, shown

    def take(self, names: Sequence[str]) -> int:
        """Take cards by name; CardError if they were taken before."""
        cards = self.deck.among(names, self.left, self.shown)
        self.left &= ~cards
        return cards

    def some(self, name: str, most: int, *, shown: bool) -> int:
        """Take up to ``most`` copies of a card."""
        cards = 0
        for _ in range(most):
            copies = self.deck.copies[name] & self.left & (self.shown if shown else ~self.shown)
            cards |= copies & -copies
            self.left &= ~cards
        return cards


def unmarked_name(name: str) -> str:
    """Return a name without the mark of exposure."""
    return name.removesuffix(MARK)
