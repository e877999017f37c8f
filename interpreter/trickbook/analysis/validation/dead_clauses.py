"""Clauses without effect: they never apply, drop nothing, or repeat an earlier one."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from trickbook.expression.types import Kind
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.engine.clauses import Clause
    from trickbook.expression.types import Term
    from trickbook.problems import Place
    from trickbook.sections.compiled import CompiledRules
    from trickbook.source import Scalar
    from trickbook.source.nodes import Entry


def check(tables: Configurations) -> Iterator[Problem]:
    """Check the clauses of each section, and all other entries with a `when:`."""
    dead = list(_dead(tables))
    yield from (_never(tables, entry) for entry in dead)
    gone = {entry.place for entry in dead}
    for rules in clause_lists(tables):
        living = [entry for entry in rules if entry.place not in gone]
        yield from _shadowed(tables, living)
        yield from (problem for entry in living for problem in _idle(tables, entry))


def clause_lists(tables: Configurations) -> Iterator[list[Entry]]:
    """The lists of clauses that narrow the same choice."""
    context = tables.first.context
    for path in table.map_paths(lambda section: section.verbs, context.names):
        yield list(context.entries(*path))


def compiled_forms(engine: CompiledRules, place: Place) -> list[Clause]:
    """The compiled forms of a clause in an engine."""
    steps = {step.name: step for steps in (engine.steps, *engine.upon.values()) for step in steps}
    lists = (engine.ending.wins, *(clauses for step in steps.values() for clauses in step.clause_lists))
    return [clause for clauses in lists for clause in clauses if clause.entry.place == place]


# Never applied


def _dead(tables: Configurations) -> Iterator[Entry]:
    """Entries whose `when:` is false for every number of players and all options."""
    for entry, step in _conditional(tables):
        if not any(_lives(table, entry) for table in tables.usual.values()):
            options = tables.dependencies.options(entry["when"], step)
            ways = (table for seats in tables.usual for _, table in tables.every_way(seats, options))
            if not options or not any(_lives(table, entry) for table in ways):
                yield entry


def _conditional(tables: Configurations) -> Iterator[tuple[Entry, Scalar | None]]:
    """The entries with a condition, and for the rules of a question that of their step."""
    context = tables.first.context
    steps = {one.name: one["when"] for one in context.entries("steps")}
    paths = [
        *table.map_paths(lambda section: section.verbs, context.names),
        *table.map_paths(lambda section: section.active and not section.verbs, context.names),
    ]
    return (
        (entry, steps.get(path[1]) if len(path) > 1 and path[0] == "steps" else None)
        for path in paths
        for entry in context.entries(*path)
        if entry["when"] is not None
    )


def _lives(engine: CompiledRules, entry: Entry) -> bool:
    """Return whether an entry's `when:` can be true in an engine."""
    place = entry.place
    if any(
        step.entry.place == place for steps in (engine.steps, *engine.upon.values()) for step in steps
    ) or compiled_forms(engine, place):
        return True
    conditions = [fact.when for fact in engine.facts if fact.entry.place == place]
    conditions += [adjustment.when for adjustment in engine.points if adjustment.entry.place == place]
    conditions += [when for other, when in engine.ending.ends if other.place == place]
    conditions += [rest.when for rest in engine.resting if rest.entry.place == place]
    return any(when is not None and not (when.constant and not when.value) for when in conditions)


def _never(tables: Configurations, entry: Entry) -> Problem:
    node = entry["when"]
    assert node is not None  # noqa: S101 - only entries with one come here
    place = node.place if tables.own(node.place) else entry.place
    message = (
        f"{shown(entry.name)} never applies: {shown(node.text)} is false at every table and with every option"
    )
    return Problem("never", message, place, None, tables.severity(entry.place))


# Without effect


def _idle(tables: Configurations, entry: Entry) -> Iterator[Problem]:
    """Report a clause that drops nothing, because it keeps everything or values all alike."""
    verb, node = next(
        ((verb, entry[verb]) for verb in ("keep", "only", "most", "fewest") if entry[verb]), ("", None)
    )
    if node is None or tables.dependencies.options(node):
        return
    for test, what in ((_everything, "keeps everything"), (_nothing, "keeps nothing that is in the deck")):
        forms = [
            (table, clause)
            for table in tables.usual.values()
            for clause in compiled_forms(table, entry.place)
        ]
        if forms and all(test(table, clause) for table, clause in forms):
            code = "not-in-deck" if test is _nothing else "idle"
            message = f"{shown(entry.name)} drops nothing: `{verb}: {node.text}` {what}"
            yield Problem(code, message, node.place, None, tables.severity(node.place))


def _everything(engine: CompiledRules, clause: Clause) -> bool:
    term = clause.what
    if not term.constant:
        return False
    return (
        clause.verb in ("most", "fewest")
        or term.value is True
        or (term.type.kind is Kind.CARDS and term.value == engine.deck.cards)
    )


def _nothing(engine: CompiledRules, clause: Clause) -> bool:
    return clause.verb == "keep" and clause.what.constant and clause.what.value in (0, False)


# Repetitions


def _shadowed(tables: Configurations, rules: list[Entry]) -> Iterator[Problem]:
    """Report clauses for which an earlier one leaves nothing to do."""
    told = set()
    for earlier, later in combinations(rules, 2):
        if later.place not in told and _covers(tables, earlier, later):
            told.add(later.place)
            message = (
                f"{shown(later.name)} drops nothing: {shown(earlier.name)} before it leaves it nothing to do"
            )
            place = later.place
            yield Problem("shadowed", message, place, None, tables.severity(place), (earlier.place,))


def _covers(tables: Configurations, earlier: Entry, later: Entry) -> bool:
    when, what = text(earlier.node, "when"), _what(earlier)
    if when is not None and when != text(later.node, "when"):
        return False
    if what == _what(later) or (what[0] == "only" and what[1] == _what(later)[1]) or what[1] == "place":
        return True
    return (
        what[0] == "only"
        and when is None
        and all(_within(table, earlier, later) for table in tables.usual.values())
    )


def _what(entry: Entry) -> tuple[str, Any]:
    """The verb of a clause and its expression."""
    return next(
        ((verb, text(entry.node, verb)) for verb in ("keep", "only", "most", "fewest") if entry[verb]),
        ("", None),
    )


def _within(engine: CompiledRules, earlier: Entry, later: Entry) -> bool:
    """Return whether the later clause certainly keeps all that the earlier one leaves."""
    pairs = list(
        zip(compiled_forms(engine, earlier.place), compiled_forms(engine, later.place), strict=False)
    )
    keeping = _what(later)[0] in ("keep", "only")
    return keeping and bool(pairs) and all(_inside(first.what, second.what) for first, second in pairs)


def _inside(first: Term, second: Term) -> bool:
    """Return whether both are fixed sets of cards, the first a subset of the second."""
    cards = first.type.kind is second.type.kind is Kind.CARDS
    return cards and first.constant and second.constant and not first.value & ~second.value
