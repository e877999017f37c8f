"""The distance of a state from a condition: 0 where it holds, and less the nearer it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.deck import numbers
from trickbook.expression.operations import COMPARISONS, REMEMBERED, Operation
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.core.state import State
    from trickbook.engine.ask import AskStep
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term

FAR: Final = 20.0
"""The greatest distance of a single comparison."""

DEPTH: Final = 3
"""The number of facts and answers that a distance looks through, one behind the other."""


def distance(engine: Engine, condition: Term, s: State, seat: int, depth: int = DEPTH) -> float:
    """Return how far a condition is from being true of a seat; 0 if it is true now.

    What a fact or an answer decides is as far away as the condition that changes or asks it.
    """
    if s.value(condition, seat):
        return 0.0
    rule = RULES.get(condition.operation)
    return rule(Moment(engine, s, seat, depth), condition) if rule else 1.0


class Moment(NamedTuple):
    """The state and seat to measure distances for; ``depth`` is the number of facts to look through."""

    engine: Engine
    s: State
    seat: int
    depth: int

    def to(self, condition: Term, seat: int | None = None) -> float:
        """The distance to a condition, of this seat or another."""
        return distance(self.engine, condition, self.s, self.seat if seat is None else seat, self.depth)

    def values(self, term: Term) -> tuple[Any, ...]:
        """The values of the parts of a term."""
        return tuple(self.s.value(part, self.seat) for part in term.parts)


def distance_to_question(engine: Engine, question: AskStep, s: State, seat: int) -> float:
    """Return how far a question is from being asked of a seat."""
    return _distance_to_asking(Moment(engine, s, seat, DEPTH), question)


# Distances


def _all(at: Moment, condition: Term) -> float:
    return sum(at.to(part) for part in condition.parts)


def _any(at: Moment, condition: Term) -> float:
    return min(at.to(part) for part in condition.parts)


def _branch(at: Moment, condition: Term) -> float:
    asked, yes, no = condition.parts
    return at.to(yes if at.s.value(asked, at.seat) else no)


def _missing(at: Moment, condition: Term) -> float:
    held, wanted = at.values(condition)
    return float((wanted & ~held).bit_count())


def _lacking(at: Moment, condition: Term) -> float:
    held, wanted = at.values(condition)
    return 0.0 if held & wanted else 1.0


def _surplus(at: Moment, condition: Term) -> float:
    held, wanted = at.values(condition)
    return float((held & ~wanted).bit_count()) or 1.0


def _common(at: Moment, condition: Term) -> float:
    held, unwanted = at.values(condition)
    return float((held & unwanted).bit_count()) or 1.0


def _equality(at: Moment, condition: Term) -> float:
    if all(part.type.kind is Kind.NUMBER for part in condition.parts):
        one, other = at.values(condition)
        return min(FAR, float(abs(one - other))) or 1.0
    return max((_distance_to_event(at, part) for part in condition.parts), default=1.0)


def _distance_to_event(at: Moment, term: Term) -> float:
    """The distance to the event that decides what a term reads: a question asked, a fact changed."""
    if term.operation not in REMEMBERED or not at.depth:
        return 1.0
    below = at._replace(depth=at.depth - 1)
    for question in at.engine.questions:
        if question.slot <= term.detail < question.slot + at.engine.layout.seats:
            return 1.0 + _distance_to_asking(below, question)
    return 1.0 + min(
        (below.to(fact.when) for fact in at.engine.facts if fact.slot == term.detail and fact.when),
        default=0.0,
    )


def _distance_to_asking(at: Moment, question: AskStep) -> float:
    """The distance to a question's being asked of a seat."""
    when = at.to(question.when) if question.when else 0.0
    return when + (_among(at, question.who) if question.who else 0.0)


def _among(at: Moment, seats: Term) -> float:
    """The distance to a seat's being among some."""
    if at.s.value(seats, at.seat) >> at.seat & 1:
        return 0.0
    return at.to(seats.parts[1]) if seats.operation == Operation.WHERE else 1.0


def _anybody(at: Moment, condition: Term) -> float:
    group, asked = condition.parts
    return min((at.to(asked, other) for other in numbers(at.s.value(group, at.seat))), default=1.0)


def _everybody(at: Moment, condition: Term) -> float:
    group, asked = condition.parts
    return sum(at.to(asked, other) for other in numbers(at.s.value(group, at.seat))) or 1.0


RULES: Final[Mapping[str, Callable[[Moment, Term], float]]] = {
    Operation.AND: _all,
    Operation.OR: _any,
    Operation.IF: _branch,
    Operation.HAS: _lacking,
    Operation.HAS_ALL: _missing,
    Operation.HAS_ONLY: _surplus,
    Operation.HAS_NO: _common,
    **dict.fromkeys(REMEMBERED, _distance_to_event),
    Operation.IS: _equality,
    **dict.fromkeys(COMPARISONS, _equality),
    Operation.ANY_OF_SEATS: _anybody,
    Operation.ALL_OF_SEATS: _everybody,
}
"""How far an operation is from being true."""
