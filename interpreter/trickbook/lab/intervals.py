"""Confidence intervals of means, from sums over matches."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from trickbook.lab.sums import StudySums, Sum

CONFIDENCE: Final = 0.95
"""The probability that an interval contains the true mean."""

T_QUANTILES: Final = (
    12.706205,
    4.302653,
    3.182446,
    2.776445,
    2.570582,
    2.446912,
    2.364624,
    2.306004,
    2.262157,
)
"""Student's t at 97.5 %, for one to nine degrees of freedom."""


class Estimate(NamedTuple):
    """A mean and its interval; the mean is None if nothing was counted.

    An interval takes two matches that differ: equal ones do not tell how far another may be off.
    """

    mean: float | None
    low: float | None = None
    high: float | None = None


def estimates(sums: StudySums) -> dict[str, tuple[Estimate, ...]]:
    """Return the estimates of every measure, by seat and then over all seats."""
    return {
        name: tuple(estimate(one, sums.matches) for one in measure) for name, measure in sums.measures.items()
    }


def plain_estimates(sums: StudySums) -> dict[str, dict[str, Any]]:
    """Return the estimates as plain data: for ``all`` seats, and for each of the ``seats`` if they differ."""
    return {
        name: {"seats": [one._asdict() for one in seats], "all": together._asdict()}
        for name, (*seats, together) in estimates(sums).items()
    }


def estimate(of: Sum, matches: int) -> Estimate:
    """Return the ratio of two sums over matches; matches are independent, deals of one match are not.

    The variance is that of the linearised ratio R: over matches, how much minus R times how many.
    """
    if not of.many:
        return Estimate(None)
    mean = of.much / of.many
    if matches < 2:  # noqa: PLR2004 - of one match nobody can tell how far another may be
        return Estimate(mean)
    return with_interval(mean, standard_error(of, matches), matches)


def with_interval(mean: float, error: float, matches: int) -> Estimate:
    """Return a mean with its interval, from its standard error over so many matches."""
    off = error * t_quantile(matches - 1)
    return Estimate(mean, mean - off, mean + off) if off else Estimate(mean)


def standard_error(of: Sum, matches: int) -> float:
    """Return the standard error of the ratio; exact up to the last division."""
    squares = of.many**2 * of.much_squared - 2 * of.much * of.many * of.product + of.much**2 * of.many_squared
    return sqrt(matches * squares / ((matches - 1) * of.many**4))


def t_quantile(freedom: int) -> float:
    """Return Student's t at 97.5 %, by Cornish and Fisher's expansion from ten degrees of freedom on."""
    if freedom <= len(T_QUANTILES):
        return T_QUANTILES[freedom - 1]
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3
