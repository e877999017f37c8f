"""What a deal counts, found card by card and seat by seat with the evaluator; and what it would come to."""

from collections.abc import Iterator
from typing import Any

from tests.core.evaluator import applies, value, weighed
from tests.core.moment import Moment, Outlook

from trickbook.cards.deck import bits
from trickbook.core.state import State
from trickbook.engine.engine import Engine
from trickbook.engine.scores import Adjustment
from trickbook.expression.types import GREATEST, Term
from trickbook.expression.types import held as most


def points(engine: Engine, state: State) -> tuple[Any, ...]:
    """The points of the deal as it lies, by seat."""
    s, seats = state.copy(), range(engine.layout.seats)
    s.points = [sum(_counted(engine, Moment(engine.layout, s, seat))) for seat in seats]
    for adjustment in engine.points:
        if adjustment.player or adjustment.others:
            s.points = _adjusted(engine, s, adjustment)
    return s.points


def outlook(engine: Engine, state: State) -> Outlook:
    """What the deal as it lies would come to: the scores, whether the match would be over, who would win."""
    s, dealer = state.copy(), state.match.dealer
    s.points = points(engine, s)
    gained = [_held(sum(pair)) for pair in zip(s.match.scores, s.points, strict=True)]
    s.match = s.match._replace(scores=tuple(gained))
    _end(engine, s)
    ends = any(_holds(term, Moment(engine.layout, s, dealer)) for _, term in engine.ending.ends)
    return Outlook(s.match.scores, ends or s.match.deal >= engine.ending.most, _winners(engine, s))


def _held(number: Any) -> Any:
    return most(number, GREATEST)


def _holds(term: Term | None, at: Moment) -> bool:
    return term is None or bool(value(term, at))


def _counted(engine: Engine, at: Moment) -> Iterator[Any]:
    """What each card counts that a seat has taken."""
    for worth, cards in engine.worth:
        for card in bits(cards & at.s.pile(engine.taken + at.p)):
            found = worth
            for one in engine.points:
                if one.times and one.cards and _holds(one.when, at) and card & value(one.cards, at):
                    found = _held(found * value(one.times, at))
            yield found


def _adjusted(engine: Engine, s: State, adjustment: Adjustment) -> list[Any]:
    """The totals after an adjustment; all read those before it, and what hits one seat adds up."""
    seats, before, new = range(engine.layout.seats), s.points, list(s.points)
    for seat in seats:
        if not _holds(adjustment.when, Moment(engine.layout, s, seat)):
            continue
        for other in seats:
            term = adjustment.player if other == seat else adjustment.others
            if term:
                new[other] += value(term, Moment(engine.layout, s, other)) - before[other]
    return [_held(total) for total in new]


def _end(engine: Engine, s: State) -> None:
    """Let the end of a deal change facts, each by what the others were before."""
    before = s.copy()
    for fact in engine.facts_by_event.get("end", ()):
        for seat in range(engine.layout.seats) if fact.owned else (s.match.dealer,):
            at = Moment(engine.layout, before, seat)
            if _holds(fact.when, at):
                found = True if fact.becomes is None else value(fact.becomes, at)
                s.program.remember(s.v, fact.slot + seat * fact.owned, [found])


def _winners(engine: Engine, s: State) -> int:
    """The seats that would win the match."""
    left = list(range(engine.layout.seats))
    for clause in engine.ending.wins:
        if not applies(clause, Moment(engine.layout, s, s.match.dealer)):
            continue
        numbers = [weighed(clause, Moment(engine.layout, s, seat)) for seat in left]
        best = {"most": max, "fewest": min}.get(clause.verb)
        wanted = [number == best(numbers) for number in numbers] if best else [*map(bool, numbers)]
        if any(wanted) or clause.verb != "keep":
            left = [seat for seat, one in zip(left, wanted, strict=True) if one]
    return sum(1 << seat for seat in left)
