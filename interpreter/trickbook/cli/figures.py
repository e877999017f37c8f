"""Figures for a terminal: means with their intervals, a line for each measure, a column for each seat."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Final

from rich.text import Text

from trickbook.cli.drawing import columns, seat
from trickbook.lab.intervals import estimates

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from trickbook.lab.intervals import Estimate
    from trickbook.lab.measures import Measure
    from trickbook.lab.sums import Sums
    from trickbook.layout import Layout

ABREAST: Final = 4
"""So many seats stand beside one another at most; more follow below."""


def table(
    sums: Sums, measures: Mapping[str, Measure], layout: Layout, bots: Sequence[str], width: int | None = None
) -> list[Text]:
    """The lines of a table, as wide as there is room: all seats together, and each with its player."""
    for abreast in range(ABREAST, 0, -1):
        lines = [*_blocks(sums, measures, layout, bots, abreast)]
        if width is None or all(line.cell_len <= width for line in lines):
            break
    return lines


def _blocks(
    sums: Sums, measures: Mapping[str, Measure], layout: Layout, bots: Sequence[str], abreast: int
) -> Iterator[Text]:
    """The table, with so many seats beside one another."""
    found = estimates(sums)
    seats = range(layout.seats)
    for first in range(0, layout.seats, abreast):
        block = seats[first : first + abreast]
        head = [Text(), Text("all seats", "bold"), *(Text(seat(layout, one), "bold") for one in block)]
        rows = [head, [Text(), Text(), *(Text(bots[one], "dim") for one in block)]]
        for name, measure in measures.items():
            *by_seat, together = found[name]
            cells = [together, *(by_seat[one] for one in block if by_seat)]
            rows.append([Text(measure.says), *(Text(figure(one, share=measure.share)) for one in cells)])
        yield Text()
        yield from columns(_even(rows), right=range(1, len(head)), gap=3)


def _even(rows: Sequence[Sequence[Text]]) -> Iterator[list[Text]]:
    """Rows of the same length."""
    width = max(map(len, rows))
    for row in rows:
        yield [*row, *[Text()] * (width - len(row))]


def figure(of: Estimate, *, share: bool = False) -> str:
    """A mean and half its interval, to two digits of that; a share in per cent.

    An interval that holds every share tells nothing, and is left out.
    """
    if of.mean is None:
        return "–"
    times, sign = (100, " %") if share else (1, "")
    off = 0.0 if of.low is None or of.high is None else (of.high - of.low) / 2 * times
    if not off or (share and off >= 100 * max(of.mean, 1 - of.mean)):
        return f"{of.mean * times:z.4g}{sign}"
    digits = max(0, 1 - floor(log10(off)))
    return f"{of.mean * times:z.{digits}f} ± {off:.{digits}f}{sign}"
