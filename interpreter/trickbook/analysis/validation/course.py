"""The course of a match: players act, questions and the match end, and steps come when their file says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.analysis.dependencies import names_in
from trickbook.analysis.validation.hand_sizes import unplayable
from trickbook.engine.ask import AskStep
from trickbook.engine.facts import TURN
from trickbook.engine.tricks import TrickStep
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.source import Mapping
from trickbook.source.nodes import at, texts
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.source.nodes import Entry

CHANGING: Final = frozenset({"score", "deal", "points", "tricks", "taken", "dealer"})
"""Words that an ending can test, because they change from deal to deal."""

PLACED = ("after", "before", "upon")
"""The keys that say when a step comes."""

AFTERWARDS = frozenset({"taken", "taker", "tricks", "outcome", "closing", "ahead", "points"})
"""Words that have a meaning only when tricks have been played."""


def check_end(tables: Configurations) -> Iterator[Problem]:
    """Check the course of a deal, and what ends the match."""
    steps, context = tables.first.steps, tables.first.context
    place = context.record("steps").place
    if not any(isinstance(step, AskStep | TrickStep) for step in steps):
        message = Message("nobody ever plays or answers anything")
        yield Problem("nobody-acts", message, place, Message("write a step with `leader:` or `ask:`"))
    elif unplayable(tables.first):
        message = Message("tricks are played before any card was dealt")
        yield Problem("no-cards", message, place, Message("write `deal: {deal: hand}` before them"))
    for step in tables.first.every_step:
        if not isinstance(step, AskStep):
            continue
        if step.optional and all(clause.verb != "only" for clause in step.rules):
            message = Message(
                "{step} need never end: the same may be answered again and again", step=shown(step.name)
            )
            hint = Message("say what may not: `rules: {higher: {only: answer > {step}}}`", step=step.name)
            yield Problem("no-end", message, step.entry.place, hint)
        elif step.how == "freely" and not step.optional and step.to is None:
            message = Message(
                "{step} need never end: cards that are chosen stay where they are", step=shown(step.name)
            )
            yield Problem("no-end", message, step.entry.place, Message("say where they go: `to: table`"))
    yield from _ends(tables)
    yield from _wins(tables)


def _wins(tables: Configurations) -> Iterator[Problem]:
    """Note a match without `wins:`, in which all players win."""
    context = tables.first.context
    if not any(context.entries("match", "wins")):
        place = context.record("match").place
        hint = Message("`wins:` says who: `wins: {lowest: {fewest: score}}`")
        message = Message("everybody wins the match, whatever the scores")
        yield Problem("everybody-wins", message, place, hint, "note")


def _ends(tables: Configurations) -> Iterator[Problem]:
    context = tables.first.context
    nodes = [node for entry in context.entries("match", "ends") if (node := entry["when"])]
    names = tables.dependencies.closure(frozenset().union(*(names_in(node) for node in nodes)))
    facts = frozenset(tables.dependencies.section("facts"))
    if not names & (CHANGING | facts | frozenset(tables.dependencies.section("steps"))):
        most = tables.first.ending.most
        message = Message(
            "only `max_deals:` ends the match, after {number} deals: "
            "no ending uses a score, the deal or a fact",
            number=most,
        )
        yield Problem("only-max-deals", message, context.record("match").place, None, "note")


def check_places(tables: Configurations) -> Iterator[Problem]:
    """Note each new step behind inherited tricks that does not say so, and what a step `turn` hides."""
    yield from _turns(tables)
    behind = False
    for entry in tables.first.context.entries("steps"):
        unsaid = behind and tables.own(entry.place) and not _late(tables, entry)
        if unsaid and entry.name not in _own_steps(tables):
            message = Message(
                "{step} comes after the tricks, behind all inherited steps", step=shown(entry.name)
            )
            hint = Message("say when it comes: `after: deal`, or `after: tricks` if you mean that")
            yield Problem("after-tricks", message, entry.place, hint, "note")
        behind = behind or (entry["leader"] is not None and not tables.own(entry.place))


def _turns(tables: Configurations) -> Iterator[Problem]:
    """Note what waits for the event before a seat plays, where a step of this name is waited for instead."""
    context = tables.first.context
    if all(entry.name != TURN for entry in context.entries("steps")):
        return
    for entry in (*context.entries("steps"), *context.entries("facts")):
        if TURN in texts(entry.node, "upon") and tables.own(entry.place):
            message = Message(
                "{name} waits for the step `turn`, and not for each turn to play", name=shown(entry.name)
            )
            place, hint = at(entry.node, ("upon",)).place, Message("if you mean the turns, rename the step")
            yield Problem("event-name", message, place, hint, "note")


def _own_steps(tables: Configurations) -> set[str]:
    """The steps for which the file itself says when they come; merging has done that already."""
    root = tables.resolved.trees.get(tables.resolved.file)
    found = root.entries.get("steps") if root else None
    steps = found.node.entries if found and isinstance(found.node, Mapping) else {}
    return {
        name
        for name, step in steps.items()
        if isinstance(step.node, Mapping) and {*PLACED} & {*step.node.entries}
    }


def _late(tables: Configurations, entry: Entry) -> bool:
    """Return whether a step rests on what only the tricks show."""
    parts = (
        found.node for key, found in entry.node.entries.items() if key != "to" and key not in table.quiet()
    )
    return any(tables.dependencies.words(part) & AFTERWARDS for part in parts)
