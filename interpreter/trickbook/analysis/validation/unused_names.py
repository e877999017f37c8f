"""Names without use: options, words, facts, piles, and answers to questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.analysis.dependencies import names_in
from trickbook.problems import Problem, shown
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.source import Pair


def check(tables: Configurations) -> Iterator[Problem]:
    """Report what a ruleset defines and never uses."""
    used, played = tables.dependencies.used(), tables.dependencies.used(measured=False)
    for name, entry in tables.dependencies.section("options").items():
        if name not in played:
            hint = f"use it in an expression, or remove it: `options: {{{name}: null}}`"
            message = f"option {shown(name)} has no effect: no expression uses it"
            place = tables.near(entry.key_place)
            yield Problem("unused-option", message, place, hint, tables.severity(entry.key_place))
    for name, entry in _idle(tables, "words", used):
        yield Problem(
            "unused-word", f"no expression uses the word {shown(name)}", entry.key_place, severity="note"
        )
    for name, entry in _idle(tables, "facts", used):
        yield Problem(
            "unused-fact", f"no expression uses the fact {shown(name)}", entry.key_place, severity="note"
        )
    for name, entry in _idle(tables, "piles", used):
        yield Problem(
            "unused-pile", f"no card is ever put on the pile {shown(name)}", entry.key_place, severity="note"
        )
    yield from _unread(tables)


def _idle(tables: Configurations, section: str, used: frozenset[str]) -> Iterator[tuple[str, Pair]]:
    """The entries of a section in the ruleset's own file that nothing uses."""
    for name, entry in tables.dependencies.section(section).items():
        if tables.own(entry.key_place) and not {name, *_also(entry)} & used:
            yield name, entry


def _also(entry: Pair) -> frozenset[str]:
    """The names for which this one counts as a use: a word for past cards of a pile uses the pile."""
    found = entry.node.entries.get("ever") if isinstance(entry.node, Mapping) else None
    return names_in(found.node) if found else frozenset()


def _unread(tables: Configurations) -> Iterator[Problem]:
    for name, step in tables.dependencies.section("steps").items():
        keys = step.node.entries if isinstance(step.node, Mapping) else {}
        if "ask" in keys and "to" not in keys and tables.own(step.key_place) and not _read(tables, name):
            message = f"no rule uses the answers to {shown(name)}, and no cards move"
            yield Problem("unread-answer", message, step.key_place, f"use `{name}` in an expression", "note")


def _read(tables: Configurations, name: str) -> bool:
    """Return whether a later step, a clause or the points use an answer, or an event depends on it."""
    return tables.dependencies.is_used_elsewhere(name)
