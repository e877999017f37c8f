"""Bounds of numbers: how those of a sum, a remainder or a total follow from those of its parts."""

from __future__ import annotations

from itertools import product
from math import inf, isnan
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.expression.operations import Operation
from trickbook.expression.phrases import RECKON

if TYPE_CHECKING:
    from collections.abc import Callable


class Span(NamedTuple):
    """A range of values: of sets, what is certainly in them and what may be; of numbers, least and greatest.

    A condition is a number from 0 (no) to 1 (yes).
    """

    low: Any
    high: Any

    @property
    def fixed(self) -> bool:
        """Return whether there is only one value."""
        return bool(self.low == self.high)


def reckoned(operation: str, *parts: Span) -> Span | None:
    """Return the bounds of a number that is reckoned from others; None if nothing is known of them."""
    if len(parts) == 1:
        return _size(parts[0]) if operation == Operation.SIZE else None
    return RULES[operation](*parts) if operation in RULES else None


def _corners(function: Callable[[Any, Any], Any]) -> Callable[[Span, Span], Span | None]:
    """Bounds by the greatest and least values of both parts; None if these have no end that can be told."""

    def bounds(one: Span, other: Span) -> Span | None:
        found = [function(a, b) for a, b in product(one, other)]
        return None if any(isnan(value) for value in found) else Span(min(found), max(found))

    return bounds


def _remainder(one: Span, other: Span) -> Span | None:
    """A remainder lies between 0 and the divisor."""
    if not other.fixed:
        return None
    if one.fixed:
        rest = RECKON[Operation.REMAINDER](one.low, other.low)
        return Span(rest, rest)
    limit = other.low
    return Span(0, max(0, limit - 1)) if limit >= 0 else Span(limit + 1, 0)


def _divided(one: Span, other: Span) -> Span | None:
    """A part of a number, where the divisor is known and not negative."""
    if not other.fixed or other.low < 1:
        return None
    return Span(*(limit if limit in (inf, -inf) else limit // other.low for limit in one))


def _size(one: Span) -> Span:
    low, high = sorted(map(abs, one))
    return Span(0 if one.low <= 0 <= one.high else low, high)


RULES: dict[str, Callable[[Span, Span], Span | None]] = {
    Operation.ADD: _corners(lambda a, b: a + b),
    Operation.SUBTRACT: lambda one, other: Span(one.low - other.high, one.high - other.low),
    Operation.MULTIPLY: _corners(lambda a, b: a * b),
    Operation.DIVIDE: _divided,
    Operation.REMAINDER: _remainder,
    Operation.LESSER: lambda one, other: Span(min(one.low, other.low), min(one.high, other.high)),
    Operation.GREATER: lambda one, other: Span(max(one.low, other.low), max(one.high, other.high)),
}
"""How the bounds of two numbers give those of what is reckoned from them."""


def gathered(operation: str, fewest: int, most: int, asked: Span) -> Span:
    """Return the bounds of what comes of asking each of so many seats."""
    if operation in (Operation.ANY_OF_SEATS, Operation.ALL_OF_SEATS):
        of_nobody = int(operation == Operation.ALL_OF_SEATS)
        return asked if fewest else Span(min(of_nobody, asked.low), max(of_nobody, asked.high))
    if operation in (Operation.COUNT_OF_SEATS, Operation.TOTAL_OF_SEATS):
        lows, highs = ([_times(limit, seats) for seats in (fewest, most)] for limit in asked)
        return Span(min(lows), max(highs))
    return asked if fewest else Span(min(0, asked.low), max(0, asked.high))


def _times(limit: Any, seats: int) -> Any:
    """A number so often; nothing of a number without end is 0."""
    return limit * seats if seats else 0
