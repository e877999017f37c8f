"""The effects of changes: a panel for each measure, or one picture with the points of a deal beside them."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Final

from matplotlib.ticker import MaxNLocator

from trickbook.lab.intervals import estimates
from trickbook.lab.report.picture import (
    POINTS_AXIS,
    Picture,
    added_counts,
    binned,
    draw_bars,
    legend_label,
    light_grid,
    marker_shapes,
    new_figure,
    svg,
)
from trickbook.lab.result_text import format_difference, format_mean, half_width
from trickbook.texts.message import Message, every, listing

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

    from trickbook.lab.intervals import Difference
    from trickbook.lab.report.picture import ReportData
    from trickbook.texts.message import Value

RULES: Final = Message("rules")
"""The head of the column with the rulesets."""

PANELS_PER_ROW: Final = 3
"""How many panels stand side by side."""

WIDTH, LINE, AROUND = 9.5, 0.17, 0.6
"""Inches: of a picture, of a line, and around its lines."""

MAX_TITLE: Final = 28
"""How much of a title stands beside a panel; the table has all of it."""

POINTS_HEIGHT, MEASURE_HEIGHT = 1.5, 0.42
"""Inches of a comparison: of the points of a ruleset, and of a measure."""

PANEL_SHARES: Final = (1.15, 1)
"""The width of points and of measures."""

ROW_OFFSET: Final = 0.18
"""The distance between the marks of two rulesets; measures are 1 apart."""


def effects_picture(of: ReportData) -> Picture | None:
    """Draw a panel for each measure that changes; None if nothing changes or nothing is compared."""
    lines = {name: _lines(of, name) for name in of.measures}
    found = {name: those for name, those in lines.items() if any(one.estimate.mean for one in those)}
    if not found:
        return None
    title = of.say(Message("What changes in {name}", name=of.titles[0]))
    says = of.say(
        Message(
            "For each measure and each change a mark: the difference from {name}, with its interval. "
            "Filled marks are more than chance. The table below has the numbers.",
            name=of.titles[0],
        )
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
    axes.set_title(of.called(measure))
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
    titles = (of.measures[name].title(of.language) for name in found)
    return [of.say(RULES), *titles], [[of.titles[0], *means], *rows]


def comparison_picture(of: ReportData) -> Picture:
    """Draw all rulesets against the first."""
    found = _changing(of)
    others = listing(of.titles[1:])
    title = of.say(Message("{list} against {name}", list=others, name=of.titles[0]))
    height = AROUND + max(POINTS_HEIGHT * len(of.titles), MEASURE_HEIGHT * len(found))
    with new_figure(WIDTH, height) as figure:
        left, right = figure.subfigures(1, 2, width_ratios=PANEL_SHARES, squeeze=False)[0]
        _points(left, of)
        if found:
            _changes(right.subplots(), of, found)
        says = of.say(
            Message(
                "The points of a deal by {list}, and what changes: {what}.",
                list=every(of.titles),
                what=_says(of, found),
            )
        )
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
    panels[-1].set_xlabel(of.say(POINTS_AXIS))


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
    axes.set_xlabel(of.say(Message("change from {name}, %\n(filled: more than chance)", name=of.titles[0])))
    light_grid(axes, along="x")
    if others > 1:
        axes.legend(loc="best", frameon=True)


def _line(of: ReportData, name: str, lines: Sequence[Difference]) -> str:
    """Return the label of a line: the measure, and for two rulesets its means."""
    measure = of.measures[name]
    if len(lines) > 1:
        return measure.title(of.language)
    base, other, _ = format_difference(lines[0], share=measure.share)
    return f"{measure.title(of.language)}\n{base} → {other}"


def _says(of: ReportData, found: Mapping[str, Sequence[Difference]]) -> Value:
    """Return the significant changes in words."""
    texts = []
    for name, lines in found.items():
        share, says = of.measures[name].share, of.measures[name].title(of.language)
        for one in lines:
            if one.significant:
                base, other, _ = format_difference(one, share=share)
                texts.append(f"{says} {base} → {other} ({of.titles[one.where.other + 1]})")
    return listing(texts) if texts else Message("nothing more than by chance")
