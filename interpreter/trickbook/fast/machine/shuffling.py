"""Dealing and drawing inside the machine, from the deal's own stream of chance."""

# ruff: noqa: PLR0913, PLR0917 - inside the machine, what is there is handed on as it is

from __future__ import annotations

from typing import Any

from trickbook.fast.machine.cardsets import card, get, join, less, low, meet, put, some, without_lowest
from trickbook.fast.machine.luck import below
from trickbook.fast.machine.words import U, inside


@inside
def listed(cards: Any, order: Any) -> Any:
    """List the bits of the cards, lowest first; give how many there are."""
    many = 0
    while some(cards):
        order[many] = low(cards)
        cards = without_lowest(cards)
        many += 1
    return many


@inside
def shuffle(order: Any, many: Any, state: Any) -> Any:
    """Shuffle a list, from the last place down; give the next state."""
    for last in range(many - 1, 0, -1):
        place, state = below(state, U(last + 1))
        order[last], order[place] = order[place], order[last]
    return state


@inside
def dealt(source: Any, goal: Any, piles: Any, each: Any, sets: Any, order: Any, state: Any) -> Any:
    """Shuffle the cards at a place and deal so many to each of some piles, as many as go if below 0."""
    many = listed(get(sets, source), order)
    state = shuffle(order, many, state)
    hand = many // piles
    if each >= 0:
        hand = min(each, hand)
    at, left = 0, get(sets, source)
    for pile in range(piles):
        cards = less(left, left)
        for _ in range(hand):
            cards = join(cards, card(sets, order[at]))
            at += 1
        left = less(left, cards)
        put(sets, goal + U(pile), join(get(sets, goal + U(pile)), cards))
    put(sets, source, left)
    return state


@inside
def told_apart(cards: Any, sets: Any, alike: Any, owned: Any, seats: Any, marked: Any, order: Any) -> Any:
    """List the bits of the cards; copies by the seat that holds them, the marked last; give how many."""
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
                many += listed(group, order[many:])
    return many


@inside
def drawn(many: Any, count: Any, order: Any, sets: Any, state: Any) -> Any:
    """Draw so many of the cards listed; give them and the next state."""
    found = less(get(sets, U(0)), get(sets, U(0)))
    for _ in range(min(count, many)):
        place, state = below(state, U(many))
        found = join(found, card(sets, order[place]))
        many -= 1
        for at in range(place, many):
            order[at] = order[at + 1]
    return found, state
