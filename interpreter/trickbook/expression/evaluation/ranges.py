"""Ranges: all that a value may be. Each kind of value has ranges of its own, and they can be joined.

A number lies in an interval, and so does a condition: 0 is no, 1 is yes. A set of cards or of seats lies
between two sets, and has so many members. A choice is one of a set of names, in which None is no choice.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias

from trickbook.expression.types import LARGEST, VARIES, Kind

if TYPE_CHECKING:
    from collections.abc import Iterable


class Interval(NamedTuple):
    """Numbers from the least to the greatest."""

    low: Any
    high: Any


class Members(NamedTuple):
    """Sets: what is certainly in them and what may be, and how many members they have."""

    low: int
    high: int
    fewest: int
    most: int


Names: TypeAlias = frozenset[Any]
"""The names of which a choice is one."""

Range: TypeAlias = Interval | Members | Names

SETS: Final = (Kind.CARDS, Kind.SEATS)
"""The kinds of values that are sets."""

RANGED: Final = frozenset({*SETS, Kind.NUMBER, Kind.CONDITION, Kind.CHOICE})
"""The kinds of values of which a range says more than whether they are fixed."""

ANY_NUMBER: Final = Interval(-inf, inf)
EITHER: Final = Interval(0, 1)

HUGE: Final = 10**30
"""The most that arithmetic gives. A larger number can only have been written down."""


def truth(*, certain: object, possible: object) -> Interval:
    """The range of a condition."""
    return Interval(int(bool(certain)), int(bool(possible)))


def members(low: int, high: int, fewest: int = 0, most: float = inf) -> Members:
    """The range of a set; it has no fewer members than are certain, and no more than are possible."""
    return Members(low, high, max(fewest, low.bit_count()), int(min(most, high.bit_count())))


def exactly(kind: Kind, value: Any) -> Range:
    """The range of a single value."""
    if kind in SETS:
        return members(value, value)
    if kind is Kind.CHOICE:
        return frozenset({value})
    if kind is Kind.NUMBER and abs(value) > HUGE:
        return Interval(HUGE, inf) if value > 0 else Interval(-inf, -HUGE)
    return Interval(int(value), int(value)) if kind is Kind.CONDITION else Interval(value, value)


def only_value(found: Range) -> Any:
    """The only value of a range; VARIES if it has several."""
    if isinstance(found, frozenset):
        return next(iter(found)) if len(found) == 1 else VARIES
    return found.low if found.low == found.high else VARIES


def joined(first: Any, *others: Any) -> Any:
    """The range of what lies in one of several ranges of a kind."""
    for other in others:
        if isinstance(first, frozenset):
            first |= other
        elif isinstance(first, Members):
            fewest, most = min(first.fewest, other.fewest), max(first.most, other.most)
            first = Members(first.low & other.low, first.high | other.high, fewest, most)
        else:
            first = Interval(min(first.low, other.low), max(first.high, other.high))
    return first


def span(numbers: Iterable[Any]) -> Interval:
    """The interval from the least of some numbers to the greatest; of what is no number, any number."""
    found = [*numbers]
    return ANY_NUMBER if any(number != number for number in found) else Interval(min(found), max(found))  # noqa: PLR0124 - nan is not itself


def held(found: Interval) -> Interval:
    """An interval of numbers that hold at the largest; one without an end stays so."""
    low, high = (end if abs(end) == inf else max(-LARGEST, min(end, LARGEST)) for end in found)
    return Interval(low, high)
