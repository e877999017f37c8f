"""Paired differences: two studies on the same matches, and which differences are more than chance."""

from __future__ import annotations

from itertools import count
from math import atan, cos, erfc, pi, sin, sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.lab.intervals import SURE, Estimate, around
from trickbook.lab.sums import Sum, dots

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from trickbook.lab.measures import Measured

LEVEL: Final = 1 - SURE
"""How likely chance alone may mark anything at all as significant."""

MANY: Final = 1000
"""From so many degrees of freedom on Student's t is normal."""


class Cross(NamedTuple):
    """Over the same matches, the products of one study's how much and per how many with another's."""

    much: int = 0
    much_many: int = 0
    many_much: int = 0
    many: int = 0


class Looked(NamedTuple):
    """Where a difference was looked for: the number of the other study, a measure, a seat or all of them."""

    other: int
    measure: str
    seat: int | None


class Difference(NamedTuple):
    """The other's mean less the base's, with its interval.

    ``p`` is how likely chance alone is to make one as big, ``corrected`` for all that were looked at.
    """

    where: Looked
    base: float
    other: float
    estimate: Estimate
    p: float
    corrected: float

    @property
    def significant(self) -> bool:
        """Whether it is more than chance."""
        return self.corrected < LEVEL


def crossed(one: Measured, other: Measured) -> tuple[Cross, ...]:
    """The products of two studies' measure, match by match, by seat and then of all seats."""
    return tuple(
        Cross(*products)
        for products in zip(*(dots(mine, theirs) for mine in one for theirs in other), strict=True)
    )


def difference(base: Sum, other: Sum, cross: Cross, matches: int) -> tuple[Estimate, float]:
    """The difference of two ratios over the same matches, and how likely chance alone is to make one as big.

    The ratios are linearised and their errors subtracted match by match. Whole numbers, up to
    the last division.
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
    return around(apart, error, matches), chance(apart, error, matches)


def _squares(of: Sum) -> int:
    """The squared errors of a linearised ratio, times the square of its per how many."""
    return of.many**2 * of.much_squared - 2 * of.much * of.many * of.product + of.much**2 * of.many_squared


def chance(apart: float, error: float, matches: int) -> float:
    """How likely a difference as big is if there is none: by Student's t, but never less than by signs alone.

    So many matches that all differ one way would do so by chance once in two to the power of one less.
    """
    if not apart:
        return 1.0
    by_signs = 2.0 ** (1 - matches)
    return max(by_signs, tails(abs(apart) / error, matches - 1) if error else 0.0)


def fewest(looked: int) -> int:
    """So many matches it takes at least to mark any of so many differences that are looked at."""
    return next(matches for matches in count(2) if looked * 2.0 ** (1 - matches) < LEVEL)


def tails(t: float, freedom: int) -> float:
    """Both tails of Student's t (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    if freedom > MANY:
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


def holm(chances: Sequence[float]) -> list[float]:
    """The chances corrected for how many there are (Holm, 1979), in the order in which they were given."""
    corrected, least = [0.0] * len(chances), 0.0
    for before, place in enumerate(sorted(range(len(chances)), key=lambda place: chances[place])):
        least = max(least, min(1.0, (len(chances) - before) * chances[place]))
        corrected[place] = least
    return corrected


def differences(
    base: Mapping[str, Sequence[Sum]],
    others: Sequence[Mapping[str, Sequence[Sum]]],
    crosses: Sequence[Mapping[str, Sequence[Cross]]],
    matches: int,
    *,
    seats: bool,
) -> tuple[Difference, ...]:
    """All differences of the others from the base, of all seats together and, if asked for, of each seat."""
    found = [
        (Looked(number, name, seat), base[name][place], sums[name][place], crosses[number][name][place])
        for number, sums in enumerate(others)
        for name in crosses[number]
        for place, seat in _looked(len(base[name]), seats=seats)
        if base[name][place].many and sums[name][place].many
    ]
    apart = [difference(mine, theirs, cross, matches) for _, mine, theirs, cross in found]
    corrected = holm([p for _, p in apart])
    return tuple(
        Difference(where, mine.much / mine.many, theirs.much / theirs.many, estimate, p, level)
        for (where, mine, theirs, _), (estimate, p), level in zip(found, apart, corrected, strict=True)
    )


def _looked(columns: int, *, seats: bool) -> list[tuple[int, int | None]]:
    """The columns to look at, with the seats that they are of: the last is of all seats."""
    return [(columns - 1, None), *((seat, seat) for seat in range(columns - 1) if seats)]
