"""The functions that every program shares, written in the subset of Python in which programs are.

The subset knows whole numbers, one list ``v`` of them, tables that never change, and calls of its own
functions; loops have bounds that can be read off. A translator accepts it and nothing else.
"""

from __future__ import annotations

from typing import Final

from trickbook.expression.types import GREATEST, LARGEST

ENOUGH: Final = 62
"""With this exponent every power but those of -1, 0 and 1 is beyond the largest number."""


def within(n: int, most: int) -> int:
    """Return a number, or the largest there may be on its side of zero."""
    if n > most:
        return most
    if n < -most:
        return -most
    return n


def held(n: int) -> int:
    """Return a number as sums and products hold it."""
    return within(n, LARGEST)


def capped(n: int) -> int:
    """Return points as they hold."""
    return within(n, GREATEST)


def times(a: int, b: int) -> int:
    """Return a product; a translator must multiply with twice the width."""
    return held(a * b)


def real_times(a: int, b: int, c: int, d: int) -> int:
    """Return the real part of the product of a + bi and c + di; as `times`, with twice the width."""
    return held(a * c - b * d)


def imaginary_times(a: int, b: int, c: int, d: int) -> int:
    """Return the imaginary part of the product of a + bi and c + di."""
    return held(a * d + b * c)


def power(base: int, exponent: int) -> int:
    """Return a power; 0 for an exponent below 0."""
    if exponent < 0:
        return 0
    if exponent > ENOUGH:
        exponent = ENOUGH + exponent % 2
    n = 1
    for _ in range(exponent):
        n = times(n, base)
    return n


def quotient(a: int, b: int) -> int:
    """Return how often one number goes into another, rounded down; 0 for a division by 0."""
    return a // b if b else 0


def remainder(a: int, b: int) -> int:
    """Return what a division leaves; 0 for a division by 0."""
    return a % b if b else 0


def size(n: int) -> int:
    """Return how far a number is from zero."""
    return n if n >= 0 else -n


def norm(real: int, imaginary: int) -> int:
    """Return the square of the distance from zero."""
    return held(times(real, real) + times(imaginary, imaginary))


def lesser(a: int, b: int) -> int:
    """Return the lesser of two numbers."""
    if a <= b:
        return a
    return b


def greater(a: int, b: int) -> int:
    """Return the greater of two numbers."""
    if a >= b:
        return a
    return b


def fewest(low: int, cards: int, free: int) -> int:
    """Return how many of so many cards are chosen at least: all if they are too few, unless it is free."""
    return greater(low, 1) if free else lesser(low, cards)


def onward(group: int, places: int, seats: int) -> int:
    """Return the set of the seats so many places further, of so many seats in all."""
    by = places % seats
    return (group << by | group >> (seats - by)) & ((1 << seats) - 1)


def has_only(some: int, wanted: int) -> int:
    """Return whether a set is not empty, and all of it is in another."""
    return some != 0 and some & ~wanted == 0


def first_in_turn(group: int, first: int, turn: int, seats: int) -> int:
    """Return the first seat of a set, in turn from one on; -1 for none."""
    for i in range(seats):
        p = (first + i * turn) % seats
        if group >> p & 1:
            return p
    return -1


def beside(place: int, p: int) -> int:
    """Return the cell of a seat behind the first one; -1 for no seat."""
    return place + p if p >= 0 else -1


def nth(cards: int, n: int) -> int:
    """Return the card of a set that has so many below it; a processor may find it at once."""
    for _ in range(n):
        cards &= cards - 1
    return cards & -cards


def share(  # noqa: PLR0913, PLR0917 - a program has one list, so it is told where things are
    v: list[int], at: int, many: int, cards: int, first: int, turn: int, uneven: int
) -> int:
    """Lower what each of so many seats wants to what there is, dealt card by card to all who want one.

    What is wanted stands in the cells from ``at`` on. A round for which the cards do not suffice is not
    dealt, or if ``uneven`` only to those who come first.
    """
    level = 0
    for _ in range(many + 1):
        asking = above(v, at, many, level)
        rounds = lesser(least_above(v, at, many, level), cards // asking if asking else 0)
        if not rounds:
            break
        cards -= rounds * asking
        level += rounds
    for i in range(many):
        p = (first + i * turn) % many
        if v[at + p] > level:
            v[at + p] = level
            if uneven and cards:
                v[at + p] += 1
                cards -= 1
    return 0


def above(v: list[int], at: int, many: int, level: int) -> int:
    """Return how many of some cells are above a level."""
    found = 0
    for i in range(many):
        found += v[at + i] > level
    return found


def least_above(v: list[int], at: int, many: int, level: int) -> int:
    """Return how far the lowest of some cells that are above a level is above it."""
    found = LARGEST
    for i in range(many):
        if v[at + i] > level:
            found = lesser(found, v[at + i] - level)
    return found
