"""Figures of the lab as people read them: to the two digits that their intervals tell, shares in per cent."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from trickbook.lab.intervals import Estimate
    from trickbook.lab.paired import Difference

USUAL, IN_HUNDREDS = 3, 1
"""So many decimals where an interval tells none: of numbers, and of shares."""

MOST: Final = 9
"""So many decimals at most."""

MARK: Final = "*"
"""What stands behind a difference that is more than chance."""


class Written(NamedTuple):
    """The base's mean, the other's, and the difference with half of its interval."""

    base: str
    other: str
    apart: str


def written(one: Difference, *, share: bool) -> Written:
    """Write a difference."""
    times, unit, places = _scale(one.estimate, share=share)
    base, other = (f"{number * times:z.{places}f}{unit}" for number in (one.base, one.other))
    return Written(base, other, mean(one.estimate, share=share, sign="+") + f" {MARK}" * one.significant)


def mean(of: Estimate, *, share: bool, sign: str = "") -> str:
    """Write a mean with half of its interval; with the sign ``+`` it is a difference, and has its sign.

    Of a share, an interval that holds all that is possible tells nothing.
    """
    if of.mean is None:
        return "–"
    times, unit, places = _scale(of, share=share)
    off = half(of)
    widest = 1 + abs(of.mean) if sign else max(of.mean, 1 - of.mean)
    apart = "?" if off is None or (share and off >= widest) else f"{off * times:.{places}f}"
    return f"{of.mean * times:{sign}z.{places}f} ± {apart}{unit}"


def half(of: Estimate) -> float | None:
    """Half of an interval, if there is one."""
    return None if of.low is None or of.high is None else (of.high - of.low) / 2


def _scale(of: Estimate, *, share: bool) -> tuple[int, str, int]:
    """What numbers are multiplied by, what stands behind them, how many decimals they have."""
    times, unit, usual = (100, " %", IN_HUNDREDS) if share else (1, "", USUAL)
    off = (half(of) or 0) * times
    return times, unit, max(0, min(MOST, 1 - floor(log10(off)))) if off else usual
