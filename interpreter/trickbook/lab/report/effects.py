"""The effects of changes: the differences of all other rulesets from the base, measure by measure."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from matplotlib.ticker import MaxNLocator

from trickbook.lab.intervals import estimates
from trickbook.lab.number_format import format_difference, format_mean, half_width
from trickbook.lab.report.report_data import Picture
from trickbook.lab.report.style import light_grid, new_figure, svg

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes

    from trickbook.lab.paired_differences import Difference
    from trickbook.lab.report.report_data import ReportData

PANELS_PER_ROW: Final = 3
"""How many panels stand side by side."""

WIDTH, LINE, AROUND = 9.5, 0.17, 0.6
"""Inches: of all panels, of a line, and around the lines of a panel."""

MAX_TITLE: Final = 28
"""How much of a title stands beside a panel; the table has all of it."""


def effects_picture(of: ReportData) -> Picture | None:
    """Draw a panel for each measure that changes; None if nothing changes or nothing is compared."""
    lines = {name: _lines(of, name) for name in of.measures}
    found = {name: those for name, those in lines.items() if any(one.estimate.mean for one in those)}
    if not found:
        return None
    title = f"What changes in {of.titles[0]}"
    says = (
        f"For each measure and each change a mark: the difference from {of.titles[0]}, with its interval. "
        "Filled marks are more than chance. The table below has the numbers."
    )
    down = ceil(len(found) / PANELS_PER_ROW)
    height = down * (AROUND + LINE * (len(of.titles) - 1))
    with new_figure(WIDTH, height) as figure:
        panels = figure.subplots(down, PANELS_PER_ROW, sharey=True, squeeze=False)
        for axes, (name, those) in zip(panels.flat, found.items(), strict=False):
            _panel(axes, of, name, those)
        for axes in panels.flat[len(found) :]:
            axes.set_visible(False)
        drawing = svg(figure, title, says)
    return Picture("effects", title, says, *effects_table(of, found), drawing)


def _lines(of: ReportData, measure: str) -> list[Difference]:
    """Return the differences of a measure, over all seats."""
    return [one for one in of.differences if one.where.measure == measure and one.where.seat is None]


def _panel(axes: Axes, of: ReportData, name: str, lines: Sequence[Difference]) -> None:
    """Draw a measure: a line for each other ruleset, the first on top."""
    measure = of.measures[name]
    times = 100 if measure.share else 1
    axes.axvline(0, color="black", linewidth=0.8)
    for one in lines:
        axes.errorbar(
            [times * (one.estimate.mean or 0)],
            [one.where.other],
            xerr=[times * (half_width(one.estimate) or 0)],
            fmt="o",
            markersize=4,
            color="black",
            markerfacecolor="black" if one.significant else "white",
            capsize=2,
            linewidth=0.9,
        )
    axes.set_title(f"{measure.says}, %" if measure.share else measure.says)
    axes.set_yticks(range(len(of.titles) - 1), [_short(title, of) for title in of.titles[1:]])
    axes.set_ylim(len(of.titles) - 1.5, -0.5)
    axes.xaxis.set_major_locator(MaxNLocator(4))
    light_grid(axes, along="both")


def _short(title: str, of: ReportData) -> str:
    """Return a title without its common beginning, to fit beside a panel."""
    short = "+" + title.removeprefix(f"{of.titles[0]}+") if title.startswith(f"{of.titles[0]}+") else title
    return short if len(short) <= MAX_TITLE else f"{short[: MAX_TITLE - 1]}…"


def effects_table(
    of: ReportData, found: Mapping[str, Sequence[Difference]]
) -> tuple[list[str], list[list[str]]]:
    """Return the base's means and the differences: a row for each ruleset, a column for each measure."""
    base = estimates(of.compared.sums[0])
    cells = {
        (one.where.other, name): format_difference(one, share=of.measures[name].share).apart
        for name, lines in found.items()
        for one in lines
    }
    means = [
        format_mean(base[name][-1], share=of.measures[name].share) if name in base else "–" for name in found
    ]
    rows = [
        [title, *(cells.get((number, name), "–") for name in found)]
        for number, title in enumerate(of.titles[1:])
    ]
    return ["rules", *(of.measures[name].says for name in found)], [[of.titles[0], *means], *rows]
