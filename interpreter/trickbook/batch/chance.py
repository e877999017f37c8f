"""Chance in a batch, in the subset: draws from a stream, shuffling, selections of cards by their index.

How many ways there are to take so many cards stands in rows: row ``r`` is for ``r`` cards that are left, or
for so many groups of cards that look alike.
"""

# ruff: noqa: PLR0913, PLR0917 - a program has one list, so each function is told where things are

from __future__ import annotations

from typing import Final

from trickbook.cards.chance import GOLDEN, LAST_RUNG, MASK, mixed
from trickbook.core.subset import lesser

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


MOST_WAYS: Final = 1 << 60
"""So many ways are as good as more: chance picks among the first of them."""

OF_SUM: Final = 4 * MOST_WAYS - 1
"""The bits that a sum of two numbers of ways may have; with them it needs no guard."""


PAIR: Final = 2


def lowest(cards: int, many: int) -> int:
    """Return so many cards of a set, the lowest."""
    found = 0
    for _ in range(many):
        found |= cards & -cards
        cards &= cards - 1
    return found


def list_cards(v: list[int], at: int, cards: int) -> int:
    """List the cards of a set, the lowest first, in the cells from one on; return how many there are."""
    many = 0
    while cards:
        one = cards & -cards
        cards ^= one
        v[at + many] = one
        many += 1
    return many


def count_ways(v: list[int], ways: int, width: int, many: int) -> int:
    """Fill the rows for cards of which none looks like another, up to so many."""
    for k in range(width):
        v[ways + k] = 0
    v[ways] = 1
    for r in range(many):
        row = ways + r * width
        v[row + width] = 1
        for k in range(width - 1):
            v[row + width + k + 1] = lesser(v[row + k] + v[row + k + 1], MOST_WAYS)
    return 0


def count_ways_of_groups(v: list[int], ways: int, width: int, groups: int, many: int) -> int:
    """Fill the rows for so many groups of cards that look alike, the last group first."""
    for k in range(width):
        v[ways + k] = 0
    v[ways] = 1
    for r in range(many):
        row = ways + r * width
        size = v[groups + many - 1 - r].bit_count()
        for k in range(width):
            found = 0
            for taken in range(lesser(size, k) + 1):
                found = lesser(found + v[row + k - taken] & OF_SUM, MOST_WAYS)
            v[row + width + k] = found
    return 0


def total_ways(v: list[int], row: int, least: int, most: int) -> int:
    """Return in how many ways as many cards can be taken as are allowed."""
    found = 0
    for k in range(most + 1):
        if k >= least:
            found = lesser(found + v[row + k], MOST_WAYS)
    return found


def size_at(v: list[int], row: int, least: int, most: int, n: int) -> int:
    """Return how many cards the selection at an index has; few cards come before many. -1 for none."""
    for k in range(most + 1):
        if k >= least:
            if n < v[row + k]:
                return k
            n -= v[row + k]
    return -1


def place_among_size(v: list[int], row: int, least: int, size: int, n: int) -> int:
    """Return the index of a selection among those with as many cards."""
    for k in range(size):
        if k >= least:
            n -= v[row + k]
    return n


def selection(v: list[int], ways: int, width: int, cards: int, many: int, n: int) -> int:
    """Return the selection of so many cards at an index; those with the lowest card come first."""
    found = 0
    row = ways + (cards.bit_count() - 1) * width
    while cards:
        one = cards & -cards
        cards ^= one
        if not many:
            break
        here = v[row + many - 1]
        if n < here:
            found |= one
            many -= 1
        else:
            n -= here
        row -= width
    return found


def selection_of_groups(
    v: list[int], ways: int, width: int, groups: int, number: int, many: int, n: int
) -> int:
    """Return the selection of so many cards at an index; most of the first group come first."""
    found = 0
    for i in range(number):
        group = v[groups + i]
        row = ways + (number - 1 - i) * width
        size = lesser(group.bit_count(), many)
        for fewer in range(size + 1):
            here = v[row + many - size + fewer]
            if n < here:
                found |= lowest(group, size - fewer)
                many -= size - fewer
                break
            n -= here
    return found


def list_plays(
    v: list[int], ways: int, width: int, groups: int, number: int, size: int, offers: int, many: int
) -> int:
    """Add all plays of so many cards to those that are offered; return how many there are then.

    Of one card and of two they come group by group, of two alike after the others.
    """
    if size == 1:
        return list_singles(v, groups, number, offers, many)
    if size == PAIR:
        return list_twins(v, groups, number, offers, list_unlike(v, groups, number, offers, many))
    total = v[ways + number * width + size]
    for i in range(total):
        v[offers + many + i] = selection_of_groups(v, ways, width, groups, number, size, total - 1 - i)
    return many + total


def list_singles(v: list[int], groups: int, number: int, offers: int, many: int) -> int:
    """Add a card of each group to the plays that are offered; return how many there are then."""
    for i in range(number):
        v[offers + many + i] = v[groups + i] & -v[groups + i]
    return many + number


def list_unlike(v: list[int], groups: int, number: int, offers: int, many: int) -> int:
    """Add all plays of two cards that do not look alike; return how many there are then."""
    for i in range(number):
        one = v[groups + i] & -v[groups + i]
        at = groups + i + 1
        for j in range(number - 1 - i):
            v[offers + many + j] = one | v[at + j] & -v[at + j]
        many += number - 1 - i
    return many


def list_twins(v: list[int], groups: int, number: int, offers: int, many: int) -> int:
    """Add all plays of two cards that look alike; return how many there are then."""
    for i in range(number):
        if v[groups + i].bit_count() > 1:
            v[offers + many] = lowest(v[groups + i], PAIR)
            many += 1
    return many
