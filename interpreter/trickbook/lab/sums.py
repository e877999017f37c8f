"""Sums over matches: all that the statistics need, as whole numbers that can be added in any order."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from trickbook.lab.measures import (
    EXACT_LIMIT,
    MeasuredMatches,
    largest_magnitude,
    measure_matches,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from trickbook.lab.study import Rows


FEW_NUMBERS = 1 << 12
"""So many different numbers are counted one by one."""


class Sum(NamedTuple):
    """Sums over matches: how much and how many, their squares, and their products."""

    much: int = 0
    many: int = 0
    much_squared: int = 0
    product: int = 0
    many_squared: int = 0


class StudySums(NamedTuple):
    """The numbers of matches and deals played, and the sums of each measure.

    Sums are by seat, then over all seats. ``points`` counts how often each seat had which points.
    """

    matches: int
    deals: int
    measures: Mapping[str, tuple[Sum, ...]]
    points: tuple[Mapping[int, int], ...]

    @property
    def dealt(self) -> tuple[int, ...]:
        """The number of deals of the only study."""
        return (self.deals,)

    @property
    def sums(self) -> tuple[StudySums, ...]:
        """The sums of the only study."""
        return (self,)


NO_SUMS = StudySums(0, 0, {}, ())
"""The sums of no matches."""


def only_sums(rows: Sequence[Rows]) -> StudySums:
    """Return the sums of the only study."""
    (only,) = rows
    return sum_matches(only)


def sum_matches(rows: Rows, measures: Mapping[str, MeasuredMatches] | None = None) -> StudySums:
    """Return the sums of some whole matches; their measures may be known already."""
    known = measure_matches(rows) if measures is None else measures
    found = {name: sums_by_seat(one) for name, one in known.items()}
    points = tuple(_often(column) for column in rows.columns["points"].T)
    return StudySums(int(rows.last.sum()), len(rows.deal), found, points)


def added_sums(one: StudySums, other: StudySums) -> StudySums:
    """Return the sums of both, of the measures that both have."""
    if not one.measures or not other.measures:
        return one if one.measures else other
    both = {
        name: tuple(
            Sum(*map(int.__add__, left, right))
            for left, right in zip(mine, other.measures[name], strict=True)
        )
        for name, mine in one.measures.items()
        if name in other.measures
    }
    points = tuple(map(_added_counts, one.points, other.points))
    return StudySums(one.matches + other.matches, one.deals + other.deals, both, points)


def _added_counts(one: Mapping[int, int], other: Mapping[int, int]) -> Mapping[int, int]:
    """Return how often each number is in both; the second may be much smaller."""
    found = {**one}
    for number, times in other.items():
        found[number] = found.get(number, 0) + times
    return found


def sums_by_seat(of: MeasuredMatches) -> tuple[Sum, ...]:
    """Return the sums of a measure, column by column."""
    much, many = of
    one, columns = np.ones_like(many), many.shape[1]
    numbers = column_products(
        np.hstack([much, many, much, much, many]), np.hstack([one, one, much, many, many])
    )
    return tuple(Sum(*numbers[place::columns]) for place in range(columns))


def column_products(one: NDArray[Any], other: NDArray[Any]) -> list[int]:
    """Return for each column the sum of the products with the other's, exactly."""
    if largest_magnitude(one) * largest_magnitude(other) * len(one) < EXACT_LIMIT and object not in (
        one.dtype,
        other.dtype,
    ):
        exact: list[int] = np.einsum("ij,ij->j", one, other).tolist()
        return exact
    return [int(number) for number in (one.astype(object) * other.astype(object)).sum(axis=0)]


def _often(column: NDArray[np.int64]) -> dict[int, int]:
    """Return how often each number is in a column; numbers close together need not be sorted."""
    least = int(column.min(initial=0))
    if int(column.max(initial=0)) - least < FEW_NUMBERS:
        every = np.bincount(column - least)
        found = np.flatnonzero(every)
        return dict(zip((found + least).tolist(), every[found].tolist(), strict=True))
    values, times = np.unique(column, return_counts=True)
    return dict(zip(values.tolist(), times.tolist(), strict=True))
