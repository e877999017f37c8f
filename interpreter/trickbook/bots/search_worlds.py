"""The worlds of a search: how likely each is by what was played, and the deals that are played in them.

Before any play each other seat is a duck or not with equal probability. A duck is taken to make the play of
the duck with a high probability, and any other play with equal probability; other players choose uniformly.
Machine code finds the odds in all worlds at once. What the player was passed counts, too.

Sampled worlds allow what was played, but few explain it. So two hidden cards change places, again and again
(Metropolis and others, 1953): exchanges, as ``batch.worlds`` makes them, let the worlds lie as the plays make
it probable. None makes a play illegal, and no place gets a card that it has in none of the sampled worlds.

Each deal of the search has a world, drawn by its weight, and for each other seat how it plays there.

A duck passes what costs most. So a seat that ducks holds nothing that costs more than what it passed, unless
that was passed to it in turn. Those cards are taken to be any of its hand, with equal probability.
"""

from __future__ import annotations

from math import comb, log
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.batch.reckoning import ILLEGAL
from trickbook.batch.search import Trials
from trickbook.batch.walk import PassOdds, Walk
from trickbook.bots.duck import MIN_PROBABILITY
from trickbook.bots.worlds.card_places import named_cards, played_cards
from trickbook.cards.chance import GOLDEN, mixed, stream
from trickbook.cards.deck import bits
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.batch.search import Search
    from trickbook.bots.duck import Duck
    from trickbook.bots.turn import Turn
    from trickbook.bots.worlds import PastPlay
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
    got = _first_hand(engine, seen, s, me) & ~passes.dealt
    if engine.manifold or len(givers) != 1 or not got or not passes.dealt:
        return None
    seat = givers[0]
    mine = passes.places.get(me) == hand + seat
    costlier = _costlier(engine, duck, s, got) & ~(passes.given if mine else 0)
    received = 0 if mine or hand + seat not in passes.places.values() else got.bit_count()
    known = (_first_hand(engine, seen, s, seat) & ~s.pile(hand + seat) & costlier).bit_count()
    size = _first_hand(engine, seen, s, seat).bit_count()
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
    for name, seat, text in seen["course"]:
        step = steps.get(name)
        if isinstance(step, DealStep):
            dealt |= named_cards(engine, text)
        elif isinstance(step, AskStep) and step.source is not None and seat is not None:
            if seat in places:
                return Passes(dealt, given, {})
            to = step.to is not None and step.to.pile.name == "hand" and step.to
            places[seat] = to.where(engine.layout, s, seat) if to else None
            given |= named_cards(engine, text)
    return Passes(dealt, given, places)


def _first_hand(engine: CompiledRules, seen: Mapping[str, Any], s: State, seat: int) -> int:
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


CHANCE: Final = 40
"""The first of the streams of chance: of the first card, of the second, and of whether they stay."""

THINKING: Final = 0.5
"""The probability that a seat that is no duck chooses by the tree, and not at random."""

SEEDS, WORLDS, SEATS = range(2, 5)
"""The streams of chance: of the deals' seeds, of worlds, of the first seat and so on."""


class WorldWeights(NamedTuple):
    """The probability of each world, and by world and seat that the seat is a duck."""

    worlds: NDArray[np.float64]
    ducking: NDArray[np.float64]


