"""The worlds of a search: how likely each is by what was played, and the deals that are played in them.

Before any play each other seat is a duck or not with equal probability. A duck is taken to make the play of
the duck with a high probability, and any other play with equal probability; other players choose uniformly.
Machine code finds the odds in all worlds at once. What the player was passed counts, too.

Sampled worlds allow what was played, but few explain it. So two hidden cards change places, again and again
(Metropolis and others, 1953): exchanges, as ``batch.worlds`` makes them, let the worlds lie as the plays make
it probable. None makes a play illegal, and no place gets a card that it has in none of the sampled worlds.

Each deal of the search has a world, drawn by its weight, and for each other seat how it plays there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.batch.odds import ILLEGAL
from trickbook.batch.search import Trials
from trickbook.batch.walk import Walk
from trickbook.bots.duck_inference import MIN_PROBABILITY
from trickbook.cards.chance import GOLDEN, mixed, stream
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from trickbook.batch.search import Search
    from trickbook.batch.walk import PassOdds
    from trickbook.bots.turn import Turn
    from trickbook.bots.worlds import PastPlay

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
    found: NDArray[np.float64] = each.sum(axis=1)
    return found


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
