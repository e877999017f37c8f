"""The deals that a search plays out: drawn worlds, and how each other seat plays there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.batch.search import Trials
from trickbook.cards.chance import GOLDEN, mixed, stream

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from trickbook.bots.turn import Turn
    from trickbook.bots.world_weights import WorldWeights

THINKING: Final = 0.5
"""The probability that a seat that is no duck chooses by the tree, and not at random."""

SEEDS, WORLDS, SEATS = range(2, 5)
"""The streams of chance: of the deals' seeds, of worlds, of the first seat and so on."""


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
            drawn, share = random_shares(turn.chance, SEATS + seat, numbers), weights.ducking[places, seat]
            thinks = share + (1 - share) * thinking
            ducks = ducks | (drawn < thinks).astype(np.int64) << seat
            searching = searching | ((share <= drawn) & (drawn < thinks)).astype(np.int64) << seat
    return SeatKinds(ducks, searching)


def draw_trials(turn: Turn, weights: WorldWeights, kinds: SeatKinds | None, first: int, many: int) -> Trials:
    """Draw so many deals; with ``kinds`` of seats for each world, worlds come by turns and have roots."""
    numbers = np.arange(first, first + many)
    seeds = random_numbers(turn.chance, SEEDS, numbers)
    if kinds:
        places = numbers % len(weights.worlds)
        return Trials(places, places, seeds, kinds.ducks[places], kinds.searching[places])
    drawn = np.searchsorted(np.cumsum(weights.worlds), random_shares(turn.chance, WORLDS, numbers))
    places = np.minimum(drawn, len(weights.worlds) - 1)
    return Trials(
        places, np.zeros(many, np.int64), seeds, *draw_kinds(turn, weights, places, numbers, THINKING)
    )


def random_numbers(chance: int, number: int, places: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return random 64-bit numbers from a stream, by their places in it: ``cards.chance`` says how."""
    state: Any = np.uint64(stream(chance, -number)) + places.astype(np.uint64) * np.uint64(GOLDEN)
    return np.asarray(mixed(state))


def random_shares(chance: int, number: int, places: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return random numbers from 0 to 1."""
    return random_numbers(chance, number, places) / 2.0**64
