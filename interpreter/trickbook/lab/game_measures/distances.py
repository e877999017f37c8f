"""How far rulesets are from each other: by their measures, and by the entries in which they differ."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from trickbook.analysis.difference.entry_changes import compare, entry_count

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.lab.game_measures.summary import GameMeasures
    from trickbook.source import Mapping


def measure_distances(measured: Sequence[GameMeasures]) -> NDArray[np.float64]:
    """Return the distances of games by their measures, the largest 1.

    Each measure counts in units of its standard deviation; one that a game lacks is the mean of the others.
    """
    rows = np.array([[np.nan if one.mean is None else one.mean for one in game] for game in measured], float)
    deviations = np.nanstd(rows, axis=0)
    scaled = np.nan_to_num((rows - np.nanmean(rows, axis=0)) / np.where(deviations, deviations, 1))
    apart = np.sqrt(((scaled[:, None] - scaled[None]) ** 2).mean(axis=2))
    return np.asarray(apart / (apart.max() or 1))


def entry_distances(roots: Sequence[Mapping]) -> NDArray[np.float64]:
    """Return the share of the entries of either ruleset in which two rulesets differ."""
    counts, many = [entry_count(root) for root in roots], len(roots)
    apart = np.zeros((many, many))
    for one in range(many):
        for other in range(one):
            apart[one, other] = apart[other, one] = _share(roots[one], roots[other], counts[one])
    return apart


def _share(one: Mapping, other: Mapping, entries: int) -> float:
    """Return the share of the entries that differ, of all in either; the first has so many."""
    kinds = [change.kind for change in compare(one, other)]
    differ = len(kinds) - kinds.count("worded")
    return differ / (entries + kinds.count("added"))


def distances(measured: Sequence[GameMeasures], roots: Sequence[Mapping]) -> NDArray[np.float64]:
    """Return the mean of both distances."""
    return np.asarray((measure_distances(measured) + entry_distances(roots)) / 2)
