"""What has no use: options, words, facts, piles and answers that nothing reads, and `fits:` in a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.analysis.dependencies import names_in
from trickbook.loading.files import listed
from trickbook.problems import Problem, shown
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.source import Pair


def check_names(tables: Configurations) -> Iterator[Problem]:
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
    """The questions whose answer no other step, clause, event or points use."""
    for name, step in tables.dependencies.section("steps").items():
        keys = step.node.entries if isinstance(step.node, Mapping) else {}
        is_own = tables.own(step.key_place) and "ask" in keys and "to" not in keys
        if is_own and not tables.dependencies.is_used_elsewhere(name):
            message = f"no rule uses the answers to {shown(name)}, and no cards move"
            yield Problem("unread-answer", message, step.key_place, f"use `{name}` in an expression", "note")


def check_fits(tables: Configurations) -> Iterator[Problem]:
    """Note a `fits:` beside an `extends:`, because the file builds on both."""
    own = tables.resolved.trees.get(tables.resolved.file)
    if own is None or "extends" not in own.entries:
        return
    for first in listed(own, "fits")[:1]:
        message = f"only house rules fit games: beside `extends:` this one builds on {shown(first.text)} too"
        hint = "leave it out; a house rule has no `extends:`"
        yield Problem("fits-in-game", message, own.entries["fits"].key_place, hint, "note")
