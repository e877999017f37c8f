"""Cards as a view names them: as sets of cards, or taken from those that are not placed yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.cards.deck import MARK

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.sections.compiled import CompiledRules


def unmarked_name(name: str) -> str:
    """Return a name without the mark of exposure."""
    return name.removesuffix(MARK)


def named_cards(engine: CompiledRules, said: str | None, *sets: int) -> int:
    """Return the cards that a text names, 0 if it names other things.

    Of identical cards those are taken that are in the first of some sets, if any are.
    """
    cards = 0
    for name in (said or "").split():
        copies = engine.deck.copies.get(unmarked_name(name), 0) & ~cards
        copies = next((copies & some for some in sets if copies & some), copies)
        cards |= copies & -copies
    return cards


def plays_seen(seen: Mapping[str, Any]) -> list[tuple[int, str]]:
    """Return the plays of a deal in order, each with its seat."""
    tricks = [*(trick["plays"] for trick in seen["tricks"]), seen["trick"]]
    return [(seat, play) for trick in tricks for seat, play in trick]


def played_cards(engine: CompiledRules, seen: Mapping[str, Any]) -> list[tuple[int, int]]:
    """Return the plays of a deal in order as cards, each with its seat."""
    return [(seat, named_cards(engine, play)) for seat, play in plays_seen(seen)]


def without_seats(said: str) -> str:
    """Return what chance drew, without the seats that hold the cards."""
    return " ".join(card.partition("@")[0] for card in said.split())


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
