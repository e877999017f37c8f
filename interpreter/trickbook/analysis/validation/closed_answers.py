"""Answers that the rules of a question never leave to anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.expression.types import NO_STATE, Kind
from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.analysis.configurations import Configurations
    from trickbook.engine.ask import AskStep
    from trickbook.engine.clauses import Clause


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each answer that one clause always excludes, for every number of players and all options."""
    for question in tables.first.questions:
        if not tables.own(question.entry.place) or not question.names:
            continue
        if closed := _closed_everywhere(tables, question):
            names = " and ".join(map(shown, closed))
            message = f"no rule of {shown(question.name)} ever leaves {names} to anybody"
            yield Problem("never-open", message, question.entry.place, None, "note")


def _closed_everywhere(tables: Configurations, question: AskStep) -> Sequence[str]:
    """The answers that are closed in every engine; once there is none, no other engine is compiled."""
    options = tables.dependencies.options(question.entry.node)
    closed: Sequence[str] = question.names
    for seats in tables.usual:
        for _, engine in tables.every_way(seats, options):
            forms = [one for one in engine.questions if one.name == question.name]
            closed = [name for name in closed if all(_closed(form, name) for form in forms)]
            if not closed:
                return ()
    return closed


def _closed(question: AskStep, name: str) -> bool:
    """Return whether some clause that always applies excludes an answer, and keeps another."""
    values = {one: one == "yes" if question.type.kind is Kind.CONDITION else one for one in question.names}
    return any(
        _fixed(clause)
        and not clause.what.run(NO_STATE, 0, values[name])
        and any(clause.what.run(NO_STATE, 0, value) for value in values.values())
        for clause in question.rules
    )


def _fixed(clause: Clause) -> bool:
    """Return whether a clause always applies, and looks at nothing but the answer."""
    always = clause.when is None or (clause.when.constant and bool(clause.when.value))
    return always and clause.verb in ("keep", "only") and _looks_at_nothing_else(clause)


def _looks_at_nothing_else(clause: Clause) -> bool:
    terms = [clause.what]
    while terms:
        term = terms.pop()
        if not term.constant and not term.parts and term.does != "answer":
            return False
        terms += term.parts
    return True
