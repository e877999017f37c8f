"""An order of the cards: how high each stands, and which cards are of its suit."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property


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
        found: dict[int, int] = {}
        for bit, suit in enumerate(self.suits):
            found[suit] = found.get(suit, 0) | 1 << bit
        return found

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
