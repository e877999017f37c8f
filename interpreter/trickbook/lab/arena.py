"""The arena in the lab: its deals in every seating, added up, kept and gone on with as other tasks are."""

from __future__ import annotations

from functools import partial
from itertools import starmap
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickbook.bots.arena import told
from trickbook.cards.gaussian import IMAGINARY
from trickbook.lab import shelf
from trickbook.lab.hiring import ALONE
from trickbook.lab.intervals import estimate, spread
from trickbook.lab.measures import Measured, with_all
from trickbook.lab.paired import chance
from trickbook.lab.running import going, reread
from trickbook.lab.study import Study
from trickbook.lab.sums import NOTHING, Sum, Sums, added, sums
from trickbook.lab.task import Task, Want

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from trickbook.bots.arena import Arena
    from trickbook.lab.hiring import Hands
    from trickbook.lab.intervals import Estimate
    from trickbook.lab.rows import Rows
    from trickbook.lab.running import Total
    from trickbook.lab.shelf import Place, Shelf


class Tally(NamedTuple):
    """So many deals in all seatings: how far the first is ahead, the points of each, the wins of each.

    ``sums`` are those of each seating alone.
    """

    matches: int
    figures: tuple[Sum, ...]
    sums: tuple[Sums, ...]

    @property
    def dealt(self) -> tuple[int, ...]:
        """The deals of each seating."""
        return tuple(one.deals for one in self.sums)

    @property
    def estimates(self) -> list[Estimate]:
        """The means of all of these with their intervals."""
        return [estimate(one, self.matches) for one in self.figures]

    @property
    def chance(self) -> float:
        """How likely chance alone is to set players apart as far."""
        first = self.figures[0]
        error = spread(first, self.matches) if self.matches > 1 else 0.0
        return chance(first.much / first.many, error, self.matches)


def nothing(of: Arena) -> Tally:
    """Before any deal was played."""
    return Tally(0, (Sum(),) * (1 + 2 * len(of.seats)), (NOTHING,) * len(of.seatings))


def seatings(of: Arena) -> tuple[Study, ...]:
    """A study for each seating."""
    return tuple(Study(of.rules, of.players, seating, of.seed, single=True) for seating in of.seatings)


def playing(
    of: Arena, deals: int, lying: Shelf[Tally] | None = None, hands: Hands = ALONE
) -> Generator[Total[Tally], None, None]:
    """Play so many deals in every seating; tell what is known after each part."""
    return going(_task(of), Want(0, (deals,) * len(of.seatings)), hands, lying)


def resume(of: Arena, at: Place) -> Shelf[Tally]:
    """A shelf with what lies there of these deals; TrickbookError if that is of others."""
    return shelf.resume(at, _task(of), partial(reread, _task(of)))


def _task(of: Arena) -> Task[Tally]:
    return Task(seatings(of), partial(tallied, of), together)


def tallied(of: Arena, rows: Sequence[Rows]) -> Tally:
    """What the same deals in each seating come to."""
    seats = list(of.seats.values())
    per = [seats[0] * sum(seats[1:]), *seats, *(many * of.whole for many in seats)]
    played = [told(of, deals) for deals in zip(*map(_sizes, rows), strict=True)]
    counted = [(one.apart, *one.points.values(), *one.won.values()) for one in played]
    figures = starmap(_sum, zip(zip(*counted, strict=True), per, strict=True))
    return Tally(len(played), tuple(figures), tuple(map(_sums, rows)))


def _sum(much: Sequence[int], many: int) -> Sum:
    """The sum of numbers that are each per so many."""
    total, count = sum(much), len(much)
    return Sum(total, many * count, sum(one * one for one in much), total * many, many * many * count)


def _sizes(rows: Rows) -> list[list[int]]:
    """The points of each deal by seat; of complex ones the square of their distance from 0."""
    real, imaginary = rows.columns["points"], rows.columns.get(f"points{IMAGINARY}")
    if imaginary is None:
        found: list[list[int]] = real.tolist()
        return found
    both = zip(real.tolist(), imaginary.tolist(), strict=True)
    return [[one * one + other * other for one, other in zip(*deal, strict=True)] for deal in both]


def _sums(rows: Rows) -> Sums:
    """The sums of a seating: of its points alone."""
    points = rows.columns["points"]
    return sums(rows, {"points": Measured(with_all(points), with_all(np.ones_like(points)))})


def together(one: Tally, other: Tally) -> Tally:
    """What two stretches of deals come to together."""
    return Tally(
        one.matches + other.matches,
        tuple(
            Sum(*map(int.__add__, mine, theirs))
            for mine, theirs in zip(one.figures, other.figures, strict=True)
        ),
        tuple(map(added, one.sums, other.sums)),
    )
