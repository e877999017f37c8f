"""The distance of a state from a condition, and a search for rules that random play does not reach."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.analysis.coverage.deal_players import for_one_taker, towards
from trickbook.analysis.coverage.instrumented_engine import StuckError, observed
from trickbook.analysis.coverage.random_deals import Chance, play_match, random_options
from trickbook.expression.types import Kind
from trickbook.state import Match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.analysis.coverage.deal_players import Choice
    from trickbook.analysis.coverage.observer import Observer
    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term
    from trickbook.problems import Place
    from trickbook.state import State

FAR: Final = 20.0
"""The greatest distance of a single comparison."""

DEPTH: Final = 3
"""The number of facts and answers that a distance looks through, one behind the other."""

SEARCHES: Final = 4
"""The number of deals in which an entry is looked for, for each number of players."""

TAKERS: Final = 120
"""The number of deals in which one seat takes all it can."""

MOST_SOUGHT: Final = 20
"""The number of entries to look for, one by one."""


def look_for(tables: Configurations, observer: Observer) -> None:
    """Look for entries that random deals miss: where one seat takes all it can, then each by itself."""
    with observer.searching():
        for seats in tables.usual:
            for seed in range(1, TAKERS // len(tables.usual) + 2):
                if not _sought(observer):
                    return
                chance = Chance(seed)
                _deal(tables, observer, seats, seed, chance, for_one_taker(seed % seats, chance))
        for place in _sought(observer)[:MOST_SOUGHT]:
            _approach(tables, observer, place)


def _sought(observer: Observer) -> list[Place]:
    return [place for place, item in observer.left.items() if item.section not in ("steps", "worth", "ends")]


def _approach(tables: Configurations, observer: Observer, place: Place) -> None:
    """Play deals towards one entry until it has had an effect."""
    for seats, seed in product(tables.usual, range(1, SEARCHES + 1)):
        wanted = conditions(tables.usual[seats], place)
        if wanted and not observer.saw(place):
            goal = partial(_nearest, tables.usual[seats], wanted, seed % seats)
            chance = Chance(seed)
            _deal(tables, observer, seats, seed, chance, towards(goal, chance))


def _nearest(engine: Engine, wanted: Sequence[Term], seat: int, s: State) -> float:
    return min(distance(engine, condition, s, seat) for condition in wanted)


def _deal(
    tables: Configurations, observer: Observer, seats: int, seed: int, chance: Chance, choose: Choice
) -> None:
    """Play one deal, every other with random options; what goes wrong in it is no matter."""
    chosen = {} if seed % 2 else random_options(tables, seats, chance)
    engine = observed(observer, tables.resolved, seats, {**tables.chosen, **chosen})
    if engine.problems:
        return
    with suppress(StuckError):
        match = Match(seed, 1, engine.layout.first, (engine.ending.starts,) * seats)
        play_match(engine, match, chance, choose, 1)


def conditions(engine: Engine, place: Place) -> list[Term]:
    """Return the conditions of the entry at a place, as an engine has them."""
    clauses = [*engine.ending.wins]
    clauses += [one for step in engine.steps for rules in step.clause_lists for one in rules]
    found = [(clause.entry.place, clause.when) for clause in clauses]
    found += [(fact.entry.place, fact.when) for fact in engine.facts]
    found += [(adjustment.entry.place, adjustment.when) for adjustment in engine.points]
    return list(dict.fromkeys(when for where, when in found if where == place and when is not None))


def distance(engine: Engine, condition: Term, s: State, seat: int, depth: int = DEPTH) -> float:
    """Return how far a condition is from being true of a seat; 0 if it is true now.

    What a fact or an answer decides is as far away as the condition that changes or asks it.
    """
    try:
        if condition.run(s, seat, 0):
            return 0.0
    except Exception:  # noqa: BLE001 - a part that has no meaning at this moment says nothing
        return 1.0
    rule = RULES.get(condition.does)
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
        return tuple(part.run(self.s, self.seat, 0) for part in term.parts)


# Distances


def _all(at: Moment, condition: Term) -> float:
    return sum(at.to(part) for part in condition.parts)


def _any(at: Moment, condition: Term) -> float:
    return min(at.to(part) for part in condition.parts)


def _branch(at: Moment, condition: Term) -> float:
    asked, yes, no = condition.parts
    return at.to(yes if asked.run(at.s, at.seat, 0) else no)


def _missing(at: Moment, condition: Term) -> float:
    held, wanted = at.values(condition)
    return float((wanted & ~held).bit_count())


def _surplus(at: Moment, condition: Term) -> float:
    held, wanted = at.values(condition)
    return float((held & ~wanted).bit_count()) or 1.0


def _common(at: Moment, condition: Term) -> float:
    held, unwanted = at.values(condition)
    return float((held & unwanted).bit_count()) or 1.0


def _apart(at: Moment, condition: Term) -> float:
    if all(part.type.kind is Kind.NUMBER for part in condition.parts):
        one, other = at.values(condition)
        return min(FAR, float(abs(one - other))) or 1.0
    return max((_remembered(at, part) for part in condition.parts), default=1.0)


def _remembered(at: Moment, term: Term) -> float:
    """The distance to the event that decides what a term reads: a question asked, a fact changed."""
    if term.does not in ("slot", "own slot") or not at.depth:
        return 1.0
    below = at._replace(depth=at.depth - 1)
    for question in at.engine.questions:
        if question.slot <= term.detail < question.slot + at.engine.layout.seats:
            when = below.to(question.when) if question.when else 0.0
            return 1.0 + when + (_among(below, question.who) if question.who else 0.0)
    return 1.0 + min(
        (below.to(fact.when) for fact in at.engine.facts if fact.slot == term.detail and fact.when),
        default=0.0,
    )


def _among(at: Moment, seats: Term) -> float:
    """The distance to a seat's being among some."""
    if seats.run(at.s, at.seat, 0) >> at.seat & 1:
        return 0.0
    return at.to(seats.parts[1]) if seats.does == "where" else 1.0


def _anybody(at: Moment, condition: Term) -> float:
    group, asked = condition.parts
    return min((at.to(asked, other) for other in _seats(group.run(at.s, at.seat, 0))), default=1.0)


def _everybody(at: Moment, condition: Term) -> float:
    group, asked = condition.parts
    return sum(at.to(asked, other) for other in _seats(group.run(at.s, at.seat, 0))) or 1.0


def _seats(group: int) -> Iterator[int]:
    return (seat for seat in range(group.bit_length()) if group >> seat & 1)


RULES: Final[Mapping[str, Callable[[Moment, Term], float]]] = {
    "and": _all,
    "or": _any,
    "if": _branch,
    "has_all": _missing,
    "has_only": _surplus,
    "has_no": _common,
    "slot": _remembered,
    "own slot": _remembered,
    "is": _apart,
    "<": _apart,
    ">": _apart,
    "<=": _apart,
    ">=": _apart,
    "any of seats": _anybody,
    "all of seats": _everybody,
}
"""How far an operation is from being true, by its name."""
