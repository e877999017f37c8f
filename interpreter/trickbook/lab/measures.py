"""Measures: figures asked of rows, match by match: how much of something, and per how many."""

from __future__ import annotations

from math import lcm
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.cards.gaussian import IMAGINARY
from trickbook.expression.types import Kind
from trickbook.lab.study import COLUMNS, OWN_PREFIX, Rows, column_names, metric_columns
from trickbook.texts.languages import ENGLISH
from trickbook.texts.phrases import phrases

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from numpy.typing import NDArray

    from trickbook.lab.study import Study


class Measure(NamedTuple):
    """A column to add up (None: count deals), what it is divided by, and the phrase of its title.

    ``share``: whether it says how often something happened. ``name`` stands in the titles of a ruleset's own.
    """

    column: str | None
    per: str
    phrase: str
    share: bool = False
    name: str = ""

    def title(self, language: str = ENGLISH) -> str:
        """The title in a language."""
        return phrases("analysis", language).say(f"figures.{self.phrase}", name=self.name)


IMAGINARY_POINTS: Final = f"points{IMAGINARY}"

FIRST_MEASURES: Final[Mapping[str, Measure]] = MappingProxyType(
    {
        "points": Measure("points", "deal", "points"),
        IMAGINARY_POINTS: Measure(IMAGINARY_POINTS, "deal", IMAGINARY_POINTS),
        "won": Measure("won", "win", "won", share=True),
    }
)
"""The measures listed first; the metrics of the ruleset follow."""

LAST_MEASURES: Final[Mapping[str, Measure]] = MappingProxyType(
    {
        "tricks": Measure("tricks", "deal", "tricks"),
        "forced": Measure("forced", "move", "forced", share=True),
        "branching": Measure("moves", "move", "branching"),
        "exposed": Measure("exposed", "deal", "exposed"),
        "failed_searches": Measure("failed_searches", "move", "failed_searches", share=True),
        "length": Measure(None, "match", "length"),
    }
)
"""The measures listed last."""


def measures(columns: Iterable[str]) -> dict[str, Measure]:
    """Return the measures of rows with these columns."""
    there = [*columns]
    others = (*COLUMNS, IMAGINARY_POINTS, f"score{IMAGINARY}")
    own = {name: _own(name) for name in there if name not in others}
    return {
        name: measure
        for name, measure in {**FIRST_MEASURES, **own, **LAST_MEASURES}.items()
        if measure.column is None or measure.column in there
    }


def known_measures(names: Iterable[str], conditions: Iterable[str] = ()) -> dict[str, Measure]:
    """Return the measures of these names, in order; some of the ruleset's own are ``conditions``."""
    wanted, often = [*names], {*conditions}
    others = (name for name in wanted if name not in FIRST_MEASURES and name not in LAST_MEASURES)
    own = {name: _often(name) if name in often else _own(name) for name in others}
    return {
        name: measure
        for name, measure in {**FIRST_MEASURES, **own, **LAST_MEASURES}.items()
        if name in wanted
    }


def _own(name: str) -> Measure:
    """Return the measure of a ruleset's metric."""
    return Measure(name, "deal", "each_deal", name=name.replace("_", " "))


def _often(name: str) -> Measure:
    """Return the measure of a metric that is a condition: how often it held."""
    return Measure(name, "deal", "often", share=True, name=name.removeprefix(OWN_PREFIX).replace("_", " "))


def conditions(study: Study) -> tuple[str, ...]:
    """Return the columns of a study's metrics that are conditions."""
    found = metric_columns(study).items()
    return tuple(name for name, metric in found if metric.what.type.kind is Kind.CONDITION)


def study_measures(study: Study) -> dict[str, Measure]:
    """Return the measures of a study's rows."""
    return {**measures(column_names(study)), **{name: _often(name) for name in conditions(study)}}


class MeasuredMatches(NamedTuple):
    """A measure of each match: how much, and per how many; a column for each seat, then for all seats.

    If seats do not differ, there is only the last column.
    """

    much: NDArray[Any]
    many: NDArray[Any]


def measure_matches(rows: Rows) -> dict[str, MeasuredMatches]:
    """Return all measures of some whole matches, exactly."""
    ends = np.flatnonzero(rows.last) + 1
    begins = np.concatenate([[0], ends[:-1]]) if len(ends) else ends
    deals = (ends - begins)[:, None]
    seats = rows.columns["points"].shape[1]
    asked = measures(rows.columns)
    used = {"choices", *(measure.column for measure in asked.values() if measure.column)}
    much = {name: _by_match(rows.columns[name], begins, small=name in SMALL) for name in used}
    much["won"] = _shared(much["won"])
    per = {
        "deal": with_all_seats(np.repeat(deals.T, seats, axis=0).T),
        "win": with_all_seats(np.full((len(begins), seats), win_parts(seats), order="F")),
        "move": with_all_seats(much["choices"]),
    }
    return {
        name: MeasuredMatches(deals, np.ones_like(deals))
        if measure.column is None
        else MeasuredMatches(with_all_seats(much[measure.column]), per[measure.per])
        for name, measure in asked.items()
    }


def win_parts(seats: int) -> int:
    """Return what a win counts: a number that any number of winners can share evenly."""
    return lcm(*range(1, seats + 1))


def _shared(won: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return each seat's part of the matches that it won; winners share equally."""
    winners = won.sum(axis=1, keepdims=True)
    return np.asarray(won * (win_parts(won.shape[1]) // np.maximum(winners, 1)), np.int64)


def largest_magnitude(numbers: NDArray[Any]) -> int:
    """Return the largest distance of some numbers from 0."""
    return max(int(numbers.max()), -int(numbers.min())) if numbers.size else 0


SMALL: Final = frozenset({"won", "tricks", "choices", "forced", "exposed"})
"""The columns that hold numbers of things in a deal, which are never large."""

EXACT_LIMIT: Final = 1 << 62
"""Sums below this are exact in 64 bits; larger ones use Python's integers."""


def _by_match(column: NDArray[np.int64], begins: NDArray[np.intp], *, small: bool) -> NDArray[Any]:
    """Add up a column for each match."""
    if not len(begins):
        return column[:0]
    exact = (
        column
        if small or largest_magnitude(column) * len(column) * column.shape[1] < EXACT_LIMIT
        else column.astype(object)
    )
    return np.asarray(np.add.reduceat(exact.T, begins, axis=1)).T


def with_all_seats(by_seat: NDArray[Any]) -> NDArray[Any]:
    """Append a column with the sum over all seats."""
    return np.concatenate([by_seat, by_seat.sum(axis=1, keepdims=True, dtype=by_seat.dtype)], axis=1)