def likelihoods(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the logarithm of how likely the plays are in each world, but for a constant."""
    each = np.where(np.isneginf(odds), ILLEGAL, np.logaddexp(0.0, odds))
    sums: NDArray[np.float64] = each.sum(axis=1)
    return sums


def _world_weights(odds: NDArray[np.float64], *, equal: bool = False) -> WorldWeights:
    """Weigh worlds by the odds of their seats; ``equal`` ones were drawn by their probability already."""
    likely = np.zeros(len(odds)) if equal else likelihoods(odds)
    weights = np.exp(likely - likely.max())
    ducking = np.clip(1 / (1 + np.exp(-odds)), MIN_PROBABILITY, 1 - MIN_PROBABILITY)
    return WorldWeights(weights / weights.sum(), ducking)


class LikelyWorlds(NamedTuple):
    """Worlds as deals in progress in memory, and their weights."""

    deals: NDArray[np.int64]
    weights: WorldWeights


def likely_worlds(
    search: Search,
    past: Sequence[PastPlay],
    passed: PassOdds | None,
    deals: NDArray[np.int64],
    chance: int,
    steps: Iterator[int],
) -> LikelyWorlds:
    """Let worlds walk so many ``steps`` at a time, while there are any; weigh those that cannot."""
    engine = search.engine
    made = [one for one in past if isinstance(engine.waiting[one.state.step], TrickStep)]
    if not made and not passed:
        return LikelyWorlds(deals, _world_weights(np.zeros((len(deals), engine.layout.seats))))
    walk = Walk(search, deals, made, passed)
    if not walk.cards or not search.is_alike(deals):
        return LikelyWorlds(deals, _world_weights(walk.odds))
    done = 0
    for many in steps:
        walk.go(_luck(chance, done, many, len(deals)))
        done += many
    return LikelyWorlds(search.with_piles(deals, walk.piles), _world_weights(walk.odds, equal=True))


def _luck(chance: int, first: int, steps: int, worlds: int) -> NDArray[np.float64]:
    """Return three random numbers for each world in each of some steps, from the first on."""
    places = np.arange(first * worlds, (first + steps) * worlds)
    drawn = [_random_shares(chance, CHANCE + way, places).reshape(steps, worlds) for way in range(3)]
    return np.stack(drawn, axis=2)


class SeatKinds(NamedTuple):
    """The seats that duck below the tree, and those that choose by it, for each of some deals."""

    ducks: NDArray[np.int64]
    searching: NDArray[np.int64]


def draw_kinds(
    turn: Turn, weights: WorldWeights, places: NDArray[np.int64], numbers: NDArray[np.int64], thinking: float
) -> SeatKinds:
    """Draw how each other seat plays in some deals, by their worlds and numbers."""
    own = np.full(len(places), 1 << turn.seat, np.int64)
    ducks, searching = own, own
    for seat in range(turn.players):
        if seat != turn.seat:
            drawn, share = _random_shares(turn.chance, SEATS + seat, numbers), weights.ducking[places, seat]
            thinks = share + (1 - share) * thinking
            ducks = ducks | (drawn < thinks).astype(np.int64) << seat
            searching = searching | ((share <= drawn) & (drawn < thinks)).astype(np.int64) << seat
    return SeatKinds(ducks, searching)


def draw_trials(turn: Turn, weights: WorldWeights, kinds: SeatKinds | None, first: int, many: int) -> Trials:
    """Draw so many deals; with ``kinds`` of seats for each world, worlds come by turns and have roots."""
    numbers = np.arange(first, first + many)
    seeds = _random_numbers(turn.chance, SEEDS, numbers)
    if kinds:
        places = numbers % len(weights.worlds)
        return Trials(places, places, seeds, kinds.ducks[places], kinds.searching[places])
    drawn = np.searchsorted(np.cumsum(weights.worlds), _random_shares(turn.chance, WORLDS, numbers))
    places = np.minimum(drawn, len(weights.worlds) - 1)
    return Trials(
        places, np.zeros(many, np.int64), seeds, *draw_kinds(turn, weights, places, numbers, THINKING)
    )


def _random_numbers(chance: int, number: int, places: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return random 64-bit numbers from a stream, by their places in it: ``cards.chance`` says how."""
    state: Any = np.uint64(stream(chance, -number)) + places.astype(np.uint64) * np.uint64(GOLDEN)
    return np.asarray(mixed(state))


def _random_shares(chance: int, number: int, places: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return random numbers from 0 to 1."""
    return _random_numbers(chance, number, places) / 2.0**64
