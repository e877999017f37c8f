"""A comparison in one picture: the points of a deal by all of the rules, and how much measures change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.lab.report.drawing import drawn, label, light, shapes, svg
from trickbook.lab.report.effects import table
from trickbook.lab.report.histograms import bars, merged, panel
from trickbook.lab.report.material import Picture
from trickbook.lab.written import half, written

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from matplotlib.axes import Axes
    from matplotlib.figure import SubFigure

    from trickbook.lab.paired import Difference
    from trickbook.lab.report.material import Material

WIDTH, AROUND, PANEL, LINE = 9.5, 0.6, 1.5, 0.42
"""Inches: of all, around the panels, of a panel, of a measure."""

SHARES: Final = (1.15, 1)
"""How the width is shared between points and measures."""

APART: Final = 0.18
"""How far below one another the marks of two rulesets stand; measures are 1 apart."""


def comparison(of: Material) -> Picture:
    """Draw all rulesets against the first."""
    found = _changing(of)
    title = f"{', '.join(of.titles[1:])} against {of.titles[0]}"
    height = AROUND + max(PANEL * len(of.titles), LINE * len(found))
    with drawn(WIDTH, height) as figure:
        left, right = figure.subfigures(1, 2, width_ratios=SHARES, squeeze=False)[0]
        _points(left, of)
        if found:
            _changes(right.subplots(), of, found)
        says = f"The points of a deal by {' and by '.join(of.titles)}, and what changes: {_told(of, found)}."
        return Picture("comparison", title, says, *table(of, found), svg(figure, title, says))


def _changing(of: Material) -> dict[str, list[Difference]]:
    """The measures that change, and of which the base has something."""
    found: dict[str, list[Difference]] = {}
    for one in of.differences:
        if one.where.seat is None and one.base:
            found.setdefault(one.where.measure, []).append(one)
    return {name: lines for name, lines in found.items() if any(one.estimate.mean for one in lines)}


def _points(figure: SubFigure, of: Material) -> None:
    """Panels of points, a ruleset below the other."""
    found = bars([merged(sums.points) for sums in of.compared.sums])
    panels = figure.subplots(len(found), 1, sharex=True, sharey=True)
    for number, (axes, one) in enumerate(zip(panels, found, strict=True)):
        panel(axes, one, number, of.titles[number])
    panels[-1].set_xlabel("points of a seat in a deal")


def _changes(axes: Axes, of: Material, found: Mapping[str, Sequence[Difference]]) -> None:
    """A line for each measure: how many per cent it changes."""
    others = len(of.titles) - 1
    axes.axvline(0, color="black", linewidth=0.8)
    for line, differences in enumerate(found.values()):
        for one in differences:
            whole = abs(one.base) / 100
            axes.errorbar(
                [(one.estimate.mean or 0) / whole],
                [line + APART * (one.where.other - (others - 1) / 2)],
                xerr=[(half(one.estimate) or 0) / whole],
                fmt=shapes(others)[one.where.other],
                color="black",
                markerfacecolor="black" if one.significant else "white",
                markersize=5,
                capsize=3,
                label=label(of.titles[one.where.other + 1]) if not line else None,
            )
    axes.set_yticks(range(len(found)), [_line(of, name, lines) for name, lines in found.items()])
    axes.set_ylim(len(found) - 0.5, -0.5)
    axes.set_xlabel(f"change from {of.titles[0]}, %\n(filled: more than chance)")
    light(axes, along="x")
    if others > 1:
        axes.legend(loc="best", frameon=True)


def _line(of: Material, name: str, lines: Sequence[Difference]) -> str:
    """What stands beside a line: the measure, and if there are but two rulesets, its means."""
    measure = of.measures[name]
    if len(lines) > 1:
        return measure.says
    base, other, _ = written(lines[0], share=measure.share)
    return f"{measure.says}\n{base} → {other}"


def _told(of: Material, found: Mapping[str, Sequence[Difference]]) -> str:
    """The changes that are more than chance, in words."""
    told = []
    for name, lines in found.items():
        share, says = of.measures[name].share, of.measures[name].says
        for one in lines:
            if one.significant:
                base, other, _ = written(one, share=share)
                told.append(f"{says} {base} → {other} ({of.titles[one.where.other + 1]})")
    return ", ".join(told) or "nothing more than by chance"
