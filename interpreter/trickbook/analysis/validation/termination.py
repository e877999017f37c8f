"""The course of a match: players act, hands get cards, and questions and the match end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.analysis.dependencies import names_in
from trickbook.analysis.validation.hand_sizes import unplayable
from trickbook.engine.ask import AskStep
from trickbook.engine.tricks import TrickStep
from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations

CHANGING: Final = frozenset({"score", "deal", "points", "tricks", "taken", "dealer"})
"""Words that an ending can test, because they change from deal to deal."""


def check(tables: Configurations) -> Iterator[Problem]:
    """Check the course of a deal, and what ends the match."""
    steps, context = tables.first.steps, tables.first.context
    place = context.record("steps").place
    if not any(isinstance(step, AskStep | TrickStep) for step in steps):
        yield Problem(
            "nobody-acts",
            "nobody ever plays or answers anything",
            place,
            "write a step with `leader:` or `ask:`",
        )
    elif unplayable(tables.first):
        yield Problem(
            "no-cards",
            "tricks are played before any card was dealt",
            place,
            "write `deal: {deal: hand}` before them",
        )
    for step in tables.first.every_step:
        if not isinstance(step, AskStep):
            continue
        if step.optional and all(clause.verb != "only" for clause in step.rules):
            message = f"{shown(step.name)} need never end: the same may be answered again and again"
            hint = f"say what may not: `rules: {{higher: {{only: answer > {step.name}}}}}`"
            yield Problem("no-end", message, step.entry.place, hint)
        elif step.how == "freely" and not step.optional and step.to is None:
            message = f"{shown(step.name)} need never end: cards that are chosen stay where they are"
            yield Problem("no-end", message, step.entry.place, "say where they go: `to: table`")
    yield from _ends(tables)
    yield from _wins(tables)


def _wins(tables: Configurations) -> Iterator[Problem]:
    """Note a match without `wins:`, in which all players win."""
    context = tables.first.context
    if not any(context.entries("match", "wins")):
        place = context.record("match").place
        hint = "`wins:` says who: `wins: {lowest: {fewest: score}}`"
        yield Problem("everybody-wins", "everybody wins the match, whatever the scores", place, hint, "note")


def _ends(tables: Configurations) -> Iterator[Problem]:
    context = tables.first.context
    nodes = [node for entry in context.entries("match", "ends") if (node := entry["when"])]
    names = tables.dependencies.closure(frozenset().union(*(names_in(node) for node in nodes)))
    facts = frozenset(tables.dependencies.section("facts"))
    if not names & (CHANGING | facts | frozenset(tables.dependencies.section("steps"))):
        most = tables.first.ending.most
        unused = "no ending uses a score, the deal or a fact"
        message = f"only `max_deals:` ends the match, after {most} deals: {unused}"
        yield Problem("only-max-deals", message, context.record("match").place, None, "note")
