"""What a report is made of, and what a picture is."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.lab.comparison import Comparison
    from trickbook.lab.measures import Measure
    from trickbook.lab.paired_differences import Difference


class ReportData(NamedTuple):
    """Rulesets by their titles, the first of them the base, and what came of the same matches of each.

    ``shown`` of them, the first ones, are looked at one by one; all are compared with the base.
    """

    titles: Sequence[str]
    seats: Sequence[str]
    measures: Mapping[str, Measure]
    compared: Comparison
    differences: Sequence[Difference]
    shown: int


class Picture(NamedTuple):
    """A picture: its short name, its title, what it shows in words and as a table, and itself."""

    name: str
    title: str
    says: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    svg: str
