"""The odds that a seat ducks, as logarithms, and how likely they make a world; written in the subset."""

from __future__ import annotations

from typing import Final

from trickbook.core.reals import difference, exponential, is_less, logarithm, product, ratio, real, total

ILLEGAL: Final = -(10**9)
"""The logarithm of the likelihood of illegal plays: no exchange leads there."""


def odds_of_choice(agreement: float, many: int, agreed: int) -> float:
    """Return what a choice among so many says: a duck makes its own with a probability, others any."""
    if many < 2:  # noqa: PLR2004 - no choice
        return real(0)
    if agreed:
        return logarithm(product(agreement, real(many)))
    other = product(difference(real(1), agreement), real(many))
    return logarithm(ratio(other, real(many - 1)))


def likelihood(odds: float) -> float:
    """Return the logarithm of how likely the plays of a seat are that ducks or not, but for a constant."""
    if is_less(odds, real(ILLEGAL)):
        return real(ILLEGAL)
    above = real(0) if is_less(odds, real(0)) else odds
    below = odds if is_less(odds, real(0)) else difference(real(0), odds)
    return total(above, logarithm(total(real(1), exponential(below))))


def is_kept(gain: float, luck: float) -> int:
    """Return whether worlds that gain so much likelihood are kept, by a random number from 0 to 1."""
    return not is_less(gain, real(0)) or is_less(luck, exponential(gain))
