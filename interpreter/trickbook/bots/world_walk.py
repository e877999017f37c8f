"""Worlds made likelier: two hidden cards change places, again and again (Metropolis and others, 1953).

Sampled worlds allow what was played, but few explain it. Exchanges, as ``batch.worlds`` makes them, let the
worlds lie as the plays make it probable. None makes a play illegal, and no place gets a card that it has in
none of the sampled worlds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.batch.walk import Walk
from trickbook.bots.search_trials import random_shares
from trickbook.bots.world_weights import world_weights
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from trickbook.batch.search import Search
    from trickbook.batch.walk import PassOdds
    from trickbook.bots.world_weights import WorldWeights
    from trickbook.bots.worlds import PastPlay

CHANCE: Final = 40
"""The first of the streams of chance: of the first card, of the second, and of whether they stay."""


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
        return LikelyWorlds(deals, world_weights(np.zeros((len(deals), engine.layout.seats))))
    walk = Walk(search, deals, made, passed)
    if not walk.cards or not search.is_alike(deals):
        return LikelyWorlds(deals, world_weights(walk.odds))
    done = 0
    for many in steps:
        walk.go(_luck(chance, done, many, len(deals)))
        done += many
    return LikelyWorlds(search.with_piles(deals, walk.piles), world_weights(walk.odds, equal=True))


def _luck(chance: int, first: int, steps: int, worlds: int) -> NDArray[np.float64]:
    """Return three random numbers for each world in each of some steps, from the first on."""
    places = np.arange(first * worlds, (first + steps) * worlds)
    drawn = [random_shares(chance, CHANCE + way, places).reshape(steps, worlds) for way in range(3)]
    return np.stack(drawn, axis=2)
