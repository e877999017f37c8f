"""The machine's random choices among many moves, without listing them."""

# ruff: noqa: PLR0913, PLR0917 - inside the machine, what is there is handed on as it is

from __future__ import annotations

from typing import Any, Final

import numpy as np

from trickbook.cards.chance import LAST_RUNG
from trickbook.fast.machine.arithmetic import firsts, product, twins
from trickbook.fast.machine.bit_words import U, inlined, inside
from trickbook.fast.machine.card_sets import (
    MOST_CARDS,
    card,
    cards_at,
    get,
    join,
    less,
    low,
    meet,
    nth,
    put,
    size,
    some,
    without_lowest,
)
from trickbook.fast.machine.chance import HALF, STEP, draw_below, mix, scaled

MAX_WAYS: Final = 1 << 60
"""So many ways are as good as more: of more than 2 ** 32, chance picks among the first so many."""

MAX_MOVES: Final = 1 << 32

ONE_BIT: Final = U(1)

MAX_LISTED: Final = 16
"""All selections of so many cards are listed beforehand."""

DRAWS: Final = 32
"""So many turns' numbers are drawn at once, side by side."""

LAST_DRAW: Final = U(DRAWS - 1)
DRAWN: Final = U(5)
"""A turn shifted by this tells in which lot it is; behind the numbers stands which lot they are."""

NO_LOT: Final = ~U(0)

ONE_CHOICE: Final = 1
ONE_FORCED: Final = 1 + (1 << 32)


def binomials() -> Any:
    """Return in how many ways so many cards can be chosen from so many, capped."""
    table = np.zeros((MOST_CARDS + 1, MOST_CARDS + 2), np.int64)
    table[:, 0] = 1
    for number in range(1, MOST_CARDS + 1):
        for taken in range(1, number + 1):
            table[number, taken] = min(MAX_WAYS, table[number - 1, taken - 1] + table[number - 1, taken])
    return table


def selections() -> tuple[Any, Any]:
    """Return which cards each selection takes, as bits: where each list begins, and all lists."""
    begins, lists, end = np.zeros((MAX_LISTED + 1, MAX_LISTED + 2), np.int64), [], 0
    before: list[Any] = []
    for number in range(MAX_LISTED + 1):
        none, found = np.zeros(0, np.uint32), [np.zeros(1, np.uint32)]
        for taken in range(1, number + 1):
            with_, without = before[taken - 1], before[taken] if taken < number else none
            found.append(np.concatenate([with_ << 1 | 1, without << 1]))
        for taken, here in enumerate(found):
            begins[number, taken], end = end, end + len(here)
        lists += found
        before = found
    return begins, np.concatenate(lists)


@inlined
def random_place(source: Any, turn: Any, many: Any, draws: Any) -> Any:
    """Return the place of a random player's move in this turn; the only one needs no branch of its own."""
    if draws[DRAWS] != turn >> DRAWN:
        draw_lot(source, turn >> DRAWN, draws)
    limit = U(min(many, MAX_MOVES))
    number, unfair = scaled(draws[turn & LAST_DRAW], limit)
    return drawn_alone(source, turn, limit) if unfair else number >> HALF


@inside
def draw_lot(source: Any, lot: Any, draws: Any) -> None:
    """Draw the numbers of a lot of turns."""
    first = source + lot * U(DRAWS) * STEP
    for place in range(DRAWS):
        draws[place] = mix(mix(first + U(place) * STEP) + STEP) >> HALF
    draws[DRAWS] = lot


@inside
def drawn_alone(source: Any, turn: Any, limit: Any) -> Any:
    """Draw a turn's number, again and again until it is fair."""
    number, _ = draw_below(mix(source + turn * STEP), limit)
    return number


@inlined
def random_rung(source: Any, turn: Any, many: Any) -> Any:
    """Return the place of a random player's bid in this turn: each half as likely as the one before."""
    number, place = mix(mix(source + turn * STEP) + STEP), np.int64(0)
    while place < many - 1 and place < LAST_RUNG and not number & ONE_BIT:
        number >>= ONE_BIT
        place += 1
    return U(place)


@inlined
def count_choice(seat: Any, many: Any, counts: Any, offered: Any) -> None:
    """Count a choice among so many moves, forced or not."""
    counts[seat] += ONE_CHOICE if many > 1 else ONE_FORCED
    offered[seat] += many


@inside
def faces(cards: Any, marked: Any, alike: Any, groups: Any, sizes: Any) -> Any:
    """Group identical cards, as the language does: marked ones after the others; return how many groups."""
    many, bared = 0, some(meet(cards, marked))
    while some(cards):
        face = meet(get(alike, low(cards)), cards)
        cards = less(cards, face)
        if not bared:
            put(groups, many, face)
            sizes[many] = size(face)
            many += 1
            continue
        plain = less(face, marked)
        bare = meet(face, marked)
        if some(plain):
            put(groups, many, plain)
            sizes[many] = size(plain)
            many += 1
        if some(bare):
            put(groups, many, bare)
            sizes[many] = size(bare)
            many += 1
    return many


