"""How likely each sampled world is, and in it each other seat to be a duck, by what was played.

Before any play each other seat is a duck or not with equal probability. A duck is taken to make the play of
the duck with probability ``AGREEMENT``, and any other play with equal probability; other players choose
uniformly. The machine finds the duck's plays in all worlds at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickbook.bots.duck_inference import AGREEMENT, MIN_PROBABILITY
from trickbook.engine.tricks import TrickStep
from trickbook.fast.agreement import agreement

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.bots.worlds import PastPlay
    from trickbook.fast import CompiledGame
    from trickbook.state import State


class WorldWeights(NamedTuple):
    """The probability of each world, and by world and seat that the seat is a duck."""

    worlds: NDArray[np.float64]
    ducking: NDArray[np.float64]


def world_weights(game: CompiledGame, past: Sequence[PastPlay], worlds: Sequence[State]) -> WorldWeights:
    """Weigh worlds by the others' past plays."""
    engine = game.engine
    played = [one for one in past if isinstance(engine.waiting[one.state.step], TrickStep)]
    odds = np.zeros((len(worlds), engine.layout.seats))
    if played:
        found = agreement(game, [one.state for one in played], [one.play for one in played], worlds)
        many = np.maximum(found.moves, 2)
        ratio = np.where(found.agreed, AGREEMENT * many, (1 - AGREEMENT) * many / (many - 1))
        for one, known in zip(played, np.where(found.moves > 1, np.log(ratio), 0.0), strict=True):
            odds[:, one.seat] += known
    likely = np.logaddexp(0.0, odds).sum(axis=1)
    weights = np.exp(likely - likely.max())
    ducking = np.clip(1 / (1 + np.exp(-odds)), MIN_PROBABILITY, 1 - MIN_PROBABILITY)
    return WorldWeights(weights / weights.sum(), ducking)
