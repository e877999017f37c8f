"""The probability that each other seat is a duck, given its plays in a sampled world.

At first every number of ducks among the others is equally likely, so each seat's plays say something about
the rest. A duck is taken to make the play of the duck with probability ``AGREEMENT``, because its hand is
only imagined, and any other play with equal probability. Any other player chooses uniformly.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from trickbook.cards.chance import below
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.bots.duck import Duck
    from trickbook.bots.worlds import PastPlay
    from trickbook.engine.engine import Engine

AGREEMENT: Final = 0.8
"""Measured at Hearts: between 0.7 and 0.9 for ducks, whatever the number of plays."""

MIN_PROBABILITY: Final = 1 / 16
"""No probability is closer to 0 or 1 than this."""

MAX_ODDS: Final = 1e9
"""Odds are capped here."""

DENOMINATOR: Final = 1 << 16


def duck_probabilities(duck: Duck, engine: Engine, seat: int, past: Sequence[PastPlay]) -> list[float]:
    """Return each seat's probability of being a duck, from a seat's point of view; its own is 1."""
    odds = {other: 1.0 for other in range(engine.layout.seats) if other != seat}
    for played in past:
        odds[played.seat] = min(odds[played.seat] * _odds(duck, engine, played), MAX_ODDS)
    return [
        min(max(_share(odds, other), MIN_PROBABILITY), 1 - MIN_PROBABILITY) if other in odds else 1.0
        for other in range(engine.layout.seats)
    ]


def _share(odds: Mapping[int, float], seat: int) -> float:
    """Return a seat's probability, from everyone's odds; every number of ducks is equally likely."""
    ways = [1.0]  # by how many of the rest duck
    for other, one in odds.items():
        if other != seat:
            ways = [few + one * more for few, more in zip([*ways, 0.0], [0.0, *ways], strict=True)]
    does = odds[seat] * sum(way / comb(len(odds), many + 1) for many, way in enumerate(ways))
    does_not = sum(way / comb(len(odds), many) for many, way in enumerate(ways))
    return does / (does + does_not)


def _odds(duck: Duck, engine: Engine, played: PastPlay) -> float:
    """Return how much more likely a play is for a duck."""
    step, s, seat = engine.waiting[played.state.step], played.state, played.seat
    many = len(step.plays(engine, s, seat)) if isinstance(step, TrickStep) else 0
    if not isinstance(step, TrickStep) or many < 2:  # noqa: PLR2004 - nothing to choose
        return 1.0
    ducked = engine.deck.written(duck.play(s, seat))
    return (
        AGREEMENT * many
        if ducked == engine.deck.written(played.play)
        else (1 - AGREEMENT) * many / (many - 1)
    )


def drawn_ducks(chances: Sequence[float], chance: int) -> int:
    """Draw the set of ducks, each seat with its probability."""
    found = 0
    for seat, one in enumerate(chances):
        number, chance = below(chance, DENOMINATOR)
        found |= (number < one * DENOMINATOR) << seat
    return found
