"""The course of a match: somebody acts, cards come to hands, questions and the match come to an end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.analysis.dependencies import names_in
from trickbook.analysis.validation.hand_sizes import unplayable
from trickbook.engine.steps.ask import AskStep
from trickbook.engine.steps.tricks import TrickStep
from trickbook.problems import Problem, shown

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations

CHANGING: Final = frozenset({"score", "deal", "points", "tricks", "taken", "dealer"})
"""Words of which an ending may wait, for they change from deal to deal."""


def check(tables: Configurations) -> Iterator[Problem]:
    """Look at what every deal goes through, and at what ends the match."""
    steps, reading = tables.first.steps, tables.first.reading
    place = reading.record("steps").place
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
    for step in steps:
        if isinstance(step, AskStep) and step.how == "freely" and step.to is None:
            message = f"{shown(step.name)} need never end: cards that are chosen stay where they are"
            yield Problem("no-end", message, step.entry.place, "say where they go: `to: table`")
    yield from _ends(tables)
    yield from _wins(tables)


def _wins(tables: Configurations) -> Iterator[Problem]:
    """Without `wins:` nobody is told from the others when the match is over."""
    reading = tables.first.reading
    if not any(reading.entries("match", "wins")):
        place = reading.record("match").place
        hint = "`wins:` says who: `wins: {lowest: {fewest: score}}`"
        yield Problem("everybody-wins", "everybody wins the match, whatever the scores", place, hint, "note")


def _ends(tables: Configurations) -> Iterator[Problem]:
    reading = tables.first.reading
    nodes = [node for entry in reading.entries("match", "ends") if (node := entry["when"])]
    names = tables.reach.closure(frozenset().union(*(names_in(node) for node in nodes)))
    facts = frozenset(tables.reach.section("facts"))
    if not names & (CHANGING | facts | frozenset(tables.reach.section("steps"))):
        most = tables.first.ending.most
        message = (
            f"nothing ends the match but its {most} deals: no ending waits for a score, the deal or a fact"
        )
        yield Problem("only-max-deals", message, reading.record("match").place, None, "note")
