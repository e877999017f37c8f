"""How likely worlds are, and in each the other seats to be ducks, by what was played.

Before any play each other seat is a duck or not with equal probability. A duck is taken to make the play of
the duck with a high probability, and any other play with equal probability; other players choose uniformly.
Machine code finds the odds in all worlds at once. What the player was passed counts, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickbook.batch.odds import ILLEGAL
from trickbook.bots.duck_inference import MIN_PROBABILITY

if TYPE_CHECKING:
    from numpy.typing import NDArray


class WorldWeights(NamedTuple):
    """The probability of each world, and by world and seat that the seat is a duck."""

    worlds: NDArray[np.float64]
    ducking: NDArray[np.float64]


def likelihoods(odds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the logarithm of how likely the plays are in each world, but for a constant."""
    each = np.where(np.isneginf(odds), ILLEGAL, np.logaddexp(0.0, odds))
    found: NDArray[np.float64] = each.sum(axis=1)
    return found


def world_weights(odds: NDArray[np.float64], *, equal: bool = False) -> WorldWeights:
    """Weigh worlds by the odds of their seats; ``equal`` ones were drawn by their probability already."""
    likely = np.zeros(len(odds)) if equal else likelihoods(odds)
    weights = np.exp(likely - likely.max())
    ducking = np.clip(1 / (1 + np.exp(-odds)), MIN_PROBABILITY, 1 - MIN_PROBABILITY)
    return WorldWeights(weights / weights.sum(), ducking)
