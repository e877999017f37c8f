"""The measures of a game, as functions of placings, numbers of plays, and estimates; nothing else is needed.

They follow Browne (2008) and Goadrich (2018 and 2019), whose players estimate a play by random playouts. A
*placing* is 1 for the best of a deal, 0 for the last, evenly spaced between.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence


ROUNDING: Final = 1e-9
"""Estimates so close to a line are on it: a mean of few placings often is."""


class Ratio(NamedTuple):
    """How much of something a deal had, and of how many."""

    much: float
    many: float = 1.0


def placing(beaten: int, tied: int, rivals: int) -> float:
    """Return the share of rivals that a seat has beaten; a tie is half."""
    return (beaten + tied / 2) / rivals


def order(wins: float, expected: float) -> float:
    """Return how far a strong player's share of wins is from the expected share to all of them."""
    return (wins - expected) / (1 - expected)


def fairness(wins: float, expected: float) -> float:
    """Return 1 if the first player wins the expected share, 0 if it wins nothing or everything."""
    return min(wins / expected, (1 - wins) / (1 - expected))


def convergence(choices: Sequence[int]) -> float:
    """Return 1/2 less half the slope of the number of legal plays, from one play of a deal to the next."""
    centre, mean = (len(choices) - 1) / 2, sum(choices) / len(choices)
    width = sum((place - centre) ** 2 for place in range(len(choices)))
    rise = sum((place - centre) * (many - mean) for place, many in enumerate(choices))
    return (1 - (rise / width if width else 0.0)) / 2


def spread(best: Sequence[float], worst: Sequence[float]) -> float:
    """Return how much better the best play of a choice is than the worst, on average."""
    return (sum(best) - sum(worst)) / len(best)


def threshold(sides: int) -> float:
    """Return the placing halfway between the best of so many sides and the next."""
    return (1 + (sides - 2) / (sides - 1)) / 2


def drama(estimates: Sequence[float], line: float) -> Ratio:
    """Return how deep the winner's estimates lay below a line: roots of the gaps, and how many there are."""
    gaps = [sqrt(line - one) for one in estimates if _is_below(one, line)]
    return Ratio(sum(gaps), len(gaps))


def security(estimates: Sequence[float], line: float) -> float:
    """Return how often the winner's estimates were not below a line."""
    return sum(not _is_below(one, line) for one in estimates) / len(estimates)


def _is_below(one: float, line: float) -> bool:
    """Return whether an estimate is below a line, and not on it but for rounding."""
    return line - one > ROUNDING
