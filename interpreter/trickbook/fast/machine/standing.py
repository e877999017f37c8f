"""How the cards stand: how high each is, and which cards are of its suit, as the table has agreed.

Both are told once, and remain until something on which they rest has changed.
"""

from __future__ import annotations

from typing import Any

from trickbook.fast.machine.bit_words import U, inside
from trickbook.fast.machine.card_sets import card, get, join, less, low, meet, put, same, some, without_lowest

HEIGHTS, SUITS, AGREED_NUMBERS, AGREED_SETS = 4, 5, 6, 7
"""In the ``nest``: how high each card stands, the cards of its suit, and on what both rest."""


@inside
def as_printed(own: Any, heights: Any, suit_at: Any, nest: Any) -> None:
    """Let all cards stand as printed; only the cards ``own`` count as their printed suit."""
    for place in range(len(heights)):
        nest[HEIGHTS][place] = heights[place]
        put(nest[SUITS], U(place), meet(get(suit_at, U(place)), own))


@inside
def stand_at(cards: Any, height: Any, nest: Any) -> None:
    """Let some cards stand at a height."""
    while some(cards):
        nest[HEIGHTS][low(cards)] = height
        cards = without_lowest(cards)


@inside
def belong_to(cards: Any, suit: Any, nest: Any) -> None:
    """Let some cards be of a suit."""
    while some(cards):
        put(nest[SUITS], U(low(cards)), suit)
        cards = without_lowest(cards)


@inside
def forget_agreed(nest: Any) -> None:
    """Let nothing be known of how cards stand."""
    nest[AGREED_NUMBERS][0] = 0


@inside
def still_agreed(first: Any, numbers: Any, sets: Any, r: Any, c: Any, nest: Any) -> Any:
    """Return whether numbers and sets, named by registers, are as when this was asked before; keep them."""
    kept, known = nest[AGREED_NUMBERS], nest[AGREED_SETS]
    still, kept[0] = kept[0] == 1, 1
    for place in range(numbers):
        value = r[r[first + U(place)]]
        still = still and kept[place + 1] == value
        kept[place + 1] = value
    for place in range(sets):
        cards = get(c, U(r[first + U(numbers + place)]))
        still = still and same(get(known, U(place)), cards)
        put(known, U(place), cards)
    return still


@inside
def tallest(cards: Any, sign: Any, none: Any, nest: Any) -> Any:
    """Return those of some cards that stand highest; with -1 as ``sign``, lowest."""
    heights, found = nest[HEIGHTS], less(none, none)
    most = -(1 << 60)
    while some(cards):
        place = low(cards)
        rest = without_lowest(cards)
        height = sign * heights[place]
        if height > most:
            most, found = height, less(cards, rest)
        elif height == most:
            found = join(found, less(cards, rest))
        cards = rest
    return found


@inside
def height_of(cards: Any, nest: Any) -> Any:
    """Return how high the highest of some cards stands; 0 if there is none."""
    if not some(cards):
        return 0
    most = nest[HEIGHTS][low(cards)]
    while some(cards):
        most = max(most, nest[HEIGHTS][low(cards)])
        cards = without_lowest(cards)
    return most


@inside
def kin(cards: Any, none: Any, nest: Any) -> Any:
    """Return all cards of the suits of some cards."""
    found = less(none, none)
    while some(cards):
        found = join(found, get(nest[SUITS], U(low(cards))))
        cards = without_lowest(cards)
    return found


@inside
def stand_low(most: Any, c: Any, cards: Any, nest: Any) -> Any:
    """Return all of so many cards that stand no higher than this."""
    none = get(c, U(0))
    found = less(none, none)
    for place in range(cards):
        if nest[HEIGHTS][place] <= most:
            found = join(found, card(c, place))
    return found
