"""Rules for numbers: how they compare, and what is reckoned from them."""

from __future__ import annotations

from functools import partial
from itertools import product
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.evaluation.ranges import (
    Interval,
    Members,
    Range,
    held,
    only_value,
    span,
    truth,
)
from trickbook.expression.logic import ORDER
from trickbook.expression.operations import COMPARISONS, Operation
from trickbook.expression.phrases import OF_TWO, RECKON
from trickbook.expression.types import VARIES, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.expression.evaluation.rules import Rule
    from trickbook.expression.types import Term
    from trickbook.state import Layout


# Comparisons


def _is(_layout: Layout, term: Term, one: Any, other: Any) -> Interval | None:
    values = [only_value(found) for found in (one, other)]
    if VARIES not in values:
        return truth(certain=values[0] == values[1], possible=values[0] == values[1])
    if isinstance(one, frozenset):
        return truth(certain=False, possible=one & other)
    if isinstance(one, Members):
        sizes = one.fewest <= other.most and other.fewest <= one.most
        apart = one.low & ~other.high or other.low & ~one.high
        return truth(certain=False, possible=sizes and not apart)
    if any(part.type.kind is Kind.COMPLEX for part in term.parts):
        return None
    return truth(certain=False, possible=one.low <= other.high and other.low <= one.high)


def _compare(sign: str, _layout: Layout, _term: Term, one: Any, other: Any) -> Interval:
    return compared(sign, one, other)


def compared(sign: str, one: Any, other: Any) -> Interval:
    """How certainly numbers compare so: by those least likely to, and by those most likely to."""
    test, less = ORDER[sign], sign.startswith("<")
    ends = ((one.high, other.low), (one.low, other.high))
    certain, possible = ends if less else ends[::-1]
    return truth(certain=test(*certain), possible=test(*possible))


# Numbers


def _of_corners(layout: Layout, term: Term, one: Any, other: Any) -> Range | None:
    """What is least and greatest where both numbers are, held at the largest number."""
    if term.type.kind is Kind.COMPLEX:
        return None
    function = CORNERS[term.operation]
    return held(span(function(a, b) for a, b in product(one, other)))


CORNERS: Final[Mapping[str, Callable[[Any, Any], Any]]] = MappingProxyType(
    {
        Operation.ADD: lambda a, b: a + b,
        Operation.SUBTRACT: lambda a, b: a - b,
        Operation.MULTIPLY: lambda a, b: a * b if a and b else 0,
        Operation.LESSER: OF_TWO[Operation.LESSER],
        Operation.GREATER: OF_TWO[Operation.GREATER],
    }
)


def _divide(_layout: Layout, _term: Term, one: Any, other: Any) -> Range:
    """A quotient is no farther from zero than the number that is divided."""
    if other.low < 0:
        size = max(map(abs, one))
        return Interval(-size, size)
    if other.low == other.high != 0:
        return Interval(*(end if abs(end) == inf else end // other.low for end in one))
    return Interval(min(one.low, 0), max(one.high, 0))


def _remainder(_layout: Layout, _term: Term, one: Any, other: Any) -> Range:
    """A remainder lies between 0 and the divisor."""
    if one.low == one.high and other.low == other.high:
        rest = RECKON[Operation.REMAINDER](one.low, other.low)
        return Interval(rest, rest)
    return Interval(min(0, other.low + 1), max(0, other.high - 1))


def _power(_layout: Layout, _term: Term, one: Any, other: Any) -> Range | None:
    if one.low != one.high or other.low != other.high:
        return None
    power = RECKON[Operation.POWER](one.low, other.low)
    return Interval(power, power)


def _size(_layout: Layout, _term: Term, one: Any) -> Interval:
    low, high = sorted(map(abs, one))
    return Interval(0 if one.low <= 0 <= one.high else low, high)


def _norm(layout: Layout, term: Term, one: Any) -> Range:
    if term.parts[0].type.kind is Kind.COMPLEX:
        return Interval(0, inf)
    low, high = _size(layout, term, one)
    return held(Interval(low * low, high * high))


NUMBER_RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        Operation.IS: _is,
        **{sign: partial(_compare, sign) for sign in COMPARISONS},
        **dict.fromkeys(CORNERS, _of_corners),
        Operation.DIVIDE: _divide,
        Operation.REMAINDER: _remainder,
        Operation.POWER: _power,
        Operation.SIZE: _size,
        Operation.NORM: _norm,
    }
)
"""The rules for comparisons and numbers, by operation."""
