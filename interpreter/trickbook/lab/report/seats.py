"""Points and matches won, by seat."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

from trickbook.lab.intervals import estimates
from trickbook.lab.number_format import format_mean, half_width
from trickbook.lab.report.report_data import Picture
from trickbook.lab.report.style import legend_label, light_grid, marker_shapes, new_figure, svg

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

    from trickbook.lab.intervals import Estimate
    from trickbook.lab.report.report_data import ReportData

SHOWN_MEASURES: Final = ("points", "won")
"""The measures that are shown by seat."""

MAX_HORIZONTAL_LETTERS: Final = 36
"""How many letters of seat names fit side by side."""

WIDTH, HEIGHT = 7.0, 2.8
MARK_OFFSET: Final = 0.15
"""The distance between the marks of two rulesets; seats are 1 apart."""


def seats_picture(of: ReportData) -> Picture:
    """Draw the means of each seat, with their intervals."""
    found = [estimates(sums) for sums in of.compared.sums[: of.shown]]
    title = "Seats"
    says = "Means by seat with their intervals; the table below has the numbers."
    with new_figure(WIDTH, HEIGHT) as figure:
        for axes, name in zip(figure.subplots(1, len(SHOWN_MEASURES)), SHOWN_MEASURES, strict=True):
            measure = of.measures[name]
            _panel(axes, of, [one[name][:-1] for one in found], share=measure.share)
            axes.set_title(f"{measure.says}, %" if measure.share else measure.says)
        if of.shown > 1:
            figure.legend(
                *axes.get_legend_handles_labels(), loc="outside lower center", ncols=of.shown, frameon=False
            )
        drawing = svg(figure, title, says)
    rows = [
        [
            seat,
            of.titles[number],
            *(format_mean(one[name][place], share=of.measures[name].share) for name in SHOWN_MEASURES),
        ]
        for place, seat in enumerate(of.seats)
        for number, one in enumerate(found)
    ]
    return Picture(
        "seats",
        title,
        says,
        ["seat", "rules", *(of.measures[name].says for name in SHOWN_MEASURES)],
        rows,
        drawing,
    )


def _panel(axes: Axes, of: ReportData, by_study: Sequence[Sequence[Estimate]], *, share: bool) -> None:
    """Draw a measure: a place for each seat, a mark for each ruleset. Shares lie between 0 and 100 %."""
    times, low, high = (100, 0, 100) if share else (1, -inf, inf)
    for number, (shape, found) in enumerate(zip(marker_shapes(len(by_study)), by_study, strict=True)):
        places = [seat + MARK_OFFSET * (number - (len(by_study) - 1) / 2) for seat in range(len(found))]
        means = [times * (one.mean or 0) for one in found]
        off = [times * (half_width(one) or 0) for one in found]
        axes.errorbar(
            places,
            means,
            yerr=[
                [min(far, one - low) for far, one in zip(off, means, strict=True)],
                [min(far, high - one) for far, one in zip(off, means, strict=True)],
            ],
            fmt=shape,
            color="black",
            markerfacecolor="white" if number % 2 else "black",
            capsize=3,
            label=legend_label(of.titles[number]),
        )
    upright = sum(map(len, of.seats)) > MAX_HORIZONTAL_LETTERS
    axes.set_xticks(range(len(of.seats)), of.seats, rotation=90 if upright else 0)
    light_grid(axes, along="y")
