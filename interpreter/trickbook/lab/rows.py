"""Rows: the results of each deal, as whole numbers in columns."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from trickbook.cards.gaussian import IMAGINARY
from trickbook.lab.study import plays_out

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.engine.scores import Metric
    from trickbook.lab.study import Study

COLUMNS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "points": "the points of the deal",
        "score": "the score after it",
        "tricks": "the tricks that the seat took",
        "choices": "how often it had to move",
        "forced": "how often it had one move only",
        "moves": "how many moves it had, all times together",
        "exposed": "how many cards were exposed before it",
        "failed_searches": "how many of its searches failed, so that a simpler player decided",
        "won": "1 if it won the match, in the last row of the match",
    }
)
"""The columns of a seat. Complex points and scores have columns for their imaginary parts beside them.

The metrics of the ruleset come between these and ``won``. Only studies with players who search have the
failed searches.
"""


class Rows(NamedTuple):
    """Deals in order: their match, their number in it from 1, whether it is the last.

    ``columns`` have a number for each deal and seat; one of the arena has texts.
    """

    match: NDArray[np.int64]
    deal: NDArray[np.int64]
    last: NDArray[np.bool_]
    columns: Mapping[str, NDArray[np.int64]]


OWN_PREFIX: Final = "own_"
"""The prefix of a metric that is called like another column."""


def column_names(study: Study) -> tuple[str, ...]:
    """Return the columns of a study's rows, in order."""
    parts = ("", IMAGINARY) if study.rules.engine(study.players).layout.complex else ("",)
    scored = tuple(name + part for name in ("points", "score") for part in parts)
    absent = ("points", "score", "won", *(() if plays_out(study) else ("failed_searches",)))
    others = tuple(name for name in COLUMNS if name not in absent)
    return (*scored, *others, *metric_columns(study), "won")


def metric_columns(study: Study) -> dict[str, Metric]:
    """Return the metrics of a study's ruleset, by their columns."""
    found = study.rules.engine(study.players).metrics
    return {_free(metric.entry.name): metric for metric in found}


def _free(name: str) -> str:
    """Return a column for a metric that no other column or measure has."""
    taken = (*COLUMNS, "branching", "length")
    return (
        OWN_PREFIX + name
        if name in taken or name.endswith(IMAGINARY) or name.startswith(OWN_PREFIX)
        else name
    )


def no_rows(study: Study) -> Rows:
    """Return no rows."""
    none, seats = np.zeros(0, np.int64), np.zeros((0, study.players), np.int64)
    return Rows(none, none, np.zeros(0, np.bool_), dict.fromkeys(column_names(study), seats))


def joined_rows(parts: Sequence[Rows]) -> Rows:
    """Return rows one after another; there must be some."""
    columns = {name: np.concatenate([part.columns[name] for part in parts]) for name in parts[0].columns}
    match, deal, last = (np.concatenate(column) for column in list(zip(*parts, strict=True))[:3])
    return Rows(match, deal, last, columns)


def row_range(rows: Rows, begin: int, end: int) -> Rows:
    """Return the rows from one to before another."""
    cut = slice(begin, end)
    columns = {name: column[cut] for name, column in rows.columns.items()}
    return Rows(rows.match[cut], rows.deal[cut], rows.last[cut], columns)


def first_deals(rows: Rows, deals: int) -> Rows:
    """Return the first so many deals, to the end of the match in progress."""
    ends = np.flatnonzero(rows.last[max(deals - 1, 0) :])
    if deals > len(rows.deal) or not len(ends):
        return rows
    return row_range(rows, 0, max(deals - 1, 0) + int(ends[0]) + 1 if deals > 0 else 0)
