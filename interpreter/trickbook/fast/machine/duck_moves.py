"""The machine's duck: the arithmetic of ``bots.expected_cost``, one operation after the other."""

# ruff: noqa: PLR0913, PLR0917 - inside the machine, what is there is handed on as it is

from __future__ import annotations

from typing import Any, Final

import numpy as np

from trickbook.fast.instructions import CardRegister, DuckMoves, NumberRegister
from trickbook.fast.machine.bit_words import ONE, U, both_times, inlined, inside
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
from trickbook.fast.machine.pairs import nth_play, play_counts
from trickbook.fast.machine.random_choice import faces
from trickbook.fast.machine.standing import HEIGHTS, SUITS

TRICK, PLAYED, HAND, TABLE = range(4)
"""The piles, in their order in ``ducks``; in the ``nest`` the first two are as they were before the move."""

LED, LEAD, UNSEEN, SETS = 2, 3, 4, 5
MANY, AT, BEST, TOP, MOVER, BEFORE, TAKER, COST, TO_COME, WHOLE, RIVALS, ORDERED, NUMBERS = range(13)

MAX_SCORE: Final = 1 << 61
"""Scores are compared up to this size."""


@inside
def list_moves(
    kind: Any, a: Any, c: Any, marked: Any, alike: Any, stacked: Any, groups: Any, sizes: Any, moves: Any
) -> Any:
    """List single cards, or plays narrowed as sets, in the order of legal moves; return how many."""
    many = 0
    if kind == DuckMoves.PLAYS:
        lone, unlike, doubled = play_counts(c, marked, alike, stacked)
        many = lone + unlike + doubled
        for place in range(many):
            put(moves, U(place), nth_play(np.int64(place), lone, unlike, c, marked, alike, stacked))
    elif len(stacked):
        many = faces(get(c, a), marked, alike, groups, sizes)
        for place in range(many):
            put(moves, U(place), nth(get(groups, U(place)), U(0)))
    else:
        cards = get(c, a)
        while some(cards):
            put(moves, U(many), card(moves, low(cards)))
            cards = without_lowest(cards)
            many += 1
    return many


@inlined
def total_cost(cards: Any, ducks: Any) -> Any:
    """Return the total cost of some cards."""
    costs, of = ducks[0], ducks[1]
    found = np.int64(0)
    for place in range(len(costs)):
        found += costs[place] * size(meet(cards, get(of, U(place))))
    return found


@inlined
def top_card(cards: Any, nest: Any) -> Any:
    """Return the place of the highest of some cards."""
    heights, found = nest[HEIGHTS], low(cards)
    cards = without_lowest(cards)
    while some(cards):
        found = low(cards) if heights[low(cards)] > heights[found] else found
        cards = without_lowest(cards)
    return found


@inlined
def count_lower(cards: Any, play: Any, ducks: Any, nest: Any) -> Any:
    """Count the cards that stand no higher than the highest of a play."""
    top, found = top_card(play, nest), 0
    if not nest[2][ORDERED]:
        return size(meet(cards, get(ducks[2], U(top))))
    while some(cards):
        found += nest[HEIGHTS][low(cards)] <= nest[HEIGHTS][top]
        cards = without_lowest(cards)
    return found


@inlined
def look_around(
    many: Any, seat: Any, r: Any, c: Any, cards: Any, plays: Any, left: Any, ducks: Any, nest: Any
) -> None:
    """Record what the seat sees before it tries so many moves; so many play after it."""
    sets, numbers, piles = nest[1], nest[2], ducks[5]
    put(sets, U(TRICK), get(c, piles[TRICK]))
    put(sets, U(PLAYED), get(c, piles[PLAYED]))
    put(sets, U(LED), get(c, U(CardRegister.LED)))
    put(sets, U(LEAD), get(c, U(CardRegister.LEAD)))
    own = join(get(c, piles[HAND] + seat), get(c, piles[TABLE] + seat))
    unseen = less(less(cards, own), get(c, piles[PLAYED]))
    put(sets, U(UNSEEN), unseen)
    numbers[MANY], numbers[AT], numbers[BEST] = many, -1, -1
    numbers[MOVER], numbers[BEFORE], numbers[TAKER] = seat, r[NumberRegister.PLAYS], r[NumberRegister.TAKER]
    numbers[COST] = 0
    for place in range(r[NumberRegister.PLAYS]):
        numbers[COST] += total_cost(get(plays, U(place)), ducks)
    numbers[TO_COME] = left * total_cost(unseen, ducks)
    numbers[WHOLE] = max(size(unseen), 1)
    numbers[RIVALS] = ducks[4][seat, left]


