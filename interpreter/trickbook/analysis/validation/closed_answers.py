"""Answers that the rules of a question never leave to anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.validation.truth_tables import certain, one_always_holds
from trickbook.core.state import State
from trickbook.expression.types import Kind
from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.engine.ask import AskStep
    from trickbook.engine.engine import Engine
    from trickbook.expression.clause import Clause
    from trickbook.expression.types import Term

MOST_VALUES: Final = 100
"""The largest range of numbers of which each is tried."""


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each answer that some clauses always exclude, for every number of players and all options."""
    for question in tables.first.questions:
        if not tables.own(question.entry.place) or question.source is not None:
            continue
        if closed := _closed_everywhere(tables, question):
            message = f"no rule of {shown(question.name)} ever leaves {listed(closed)} to anybody"
            yield Problem("never-open", message, question.entry.place, hint(question), "note")


def hint(question: AskStep) -> str:
    """Return what to write instead: other rules, or other answers."""
    key = "number" if question.type.kind is Kind.NUMBER else "answers"
    return f"change its rules, or leave that out of `{key}:`"


def listed(values: Sequence[Any]) -> str:
    """Return answers in words: names one by one, numbers in a row as a range."""
    if not all(type(value) is int for value in values):
        return " and ".join(map(shown, values))
    rows: list[list[int]] = []
    for value in sorted(values):
        if rows and value == rows[-1][-1] + 1:
            rows[-1].append(value)
        else:
            rows.append([value])
    return " and ".join(f"{row[0]} to {row[-1]}" if len(row) > 1 else str(row[0]) for row in rows)


def _closed_everywhere(tables: Configurations, question: AskStep) -> Sequence[Any]:
    """The answers that are closed in every engine; once there is none, no other engine is compiled."""
    options = tables.dependencies.options(question.entry.node)
    closed: Sequence[Any] | None = None
    for seats in tables.usual:
        for _, engine in tables.every_way(seats, options):
            for form in (one for one in engine.questions if one.name == question.name):
                found = _closed(engine, form)
                closed = [value for value in found if closed is None or value in closed]
                if not closed:
                    return ()
    return closed if closed and tables.tries_all(options) else ()


def _closed(engine: Engine, question: AskStep) -> list[Any]:
    """The answers that the rules exclude at any time, as the ruleset writes them."""
    values = _values(question)
    clauses = [clause for clause in question.rules if _looks_at_nothing_else(clause.what)]
    clauses = [
        clause for clause in clauses if clause.when is None or certain(engine, clause.when) is not False
    ]
    closed = [name for name, value in values.items() if _excluded(engine, clauses, value, values)]
    return closed if question.names else _outer(closed, [*values])


def _outer(closed: Sequence[int], numbers: Sequence[int]) -> list[int]:
    """The closed numbers at both ends of a range; gaps within it are often meant."""
    open_ones = [number for number in numbers if number not in closed]
    return [number for number in closed if not open_ones or not open_ones[0] < number < open_ones[-1]]


def _values(question: AskStep) -> dict[Any, Any]:
    """The answers that there are to choose from, by how they are written; none where that varies."""
    if question.names:
        conditions = question.type.kind is Kind.CONDITION
        return {name: name == "yes" if conditions else name for name in question.names}
    low, high = question.low, question.high
    if low is None or high is None or not (low.constant and high.constant):
        return {}
    numbers = range(low.value, high.value + 1)
    return {value: value for value in numbers} if len(numbers) <= MOST_VALUES else {}


def _excluded(engine: Engine, clauses: Sequence[Clause], value: Any, values: dict[Any, Any]) -> bool:
    """Return whether one of some clauses excludes an answer at any time; two may share this work."""
    conditions: list[Term] = []
    s = State(engine.program)
    for clause in clauses:
        if clause.verb in ("keep", "only") and not s.value(clause.what, 0, value):
            left = clause.verb == "only" or any(s.value(clause.what, 0, other) for other in values.values())
            if left and clause.when is None:
                return True
            if left and clause.when is not None:
                conditions.append(clause.when)
    return bool(conditions) and one_always_holds(engine, conditions)


def _looks_at_nothing_else(term: Term) -> bool:
    """Return whether a term looks at nothing but the answer."""
    if not term.constant and not term.parts and term.operation != "answer":
        return False
    return all(map(_looks_at_nothing_else, term.parts))
