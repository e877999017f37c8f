"""Figures for people: as many digits as their intervals justify, shares in per cent."""

from __future__ import annotations

from math import floor, log10
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.lab.paired_differences import fewest_matches

if TYPE_CHECKING:
    from trickbook.lab.intervals import Estimate
    from trickbook.lab.paired_differences import Difference

DEFAULT_DIGITS: Final = 4
"""The digits of a number without an interval."""

MAX_DECIMALS: Final = 9
"""The most decimals."""

SIGNIFICANCE_MARK: Final = "*"
"""The mark after a significant difference."""

INTERVAL_NOTE: Final = "± holds the truth 95 times in 100; without it, all matches were alike, or too few."
"""The note below figures."""


def too_few_notice(many: int, looked: int, what: str = "matches") -> str:
    """Return a notice if so many matches cannot mark any of the differences; otherwise nothing."""
    least = fewest_matches(looked)
    if many >= least:
        return ""
    of = f"any of {looked} differences" if looked > 1 else "anything"
    called = what if many != 1 else {"matches": "match", "deals": "deal"}[what]
    verb = "are" if many != 1 else "is"
    return f"{many} {called} {verb} too few to tell {of} from chance; that takes at least {least}."


class FormattedDifference(NamedTuple):
    """The base's mean, the other's, and the difference with half of its interval."""

    base: str
    other: str
    apart: str


def format_difference(one: Difference, *, share: bool) -> FormattedDifference:
    """Write a difference, and the means with the digits that its interval justifies."""
    off, unit = half_width(one.estimate), " %" * share
    base, other = (_number(mean, off, share=share) + unit for mean in (one.base, one.other))
    return FormattedDifference(
        base,
        other,
        format_mean(one.estimate, share=share, sign="+") + f" {SIGNIFICANCE_MARK}" * one.significant,
    )


def format_mean(of: Estimate, *, share: bool = False, sign: str = "") -> str:
    """Write a mean with half of its interval; ``+`` as the sign makes it a difference.

    An interval that says nothing is left out: an empty one, or for a share one that covers everything.
    """
    if of.mean is None:
        return "–"
    off, unit = half_width(of), " %" * share
    widest = 1 + abs(of.mean) if sign else max(of.mean, 1 - of.mean)
    if not off or (share and off >= widest):
        return _number(of.mean, None, share=share, sign=sign) + unit
    return f"{_number(of.mean, off, share=share, sign=sign)} ± {_number(off, off, share=share)}{unit}"


def half_width(of: Estimate) -> float | None:
    """Return half of an interval, if there is one."""
    return None if of.low is None or of.high is None else (of.high - of.low) / 2


def _number(number: float, off: float | None, *, share: bool, sign: str = "") -> str:
    """Write a number to two digits of its error, or to the default digits; shares in per cent."""
    times = 100 if share else 1
    if off:
        return f"{number * times:{sign}z.{_decimals(off * times, 2)}f}"
    text = f"{number * times:{sign if number else ''}z.{_decimals(number * times, DEFAULT_DIGITS)}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def _decimals(number: float, digits: int) -> int:
    """Return the decimals of a number written to so many digits."""
    return max(0, min(MAX_DECIMALS, digits - 1 - floor(log10(abs(number))))) if number else 0
