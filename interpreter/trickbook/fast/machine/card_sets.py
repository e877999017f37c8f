"""The machine's sets of cards: one word of 64 bits, or two for larger packs.

A set is a number if sets are in a list, and a pair of numbers if they are in a table of two columns. Each
function is compiled for either, so the machine need not know which it runs on.
"""

# ruff: noqa: ARG005, PLW0108, SIM110 - written as the compiler wants it

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numba import types
from numba.extending import overload

from trickbook.fast.machine.bit_words import (
    ONE,
    WORD,
    U,
    bits_at,
    bits_of,
    highest_bit,
    inlined,
    lowest_bit,
    nth_bit,
)

MOST_CARDS: Final = 2 * WORD
FULL: Final = U(WORD)
LAST: Final = U(WORD - 1)
SIXTH: Final = U(6)
"""A bit shifted by this tells in which of two words it is."""
NONE: Final = U(0)


def is_wide(sets: Any) -> bool:
    """Return whether sets are pairs: for an array whether it is a table, for a set whether it is one."""
    return isinstance(sets, types.BaseTuple) or getattr(sets, "ndim", 1) == 2  # noqa: PLR2004


def machine_set(cards: int, *, wide: bool) -> Any:
    """Return a set as the machine keeps it, from a number of any length."""
    return (cards & (1 << WORD) - 1, cards >> WORD) if wide else cards


def get(sets: Any, place: Any) -> Any:
    """Return the set at a place."""


def put(sets: Any, place: Any, cards: Any) -> None:
    """Write a set at a place."""


def card(sets: Any, bit: Any) -> Any:
    """Return the set of one card, by its bit."""


def meet(one: Any, other: Any) -> Any:
    """Return the cards in both sets."""


def join(one: Any, other: Any) -> Any:
    """Return the cards in either set."""


def less(one: Any, other: Any) -> Any:
    """Return the cards of one set that are not in the other."""


def some(cards: Any) -> Any:
    """Return whether there is a card in the set."""


def same(one: Any, other: Any) -> Any:
    """Return whether two sets are equal."""


def size(cards: Any) -> Any:
    """Return the number of cards."""


def low(cards: Any) -> Any:
    """Return the bit of the lowest card; there must be one."""


def high(cards: Any) -> Any:
    """Return the bit of the highest card; there must be one."""


def without_lowest(cards: Any) -> Any:
    """Return the cards without the lowest; there must be one."""


def nth(cards: Any, n: Any) -> Any:
    """Return the n-th lowest card, from 0, as a set; there must be so many."""


def cards_at(places: Any, cards: Any) -> Any:
    """Return the cards at some places, which are bits counted from the lowest card."""


def shifted(cards: Any, by: Any) -> Any:
    """Return the cards so many places, from 1 to 63, above these."""


def lowered(cards: Any, by: Any) -> Any:
    """Return the cards so many places below these."""


@overload(get, strict=False)
def _get(sets: Any, place: Any) -> Any:
    if is_wide(sets):
        return lambda sets, place: (sets[place, 0], sets[place, 1])
    return lambda sets, place: sets[place]


@overload(put, strict=False)
def _put(sets: Any, place: Any, cards: Any) -> Any:
    def wide(sets: Any, place: Any, cards: Any) -> None:
        sets[place, 0] = cards[0]
        sets[place, 1] = cards[1]

    def narrow(sets: Any, place: Any, cards: Any) -> None:
        sets[place] = cards

    return wide if is_wide(sets) else narrow


@overload(card, strict=False)
def _card(sets: Any, bit: Any) -> Any:
    def wide(sets: Any, bit: Any) -> Any:
        one, upper = ONE << (U(bit) & LAST), NONE - (U(bit) >> SIXTH)
        return one & ~upper, one & upper

    return wide if is_wide(sets) else lambda sets, bit: ONE << bit


@overload(meet, strict=False)
def _meet(one: Any, other: Any) -> Any:
    if is_wide(one):
        return lambda one, other: (one[0] & other[0], one[1] & other[1])
    return lambda one, other: one & other


@overload(join, strict=False)
def _join(one: Any, other: Any) -> Any:
    if is_wide(one):
        return lambda one, other: (one[0] | other[0], one[1] | other[1])
    return lambda one, other: one | other


@overload(less, strict=False)
def _less(one: Any, other: Any) -> Any:
    if is_wide(one):
        return lambda one, other: (one[0] & ~other[0], one[1] & ~other[1])
    return lambda one, other: one & ~other


@overload(some, strict=False)
def _some(cards: Any) -> Any:
    if is_wide(cards):
        return lambda cards: (cards[0] | cards[1]) != NONE
    return lambda cards: cards != NONE


@overload(same, strict=False)
def _same(one: Any, other: Any) -> Any:
    if is_wide(one):
        return lambda one, other: one[0] == other[0] and one[1] == other[1]
    return lambda one, other: one == other


@overload(size, strict=False)
def _size(cards: Any) -> Any:
    if is_wide(cards):
        return lambda cards: bits_of(cards[0]) + bits_of(cards[1])
    return lambda cards: bits_of(cards)


@overload(low, strict=False)
def _low(cards: Any) -> Any:
    if is_wide(cards):
        return lambda cards: lowest_bit(cards[0]) if cards[0] else lowest_bit(cards[1]) + FULL
    return lambda cards: lowest_bit(cards)


@overload(high, strict=False)
def _high(cards: Any) -> Any:
    if is_wide(cards):
        return lambda cards: highest_bit(cards[1]) + FULL if cards[1] else highest_bit(cards[0])
    return lambda cards: highest_bit(cards)


@overload(without_lowest, strict=False)
def _without_lowest(cards: Any) -> Any:
    if is_wide(cards):
        return lambda cards: (
            (cards[0] & (cards[0] - ONE), cards[1]) if cards[0] else (NONE, cards[1] & (cards[1] - ONE))
        )
    return lambda cards: cards & (cards - ONE)


@overload(nth, strict=False)
def _nth(cards: Any, n: Any) -> Any:
    def wide(cards: Any, n: Any) -> Any:
        below = np.uint64(bits_of(cards[0]))
        return (nth_bit(cards[0], n), NONE) if n < below else (NONE, nth_bit(cards[1], n - below))

    return wide if is_wide(cards) else lambda cards, n: nth_bit(cards, n)


@overload(cards_at, strict=False)
def _cards_at(places: Any, cards: Any) -> Any:
    def wide(places: Any, cards: Any) -> Any:
        below = min(np.uint64(bits_of(cards[0])), LAST)
        return bits_at(places, cards[0]), bits_at(places >> below, cards[1])

    return wide if is_wide(cards) else lambda places, cards: bits_at(places, cards)


@inlined
def kept_of(cards: Any, wanted: Any) -> Any:
    """Return the wanted cards, or all if there are none."""
    both = meet(cards, wanted)
    return both if some(both) else cards


@inlined
def all_some(sets: Any, first: Any, many: Any) -> Any:
    """Return whether each of so many sets has a card."""
    for place in range(many):
        if not some(get(sets, first + U(place))):
            return False
    return True


@overload(shifted, strict=False)
def _shifted(cards: Any, by: Any) -> Any:
    if is_wide(cards):
        return lambda cards, by: (cards[0] << by, (cards[1] << by) | (cards[0] >> (FULL - by)))
    return lambda cards, by: cards << by


@overload(lowered, strict=False)
def _lowered(cards: Any, by: Any) -> Any:
    if is_wide(cards):
        return lambda cards, by: ((cards[0] >> by) | (cards[1] << (FULL - by)), cards[1] >> by)
    return lambda cards, by: cards >> by
