"""Melds in the machine: runs and sets of cards that some cards contain."""

from __future__ import annotations

from typing import Any

from trickbook.fast.machine.bit_words import ONE, U, inside
from trickbook.fast.machine.card_sets import get, join, less, meet, some


@inside
def melded(cards: Any, sizes: Any, parts: Any, r: Any, c: Any) -> Any:
    """Return the cards in melds of which enough parts have a card; the parts stand one after another."""
    found, at, size = less(cards, cards), parts, sizes
    for _ in range(r[sizes]):
        union, there = less(cards, cards), 0
        size += ONE
        for _ in range(r[size]):
            part = get(c, at)
            union = join(union, part)
            there += 1 if some(meet(cards, part)) else 0
            at += ONE
        size += ONE
        if there >= r[size]:
            found = join(found, union)
    return meet(found, cards)


@inside
def tops(cards: Any, many: Any, pairs: Any, c: Any) -> Any:
    """Return the cards without the first sets of pairs of whose second there is a card."""
    below = less(cards, cards)
    for place in range(many):
        if some(meet(cards, get(c, pairs + U(2 * place + 1)))):
            below = join(below, get(c, pairs + U(2 * place)))
    return less(cards, below)
