"""Chance in a batch, written in the subset: draws from a stream, and shuffling."""

from __future__ import annotations

from typing import Final

from trickbook.cards.chance import GOLDEN, LAST_RUNG, MASK, mixed

LOW: Final = (1 << 32) - 1
WHOLE: Final = 1 << 32

AGAIN: Final = 100
"""How often a number that would favour some is drawn again; it never is as often as this."""


def draw_below(v: list[int], at: int, limit: int) -> int:
    """Draw a number from 0 to ``limit - 1``, each as likely, from the stream whose state is in a cell."""
    found = 0
    state = v[at]
    for _ in range(AGAIN):
        state = (state + GOLDEN) & MASK
        scaled = (mixed(state) >> 32) * limit
        found = scaled >> 32
        if scaled & LOW >= limit or scaled & LOW >= WHOLE % limit:
            break
    v[at] = state
    return found


def draw_rung(v: list[int], at: int, limit: int) -> int:
    """Draw a number from 0 to ``limit - 1``, each half as likely as the one before, the last two alike."""
    v[at] = (v[at] + GOLDEN) & MASK
    number = mixed(v[at])
    below = (number & -number) - 1
    place = below.bit_count() if number else LAST_RUNG
    return place if place < limit else limit - 1


def shuffle(v: list[int], chance: int, at: int, many: int) -> int:
    """Shuffle so many cells from one on by Fisher and Yates, from the last place down."""
    state = v[chance]
    for i in range(many - 1):
        limit = many - i
        place = 0
        for _ in range(AGAIN):
            state = (state + GOLDEN) & MASK
            scaled = (mixed(state) >> 32) * limit
            place = scaled >> 32
            if scaled & LOW >= limit or scaled & LOW >= WHOLE % limit:
                break
        last = at + limit - 1
        one = v[last]
        v[last] = v[at + place]
        v[at + place] = one
    v[chance] = state
    return 0
