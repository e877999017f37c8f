"""Limits: how the bounds of a number follow from those of its parts, and how much a deal can have.

A deal limits the cards of a hand, the cards of each other pile, and the tricks.
"""

from __future__ import annotations

from itertools import product
from math import inf, isnan
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep
from trickbook.engine.repeat import RepeatStep
from trickbook.engine.resting import FEWEST
from trickbook.expression.operations import Operation
from trickbook.expression.phrases import RECKON

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.engine.engine import Engine, Step
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


def most_tricks(engine: Engine) -> float:
    """Return how many tricks a deal can have: each takes a card of every hand, unless cards come back."""
    if engine.tricks is None:
        return inf
    after = engine.steps[engine.steps.index(engine.tricks) + 1 :]
    later = (*after, *(step for steps in engine.upon.values() for step in steps))
    return inf if any(map(_returns, later)) else _pack(engine) // _takers(engine)


def _takers(engine: Engine) -> int:
    """Return how many seats at least share the cards: where some may rest, as many as a trick needs."""
    return FEWEST if engine.resting else engine.layout.seats


def _returns(step: Any) -> bool:
    """Return whether a step may bring cards back to be dealt or played again."""
    if isinstance(step, DealStep):
        return any(pile.name != "aside" for pile in step.sources)
    return bool(getattr(step, "to", None)) and step.to.pile.name in ("hand", "table", "aside")


def most_cards(engine: Engine, cards: Term) -> int:
    """Return how many cards there can be in a set, by the piles that it speaks of."""
    whole = _pack(engine)
    match cards.operation:
        case Operation.OWN_PILE if cards.detail == engine.layout.piles["hand"].base:
            return largest_hand(engine)
        case Operation.AND:
            return min(most_cards(engine, part) for part in cards.parts)
        case Operation.OR:
            return min(whole, sum(most_cards(engine, part) for part in cards.parts))
    return whole


def group_size(engine: Engine, seats: Term, low: int, high: int) -> tuple[int, int]:
    """Return how many seats there are in a group at least and at most, by its bounds or its name."""
    number = {"others": engine.layout.seats - 1, "player": 1, "dealer": 1}.get(seats.operation)
    return (low.bit_count(), high.bit_count()) if number is None else (number, number)


def largest_hand(engine: Engine) -> int:
    """Return how many cards a hand can hold at most."""
    size = 0
    for step in engine.every_step:
        if _goal(step) == "hand":
            once = step in engine.steps and not _repeated(engine, step)
            size = _grown(engine, step, size) if once else _pack(engine)
    return min(size, _pack(engine))


def _repeated(engine: Engine, step: Step) -> bool:
    """Return whether a later step goes back to this one or before it, so that it may be taken again."""
    at = engine.steps.index(step)
    return any(isinstance(one, RepeatStep) and one.first <= at for one in engine.steps[at:])


def _pack(engine: Engine) -> int:
    return engine.deck.cards.bit_count()


def _goal(step: Step) -> str | None:
    """The name of the pile to which a step brings cards."""
    if isinstance(step, DealStep):
        return step.to.name
    goal = step.to if isinstance(step, AskStep | MoveStep) else None
    return goal.pile.name if goal else None


def _grown(engine: Engine, step: Step, size: int) -> int:
    """The largest hand after a step that brings cards to hands."""
    if isinstance(step, DealStep):
        if not step.equal:
            return _pack(engine)
        lying = _pack(engine) if step.source.name == "aside" else _inflow(engine, step.source.name)
        share = lying // _takers(engine)
        return size + (max(0, min(step.each.value, share)) if step.each and step.each.constant else share)
    if not isinstance(step, AskStep) or not (most := _chosen(step)):
        return _pack(engine)
    if not (step.to and step.to.seats and _one_each(step.to.seats)):
        return size + most * engine.layout.seats
    given = step.low.value if step.low and _all_give(engine, step) else 0
    return max(size, size - given + most)


def _inflow(engine: Engine, pile: str) -> int:
    """How many cards can come to a pile in a deal."""
    found = 0
    for step in engine.every_step:
        if _goal(step) == pile:
            most = _chosen(step) if isinstance(step, AskStep) else 0
            found += most * engine.layout.seats if most and step in engine.steps else _pack(engine)
    return min(found, _pack(engine))


def _chosen(step: AskStep) -> int:
    """How many cards a seat chooses at most; 0 if that is not fixed."""
    once = step.how != "freely" and step.again is None
    return int(step.high.value) if once and step.high is not None and step.high.constant else 0


def _all_give(engine: Engine, step: AskStep) -> bool:
    """Return whether every player gives so many cards of the hand before anybody gets one."""
    asked, source = step.who, step.source
    all_at_once = step.how == "together" and asked is not None and asked.value == engine.layout.everyone
    fixed = step.low is not None and step.low.constant
    hand = engine.layout.piles["hand"].base
    if not (all_at_once and fixed) or source is None:
        return False
    return (source.operation, source.detail) == (Operation.OWN_PILE, hand)


def _one_each(seats: Term) -> bool:
    """Return whether every player names another seat, so that each gets from one."""
    if seats.operation == Operation.IF:
        asked, *branches = seats.parts
        return "player" not in asked.reads and all(map(_one_each, branches))
    if seats.operation == Operation.ONWARD:
        return seats.parts[0].operation == "player" and not seats.parts[1].reads & {"player", "own"}
    return seats.operation == "player"
