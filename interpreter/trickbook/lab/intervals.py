"""Estimates from sums over matches: means with confidence intervals, and paired differences of two studies.

Differences are of the same matches; those that are significant are marked.
"""

from __future__ import annotations

from itertools import count
from math import atan, cos, erfc, pi, sin, sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.lab.sums import Sum, column_products

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.lab.measures import MeasuredMatches
    from trickbook.lab.sums import StudySums

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

SIGNIFICANCE_LEVEL: Final = 1 - CONFIDENCE
"""The probability that chance alone marks any difference as significant."""

NORMAL_FROM: Final = 1000
"""From so many degrees of freedom, Student's t is taken to be normal."""


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
    return sqrt(matches * _squares(of) / ((matches - 1) * of.many**4))


def _squares(of: Sum) -> int:
    """Return the squared errors of a linearised ratio, times the square of its how many."""
    return of.many**2 * of.much_squared - 2 * of.much * of.many * of.product + of.much**2 * of.many_squared


def t_quantile(freedom: int) -> float:
    """Return Student's t at 97.5 %, by Cornish and Fisher's expansion from ten degrees of freedom on."""
    if freedom <= len(T_QUANTILES):
        return T_QUANTILES[freedom - 1]
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    first = (z**3 + z) / 4
    second = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


class CrossProducts(NamedTuple):
    """Sums over matches: products of one study's how much and how many with another's."""

    much: int = 0
    much_many: int = 0
    many_much: int = 0
    many: int = 0


class ComparedCell(NamedTuple):
    """One comparison: the number of the other study, a measure, and a seat or all seats."""

    other: int
    measure: str
    seat: int | None


class Difference(NamedTuple):
    """The other's mean minus the base's, with its interval.

    ``p`` is the probability that chance alone makes one as large, ``corrected`` for all comparisons.
    """

    where: ComparedCell
    base: float
    other: float
    estimate: Estimate
    p: float
    corrected: float

    @property
    def significant(self) -> bool:
        """True if it is significant."""
        return self.corrected < SIGNIFICANCE_LEVEL


def cross_products(one: MeasuredMatches, other: MeasuredMatches) -> tuple[CrossProducts, ...]:
    """Return the products of two studies' measure, match by match, by seat and then over all seats."""
    return tuple(
        CrossProducts(*products)
        for products in zip(*(column_products(mine, theirs) for mine in one for theirs in other), strict=True)
    )


def _ratio_difference(base: Sum, other: Sum, cross: CrossProducts, matches: int) -> tuple[Estimate, float]:
    """Return the difference of two ratios over the same matches, and its p-value.

    The ratios are linearised, and their errors subtracted match by match. All numbers are whole up to the
    last division.
    """
    mine, theirs = base.many, other.many
    apart = (other.much * mine - base.much * theirs) / (mine * theirs)
    if matches < 2:  # noqa: PLR2004 - of one match nobody can tell how far another may be
        return Estimate(apart), 1.0
    both = (
        mine * theirs * cross.much
        - mine * other.much * cross.much_many
        - base.much * theirs * cross.many_much
        + base.much * other.much * cross.many
    )
    squares = mine**4 * _squares(other) - 2 * mine**2 * theirs**2 * both + theirs**4 * _squares(base)
    error = sqrt(matches * squares / ((matches - 1) * (mine * theirs) ** 4))
    return with_interval(apart, error, matches), p_value(apart, error, matches)


def p_value(apart: float, error: float, matches: int) -> float:
    """Return the probability of a difference as large: by Student's t, but at least that of equal signs.

    So many matches all differ one way by chance once in two to the power of one less.
    """
    if not apart:
        return 1.0
    by_signs = 2.0 ** (1 - matches)
    return max(by_signs, t_tails(abs(apart) / error, matches - 1) if error else 0.0)


def fewest_matches(looked: int) -> int:
    """Return the number of matches needed to mark any of so many differences."""
    return next(matches for matches in count(2) if looked * 2.0 ** (1 - matches) < SIGNIFICANCE_LEVEL)


def t_tails(t: float, freedom: int) -> float:
    """Return both tails of Student's t (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    if freedom > NORMAL_FROM:
        return erfc(t / sqrt(2))
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    term = cos(angle) if odd else 1.0
    total = term if freedom > 1 else 0.0
    for step in range(2 + odd, freedom - 1, 2):
        term *= cos(angle) ** 2 * (step - 1) / step
        total += term
    within = (angle + sin(angle) * total) * 2 / pi if odd else sin(angle) * total
    return max(0.0, 1 - within)


def holm_corrected(chances: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number (Holm, 1979), in their given order."""
    corrected, least = [0.0] * len(chances), 0.0
    for before, place in enumerate(sorted(range(len(chances)), key=lambda place: chances[place])):
        least = max(least, min(1.0, (len(chances) - before) * chances[place]))
        corrected[place] = least
    return corrected


def study_differences(
    base: Mapping[str, Sequence[Sum]],
    others: Sequence[Mapping[str, Sequence[Sum]]],
    crosses: Sequence[Mapping[str, Sequence[CrossProducts]]],
    matches: int,
    *,
    seats: bool,
) -> tuple[Difference, ...]:
    """Return all differences from the base, over all seats and perhaps by seat."""
    found = [
        (ComparedCell(number, name, seat), base[name][place], sums[name][place], crosses[number][name][place])
        for number, sums in enumerate(others)
        for name in crosses[number]
        for place, seat in _looked(len(base[name]), seats=seats)
        if base[name][place].many and sums[name][place].many
    ]
    apart = [_ratio_difference(mine, theirs, cross, matches) for _, mine, theirs, cross in found]
    corrected = holm_corrected([p for _, p in apart])
    return tuple(
        Difference(where, mine.much / mine.many, theirs.much / theirs.many, estimate, p, level)
        for (where, mine, theirs, _), (estimate, p), level in zip(found, apart, corrected, strict=True)
    )


def _looked(columns: int, *, seats: bool) -> list[tuple[int, int | None]]:
    """Return the columns to compare, with their seats; the last is over all seats."""
    return [(columns - 1, None), *((seat, seat) for seat in range(columns - 1) if seats)]
