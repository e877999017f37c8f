"""A map of rulesets: a dendrogram, by average linkage, of how far they are from each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.lab.report.picture import light_grid, new_figure, svg
from trickbook.problems import needs

with needs("a map needs SciPy: run `make lab` in your clone of Trickbook"):
    from scipy.cluster.hierarchy import average, dendrogram
    from scipy.spatial.distance import squareform

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

WIDTH, LINE, AROUND = 9.5, 0.155, 0.8
"""Inches: of all, of a ruleset, and around all of them."""

STEP: Final = 10
"""The distance of two leaves, as SciPy has it; the first is at half of it."""


def game_map(names: Sequence[str], distances: NDArray[Any], says: str) -> str:
    """Draw the dendrogram; rulesets that branch near the left are alike."""
    tree = dendrogram(average(squareform(distances, checks=False)), no_plot=True)
    title = "A map of rulesets"
    with new_figure(WIDTH, AROUND + LINE * len(names)) as figure:
        axes = figure.subplots()
        for across, along in zip(tree["icoord"], tree["dcoord"], strict=True):
            axes.plot(along, across, color="black", linewidth=0.8)
        places = [STEP * place + STEP / 2 for place in range(len(names))]
        axes.set_yticks(places, [names[leaf] for leaf in tree["leaves"]], fontsize=7)
        axes.set_ylim(STEP * len(names), 0)
        axes.set_xlim(left=0)
        axes.set_xlabel("mean distance of the two branches that meet")
        light_grid(axes, along="x")
        return svg(figure, title, says)
