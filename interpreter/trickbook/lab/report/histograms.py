"""Histograms of the points of a deal and of the deals of a match; a panel for each ruleset."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, NamedTuple

from matplotlib.ticker import MaxNLocator

from trickbook.lab.report.picture import Picture, hatch_style, light_grid, new_figure, svg

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from trickbook.lab.report.picture import ReportData

MAX_BARS: Final = 60
WIDTH, HEIGHT = 7.0, 1.9
"""The inches of a panel."""


class Histogram(NamedTuple):
    """Bars of one width: where each begins, and its share of the total."""

    width: int
    shares: Mapping[int, float]


def points_picture(of: ReportData) -> Picture:
    """Draw how many points a seat has in a deal."""
    counts = [added_counts(sums.points) for sums in of.compared.sums[: of.shown]]
    return _picture(of, counts, "points", "Points of a deal", "points of a seat in a deal")


def lengths_picture(of: ReportData) -> Picture:
    """Draw how many deals a match takes."""
    counts = of.compared.lengths[: of.shown]
    return _picture(of, counts, "lengths", "Length of a match", "deals of a match")


def added_counts(by_seat: Sequence[Mapping[int, int]]) -> Counter[int]:
    """Return the counts of all seats together."""
    total: Counter[int] = Counter()
    for seat in by_seat:
        total.update(seat)
    return total


def binned(counts: Sequence[Mapping[int, int]]) -> list[Histogram]:
    """Return histograms of several counts, with one bar width that avoids too many bars."""
    low = min(number for one in counts for number in one)
    high = max(number for one in counts for number in one)
    steps = (digit * 10**power for power in range(400) for digit in (1, 2, 5))
    width = next(step for step in steps if (high - low) // step < MAX_BARS)
    found = []
    for one in counts:
        grouped: Counter[int] = Counter()
        for number, times in one.items():
            grouped[number // width * width] += times
        every = sum(grouped.values())
        found.append(Histogram(width, {begin: times / every for begin, times in sorted(grouped.items())}))
    return found


def _picture(
    of: ReportData, counts: Sequence[Mapping[int, int]], name: str, title: str, along: str
) -> Picture:
    """Draw panels below one another, with common scales."""
    found = binned(counts)
    with new_figure(WIDTH, 0.5 + HEIGHT * len(found)) as figure:
        panels = figure.subplots(len(found), 1, sharex=True, sharey=True, squeeze=False)[:, 0]
        for number, (axes, one) in enumerate(zip(panels, found, strict=True)):
            draw_bars(axes, one, number, of.titles[number])
        panels[-1].set_xlabel(along)
        says = (
            f"Bars of how often there were how many {along}: {', '.join(map(_summary, of.titles, counts))}."
        )
        return Picture(name, title, says, *_table(of, found, along), svg(figure, title, says))


def draw_bars(axes: Axes, of: Histogram, number: int, title: str) -> None:
    """Draw the bars of one ruleset."""
    places = [begin + (of.width - 1) / 2 for begin in of.shares]
    heights = [100 * share for share in of.shares.values()]
    axes.bar(places, heights, width=0.9 * of.width, **hatch_style(number))
    axes.set_title(title)
    axes.set_ylabel("%")
    axes.xaxis.set_major_locator(MaxNLocator("auto", integer=True))
    light_grid(axes, along="y")


def _summary(title: str, counts: Mapping[int, int]) -> str:
    """Return the median and the extremes in words."""
    every, seen = sum(counts.values()), 0
    for number in sorted(counts):
        seen += counts[number]
        if 2 * seen >= every:
            return f"{title} {min(counts)} to {max(counts)}, half of them at most {number}"
    raise AssertionError


def _table(of: ReportData, found: Sequence[Histogram], along: str) -> tuple[list[str], list[list[str]]]:
    """Return the bars as a table."""
    begins = sorted({begin for one in found for begin in one.shares})
    rows = [[_span(begin, found[0].width), *(_share(one, begin) for one in found)] for begin in begins]
    return [along, *of.titles[: len(found)]], rows


def _span(begin: int, width: int) -> str:
    return str(begin) if width == 1 else f"{begin} to {begin + width - 1}"


def _share(of: Histogram, begin: int) -> str:
    share = of.shares.get(begin)
    return "–" if share is None else f"{100 * share:.2f} %"
