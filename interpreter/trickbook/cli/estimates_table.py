"""The table of results: means with their intervals, a row for each measure, a column for each seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.text import Text

from trickbook.cli.terminal_text import columns, seat_name
from trickbook.lab.intervals import estimates
from trickbook.lab.number_format import format_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.lab.measures import Measure
    from trickbook.lab.sums import StudySums
    from trickbook.state import Layout

ABREAST: Final = 4
"""The largest number of seats in one table."""


def estimates_table(
    sums: StudySums,
    measures: Mapping[str, Measure],
    layout: Layout,
    bots: Sequence[str],
    width: int | None = None,
) -> list[Text]:
    """The lines of the table, split to fit the width: all seats together, then each seat with its bot."""
    for abreast in range(ABREAST, 0, -1):
        lines = [*_blocks(sums, measures, layout, bots, abreast)]
        if width is None or all(line.cell_len <= width for line in lines):
            break
    return lines


def _blocks(
    sums: StudySums, measures: Mapping[str, Measure], layout: Layout, bots: Sequence[str], abreast: int
) -> Iterator[Text]:
    """The table with a limited number of seats side by side."""
    found = estimates(sums)
    seats = range(layout.seats)
    for first in range(0, layout.seats, abreast):
        block = seats[first : first + abreast]
        head = [Text(), Text("all seats", "bold"), *(Text(seat_name(layout, one), "bold") for one in block)]
        rows = [head, [Text(), Text(), *(Text(bots[one], "dim") for one in block)]]
        for name, measure in measures.items():
            *by_seat, together = found[name]
            cells = [together, *(by_seat[one] for one in block if by_seat)]
            rows.append([Text(measure.says), *(Text(format_mean(one, share=measure.share)) for one in cells)])
        yield Text()
        yield from columns(_even(rows), right=range(1, len(head)), gap=3)


def _even(rows: Sequence[Sequence[Text]]) -> Iterator[list[Text]]:
    """Rows of the same length."""
    width = max(map(len, rows))
    for row in rows:
        yield [*row, *[Text()] * (width - len(row))]
