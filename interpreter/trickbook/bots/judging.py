"""Judging: how likely it is that another seat ducks, by the plays that it has made in a world.

Beforehand it ducks as likely as it plays by chance. If it ducks, it makes the play that the duck would make
there as often as ``HIT`` tells, for its hand is imagined, and any other as likely; if not, each as likely.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.bots.replying import play
from trickbook.chance import below
from trickbook.concepts.tricks import Tricks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.bots.replying import Weights
    from trickbook.bots.worlds import Played
    from trickbook.table import Table

HIT: Final = 0.8
"""Measured at Hearts: between 0.7 and 0.9 for ducks, however many plays they have."""

LEAST: Final = 1 / 16
"""Nothing is surer than that."""

WHOLE: Final = 1 << 16


def likely(known: Weights, table: Table, past: Sequence[Played]) -> list[float]:
    """How likely each seat ducks, by what it has played."""
    odds = [1.0] * table.layout.seats
    for played in past:
        odds[played.seat] *= _odds(known, table, played)
    return [min(max(one / (1 + one), LEAST), 1 - LEAST) for one in odds]


def _odds(known: Weights, table: Table, played: Played) -> float:
    """How much likelier a play is for a duck."""
    step, s, seat = table.waiting[played.state.step], played.state, played.seat
    many = len(step.plays(table, s, seat)) if isinstance(step, Tricks) else 0
    if not isinstance(step, Tricks) or many < 2:  # noqa: PLR2004 - nothing to choose
        return 1.0
    ducked = table.deck.written(play(known, table, s, seat, step))
    return HIT * many if ducked == table.deck.written(played.play) else (1 - HIT) * many / (many - 1)


def drawn(chances: Sequence[float], seat: int, chance: int) -> int:
    """Who ducks, drawn by chance: each other seat as likely as that; the seat itself does."""
    found = 0
    for other, one in enumerate(chances):
        number, chance = below(chance, WHOLE)
        found |= (other == seat or number < one * WHOLE) << other
    return found
