"""Rules for values: numbers and how they compare, cards, what they are worth and how high they stand."""

from __future__ import annotations

from functools import partial
from itertools import product
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.runs import melded, tops_of
from trickbook.expression.evaluation.ranges import (
    Interval,
    Members,
    Range,
    exactly,
    held,
    members,
    only_value,
    span,
    truth,
)
from trickbook.expression.logic import ORDER
from trickbook.expression.operations import COMPARISONS, IN_ORDER, Operation
from trickbook.expression.orders import grades, lowest
from trickbook.expression.phrases import OF_TWO, RECKON, complex_column
from trickbook.expression.types import VARIES, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.cards.runs import CardOrder
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


def _count(_layout: Layout, _term: Term, some: Members) -> Range:
    return Interval(some.fewest, some.most)


def _worth(_layout: Layout, term: Term, some: Members) -> Range | None:
    """Each card that is certain counts; of the others those may that make it less, or more."""
    if term.type.kind is not Kind.NUMBER:
        return None
    low = high = 0
    for value, cards in term.detail:
        ends = [value * (few & cards).bit_count() for few in (some.low, some.high)]
        low, high = low + min(ends), high + max(ends)
    return Interval(low, high)


def _rank(order: CardOrder, some: Members) -> Range:
    heights = [height for height, cards in order.grades if cards & some.high]
    least = order.rank_of(some.low) if some.low else min(heights, default=0)
    empty = () if some.fewest else (0,)
    return span((least, order.rank_of(some.high), *empty))


def _extreme(order: CardOrder, find: str, some: Members) -> Range:
    """Those of some cards that stand highest, or lowest; there are some if these are any."""
    if some.low == some.high:
        return exactly(Kind.CARDS, getattr(order, f"{find}_of")(some.low))
    return members(0, some.high, min(some.fewest, 1), some.most)


def _of_order(order: CardOrder, find: str, some: Members) -> Range:
    """What is said of cards by an order that does not change."""
    match find:
        case "rank":
            return _rank(order, some)
        case "suit":
            return members(order.suit_of(some.low), order.suit_of(some.high))
    return _extreme(order, find, some)


def _printed(find: str, layout: Layout, _term: Term, some: Members) -> Range:
    return _of_order(layout.deck.order, find, some)


def _in_order(find: str, layout: Layout, term: Term, some: Members, _column: Range) -> Range | None:
    """What is said of cards by the orders of the ruleset, which may change."""
    if not term.detail.varying:
        return _of_order(term.detail.fixed, find, some)
    if find == "rank":
        return Interval(min(0, lowest(layout.deck)), max(layout.deck.heights) + sum(term.detail.sizes))
    return None if find == "suit" else members(0, some.high, min(some.fewest, 1), some.most)


def _growing(function: Callable[[Layout, Term], Callable[[int], int]]) -> Rule:
    """Give what has more cards if it is made of more cards."""

    def rule(layout: Layout, term: Term, some: Members) -> Range:
        found = function(layout, term)
        return members(found(some.low), found(some.high))

    return rule


def _tops(_layout: Layout, term: Term, some: Members) -> Range:
    if some.low == some.high:
        return exactly(Kind.CARDS, tops_of(term.detail, some.low))
    return members(0, some.high, 0, some.most)


def _column_comparison(_layout: Layout, term: Term, _column: Range, number: Any) -> Range | None:
    """The cards whose number in a fixed column compares so with any number that there may be."""
    if not term.parts[0].constant or complex_column(term.parts[0].value):
        return None
    low = high = 0
    for one, cards in grades(term.parts[0].value).items():
        ends = Interval(one, one)
        if term.detail == "is":
            found = truth(certain=number == ends, possible=number.low <= one <= number.high)
        else:
            found = compared(term.detail, ends, number)
        low, high = low | cards * found.low, high | cards * found.high
    return members(low, high)


CARD_RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        Operation.COUNT: _count,
        Operation.WORTH: _worth,
        **{Operation(find): partial(_printed, find) for find in IN_ORDER},
        **{operation: partial(_in_order, find) for find, operation in IN_ORDER.items()},
        Operation.COPIES: _growing(lambda layout, _term: layout.deck.copies_of),
        Operation.TWINS: _growing(lambda layout, _term: layout.deck.twins_of),
        Operation.MELDS: _growing(lambda _layout, term: partial(melded, term.detail)),
        Operation.TOPS: _tops,
        Operation.COLUMN_COMPARISON: _column_comparison,
    }
)
"""The rules for sets of cards, by operation."""
