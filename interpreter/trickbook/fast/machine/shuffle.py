"""The machine's dealing and drawing, from the deal's own stream of chance."""

# ruff: noqa: PLR0913, PLR0917 - inside the machine, what is there is handed on as it is

from __future__ import annotations

from typing import Any

import numpy as np

from trickbook.fast.machine.bit_words import ONE, U, bits_of, inside
from trickbook.fast.machine.card_sets import card, get, join, less, low, meet, put, some, without_lowest
from trickbook.fast.machine.chance import HALF, STEP, draw_below, mix, scaled
from trickbook.fast.machine.seats import seat_after


@inside
def list_cards(cards: Any, order: Any) -> Any:
    """List the bits of the cards, lowest first; return how many there are."""
    many = 0
    while some(cards):
        order[many] = low(cards)
        cards = without_lowest(cards)
        many += 1
    return many


@inside
def shuffle_list(order: Any, many: Any, state: Any, draws: Any) -> Any:
    """Shuffle a list, from the last place down; return the next state.

    The numbers are drawn beforehand, side by side; one that may have to be drawn anew is drawn by itself.
    """
    for turn in range(many):
        draws[turn] = mix(state + U(turn + 1) * STEP) >> HALF
    turn = U(0)
    for last in range(many - 1, 0, -1):
        number, unfair = scaled(draws[turn], U(last + 1))
        turn += ONE
        if unfair:
            return shuffle_rest(order, U(last), state + (turn - ONE) * STEP)
        place = number >> HALF
        order[last], order[place] = order[place], order[last]
    return state + turn * STEP


@inside
def shuffle_rest(order: Any, last: Any, state: Any) -> Any:
    """Shuffle the list up to a place, drawing number after number; return the next state."""
    while last > U(0):
        place, state = draw_below(state, last + ONE)
        order[last], order[place] = order[place], order[last]
        last -= ONE
    return state


@inside
def deal_cards(
    source: Any,
    goal: Any,
    piles: Any,
    resting: Any,
    each: Any,
    sets: Any,
    order: Any,
    state: Any,
    draws: Any,
) -> Any:
    """Shuffle the cards at a place, and deal so many to each of some piles (below 0: as many as go).

    Of several piles, those of seats that rest get none.
    """
    takers = np.int64(piles)
    if piles == ONE:
        resting = U(0)
    takers -= np.int64(bits_of(resting))
    many = list_cards(get(sets, source), order)
    state = shuffle_list(order, many, state, draws)
    hand = many // max(takers, 1)
    if each >= 0:
        hand = min(each, hand)
    at, left = 0, get(sets, source)
    for pile in range(piles):
        if (resting >> U(pile)) & ONE:
            continue
        cards = less(left, left)
        for _ in range(hand):
            cards = join(cards, card(sets, order[at]))
            at += 1
        left = less(left, cards)
        put(sets, goal + U(pile), join(get(sets, goal + U(pile)), cards))
    put(sets, source, left)
    return state


@inside
def share_cards(wants: Any, cards: Any, first: Any, uneven: Any, r: Any, seats: Any, turn: Any) -> None:
    """Lower what seats want to what the cards suffice for, dealt round by round."""
    level = 0
    while True:
        asking = 0
        for seat in range(seats):
            asking += r[wants + U(seat)] > level
        if asking == 0 or asking > cards:
            break
        cards -= asking
        level += 1
    seat, more = U(first), cards if uneven else 0
    for _ in range(seats):
        if r[wants + seat] > level:
            r[wants + seat] = level + (1 if more > 0 else 0)
            more -= 1
        seat = seat_after(seat, seats, turn)


@inside
def deal_out(
    source: Any,
    wants: Any,
    first: Any,
    goal: Any,
    r: Any,
    sets: Any,
    order: Any,
    state: Any,
    seats: Any,
    turn: Any,
    draws: Any,
) -> Any:
    """Shuffle the cards at a place, and deal each seat what it wants, as long as there are cards."""
    many = list_cards(get(sets, source), order)
    state = shuffle_list(order, many, state, draws)
    at, seat, none = 0, U(first), less(get(sets, source), get(sets, source))
    for _ in range(seats):
        hand, cards = min(r[wants + seat], many - at), none
        for _ in range(hand):
            cards = join(cards, card(sets, order[at]))
            at += 1
        r[wants + seat] -= hand
        put(sets, source, less(get(sets, source), cards))
        put(sets, goal + seat, join(get(sets, goal + seat), cards))
        seat = seat_after(seat, seats, turn)
    return state


@inside
def list_copies(cards: Any, sets: Any, alike: Any, owned: Any, seats: Any, marked: Any, order: Any) -> Any:
    """List the bits of the cards; copies by the seat that holds them, marked ones last; return how many."""
    many = 0
    while some(cards):
        face = meet(get(alike, low(cards)), cards)
        cards = less(cards, face)
        for seat in range(-1, seats):
            own = face
            if seat >= 0:
                own = less(face, face)
                for pile in owned:
                    own = join(own, meet(face, get(sets, U(pile + seat))))
            else:
                for pile in owned:
                    for other in range(seats):
                        own = less(own, get(sets, U(pile + other)))
            for group in (less(own, marked), meet(own, marked)):
                many += list_cards(group, order[many:])
    return many


@inside
def draw_cards(many: Any, count: Any, order: Any, sets: Any, state: Any) -> Any:
    """Draw so many of the listed cards; return them and the next state."""
    found = less(get(sets, U(0)), get(sets, U(0)))
    for _ in range(min(count, many)):
        place, state = draw_below(state, U(many))
        found = join(found, card(sets, order[place]))
        many -= 1
        for at in range(place, many):
            order[at] = order[at + 1]
    return found, state
