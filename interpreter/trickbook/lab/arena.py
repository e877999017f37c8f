"""The arena in the lab: every deal in every seating, summed, stored and resumed like other tasks."""

from __future__ import annotations

from functools import partial, reduce
from itertools import starmap
from math import inf
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickbook.bots.arena import deal_result
from trickbook.cards.gaussian import IMAGINARY
from trickbook.lab import result_store
from trickbook.lab.intervals import estimate, p_value, standard_error
from trickbook.lab.measures import MeasuredMatches, with_all_seats
from trickbook.lab.runner import THIS_PROCESS, reread_files, run_task
from trickbook.lab.study import Study
from trickbook.lab.sums import NO_SUMS, StudySums, Sum, added_sums, sum_matches
from trickbook.lab.task import Quota, Task

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from trickbook.bots.arena import Arena
    from trickbook.lab.intervals import Estimate
    from trickbook.lab.result_store import ResultLocation, ResultStore
    from trickbook.lab.runner import RunProgress, WorkerOptions
    from trickbook.lab.study import Rows


class Failures(NamedTuple):
    """Decisions of a player for which a simpler one decided: how many, the first one's deal, and why."""

    decisions: int = 0
    deal: int | None = None
    reason: str | None = None


class Tally(NamedTuple):
    """Deals in all seatings: how far the first is ahead, the points of each player, the wins of each.

    ``sums`` has the sums of each seating, ``failures`` those of each player.
    """

    matches: int
    figures: tuple[Sum, ...]
    sums: tuple[StudySums, ...]
    failures: tuple[Failures, ...]

    @property
    def dealt(self) -> tuple[int, ...]:
        """The number of deals in each seating."""
        return tuple(one.deals for one in self.sums)

    @property
    def estimates(self) -> list[Estimate]:
        """The means with their intervals."""
        return [estimate(one, self.matches) for one in self.figures]

    @property
    def chance(self) -> float:
        """The probability that chance alone separates the players so far."""
        first = self.figures[0]
        error = standard_error(first, self.matches) if self.matches > 1 else 0.0
        return p_value(first.much / first.many, error, self.matches)


def empty_tally(of: Arena) -> Tally:
    """Return the tally of no deals."""
    sums, failures = (NO_SUMS,) * len(of.seatings), (Failures(),) * len(of.seats)
    return Tally(0, (Sum(),) * (1 + 2 * len(of.seats)), sums, failures)


def seating_studies(of: Arena) -> tuple[Study, ...]:
    """Return a study for each seating."""
    return tuple(Study(of.rules, of.players, seating, of.seed, single=True) for seating in of.seatings)


def run_arena(
    of: Arena, deals: int, store: ResultStore[Tally] | None = None, options: WorkerOptions = THIS_PROCESS
) -> Generator[RunProgress[Tally], None, None]:
    """Play so many deals in every seating; yield the figures so far after each part."""
    return run_task(_task(of), Quota(0, (deals,) * len(of.seatings)), options, store)


def resume_arena(of: Arena, at: ResultLocation) -> ResultStore[Tally]:
    """Return the store with the deals so far; TrickbookError if they belong to another arena."""
    return result_store.resume_store(at, _task(of), partial(reread_files, _task(of)))


def _task(of: Arena) -> Task[Tally]:
    return Task(seating_studies(of), partial(tally, of), added_tallies)


def tally(of: Arena, rows: Sequence[Rows]) -> Tally:
    """Return the tally of the same deals in each seating."""
    seats = list(of.seats.values())
    per = [seats[0] * sum(seats[1:]), *seats, *(many * of.whole for many in seats)]
    played = [deal_result(of, deals) for deals in zip(*map(_sizes, rows), strict=True)]
    counted = [(one.difference, *one.points.values(), *one.won.values()) for one in played]
    figures = starmap(_sum, zip(zip(*counted, strict=True), per, strict=True))
    failures = tuple(_failures(of, rows, name) for name in of.seats)
    return Tally(len(played), tuple(figures), tuple(map(_sums, rows)), failures)


def _failures(of: Arena, rows: Sequence[Rows], name: str) -> Failures:
    """Return the failures of a player in all its seats; of equally early ones the first seating's.

    Deals without these columns, from an older version, have none.
    """
    found = [
        Failures(int(failed), int(number) + 1, str(reason))
        for seating, one in zip(of.seatings, rows, strict=True)
        if "failed" in one.columns
        for seat in range(of.players)
        if seating[seat] == name
        for number, failed, reason in zip(
            one.match, one.columns["failed"][:, seat], one.columns["reason"][:, seat], strict=True
        )
        if failed
    ]
    return reduce(_added, found, Failures())


def _added(one: Failures, other: Failures) -> Failures:
    """Return the failures of both."""
    first = min((one, other), key=lambda failures: failures.deal or inf)
    return first._replace(decisions=one.decisions + other.decisions)


def _sum(much: Sequence[int], many: int) -> Sum:
    """Return the sum of numbers with a constant divisor."""
    total, count = sum(much), len(much)
    return Sum(total, many * count, sum(one * one for one in much), total * many, many * many * count)


def _sizes(rows: Rows) -> list[list[int]]:
    """Return the points of each deal by seat; for complex points, the square of their distance from 0."""
    real, imaginary = rows.columns["points"], rows.columns.get(f"points{IMAGINARY}")
    if imaginary is None:
        found: list[list[int]] = real.tolist()
        return found
    both = zip(real.tolist(), imaginary.tolist(), strict=True)
    return [[one * one + other * other for one, other in zip(*deal, strict=True)] for deal in both]


def _sums(rows: Rows) -> StudySums:
    """Return the sums of a seating's points."""
    points = rows.columns["points"]
    return sum_matches(
        rows, {"points": MeasuredMatches(with_all_seats(points), with_all_seats(np.ones_like(points)))}
    )


def added_tallies(one: Tally, other: Tally) -> Tally:
    """Return the tally of both."""
    return Tally(
        one.matches + other.matches,
        tuple(
            Sum(*map(int.__add__, mine, theirs))
            for mine, theirs in zip(one.figures, other.figures, strict=True)
        ),
        tuple(map(added_sums, one.sums, other.sums)),
        tuple(map(_added, one.failures, other.failures)),
    )
