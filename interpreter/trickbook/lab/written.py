"""Differences as people read them: to the two figures that their intervals tell."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from trickbook.lab.paired import Difference

USUAL, IN_HUNDREDS = 3, 1
"""So many decimals where an interval tells none: of numbers, and of shares in per cent."""

MARK: Final = "*"
"""What stands behind a difference that is more than chance."""


class Written(NamedTuple):
    """The base's mean, the other's, and the difference with half of its interval."""

    base: str
    other: str
    apart: str


def written(one: Difference, *, share: bool) -> Written:
    """Write a difference; shares in per cent."""
    times, sign, usual = (100, " %", IN_HUNDREDS) if share else (1, "", USUAL)
    mean, _, high = one.estimate
    half = None if mean is None or high is None else (high - mean) * times
    places = max(0, min(9, 1 - floor(log10(half)))) if half else usual
    base, other = (f"{number * times:.{places}f}{sign}" for number in (one.base, one.other))
    off = "?" if half is None else f"{half:.{places}f}"
    mark = f" {MARK}" if one.significant else ""
    return Written(base, other, f"{(mean or 0) * times:+.{places}f} ± {off}{sign}{mark}")
