"""Judging: how likely it is that another seat ducks, by the plays that it has made in a world.

Beforehand any number of the others is as likely to duck, so that each tells of the rest. If a seat ducks, it
makes the play that the duck would make there as often as ``HIT`` tells, for its hand is imagined, and any
other as likely; if it does not, each play is as likely.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from trickbook.bots.duck_simulation import duck_play
from trickbook.cards.chance import below
from trickbook.engine.steps.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.bots.duck_rule import DuckWeights
    from trickbook.bots.worlds import PastPlay
    from trickbook.engine.engine import Engine

AGREEMENT: Final = 0.8
"""Measured at Hearts: between 0.7 and 0.9 for ducks, however many plays they have."""

MIN_PROBABILITY: Final = 1 / 16
"""Nothing is surer than that."""

MAX_ODDS: Final = 1e9
"""Odds that grow no more."""

DENOMINATOR: Final = 1 << 16


def duck_probabilities(known: DuckWeights, table: Engine, seat: int, past: Sequence[PastPlay]) -> list[float]:
    """How likely each seat ducks, by what it and the others have played, as a seat judges; itself it does."""
    odds = {other: 1.0 for other in range(table.layout.seats) if other != seat}
    for played in past:
        odds[played.seat] = min(odds[played.seat] * _odds(known, table, played), MAX_ODDS)
    return [
        min(max(_share(odds, other), MIN_PROBABILITY), 1 - MIN_PROBABILITY) if other in odds else 1.0
        for other in range(table.layout.seats)
    ]


def _share(odds: Mapping[int, float], seat: int) -> float:
    """How likely one ducks, where the odds are those of each, and any number that ducks is as likely."""
    ways = [1.0]  # by how many of the rest duck
    for other, one in odds.items():
        if other != seat:
            ways = [few + one * more for few, more in zip([*ways, 0.0], [0.0, *ways], strict=True)]
    does = odds[seat] * sum(way / comb(len(odds), many + 1) for many, way in enumerate(ways))
    does_not = sum(way / comb(len(odds), many) for many, way in enumerate(ways))
    return does / (does + does_not)


def _odds(known: DuckWeights, table: Engine, played: PastPlay) -> float:
    """How much likelier a play is for a duck."""
    step, s, seat = table.waiting[played.state.step], played.state, played.seat
    many = len(step.plays(table, s, seat)) if isinstance(step, TrickStep) else 0
    if not isinstance(step, TrickStep) or many < 2:  # noqa: PLR2004 - nothing to choose
        return 1.0
    ducked = table.deck.written(duck_play(known, table, s, seat, step))
    return (
        AGREEMENT * many if ducked == table.deck.written(played.play) else (1 - AGREEMENT) * many / (many - 1)
    )


def drawn_ducks(chances: Sequence[float], chance: int) -> int:
    """Who ducks, drawn by chance, each seat as likely as that."""
    found = 0
    for seat, one in enumerate(chances):
        number, chance = below(chance, DENOMINATOR)
        found |= (number < one * DENOMINATOR) << seat
    return found