@inside
def ways(sizes: Any, many: Any, most: Any, table: Any) -> None:
    """Compute ``table[g, k]``: in how many ways k cards can be taken from the groups from g on."""
    table[many, : most + 1] = 0
    table[many, 0] = 1
    for group in range(many - 1, -1, -1):
        table[group, 0] = 1
        for taken in range(1, most + 1):
            found = table[group + 1, taken] + table[group + 1, taken - 1]
            for here in range(2, min(sizes[group], taken) + 1):
                found = min(MAX_WAYS, found) + table[group + 1, taken - here]
            table[group, taken] = min(MAX_WAYS, found)


@inside
def among_faces(place: Any, count: Any, groups: Any, sizes: Any, many: Any, table: Any) -> Any:
    """Return the selection of so many cards from groups at a place of the list, without listing it."""
    found = less(get(groups, U(0)), get(groups, U(0)))
    for group in range(many):
        for taken in range(min(sizes[group], count), -1, -1):
            here = table[group + 1, count - taken]
            if place < here:
                cards = get(groups, group)
                for _ in range(taken):
                    found = join(found, nth(cards, U(0)))
                    cards = without_lowest(cards)
                count -= taken
                break
            place -= here
        if count <= 0:
            break
    return found


@inside
def among_cards(place: Any, count: Any, pool: Any, table: Any, begins: Any, lists: Any) -> Any:
    """Return the selection of so many cards at a place of the list, if no two are identical."""
    found, length = less(pool, pool), size(pool)
    while count > 0 and length > MAX_LISTED:
        length -= 1
        here = table[length, count - 1]
        if place < here:
            found = join(found, nth(pool, U(0)))
            count -= 1
        else:
            place -= here
        pool = without_lowest(pool)
    return join(found, cards_at(U(lists[begins[length, count] + place]), pool)) if count > 0 else found


@inside
def in_all(low: Any, high: Any, many: Any, sizes: Any, table: Any) -> Any:
    """Return the number of selections of so many cards from groups."""
    held = np.int64(0)
    for group in range(many):
        held += sizes[group]
    high = min(high, held)
    ways(sizes, many, max(high, 0), table)
    found = np.int64(0)
    for count in range(low, high + 1):
        found = min(MAX_WAYS, found + table[0, count])
    return found


@inside
def add_selections(
    count: Any, found: Any, groups: Any, sizes: Any, table: Any, offers: Any, many: Any
) -> Any:
    """Add all selections of so many cards to the candidates, few of the first groups before many."""
    for place in range(in_all(count, count, found, sizes, table) - 1, -1, -1):
        put(offers, U(many), among_faces(place, count, groups, sizes, found, table))
        many += 1
    return many


@inside
def twofold(faces: Any, doubled: Any, count: Any, table: Any) -> Any:
    """Return in how many ways so many cards can be taken from faces with one or two copies."""
    found = np.int64(0)
    for twice in range(min(doubled, count // 2) + 1):
        rest = product(table[doubled, twice], table[faces - twice, count - 2 * twice], MAX_WAYS)
        found = min(MAX_WAYS, found + rest)
    return found


@inside
def among_twofold(place: Any, count: Any, pool: Any, alike: Any, stacked: Any, table: Any) -> Any:
    """Return the selection of so many cards at a place of the list, if no card has more than two copies."""
    looking, twice, found = firsts(pool, stacked), twins(pool, stacked), less(pool, pool)
    faces, doubled = size(looking), size(twice) // 2
    while count > 0:
        bit = low(looking)
        looking = without_lowest(looking)
        faces -= 1
        one, most = card(alike, bit), 1
        if some(meet(twice, one)):
            doubled -= 1
            most = 2
        for taken in range(min(most, count), 0, -1):
            here = twofold(faces, doubled, count - taken, table)
            if place < here:
                found = join(found, one if taken == 1 else meet(twice, get(alike, bit)))
                count -= taken
                break
            place -= here
    return found


@inlined
def random_selection(
    low: Any, high: Any, passing: Any, table: Any, row: Any, source: Any, turn: Any, draws: Any
) -> Any:
    """Return how many cards a random player takes, which selection of so many, and of how many in all."""
    many = np.int64(passing)
    for count in range(low, high + 1):
        many = min(MAX_WAYS, many + table[row, count])
    place = np.int64(random_place(source, turn, many, draws))
    for count in range(low, high + 1):
        if place < table[row, count]:
            return count, place, many
        place -= table[row, count]
    return np.int64(-1), place, many
