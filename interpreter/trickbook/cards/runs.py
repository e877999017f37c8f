"""Melds: runs of one suit, as the pack lists the ranks, and sets of one rank."""

from __future__ import annotations

from functools import reduce
from itertools import pairwise
from operator import or_
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

    from trickbook.cards.order import CardOrder

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
    found = [suit[low : low + least] for suit in suits for low in range(len(suit) - least + 1)]
    return tuple(Meld(window, least) for window in found if all(window))


def steps(suits: Ladders) -> tuple[tuple[int, int], ...]:
    """Return each card that another follows in its suit, with that one; each with all its copies."""
    return tuple((low, high) for suit in suits for low, high in pairwise(suit) if low and high)


def sets(suits: Ladders, least: int) -> tuple[Meld, ...]:
    """Return every rank that so many suits have: for each suit all copies of its card."""
    found = (tuple(filter(None, grade)) for grade in zip(*suits, strict=True))
    return tuple(Meld(parts, least) for parts in found if len(parts) >= least)


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
