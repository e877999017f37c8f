"""The machine's candidates, and how a clause narrows them."""

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.fast.instructions import CardRegister, NumberRegister
from trickbook.fast.machine.bit_words import U, inlined, inside
from trickbook.fast.machine.card_sets import get, high, join, meet, nth, put, some, without_lowest

PLAY = 0
KEEP, ONLY, MOST = 0, 1, 2
LEAST, WORSE = -(1 << 61), 1 << 62
"""Less than any number in a column; and how much less plays count that are not looked for."""


@inlined
def load_candidate(kind: Any, at: Any, r: Any, c: Any, offers: Any, answers: Any) -> None:
    """Make a candidate the current one."""
    if kind == PLAY:
        put(c, U(CardRegister.PLAY), get(offers, U(at)))
    else:
        r[NumberRegister.ANSWER] = answers[at]


@inside
def narrow_listed(verb: Any, many: Any, marks: Any, answers: Any, kept: Any, offers: Any) -> Any:
    """Keep the candidates that a clause leaves; return how many."""
    wanted = marks[0]
    if verb >= MOST:
        for place in range(many):
            wanted = max(wanted, marks[place]) if verb == MOST else min(wanted, marks[place])
    left = 0
    for place in range(many):
        if (marks[place] == wanted) if verb >= MOST else marks[place]:
            answers[left], kept[left] = answers[place], kept[place]
            put(offers, U(left), get(offers, U(place)))
            left += 1
    return many if left == 0 and verb == KEEP else left


@inside
def add_singles(found: Any, groups: Any, offers: Any, many: Any) -> Any:
    """Add single cards to the candidates, one of each group of identical cards; return how many there are."""
    for place in range(found):
        put(offers, U(many), nth(get(groups, U(place)), U(0)))
        many += 1
    return many


@inside
def add_pairs(found: Any, groups: Any, sizes: Any, offers: Any, many: Any) -> Any:
    """Add pairs, of two groups and then of one; return how many candidates there are."""
    for one in range(found):
        first = nth(get(groups, U(one)), U(0))
        for other in range(one + 1, found):
            put(offers, U(many), join(first, nth(get(groups, U(other)), U(0))))
            many += 1
    for place in range(found):
        if sizes[place] > 1:
            cards = get(groups, U(place))
            put(offers, U(many), join(nth(cards, U(0)), nth(without_lowest(cards), U(0))))
            many += 1
    return many


@inlined
def earliest_with(cards: Any, many: Any, plays: Any) -> Any:
    """Return the place of the earliest play with one of these cards; -1 if there is none."""
    for place in range(many):
        if some(meet(get(plays, U(place)), cards)):
            return place
    return -1


@inlined
def highest_with(cards: Any, columns: Any, column: Any, many: Any, plays: Any) -> Any:
    """Return the place of the earliest play of one of these cards that has the most in a column; -1 if none.

    It has no branches, because a processor could not guess them.
    """
    found, most = np.int64(-1), np.int64(LEAST)
    for place in range(many):
        play = get(plays, U(place))
        value = columns[column + high(play)] - (0 if some(meet(play, cards)) else WORSE)
        found = place if value > most else found
        most = max(most, value)
    return found
