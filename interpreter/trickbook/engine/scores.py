"""Points of a deal, scores of a match, what is measured, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.expression.types import GREATEST, Clause, Term, held
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


def card_values(
    adjustments: Sequence[Adjustment], worth: Sequence[tuple[int, int]], s: State, seat: int
) -> list[tuple[int, int]]:
    """Return what cards count for a seat: pairs of a value and its cards, after all that multiplies them."""
    values = list(worth)
    for adjustment in adjustments:
        if adjustment.times and (found := multiplier(adjustment, s, seat)):
            cards, times = found
            values = [
                pair
                for value, group in values
                for pair in ((limit_points(value * times), group & cards), (value, group & ~cards))
                if pair[1]
            ]
    return values


def multiplier(adjustment: Adjustment, s: State, seat: int) -> tuple[int, Any] | None:
    """The cards that an adjustment multiplies for a seat, and by what; None if it multiplies none."""
    if adjustment.cards is None or adjustment.times is None or not s.holds(adjustment.when, seat):
        return None
    return s.value(adjustment.cards, seat), s.value(adjustment.times, seat)


def totals(adjustment: Adjustment, s: State, seats: range) -> Sequence[int]:
    """The totals after an adjustment; all read those before it, and what hits one seat adds up."""
    found = changes(adjustment, s, seats)
    if not found:
        return s.points
    new = list(s.points)
    for _, seat, by in found:
        new[seat] += by
    return [limit_points(points) for points in new]


def changes(adjustment: Adjustment, s: State, seats: range) -> list[tuple[int, int, Any]]:
    """Return an adjustment's changes: the player it is about, the seat whose points change, by how much."""
    found, points = [], s.points
    for seat in seats_where(adjustment.when, s, seats):
        if adjustment.player:
            found.append((seat, seat, s.value(adjustment.player, seat) - points[seat]))
        if adjustment.others:
            found += [
                (seat, other, s.value(adjustment.others, other) - points[other])
                for other in seats
                if other != seat
            ]
    return found


def seats_where(when: Term | None, s: State, seats: Sequence[int]) -> Sequence[int]:
    """The seats of which a condition holds; one that is about no player is asked once."""
    if when is None:
        return seats
    if "player" not in when.reads:
        return seats if s.holds(when, s.match.dealer) else ()
    return [seat for seat in seats if s.holds(when, seat)]


def limit_points(points: Any) -> Any:
    """Points, or the most there can be on their side of zero."""
    return held(points, GREATEST)


def add_points(scores: Sequence[Any], points: Sequence[Any]) -> tuple[Any, ...]:
    """The scores with the points of a deal added."""
    return tuple(map(limit_points, map(sum, zip(scores, points, strict=True))))


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
