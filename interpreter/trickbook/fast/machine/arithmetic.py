"""The machine's arithmetic with capped numbers, and properties of sets of cards."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from trickbook.expression.types import LARGEST
from trickbook.fast.machine.bit_words import U, both_times, inlined, inside
from trickbook.fast.machine.card_sets import (
    card,
    get,
    high,
    join,
    less,
    low,
    lowered,
    meet,
    shifted,
    some,
    without_lowest,
)

MAX_NUMBER: Final = LARGEST
SAFE_FACTOR: Final = 4.0 * LARGEST
"""Products below this can be reckoned exactly."""


@inside
def clamped(number: Any, largest: Any) -> Any:
    """Return a number, or the largest one on its side of zero."""
    return max(-largest, min(largest, number))


@inside
def product(one: Any, other: Any, largest: Any) -> Any:
    """Return a product, capped."""
    near = np.float64(one) * np.float64(other)
    if abs(near) > SAFE_FACTOR:
        return largest if near > 0 else -largest
    return clamped(one * other, largest)


@inlined
def complex_product(real: Any, imaginary: Any, other: Any, beside: Any, largest: Any) -> Any:
    """Return the product of two complex numbers, by their parts; each part is capped."""
    return (
        both_times(real, other, -imaginary, beside, largest),
        both_times(real, beside, imaginary, other, largest),
    )


@inside
def power(base: Any, exponent: Any) -> Any:
    """Return a power, capped; 0 for a negative exponent."""
    if exponent < 0:
        return 0
    if abs(base) <= 1:
        return 1 if exponent == 0 else base if exponent % 2 else base * base
    found = 1
    for _ in range(min(exponent, 64)):
        found = product(found, base, MAX_NUMBER)
    if abs(found) == MAX_NUMBER and base < 0:
        return -MAX_NUMBER if exponent % 2 else MAX_NUMBER
    return found


@inside
def quotient(one: Any, other: Any) -> Any:
    """Return the quotient, rounded down; 0 after division by 0."""
    return one // other if other else 0


@inside
def remainder(one: Any, other: Any) -> Any:
    """Return the remainder."""
    return one % other if other else 0


@inside
def rank(cards: Any, heights: Any) -> Any:
    """Return the rank of the highest card; 0 if there is none."""
    best = np.int64(0)
    while some(cards):
        best = max(best, heights[low(cards)])
        cards = without_lowest(cards)
    return best


@inlined
def best(cards: Any, columns: Any, column: Any, sign: Any, sets: Any) -> Any:
    """Return the cards with the most in a column; if the sign is -1, the least."""
    found, most = less(cards, cards), np.int64(0)
    while some(cards):
        bit = low(cards)
        cards = without_lowest(cards)
        value = sign * columns[column + bit]
        if not some(found) or value > most:
            found, most = card(sets, bit), value
        elif value == most:
            found = join(found, card(sets, bit))
    return found


@inside
def suits(cards: Any, suit_at: Any) -> Any:
    """Return all cards that share a suit with one of these."""
    found = less(cards, cards)
    while some(cards):
        bit = high(cards)
        found = join(found, get(suit_at, bit))
        cards = less(less(cards, get(suit_at, bit)), card(suit_at, bit))
    return found


@inside
def copies(cards: Any, alike: Any) -> Any:
    """Return all copies of these cards."""
    found = less(cards, cards)
    while some(cards):
        face = get(alike, low(cards))
        found, cards = join(found, face), less(cards, face)
    return found


@inside
def firsts(cards: Any, stacked: Any) -> Any:
    """Return the lowest copy of each face; ``stacked[n]`` has the cards with a copy n + 1 places below."""
    found = cards
    for place in range(len(stacked)):
        lower = shifted(cards, U(place + 1))
        found = less(found, meet(lower, get(stacked, U(place))))
    return found


@inside
def twins(cards: Any, stacked: Any) -> Any:
    """Return the cards whose copy is among them, too."""
    found = less(cards, cards)
    for place in range(len(stacked)):
        by = U(place + 1)
        upper = meet(meet(cards, shifted(cards, by)), get(stacked, U(place)))
        found = join(found, join(upper, lowered(upper, by)))
    return found
