"""Chance in a batch, written in the subset: draws from a stream, and shuffling."""

from __future__ import annotations

from typing import Final

from trickbook.cards.chance import GOLDEN, LAST_RUNG, MASK, mixed

LOW: Final = (1 << 32) - 1
"""The lower half of a number."""

WHOLE: Final = 1 << 32
"""So many numbers may be drawn."""

AGAIN: Final = 100
"""How often a number that would favour some is drawn again; it never is as often as this."""


def chance_of_turn(source: int, turn: int) -> int:
    """Return the state from which a player draws in a turn of the match."""
    return mixed((source + turn * GOLDEN) & MASK)


def number_of_turn(source: int, turn: int) -> int:
    """Return the first number that a player draws in a turn of the match, its upper half."""
    return mixed((chance_of_turn(source, turn) + GOLDEN) & MASK) >> 32


def number_at(state: int, index: int) -> int:
    """Return the number of a stream at an index from 0, its upper half."""
    return mixed((state + (index + 1) * GOLDEN) & MASK) >> 32


def draw_below(v: list[int], at: int, limit: int) -> int:
    """Draw a number from 0 to ``limit - 1``, each as likely, from the stream whose state is in a cell."""
    found = 0
    state = v[at]
    for _ in range(AGAIN):
        state = (state + GOLDEN) & MASK
        scaled = (mixed(state) >> 32) * limit & MASK
        found = scaled >> 32
        if scaled & LOW >= limit or scaled & LOW >= WHOLE % limit:
            break
    v[at] = state
    return found


def draw_rung(v: list[int], at: int, limit: int) -> int:
    """Draw a number from 0 to ``limit - 1``, each half as likely as the one before, the last two alike."""
    v[at] = (v[at] + GOLDEN) & MASK
    number = mixed(v[at])
    below = ((number & -number) - 1) & MASK
    index = below.bit_count() if number else LAST_RUNG
    return index if index < limit else limit - 1


def shuffle(v: list[int], chance: int, numbers: int, at: int, many: int) -> int:
    """Shuffle so many cells from one on by Fisher and Yates, from the last cell down.

    The numbers have been drawn; where one would favour some, what is left is shuffled number by number.
    """
    state = v[chance]
    for i in range(many - 1):
        limit = many - i
        scaled = v[numbers + i] * limit
        if scaled & LOW < limit:
            v[chance] = (state + i * GOLDEN) & MASK
            return shuffle_one_by_one(v, chance, at, limit)
        swap(v, at + (scaled >> 32), at + limit - 1)
    if many > 1:
        v[chance] = (state + (many - 1) * GOLDEN) & MASK
    return 0


def shuffle_one_by_one(v: list[int], chance: int, at: int, many: int) -> int:
    """Shuffle where a number may have to be drawn again."""
    for i in range(many - 1):
        limit = many - i
        swap(v, at + draw_below(v, chance, limit), at + limit - 1)
    return 0


def swap(v: list[int], one: int, other: int) -> int:
    """Exchange the values of two cells."""
    n = v[one]
    v[one] = v[other]
    v[other] = n
    return 0
