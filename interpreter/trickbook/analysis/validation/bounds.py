"""Bounds of an expression: the cards that may be in it, the least and greatest number, yes or no."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.engine.deal import DealStep
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term


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


def span(engine: Engine, term: Term) -> Span:
    """Return the bounds of a term at every moment of every deal of an engine."""
    if term.constant and term.type.kind in SIZED:
        return Span(term.value, term.value)
    rule = RULES.get(term.does)
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
    low, high = span(engine, term.parts[0])
    return Span(low.bit_count(), high.bit_count())


def _sum(engine: Engine, term: Term, widest: Span) -> Span:
    if len(term.parts) < 2:  # noqa: PLR2004 - a sign before a number
        return widest
    one, other = (span(engine, part) for part in term.parts)
    return Span(one.low + other.low, one.high + other.high)


def _difference(engine: Engine, term: Term, widest: Span) -> Span:
    if len(term.parts) < 2:  # noqa: PLR2004 - a sign before a number
        return widest
    one, other = (span(engine, part) for part in term.parts)
    return Span(one.low - other.high, one.high - other.low)


def _tricks(engine: Engine, _term: Term, _widest: Span) -> Span:
    return Span(0, most_tricks(engine))


def _deal(_engine: Engine, _term: Term, _widest: Span) -> Span:
    return Span(1, inf)


def most_tricks(engine: Engine) -> float:
    """Return how many tricks a deal can have: each takes a card of every hand, unless cards come back."""
    if engine.tricks is None:
        return inf
    after = engine.steps[engine.steps.index(engine.tricks) + 1 :]
    later = (*after, *(step for steps in engine.upon.values() for step in steps))
    return inf if any(map(_returns, later)) else engine.deck.cards.bit_count() // engine.layout.seats


def _returns(step: Any) -> bool:
    """Return whether a step may bring cards back to be dealt or played again."""
    if isinstance(step, DealStep):
        return step.source.name != "aside"
    return bool(getattr(step, "to", None)) and step.to.pile.name in ("hand", "table", "aside")


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
    "and": _both,
    "or": _either,
    "not": _without,
    "if": _choose,
    "has": _has,
    "has_no": _has_no,
    "has_all": _has_all,
    "has_only": _has_only,
    "count": _count,
    "+": _sum,
    "-": _difference,
    "trick_number": _tricks,
    "tricks": _tricks,
    "deal": _deal,
    "is": _same,
    "<": _less,
    "<=": _at_most,
    ">": _more,
    ">=": _at_least,
}
"""How the bounds of an operation follow from those of its parts."""