@inlined
def try_next(r: Any, c: Any, plays: Any, who: Any, suit_at: Any, ducks: Any, nest: Any) -> Any:
    """Lay the next move in the trick; after the last, restore everything and choose the best."""
    moves, sets, numbers, piles = nest[0], nest[1], nest[2], ducks[5]
    numbers[AT] += 1
    more = numbers[AT] < numbers[MANY]
    before, place = numbers[BEFORE], U(numbers[BEFORE])
    play = get(moves, U(numbers[AT] if more else numbers[BEST]))
    lying, ever, led, lead = get(sets, U(0)), get(sets, U(1)), get(sets, U(2)), get(sets, U(3))
    r[NumberRegister.TAKER], r[NumberRegister.PLAYS] = numbers[TAKER], before
    if more:
        put(plays, place, play)
        who[place] = numbers[MOVER]
        r[NumberRegister.PLAYS] = before + 1
        lying, ever = join(lying, play), join(ever, play)
        led = led if some(led) else get(suit_at, high(play))
        lead = lead if before else play
    else:
        put(c, U(CardRegister.PLAY), play)
    put(c, piles[TRICK], lying)
    put(c, piles[PLAYED], ever)
    put(c, U(CardRegister.LED), led)
    put(c, U(CardRegister.LEAD), lead)
    return more


@inlined
def led_suit(plays: Any, nest: Any) -> Any:
    """Return the cards of the suit that is led, with the move that is tried; none if no play has a suit."""
    found = get(nest[SUITS], U(high(get(plays, U(0)))))
    for place in range(1, nest[2][BEFORE] + 1):
        found = found if some(found) else get(nest[SUITS], U(high(get(plays, U(place)))))
    return found


@inlined
def expected_cost(at: Any, own: Any, c: Any, plays: Any, who: Any, ducks: Any, nest: Any) -> Any:
    """Return the expected cost of the move if the play at a place is winning then (-1: none is)."""
    numbers, sides, trick = nest[2], ducks[3], ducks[6]
    if at < 0 or not (sides[numbers[MOVER]] >> U(who[at])) & ONE:
        return -np.float64(own)
    best, lower = get(plays, U(at)), numbers[WHOLE]
    led = led_suit(plays, nest) if numbers[ORDERED] else get(c, U(CardRegister.LED))
    if not some(led) or some(meet(card(plays, high(best)), led)):  # it has not beaten the led suit
        lower = count_lower(get(nest[1], U(UNSEEN)), best, ducks, nest)
    chance, whole = 1.0, np.float64(numbers[WHOLE])
    for _ in range(numbers[RIVALS]):
        chance *= np.float64(lower) / whole
    return chance * (np.float64(numbers[COST] + own) + np.float64(numbers[TO_COME]) / whole + trick)


@inlined
def keep_if_better(at: Any, c: Any, plays: Any, who: Any, ducks: Any, nest: Any) -> None:
    """Keep the move that is tried if it is better than those before."""
    numbers, least = nest[2], nest[3]
    play = get(plays, U(numbers[BEFORE]))
    worth = expected_cost(at, total_cost(play, ducks), c, plays, who, ducks, nest)
    top = nest[HEIGHTS][top_card(play, nest)]
    top = top if ducks[6] < 0 else -top
    if numbers[BEST] < 0 or worth < least[0] or (worth == least[0] and top < numbers[TOP]):
        numbers[BEST], numbers[TOP], least[0] = numbers[AT], top, worth


@inside
def costliest(pool: Any, many: Any, marked: Any, alike: Any, ducks: Any, nest: Any) -> Any:
    """Return so many cards of a pool: those that cost most, of equal costs the highest, then the first."""
    found = less(pool, pool)
    for _ in range(many):
        left, best, most = less(pool, found), low(pool), np.int64(0)
        cost, there = np.int64(0), False
        while some(left):
            bit = low(left)
            own = total_cost(card(alike, bit), ducks)
            height = nest[HEIGHTS][bit]
            if not there or own > cost or (own == cost and height > most):
                best, most, cost, there = bit, height, own, True
            left = without_lowest(left)
        face = less(meet(pool, get(alike, best)), found)
        plain = less(face, marked)
        found = join(found, card(alike, low(plain if some(plain) else face)))
    return found


@inside
def bid_place(number: Any, many: Any, answers: Any) -> Any:
    """Return the place of a number among the answers, or of the first."""
    for place in range(many):
        if answers[place] == number:
            return place
    return 0


@inside
def score_size(first: Any, seat: Any, seats: Any, parts: Any, r: Any, sign: Any) -> Any:
    """Return a score for comparison; for a complex one, the square of its distance from 0."""
    real = r[first + U(seat)]
    if parts == 1:
        return sign * real
    imaginary = r[first + U(seats + seat)]
    return sign * both_times(real, real, imaginary, imaginary, np.int64(MAX_SCORE))


@inside
def prefer_answer(
    at: Any, first: Any, seat: Any, seats: Any, parts: Any, r: Any, ducks: Any, nest: Any
) -> None:
    """Keep the answer at a place if its scores are the best so far against the best of the others."""
    numbers, most = nest[2], np.int64(-MAX_SCORE)
    for other in range(seats):
        if other != seat:
            most = max(most, score_size(first, other, seats, parts, r, ducks[7]))
    lead = score_size(first, np.int64(seat), seats, parts, r, ducks[7]) - most
    if at == 0 or lead > numbers[TOP]:
        numbers[BEST], numbers[TOP] = at, lead
