"""Limits: what a deal can have at most, and so what is known of every term while a deal is played."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Any

from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, MoveStep, RepeatStep
from trickbook.engine.resting import FEWEST
from trickbook.expression.evaluation import Assumptions, of_slot
from trickbook.expression.evaluation.ranges import Interval, Range, joined, members
from trickbook.expression.operations import Operation
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from trickbook.engine.lookup import Lookup, Step
    from trickbook.expression.types import Term


def course_assumptions(engine: Lookup) -> Assumptions:
    """Return what is known of terms at every moment of every deal of an engine.

    A number that is asked for is 0 before it is answered. Nothing is known of what a fact keeps.
    """
    hand, tricks = engine.layout.piles["hand"].base, Interval(0, most_tricks(engine))
    leaves: dict[tuple[str, Any], Range] = {
        ("trick_number", None): tricks,
        ("tricks", None): tricks,
        ("deal", None): Interval(1, engine.ending.most),
        (Operation.OWN_PILE, hand): members(0, engine.deck.cards, 0, largest_hand(engine)),
    }
    known = Assumptions(engine.layout, leaves)
    for step in engine.every_step:
        if isinstance(step, AskStep) and step.type.kind is Kind.NUMBER and step.low and step.high:
            answers: Any = joined(known.range_of(step.low), known.range_of(step.high), Interval(0, 0))
            leaves |= of_slot(step.slot, answers)
            known = Assumptions(engine.layout, leaves)
    return known


def most_tricks(engine: Lookup) -> float:
    """Return how many tricks a deal can have: each takes a card of every hand, unless cards come back."""
    if engine.tricks is None:
        return inf
    after = engine.steps[engine.steps.index(engine.tricks) + 1 :]
    later = (*after, *(step for steps in engine.upon.values() for step in steps))
    return inf if any(map(_returns, later)) else _pack(engine) // _takers(engine)


def _takers(engine: Lookup) -> int:
    """Return how many seats at least share the cards: where some may rest, as many as a trick needs."""
    return FEWEST if engine.resting else engine.layout.seats


def _returns(step: Any) -> bool:
    """Return whether a step may bring cards back to be dealt or played again."""
    if isinstance(step, DealStep):
        return any(pile.name != "aside" for pile in step.sources)
    return bool(getattr(step, "to", None)) and step.to.pile.name in ("hand", "table", "aside")


def largest_hand(engine: Lookup) -> int:
    """Return how many cards a hand can hold at most."""
    size = 0
    for step in engine.every_step:
        if _goal(step) == "hand":
            once = step in engine.steps and not _may_repeat(engine, step)
            size = _grown(engine, step, size) if once else _pack(engine)
    return min(size, _pack(engine))


def _may_repeat(engine: Lookup, step: Step) -> bool:
    """Return whether a later step goes back to this one or before it, so that it may be taken again."""
    at = engine.steps.index(step)
    return any(isinstance(one, RepeatStep) and one.first <= at for one in engine.steps[at:])


def _pack(engine: Lookup) -> int:
    return engine.deck.cards.bit_count()


def _goal(step: Step) -> str | None:
    """The name of the pile to which a step brings cards."""
    if isinstance(step, DealStep):
        return step.to.name
    goal = step.to if isinstance(step, AskStep | MoveStep) else None
    return goal.pile.name if goal else None


def _grown(engine: Lookup, step: Step, size: int) -> int:
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


def _inflow(engine: Lookup, pile: str) -> int:
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


def _all_give(engine: Lookup, step: AskStep) -> bool:
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
