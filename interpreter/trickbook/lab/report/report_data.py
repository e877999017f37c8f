"""The data of a report, and a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.lab.comparison import Comparison
    from trickbook.lab.measures import Measure
    from trickbook.lab.paired_differences import Difference


class ReportData(NamedTuple):
    """Rulesets by their titles, the first of them the base, and the figures of their same matches.

    The first ``shown`` of them are shown one by one; all are compared with the base.
    """

    titles: Sequence[str]
    seats: Sequence[str]
    measures: Mapping[str, Measure]
    compared: Comparison
    differences: Sequence[Difference]
    shown: int


class Picture(NamedTuple):
    """A picture: its short name, its title, a description, its table, and itself."""

    name: str
    title: str
    says: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    svg: str
