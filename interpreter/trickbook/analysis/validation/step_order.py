"""Steps that land behind the tricks because their file does not say when, and steps called as an event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.facts import TURN
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.source import Mapping
from trickbook.source.nodes import at, texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.source.nodes import Entry

PLACED = ("after", "before", "upon")
"""The keys that say when a step comes."""

AFTERWARDS = frozenset({"taken", "taker", "tricks", "outcome", "closing", "ahead", "points"})
"""Words that have a meaning only when tricks have been played."""


def check(tables: Configurations) -> Iterator[Problem]:
    """Note each new step behind inherited tricks that does not say so, and what a step `turn` hides."""
    yield from _turns(tables)
    behind = False
    for entry in tables.first.context.entries("steps"):
        unsaid = behind and tables.own(entry.place) and not _late(tables, entry)
        if unsaid and entry.name not in _placed(tables):
            message = f"{shown(entry.name)} comes after the tricks, behind all inherited steps"
            hint = "say when it comes: `after: deal`, or `after: tricks` if you mean that"
            yield Problem("after-tricks", message, entry.place, hint, "note")
        behind = behind or (entry["leader"] is not None and not tables.own(entry.place))


def _turns(tables: Configurations) -> Iterator[Problem]:
    """Note what waits for the event before a seat plays, where a step of this name is waited for instead."""
    context = tables.first.context
    if all(entry.name != TURN for entry in context.entries("steps")):
        return
    for entry in (*context.entries("steps"), *context.entries("facts")):
        if TURN in texts(entry.node, "upon") and tables.own(entry.place):
            message = f"{shown(entry.name)} waits for the step `turn`, and not for each turn to play"
            place = at(entry.node, ("upon",)).place
            yield Problem("event-name", message, place, "if you mean the turns, rename the step", "note")


def _placed(tables: Configurations) -> set[str]:
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
