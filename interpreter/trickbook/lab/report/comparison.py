"""A comparison in one picture: the points of a deal by each ruleset, and how much measures change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.lab.number_format import format_difference, half_width
from trickbook.lab.report.effects import effects_table
from trickbook.lab.report.histograms import added_counts, binned, draw_bars
from trickbook.lab.report.report_data import Picture
from trickbook.lab.report.style import legend_label, light_grid, marker_shapes, new_figure, svg

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

    from trickbook.lab.paired_differences import Difference
    from trickbook.lab.report.report_data import ReportData

WIDTH, AROUND, PANEL, LINE = 9.5, 0.6, 1.5, 0.42
"""Inches: of all, around the panels, of a panel, of a measure."""

PANEL_SHARES: Final = (1.15, 1)
"""The width of points and of measures."""

ROW_OFFSET: Final = 0.18
"""The distance between the marks of two rulesets; measures are 1 apart."""


def comparison_picture(of: ReportData) -> Picture:
    """Draw all rulesets against the first."""
    found = _changing(of)
    title = f"{', '.join(of.titles[1:])} against {of.titles[0]}"
    height = AROUND + max(PANEL * len(of.titles), LINE * len(found))
    with new_figure(WIDTH, height) as figure:
        left, right = figure.subfigures(1, 2, width_ratios=PANEL_SHARES, squeeze=False)[0]
        _points(left, of)
        if found:
            _changes(right.subplots(), of, found)
        says = f"The points of a deal by {' and by '.join(of.titles)}, and what changes: {_says(of, found)}."
        return Picture("comparison", title, says, *effects_table(of, found), svg(figure, title, says))


def _changing(of: ReportData) -> dict[str, list[Difference]]:
    """Return the measures that change, and that are not zero in the base."""
    found: dict[str, list[Difference]] = {}
    for one in of.differences:
        if one.where.seat is None and one.base:
            found.setdefault(one.where.measure, []).append(one)
    return {name: lines for name, lines in found.items() if any(one.estimate.mean for one in lines)}


def _points(figure: SubFigure, of: ReportData) -> None:
    """Draw panels of points, one ruleset below the other."""
    found = binned([added_counts(sums.points) for sums in of.compared.sums])
    panels = figure.subplots(len(found), 1, sharex=True, sharey=True)
    for number, (axes, one) in enumerate(zip(panels, found, strict=True)):
        draw_bars(axes, one, number, of.titles[number])
    panels[-1].set_xlabel("points of a seat in a deal")


def _changes(axes: Axes, of: ReportData, found: Mapping[str, Sequence[Difference]]) -> None:
    """Draw a line for each measure: its change in per cent."""
    others = len(of.titles) - 1
    axes.axvline(0, color="black", linewidth=0.8)
    for line, differences in enumerate(found.values()):
        for one in differences:
            whole = abs(one.base) / 100
            axes.errorbar(
                [(one.estimate.mean or 0) / whole],
                [line + ROW_OFFSET * (one.where.other - (others - 1) / 2)],
                xerr=[(half_width(one.estimate) or 0) / whole],
                fmt=marker_shapes(others)[one.where.other],
                color="black",
                markerfacecolor="black" if one.significant else "white",
                markersize=5,
                capsize=3,
                label=legend_label(of.titles[one.where.other + 1]) if not line else None,
            )
    axes.set_yticks(range(len(found)), [_line(of, name, lines) for name, lines in found.items()])
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_xlabel(f"change from {of.titles[0]}, %\n(filled: more than chance)")
    light_grid(axes, along="x")
    if others > 1:
        axes.legend(loc="best", frameon=True)


def _line(of: ReportData, name: str, lines: Sequence[Difference]) -> str:
    """Return the label of a line: the measure, and for two rulesets its means."""
    measure = of.measures[name]
    if len(lines) > 1:
        return measure.says
    base, other, _ = format_difference(lines[0], share=measure.share)
    return f"{measure.says}\n{base} → {other}"


def _says(of: ReportData, found: Mapping[str, Sequence[Difference]]) -> str:
    """Return the significant changes in words."""
    told = []
    for name, lines in found.items():
        share, says = of.measures[name].share, of.measures[name].says
        for one in lines:
            if one.significant:
                base, other, _ = format_difference(one, share=share)
                told.append(f"{says} {base} → {other} ({of.titles[one.where.other + 1]})")
    return ", ".join(told) or "nothing more than by chance"
