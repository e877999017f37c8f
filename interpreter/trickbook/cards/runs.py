"""Orders of cards and melds: how high a card stands, runs of one suit, and sets of one rank."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import pairwise
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass(frozen=True)
class CardOrder:
    """How high the card at each bit stands, and all cards of its suit; no cards if it has none.

    ``apart`` are the cards that do not count as the suit that is printed on them.
    """

    heights: tuple[int, ...]
    suits: tuple[int, ...]
    apart: int = 0

    @cached_property
    def grades(self) -> tuple[tuple[int, int], ...]:
        """Each height with all cards of it, the highest first."""
        heights: dict[int, int] = {}
        for bit, height in enumerate(self.heights):
            heights[height] = heights.get(height, 0) | 1 << bit
        return tuple(sorted(heights.items(), reverse=True))

    def rank_of(self, cards: int) -> int:
        """Return how high the highest of these cards is; 0 if there is none."""
        return next((height for height, grade in self.grades if cards & grade), 0)

    def highest_of(self, cards: int) -> int:
        """Those of these cards that stand highest."""
        return next((cards & grade for _, grade in self.grades if cards & grade), 0)

    def lowest_of(self, cards: int) -> int:
        """Those of these cards that stand lowest."""
        return next((cards & grade for _, grade in reversed(self.grades) if cards & grade), 0)

    def top_of(self, cards: int) -> int:
        """Return how high the highest of some cards is; there must be one."""
        return next(height for height, grade in self.grades if cards & grade)

    @cached_property
    def up_to(self) -> dict[int, int]:
        """All cards up to each height."""
        found, below = dict[int, int](), 0
        for height, grade in reversed(self.grades):
            below |= grade
            found[height] = below
        return found

    @cached_property
    def by_suit(self) -> dict[int, int]:
        """The cards that have each set of cards for their suit."""
        cards_by_suit: dict[int, int] = {}
        for bit, suit in enumerate(self.suits):
            cards_by_suit[suit] = cards_by_suit.get(suit, 0) | 1 << bit
        return cards_by_suit

    def suit_of(self, cards: int) -> int:
        """All cards that share a suit with one of these."""
        found = 0
        while cards:
            suit = self.suits[cards.bit_length() - 1]
            found |= suit
            cards &= ~self.by_suit[suit]
        return found

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The bits of the cards as a hand is laid: suit by suit, each from the lowest up.

        Cards that do not count as their printed suit come first.
        """
        groups: dict[int, list[int]] = {}
        for bit in sorted(range(len(self.heights)), key=lambda bit: (self.heights[bit], bit)):
            groups.setdefault(self.suits[bit], []).append(bit)
        first = sorted(groups.values(), key=lambda bits: (not self.apart >> bits[0] & 1, min(bits)))
        return tuple(map(tuple, first))


Ladders: TypeAlias = tuple[tuple[int, ...], ...]
"""For each suit its cards by rank, the lowest first; no cards where the suit lacks a rank."""


class Meld(NamedTuple):
    """Cards that lie together: for each part all copies of a card, and how many parts there must be."""

    parts: tuple[int, ...]
    least: int


def ladders(order: CardOrder) -> Ladders:
    """Return the ladders of a pack. Cards without a suit are in none."""
    suited = union(order.by_suit.values()) & ~order.by_suit.get(0, 0)
    grades = [cards for _, cards in reversed(order.grades) if cards & suited]
    return tuple(tuple(cards & grade for grade in grades) for suit, cards in order.by_suit.items() if suit)


def windows(suits: Ladders, least: int) -> tuple[Meld, ...]:
    """Return every run of exactly so many ranks: for each rank all copies of its card."""
    runs = [suit[low : low + least] for suit in suits for low in range(len(suit) - least + 1)]
    return tuple(Meld(window, least) for window in runs if all(window))


def steps(suits: Ladders) -> tuple[tuple[int, int], ...]:
    """Return each card that another follows in its suit, with that one; each with all its copies."""
    return tuple((low, high) for suit in suits for low, high in pairwise(suit) if low and high)


def sets(suits: Ladders, least: int) -> tuple[Meld, ...]:
    """Return every rank that so many suits have: for each suit all copies of its card."""
    grades = (tuple(filter(None, grade)) for grade in zip(*suits, strict=True))
    return tuple(Meld(parts, least) for parts in grades if len(parts) >= least)


def melded(found: tuple[Meld, ...], cards: int) -> int:
    """Return those of these cards that lie in one of some runs or sets that is complete among them."""
    return cards & union(
        card for parts, least in found if sum(cards & part != 0 for part in parts) >= least for card in parts
    )


def tops_of(pairs: tuple[tuple[int, int], ...], cards: int) -> int:
    """Return those of these cards that no card of their suit and of the next rank among them follows."""
    return cards & ~union(low for low, high in pairs if cards & high)


def union(sets: Iterable[int]) -> int:
    """All cards of some sets."""
    return reduce(or_, sets, 0)
