"""One rule for each operation: how the range of a term follows from the ranges of its parts.

A rule that gives None knows nothing, and the term may be all that its type has.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from trickbook.expression.evaluation.ranges import (
    Interval,
    Members,
    Range,
    held,
    joined,
    members,
    span,
    truth,
)
from trickbook.expression.evaluation.values import CARD_RULES, NUMBER_RULES
from trickbook.expression.operations import CYCLES, Operation
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.expression.types import Term
    from trickbook.state import Layout

Rule: TypeAlias = Callable[..., Range | None]
"""A function of the table, the term and the ranges of its parts."""


# Sets and conditions


def _and(_layout: Layout, _term: Term, one: Any, other: Any) -> Range:
    low, high = one.low & other.low, one.high & other.high
    return (
        members(low, high, 0, min(one.most, other.most)) if isinstance(one, Members) else Interval(low, high)
    )


def _or(_layout: Layout, _term: Term, one: Any, other: Any) -> Range:
    low, high = one.low | other.low, one.high | other.high
    if not isinstance(one, Members):
        return Interval(low, high)
    return members(low, high, max(one.fewest, other.fewest), one.most + other.most)


def _not(layout: Layout, term: Term, one: Any) -> Range:
    if isinstance(one, Interval):
        return Interval(1 - one.high, 1 - one.low)
    everything = layout.deck.cards if term.type.kind is Kind.CARDS else layout.everyone
    size = everything.bit_count()
    return members(everything & ~one.high, everything & ~one.low, size - one.most, size - one.fewest)


def _if(_layout: Layout, _term: Term, asked: Interval, yes: Range, no: Range) -> Range:
    if asked.low == asked.high:
        return yes if asked.low else no
    return joined(yes, no)  # type: ignore[no-any-return]


def _has(_layout: Layout, _term: Term, some: Members, wanted: Members) -> Interval:
    inside = (one.fewest and not one.high & ~other.low for one, other in ((some, wanted), (wanted, some)))
    return truth(certain=some.low & wanted.low or any(inside), possible=some.high & wanted.high)


def _has_no(layout: Layout, term: Term, some: Members, wanted: Members) -> Interval:
    found = _has(layout, term, some, wanted)
    return Interval(1 - found.high, 1 - found.low)


def _has_all(_layout: Layout, _term: Term, some: Members, wanted: Members) -> Interval:
    fits = not wanted.low & ~some.high and wanted.fewest <= some.most
    return truth(certain=not wanted.high & ~some.low, possible=fits)


def _has_only(_layout: Layout, _term: Term, some: Members, wanted: Members) -> Interval:
    fits = some.most and some.high & wanted.high and not some.low & ~wanted.high
    return truth(certain=some.fewest and not some.high & ~wanted.low, possible=fits)


# Choices


def _number_of_choice(_layout: Layout, term: Term, names: frozenset[Any]) -> Range:
    numbers = dict(term.detail)
    return span(numbers.get(name, 0) for name in names)


def _choice_of_number(_layout: Layout, term: Term, place: Any) -> Range:
    listed = (None, *term.detail)
    low, high = max(0, place.low), min(len(term.detail), place.high)
    return frozenset(listed[low : high + 1])


def _cycle(_layout: Layout, term: Term) -> Range:
    return frozenset(term.detail)


# Seats


def _onward(layout: Layout, term: Term, group: Members, places: Any) -> Range:
    if places.low != places.high:
        return members(0, layout.everyone, group.fewest, group.most)
    by = term.detail * places.low
    return members(layout.onward(group.low, by), layout.onward(group.high, by), group.fewest, group.most)


def _where(_layout: Layout, _term: Term, group: Members, asked: Interval) -> Range:
    if asked.low:
        return group
    return members(0, group.high, 0, group.most) if asked.high else members(0, 0)


def _any_or_all(layout: Layout, term: Term, group: Members, asked: Interval) -> Range:
    of_nobody = int(term.operation == Operation.ALL_OF_SEATS)
    return asked if group.fewest else joined(asked, Interval(of_nobody, of_nobody))


def _total(_layout: Layout, term: Term, group: Members, asked: Any) -> Range | None:
    """What each of so many seats has, together; a count of seats is a total of yes and no."""
    if term.type.kind is Kind.COMPLEX:
        return None
    found = span(end * size if size else 0 for end in asked for size in (group.fewest, group.most))
    return found if term.operation == Operation.WHOSE else held(found)


def _extreme_of_seats(_layout: Layout, _term: Term, group: Members, asked: Any) -> Range:
    return asked if group.fewest else joined(asked, Interval(0, 0))  # type: ignore[no-any-return]


def _whose(layout: Layout, term: Term, group: Members, asked: Any) -> Range | None:
    """A word about other seats: sets are joined, numbers added; of choices it is the first."""
    if isinstance(asked, frozenset):
        return asked if group.fewest else asked | {None}
    if not isinstance(asked, Members):
        return _total(layout, term, group, asked)
    if not group.most:
        return members(0, 0)
    low, fewest = (asked.low, asked.fewest) if group.fewest else (0, 0)
    return members(low, asked.high, fewest, asked.most * group.most)


# Words


def _seats(fewest: int, most: int) -> Rule:
    return lambda layout, _term: members(0, layout.everyone, fewest, most)


def _from(low: int) -> Rule:
    return lambda _layout, _term: Interval(low, inf)


def _others(layout: Layout, _term: Term) -> Range:
    return members(0, layout.everyone, layout.seats - 1, layout.seats - 1)


RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {
        **NUMBER_RULES,
        **CARD_RULES,
        Operation.AND: _and,
        Operation.OR: _or,
        Operation.NOT: _not,
        Operation.IF: _if,
        Operation.HAS: _has,
        Operation.HAS_NO: _has_no,
        Operation.HAS_ALL: _has_all,
        Operation.HAS_ONLY: _has_only,
        Operation.NUMBER_OF_CHOICE: _number_of_choice,
        Operation.CHOICE_OF_NUMBER: _choice_of_number,
        **dict.fromkeys(CYCLES.values(), _cycle),
        Operation.ONWARD: _onward,
        Operation.WHERE: _where,
        Operation.WHOSE: _whose,
        Operation.ANY_OF_SEATS: _any_or_all,
        Operation.ALL_OF_SEATS: _any_or_all,
        Operation.COUNT_OF_SEATS: _total,
        Operation.TOTAL_OF_SEATS: _total,
        Operation.HIGHEST_OF_SEATS: _extreme_of_seats,
        Operation.LOWEST_OF_SEATS: _extreme_of_seats,
        Operation.MEDIAN_OF_SEATS: _extreme_of_seats,
        **dict.fromkeys(("player", "dealer"), _seats(1, 1)),
        **dict.fromkeys(("leader", "taker", "holder"), _seats(0, 1)),
        "others": _others,
        **dict.fromkeys(("deal", "trick_number", "tricks", "rounds", "place"), _from(0)),
    }
)
"""The rules of all operations and words of which anything is known."""
