"""How likely worlds are, and in each the other seats to be ducks, by what was played.

Before any play each other seat is a duck or not with equal probability. A duck is taken to make the play of
the duck with probability ``AGREEMENT``, and any other play with equal probability; other players choose
uniformly. The machine finds the duck's plays in all worlds at once. What the player was passed counts, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.bots.duck_inference import MIN_PROBABILITY
from trickbook.fast.agreement import agreement, made_plays
from trickbook.fast.deals_in_progress import machine_sets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.bots.passed_cards import PassedCards
    from trickbook.bots.worlds import PastPlay
    from trickbook.fast import CompiledGame
    from trickbook.fast.agreement import MadePlays

AGREEMENT: Final = 0.97
"""In a world all hands are known, so a duck's play is nearly certain."""

ILLEGAL: Final = -1e9
"""The logarithm of the likelihood of illegal plays: no exchange leads there."""


class WorldWeights(NamedTuple):
    """The probability of each world, and by world and seat that the seat is a duck."""

    worlds: NDArray[np.float64]
    ducking: NDArray[np.float64]


class MadeMoves(NamedTuple):
    """The plays of the others, the seats that made them, what was passed, and the cards that worlds place."""

    game: CompiledGame
    plays: MadePlays | None
    seats: NDArray[np.int64]
    passed: PassedCards | None
    unseen: NDArray[np.uint64]


def made_moves(
    game: CompiledGame, plays: Sequence[PastPlay], passed: PassedCards | None, piles: NDArray[np.uint64]
) -> MadeMoves:
    """Prepare the others' moves for worlds with these piles, and others with the same cards unseen."""
    made = made_plays(game, [one.state for one in plays], [one.play for one in plays]) if plays else None
    unseen = np.bitwise_or.reduce(piles ^ piles[:1], axis=(0, 1))
    return MadeMoves(game, made, np.array([one.seat for one in plays], np.int64), passed, unseen)


def seat_odds(
    known: MadeMoves, piles: NDArray[np.uint64], asked: NDArray[np.bool_] | None = None
) -> NDArray[np.float64]:
    """Return by world and seat the logarithm of the odds that it is a duck; 0 if it is not ``asked``.

    If a play of the seat was illegal there, it is minus infinity.
    """
    asked = np.ones((len(piles), known.game.engine.layout.seats), np.bool_) if asked is None else asked
    odds = _play_odds(known, known.plays, piles, asked) if known.plays else np.zeros(asked.shape)
    if known.passed:
        passes = _pass_odds(known.game, known.passed, piles)
        odds[:, known.passed.seat] += np.where(asked[:, known.passed.seat], passes, 0.0)
    return odds


def _play_odds(
    known: MadeMoves, made: MadePlays, piles: NDArray[np.uint64], asked: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return what the plays say."""
    worlds, plays = asked[:, known.seats].nonzero()
    found = agreement(made, plays, piles[worlds], known.unseen)
    many = np.maximum(found.moves, 2)
    ratio = np.where(found.agreed, AGREEMENT * many, (1 - AGREEMENT) * many / (many - 1))
    each = np.where(found.moves > 1, np.log(ratio), 0.0)
    each[found.illegal] = -np.inf
    places = worlds * asked.shape[1] + known.seats[plays]
    return np.bincount(places, each, asked.size).reshape(asked.shape).astype(np.float64)


def _pass_odds(game: CompiledGame, passed: PassedCards, piles: NDArray[np.uint64]) -> NDArray[np.float64]:
    """Return by world what the passed cards say."""
    hands = piles[:, game.engine.layout.piles["hand"].base + passed.seat]
    costlier = machine_sets([passed.costlier], (1,), wide=game.wide)
    counted = np.bitwise_count(hands & costlier)
    many = counted.sum(axis=1) if game.wide else counted
    odds: NDArray[np.float64] = np.array(passed.odds)[many]
    return odds


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
