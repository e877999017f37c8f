"""Points of a deal, scores of a match, what is measured, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.expression.types import Clause, Term
from trickbook.source.nodes import Entry

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.core.state import State


class Adjustment(NamedTuple):
    """A term of the points: it multiplies what cards count, or sets totals for the player and the others."""

    entry: Entry
    when: Term | None
    cards: Term | None
    times: Term | None
    player: Term | None
    others: Term | None


class Metric(NamedTuple):
    """Something to measure: a number, or a condition, which counts 1 where it holds, else 0."""

    entry: Entry
    what: Term


def measure(metrics: Sequence[Metric], s: State) -> tuple[tuple[int, ...], ...]:
    """Return the value of each metric for each seat, after a deal was scored."""
    seats, function = range(s.program.layout.seats), s.program.function
    asked = [function(metric.what) for metric in metrics]
    return tuple([tuple([int(one(s.v, seat, 0)) for seat in seats]) for one in asked])


class Ending(NamedTuple):
    """The end of a match: its condition, the greatest number of deals, the clauses that find the winners.

    ``starts`` is the score that everybody begins with.
    """

    ends: tuple[tuple[Entry, Term], ...]
    most: int
    wins: tuple[Clause, ...]
    starts: Any = 0
