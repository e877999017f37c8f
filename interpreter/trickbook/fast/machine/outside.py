"""Choices from outside: what may be said, as bits by the number of the action, and which card is meant."""

from __future__ import annotations

from typing import Any, Final

from trickbook.fast.instructions import ASK_PLACES, ASK_PLAYS
from trickbook.fast.machine.bit_words import ONE, U, inside
from trickbook.fast.machine.card_sets import card, get, less, low, meet, nth, some, without_lowest

SAID: Final = 0
"""The column of a question with what is said; behind it are the words of what may be."""

WORD_BITS: Final = U(6)
LAST: Final = U(63)


@inside
def clear_question(question: Any) -> None:
    """Allow nothing to be said."""
    for place in range(SAID + 1, len(question)):
        question[place] = U(0)


@inside
def offer(number: Any, question: Any) -> None:
    """Allow an action; nothing is written outside the row of the question."""
    place = U(SAID + 1) + (U(number) >> WORD_BITS)
    if place < U(len(question)):
        question[place] |= ONE << (U(number) & LAST)


@inside
def offer_cards(cards: Any, exposed: Any, alike: Any, manifold: Any, question: Any) -> None:
    """Allow cards; of identical copies, the second number allows an exposed one."""
    while some(cards):
        number = low(cards)
        if manifold:
            number = low(get(alike, number)) + (ONE if some(meet(nth(cards, U(0)), exposed)) else U(0))
        offer(number, question)
        cards = without_lowest(cards)


@inside
def offer_candidates(  # noqa: PLR0913, PLR0917 - the compiled loop has no objects to group these in
    kind: Any,
    first: Any,
    many: Any,
    answers: Any,
    kept: Any,
    offers: Any,
    exposed: Any,
    alike: Any,
    manifold: Any,
    question: Any,
) -> None:
    """Allow the candidates."""
    for place in range(many):
        if kind == ASK_PLAYS:
            offer_cards(get(offers, U(place)), exposed, alike, manifold, question)
        else:
            offer(U(first) + U(kept[place] if kind == ASK_PLACES else answers[place]), question)


@inside
def card_meant(number: Any, pool: Any, sets: Any, exposed: Any, alike: Any, manifold: Any) -> Any:
    """Return the card of a pool that an action means."""
    one = card(sets, U(number))
    if not manifold:
        return one
    copies = get(alike, U(number))
    second = low(copies) != U(number)
    return nth(meet(meet(pool, copies), exposed) if second else less(meet(pool, copies), exposed), U(0))
