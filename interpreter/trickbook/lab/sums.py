"""Sums: all that the statistics need of matches, as whole numbers. They add up in any order to the same."""

from __future__ import annotations

from collections import Counter
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

    from trickbook.lab.rows import Rows


class Sum(NamedTuple):
    """Over matches: how much and per how many, their squares, and their products."""

    much: int = 0
    many: int = 0
    much_squared: int = 0
    product: int = 0
    many_squared: int = 0


class StudySums(NamedTuple):
    """What has been played: how many matches and deals, and of them the sums of each measure.

    These are by seat, and then of all seats. ``points`` tells how often each seat had what points.
    """

    matches: int
    deals: int
    measures: Mapping[str, tuple[Sum, ...]]
    points: tuple[Mapping[int, int], ...]

    @property
    def dealt(self) -> tuple[int, ...]:
        """The deals of the one study that this is about."""
        return (self.deals,)

    @property
    def sums(self) -> tuple[StudySums, ...]:
        """These, of the one study."""
        return (self,)


NO_SUMS = StudySums(0, 0, {}, ())
"""The sums of no matches."""


def only_sums(rows: Sequence[Rows]) -> StudySums:
    """The sums of the only study there is."""
    (only,) = rows
    return sum_matches(only)


def sum_matches(rows: Rows, measures: Mapping[str, MeasuredMatches] | None = None) -> StudySums:
    """The sums of some whole matches; what they measure may be known already."""
    known = measure_matches(rows) if measures is None else measures
    found = {name: sums_by_seat(one) for name, one in known.items()}
    points = tuple(_often(column) for column in rows.columns["points"].T)
    return StudySums(int(rows.last.sum()), len(rows.deal), found, points)


def added_sums(one: StudySums, other: StudySums) -> StudySums:
    """The sums of both."""
    if not one.measures or not other.measures:
        return one if one.measures else other
    both = {
        name: tuple(
            Sum(*map(int.__add__, left, right))
            for left, right in zip(mine, other.measures[name], strict=True)
        )
        for name, mine in one.measures.items()
    }
    points = tuple(
        Counter(left) + Counter(right) for left, right in zip(one.points, other.points, strict=True)
    )
    return StudySums(one.matches + other.matches, one.deals + other.deals, both, points)


def sums_by_seat(of: MeasuredMatches) -> tuple[Sum, ...]:
    """The sums of a measure, a column after the other."""
    much, many = of
    return tuple(
        Sum(*numbers)
        for numbers in zip(
            *map(_total, (much, many)),
            column_products(much, much),
            column_products(much, many),
            column_products(many, many),
            strict=True,
        )
    )


def _total(numbers: NDArray[Any]) -> list[int]:
    """The sum of each column."""
    return column_products(numbers, np.ones_like(numbers))


def column_products(one: NDArray[Any], other: NDArray[Any]) -> list[int]:
    """For each column the sum of the products with the other's, exactly."""
    if largest_magnitude(one) * largest_magnitude(other) * len(one) < EXACT_LIMIT and object not in (
        one.dtype,
        other.dtype,
    ):
        return [int(number) for number in np.einsum("ij,ij->j", one, other)]
    return [int(number) for number in (one.astype(object) * other.astype(object)).sum(axis=0)]


def _often(column: NDArray[np.int64]) -> dict[int, int]:
    """How often each number stands in a column."""
    values, times = np.unique(column, return_counts=True)
    return dict(zip(values.tolist(), times.tolist(), strict=True))
