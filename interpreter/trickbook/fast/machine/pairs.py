"""The machine's plays of one card or two, narrowed as sets without listing them."""

# ruff: noqa: PLR0913, PLR0917 - inside the machine, what is there is handed on as it is

from __future__ import annotations

from typing import Any, Final

import numpy as np

from trickbook.fast.instructions import CardRegister
from trickbook.fast.machine.arithmetic import firsts, twins
from trickbook.fast.machine.bit_words import U, inlined, inside
from trickbook.fast.machine.card_sets import (
    card,
    get,
    high,
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

ONE, TWIN, TWO, BESIDE = (
    U(CardRegister.ONE),
    U(CardRegister.TWIN),
    U(CardRegister.TWO),
    U(CardRegister.BESIDE),
)

PAIR: Final = 2
NEVER: Final = -9
"""Less than any number of cards."""


@inlined
def differ(cards: Any, alike: Any) -> Any:
    """Return whether two of these cards are different."""
    return some(cards) and some(less(cards, get(alike, low(cards))))


@inlined
def spread(pool: Any, single: Any, double: Any, mixed: Any, c: Any, alike: Any, stacked: Any) -> None:
    """Set up all plays of one or two cards of a pool, of the shapes that are allowed."""
    nothing = less(pool, pool)
    put(c, ONE, pool if single else nothing)
    put(c, TWIN, twins(pool, stacked) if double else nothing)
    put(c, TWO, pool if mixed and differ(pool, alike) else nothing)
    put(c, BESIDE, nothing)


@inside
def keep_plays(single: Any, double: Any, mixed: Any, always: Any, c: Any, alike: Any) -> None:
    """Keep the plays within a set, one for each shape; all if there are none, unless ``always``."""
    one, twin = meet(get(c, ONE), get(c, single)), meet(get(c, TWIN), get(c, double))
    two, beside = meet(get(c, TWO), get(c, mixed)), meet(get(c, BESIDE), get(c, mixed))
    found = some(two) and some(beside) if some(get(c, BESIDE)) else differ(two, alike)
    if not found:
        two, beside = less(two, two), less(two, two)
    if always or found or some(one) or some(twin):
        put(c, ONE, one)
        put(c, TWIN, twin)
        put(c, TWO, two)
        put(c, BESIDE, beside)


@inlined
def wanted_cards(cards: Any, wanted: Any, away: Any) -> Any:
    """Return the wanted cards; with ``away``, the others."""
    return less(cards, wanted) if away else meet(cards, wanted)


@inside
def most_of_two(two: Any, beside: Any, wanted: Any, away: Any, alike: Any) -> Any:
    """Return how many of two different cards can be wanted, and from where they are taken then."""
    here = wanted_cards(two, wanted, away)
    if some(beside):
        there = wanted_cards(beside, wanted, away)
        many = np.int64(some(here)) + np.int64(some(there))
        return many, here if some(here) else two, there if some(there) else beside
    if not some(here):
        return np.int64(0), two, beside
    if differ(here, alike):
        return np.int64(PAIR), here, beside
    return np.int64(1), here, less(two, here)


@inside
def most_plays(single: Any, double: Any, mixed: Any, fewest: Any, c: Any, alike: Any) -> None:
    """Keep the plays with the most cards of a set, or with the fewest; a set for each shape."""
    one, twin, two, beside = get(c, ONE), get(c, TWIN), get(c, TWO), get(c, BESIDE)
    ones, twice = wanted_cards(one, get(c, single), fewest), wanted_cards(twin, get(c, double), fewest)
    many, here, there = most_of_two(two, beside, get(c, mixed), fewest, alike)
    lone, pair = np.int64(some(ones)), PAIR * np.int64(some(twice))
    if fewest:
        lone, pair, many = lone - 1, pair - PAIR, many - PAIR
    lone = lone if some(one) else NEVER
    pair = pair if some(twin) else NEVER
    many = many if some(two) else NEVER
    best, nothing = max(lone, pair, many), less(one, one)
    put(c, ONE, (ones if some(ones) else one) if lone == best else nothing)
    put(c, TWIN, (twice if some(twice) else twin) if pair == best else nothing)
    put(c, TWO, here if many == best else nothing)
    put(c, BESIDE, there if many == best else nothing)


# Cards that look alike are one choice; of one face those that are marked come behind the others


@inside
def forked(cards: Any, marked: Any, alike: Any) -> Any:
    """Return the highest copy of each face with both marked and unmarked cards."""
    found, left = less(cards, cards), meet(cards, marked)
    while some(left):
        face = meet(cards, get(alike, low(left)))
        left = less(left, face)
        if some(less(face, marked)):
            found = join(found, card(alike, high(face)))
    return found


@inlined
def one_per_look(cards: Any, marked: Any, alike: Any, stacked: Any) -> Any:
    """Return one card for each look: the lowest of a face, and the highest for its marked copies."""
    return join(firsts(cards, stacked), forked(cards, marked, alike))


@inlined
def lookalikes(bit: Any, cards: Any, marked: Any, alike: Any) -> Any:
    """Return the cards with the same look as a card."""
    face = meet(cards, get(alike, bit))
    plain, bare = less(face, marked), meet(face, marked)
    if some(plain) and some(bare):
        return plain if bit == low(face) else bare
    return face


@inlined
def lowest(cards: Any, alike: Any) -> Any:
    """Return the lowest card, as a set."""
    return card(alike, low(cards))


@inlined
def nth_look(number: Any, looking: Any, cards: Any, marked: Any, alike: Any) -> Any:
    """Return the lowest card of the look with a number."""
    return lowest(lookalikes(low(nth(looking, number)), cards, marked, alike), alike)


@inside
def play_counts(c: Any, marked: Any, alike: Any, stacked: Any) -> Any:
    """Return how many plays there are: of one card, of two looks, of two cards with one look."""
    one, twin, two, beside = get(c, ONE), get(c, TWIN), get(c, TWO), get(c, BESIDE)
    lone, mixed = size(one_per_look(one, marked, alike, stacked)), np.int64(0)
    if some(beside):
        mixed = size(one_per_look(two, marked, alike, stacked)) * size(
            one_per_look(beside, marked, alike, stacked)
        )
    elif some(two):
        many = size(one_per_look(two, marked, alike, stacked))
        mixed = many * (many - 1) // 2 - size(forked(two, marked, alike))
    double = np.int64(0)
    if some(meet(twin, marked)):
        mixed += size(forked(twin, marked, alike))
        for cards in (less(twin, marked), meet(twin, marked)):
            double += size(firsts(twins(cards, stacked), stacked))
    else:
        double = size(firsts(twin, stacked))
    return lone, mixed, double


@inside
def of_different(place: Any, two: Any, alike: Any, stacked: Any) -> Any:
    """Return the play of two different cards at a place of the list, if none is marked."""
    looking = firsts(two, stacked)
    left = size(looking) - 1
    while place >= left:
        place -= left
        left -= 1
        looking = without_lowest(looking)
    return join(lowest(looking, alike), nth(without_lowest(looking), U(place)))


@inlined
def partners(bit: Any, looking: Any, c: Any, alike: Any) -> Any:
    """Return which of these looks a card can be played with."""
    two, beside, own = get(c, TWO), get(c, BESIDE), card(alike, bit)
    found = less(looking, looking)
    if some(meet(two, own)):
        found = less(meet(looking, beside if some(beside) else two), get(alike, bit))
    elif some(meet(beside, own)):
        found = meet(looking, two)
    if some(meet(get(c, TWIN), own)):
        found = join(found, meet(looking, get(alike, bit)))
    return found


@inside
def of_two_looks(place: Any, c: Any, marked: Any, alike: Any, stacked: Any) -> Any:
    """Return the play of two looks at a place of the list."""
    two, beside = get(c, TWO), get(c, BESIDE)
    pool = join(join(two, beside), get(c, TWIN))
    if not (some(beside) or some(meet(pool, marked))):
        return of_different(place, two, alike, stacked)
    looking = one_per_look(pool, marked, alike, stacked)
    while some(looking):
        bit = low(looking)
        looking = without_lowest(looking)
        found = partners(bit, looking, c, alike)
        if place < size(found):
            first = lowest(lookalikes(bit, pool, marked, alike), alike)
            return join(first, nth_look(U(place), found, pool, marked, alike))
        place -= size(found)
    return looking


@inside
def of_one_look(place: Any, twin: Any, marked: Any, alike: Any, stacked: Any) -> Any:
    """Return the play of two cards with one look at a place of the list."""
    looking = one_per_look(twin, marked, alike, stacked)
    if not some(meet(twin, marked)):
        cards = meet(twin, get(alike, low(nth(looking, U(place)))))
        return join(lowest(cards, alike), lowest(without_lowest(cards), alike))
    while some(looking):
        cards = lookalikes(low(looking), twin, marked, alike)
        looking = without_lowest(looking)
        rest = without_lowest(cards)
        if some(rest):
            if place == 0:
                return join(lowest(cards, alike), lowest(rest, alike))
            place -= 1
    return looking


@inside
def nth_play(place: Any, lone: Any, mixed: Any, c: Any, marked: Any, alike: Any, stacked: Any) -> Any:
    """Return the play at a place, given the counts of plays of one card and of two looks."""
    if place < lone:
        one = get(c, ONE)
        return nth_look(U(place), one_per_look(one, marked, alike, stacked), one, marked, alike)
    if place < lone + mixed:
        return of_two_looks(place - lone, c, marked, alike, stacked)
    return of_one_look(place - lone - mixed, get(c, TWIN), marked, alike, stacked)
