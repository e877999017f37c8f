"""Bounds of an expression: the cards that may be in it, the least and greatest number, yes or no."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

from trickbook.analysis.validation.limits import Span, gathered, group_size, most_cards, most_tricks, reckoned
from trickbook.engine.ask import AskStep
from trickbook.expression.operations import SLOTS, Operation
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term


def span(engine: Engine, term: Term) -> Span:
    """Return the bounds of a term at every moment of every deal of an engine."""
    if term.constant and term.type.kind in SIZED:
        return Span(term.value, term.value)
    rule = RULES.get(term.operation)
    widest = _widest(engine, term)
    if rule is None or term.type.kind not in SIZED:
        return widest
    return rule(engine, term, widest)


SIZED = {Kind.CARDS, Kind.SEATS, Kind.NUMBER, Kind.CONDITION}


def _widest(engine: Engine, term: Term) -> Span:
    match term.type.kind:
        case Kind.CARDS:
            return Span(0, engine.deck.cards)
        case Kind.SEATS:
            return Span(0, engine.layout.everyone)
        case Kind.CONDITION:
            return Span(0, 1)
        case _:
            return Span(-inf, inf)


# Sets and conditions


def _both(engine: Engine, term: Term, _widest: Span) -> Span:
    spans = [span(engine, part) for part in term.parts]
    low, high = spans[0]
    for other in spans[1:]:
        low, high = low & other.low, high & other.high
    return Span(low, high)


def _either(engine: Engine, term: Term, _widest: Span) -> Span:
    spans = [span(engine, part) for part in term.parts]
    low, high = spans[0]
    for other in spans[1:]:
        low, high = low | other.low, high | other.high
    return Span(low, high)


def _without(engine: Engine, term: Term, widest: Span) -> Span:
    inner = span(engine, term.parts[0])
    return Span(widest.high & ~inner.high, widest.high & ~inner.low)


def _choose(engine: Engine, term: Term, widest: Span) -> Span:
    condition, yes, no = term.parts
    asked = span(engine, condition)
    branches = [span(engine, yes)] * bool(asked.high) + [span(engine, no)] * (not asked.low)
    if term.type.kind in (Kind.CARDS, Kind.SEATS):
        low, high = widest.high, 0
        for branch in branches:
            low, high = low & branch.low, high | branch.high
        return Span(low, high)
    return Span(min(branch.low for branch in branches), max(branch.high for branch in branches))


def _has(engine: Engine, term: Term, _widest: Span) -> Span:
    (least, most), (wanted, some) = (span(engine, part) for part in term.parts)
    return Span(int(bool(least & wanted)), int(bool(most & some)))


def _has_no(engine: Engine, term: Term, widest: Span) -> Span:
    low, high = _has(engine, term, widest)
    return Span(1 - high, 1 - low)


def _has_all(engine: Engine, term: Term, _widest: Span) -> Span:
    (least, most), (wanted, some) = (span(engine, part) for part in term.parts)
    return Span(int(not some & ~least), int(not wanted & ~most))


def _has_only(engine: Engine, term: Term, _widest: Span) -> Span:
    (least, most), (wanted, some) = (span(engine, part) for part in term.parts)
    certain = bool(least) and not most & ~wanted
    return Span(int(certain), int(bool(most & some) and not least & ~some))


# Numbers


def _count(engine: Engine, term: Term, _widest: Span) -> Span:
    part = term.parts[0]
    low, high = span(engine, part)
    if part.type.kind is Kind.SEATS:
        return Span(*group_size(engine, part, low, high))
    return Span(low.bit_count(), min(high.bit_count(), most_cards(engine, part)))


def _tricks(engine: Engine, _term: Term, _widest: Span) -> Span:
    return Span(0, most_tricks(engine))


def _deal(engine: Engine, _term: Term, _widest: Span) -> Span:
    return Span(1, engine.ending.most)


def _answer(engine: Engine, term: Term, widest: Span) -> Span:
    """A number that was asked for, 0 before it is answered; nothing is known of what a fact keeps."""
    for step in engine.steps:
        if isinstance(step, AskStep) and (step.slot, step.type.kind) == (term.detail, Kind.NUMBER):
            low, high = (span(engine, end) if end else widest for end in (step.low, step.high))
            return Span(min(0, low.low), max(0, high.high))
    return widest


def _worth(_engine: Engine, term: Term, widest: Span) -> Span:
    if term.type.kind is not Kind.NUMBER:
        return widest
    each = [value * mask.bit_count() for value, mask in term.detail]
    return Span(sum(value for value in each if value < 0), sum(value for value in each if value > 0))


def _reckoned(engine: Engine, term: Term, widest: Span) -> Span:
    if term.type.kind is not Kind.NUMBER:
        return widest
    return reckoned(term.operation, *(span(engine, part) for part in term.parts)) or widest


def _gathered(engine: Engine, term: Term, widest: Span) -> Span:
    """Bounds of what is asked of each of several seats."""
    if term.type.kind not in (Kind.NUMBER, Kind.CONDITION):
        return widest
    group, asked = (span(engine, part) for part in term.parts)
    return gathered(term.operation, *group_size(engine, term.parts[0], *group), asked)


# Comparisons


def _same(engine: Engine, term: Term, _widest: Span) -> Span:
    one, other = term.parts
    if one.type.kind not in SIZED or other.type.kind not in SIZED:
        return Span(0, 1)
    first, second = span(engine, one), span(engine, other)
    if first.fixed and second.fixed:
        return Span(int(first.low == second.low), int(first.low == second.low))
    if one.type.kind in (Kind.CARDS, Kind.SEATS):
        apart = first.low & ~second.high or second.low & ~first.high
        if one.type.kind is Kind.SEATS:
            sizes = [Span(*group_size(engine, part, *span(engine, part))) for part in term.parts]
            apart = apart or sizes[0].high < sizes[1].low or sizes[1].high < sizes[0].low
    else:
        apart = first.high < second.low or second.high < first.low
    return Span(0, int(not apart))


def _less(engine: Engine, term: Term, _widest: Span) -> Span:
    first, second = (span(engine, part) for part in term.parts)
    return Span(int(first.high < second.low), int(first.low < second.high))


def _at_most(engine: Engine, term: Term, _widest: Span) -> Span:
    first, second = (span(engine, part) for part in term.parts)
    return Span(int(first.high <= second.low), int(first.low <= second.high))


def _more(engine: Engine, term: Term, _widest: Span) -> Span:
    first, second = (span(engine, part) for part in term.parts)
    return Span(int(first.low > second.high), int(first.high > second.low))


def _at_least(engine: Engine, term: Term, _widest: Span) -> Span:
    first, second = (span(engine, part) for part in term.parts)
    return Span(int(first.low >= second.high), int(first.high >= second.low))


RULES: dict[str, Callable[[Engine, Term, Span], Span]] = {
    Operation.AND: _both,
    Operation.OR: _either,
    Operation.NOT: _without,
    Operation.IF: _choose,
    Operation.HAS: _has,
    Operation.HAS_NO: _has_no,
    Operation.HAS_ALL: _has_all,
    Operation.HAS_ONLY: _has_only,
    Operation.COUNT: _count,
    Operation.ADD: _reckoned,
    Operation.SUBTRACT: _reckoned,
    Operation.MULTIPLY: _reckoned,
    Operation.DIVIDE: _reckoned,
    Operation.REMAINDER: _reckoned,
    Operation.LESSER: _reckoned,
    Operation.GREATER: _reckoned,
    Operation.SIZE: _reckoned,
    Operation.WORTH: _worth,
    Operation.ANY_OF_SEATS: _gathered,
    Operation.ALL_OF_SEATS: _gathered,
    Operation.COUNT_OF_SEATS: _gathered,
    Operation.TOTAL_OF_SEATS: _gathered,
    Operation.HIGHEST_OF_SEATS: _gathered,
    Operation.LOWEST_OF_SEATS: _gathered,
    "trick_number": _tricks,
    "tricks": _tricks,
    "deal": _deal,
    **dict.fromkeys(SLOTS, _answer),
    Operation.IS: _same,
    Operation.LESS_THAN: _less,
    Operation.AT_MOST: _at_most,
    Operation.MORE_THAN: _more,
    Operation.AT_LEAST: _at_least,
}
"""How the bounds of an operation follow from those of its parts."""
