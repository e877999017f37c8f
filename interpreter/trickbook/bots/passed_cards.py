"""What the cards passed to a player say about the hand of the seat that passed them.

A duck passes what costs most. So a seat that ducks holds nothing that costs more than what it passed, unless
that was passed to it in turn. Those cards are taken to be any of its hand, with equal probability.
"""

from __future__ import annotations

from math import comb, log
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.batch.walk import PassOdds
from trickbook.bots.worlds.named_cards import named_cards, played_cards
from trickbook.cards.deck import bits
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.bots.duck import Duck
    from trickbook.core.state import State
    from trickbook.sections.compiled import CompiledRules


class Passes(NamedTuple):
    """The cards that a player was dealt and that it passed, and by seat to which place the seat passed."""

    dealt: int
    given: int
    places: Mapping[int, int | None]


def passed_cards(
    engine: CompiledRules, duck: Duck, seen: Mapping[str, Any], s: State, agreement: float
) -> PassOdds | None:
    """Return what a player knows of a duck's pass in a deal with one round of passing; None in others.

    A duck is taken to pass as a duck does with the probability ``agreement``, and any cards otherwise.
    """
    me, hand = seen["seat"], engine.layout.piles["hand"].base
    passes = _passes(engine, seen, s)
    givers = [seat for seat, place in passes.places.items() if place == hand + me]
    got = _held(engine, seen, s, me) & ~passes.dealt
    if engine.manifold or len(givers) != 1 or not got or not passes.dealt:
        return None
    seat = givers[0]
    mine = passes.places.get(me) == hand + seat
    costlier = _costlier(engine, duck, s, got) & ~(passes.given if mine else 0)
    received = 0 if mine or hand + seat not in passes.places.values() else got.bit_count()
    known = (_held(engine, seen, s, seat) & ~s.pile(hand + seat) & costlier).bit_count()
    size = _held(engine, seen, s, seat).bit_count()
    if received > size:
        return None
    shares = [
        comb(size - many, received - many) / comb(size, received) if many <= received else 0.0
        for many in range(known, known + size + 1)
    ]
    ways = comb(size - received + got.bit_count(), got.bit_count())
    return PassOdds(seat, costlier, [log(agreement * ways * share + 1 - agreement) for share in shares])


def _passes(engine: CompiledRules, seen: Mapping[str, Any], s: State) -> Passes:
    """Return what was dealt and passed; no places if seats passed more than once."""
    steps = {step.name: step for step in engine.steps}
    dealt, given, places = 0, 0, dict[int, int | None]()
    for name, seat, said in seen["course"]:
        step = steps.get(name)
        if isinstance(step, DealStep):
            dealt |= named_cards(engine, said)
        elif isinstance(step, AskStep) and step.source is not None and seat is not None:
            if seat in places:
                return Passes(dealt, given, {})
            to = step.to is not None and step.to.pile.name == "hand" and step.to
            places[seat] = to.where(engine.layout, s, seat) if to else None
            given |= named_cards(engine, said)
    return Passes(dealt, given, places)


def _held(engine: CompiledRules, seen: Mapping[str, Any], s: State, seat: int) -> int:
    """Return the cards that a seat held when play began, in a world."""
    played = sum(cards for who, cards in played_cards(engine, seen) if who == seat)
    return played | sum(s.piles[engine.layout.piles[name].base + seat] for name in ("hand", "table"))


def _costlier(engine: CompiledRules, duck: Duck, s: State, passed: int) -> int:
    """Return the cards that a duck passes rather than the least of those that were passed."""
    order = s.card_order

    def key(card: int) -> tuple[int, int]:
        return duck.cost(card), order.top_of(card)

    least = min(map(key, bits(passed)))
    return sum(card for card in bits(engine.deck.cards & ~passed) if key(card) > least)
