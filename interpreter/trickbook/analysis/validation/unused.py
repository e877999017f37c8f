"""Entries without use: options, words, facts, piles and answers that nothing reads, and `fits:` in a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from trickbook.analysis.dependencies import names_in
from trickbook.loading import resolve
from trickbook.loading.files import find
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.source import Mapping
from trickbook.source.nodes import scalars, text, texts
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.configurations import Configurations
    from trickbook.source import Pair


def check_names(tables: Configurations) -> Iterator[Problem]:
    """Report what a ruleset defines and never uses."""
    used, played = tables.dependencies.used(), tables.dependencies.used(measured=False)
    for name, entry in tables.dependencies.section("options").items():
        if name not in played:
            entry_gone = f"options: {{{name}: null}}"
            hint = Message("use it in an expression, or remove it: `{entry}`", entry=entry_gone)
            message = Message("option {name} has no effect: no expression uses it", name=shown(name))
            place = tables.near(entry.key_place)
            yield Problem("unused-option", message, place, hint, tables.severity(entry.key_place))
    for name, entry in _idle(tables, "words", used):
        message = Message("no expression uses the word {name}", name=shown(name))
        yield Problem("unused-word", message, entry.key_place, severity="note")
    for name, entry in _idle(tables, "facts", used):
        message = Message("no expression uses the fact {name}", name=shown(name))
        yield Problem("unused-fact", message, entry.key_place, severity="note")
    for name, entry in _idle(tables, "piles", used):
        message = Message("no card is ever put on the pile {name}", name=shown(name))
        yield Problem("unused-pile", message, entry.key_place, severity="note")
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
            message = Message("no rule uses the answers to {name}, and no cards move", name=shown(name))
            hint = Message("use `{name}` in an expression", name=name)
            yield Problem("unread-answer", message, step.key_place, hint, "note")


def check_forgotten(tables: Configurations) -> Iterator[Problem]:
    """Note facts that change only at the end of a deal, with which they are forgotten."""
    root, dependencies = tables.resolved.root, tables.dependencies
    late = (key for key in root.entries if key == "match" or table.is_beside(key))
    read = dependencies.closure(frozenset().union(*(names_in(root.entries[key].node) for key in late)))
    for name, entry in dependencies.section("facts").items():
        node = entry.node if isinstance(entry.node, Mapping) else Mapping({}, entry.node.place)
        is_late = texts(node, "upon") == ("end",) and text(node, "lasts") != "match"
        if is_late and name not in read and tables.own(entry.key_place):
            message = Message(
                "the fact {name} changes at the end of a deal, and starts anew in the next", name=shown(name)
            )
            yield Problem("forgotten-fact", message, entry.key_place, Message("write `lasts: match`"), "note")


def check_fits(tables: Configurations) -> Iterator[Problem]:
    """Note a `fits:` in a file that extends a game, where it has no effect."""
    own = tables.resolved.trees.get(tables.resolved.file)
    if own is None or "fits" not in own.entries:
        return
    beside = Path(tables.resolved.file).parent
    games = [one.text for one in scalars(own, "extends") if _is_game(one.text, beside)]
    for game in games[:1]:
        message = Message("this extends {game}, a game, so `fits:` has no effect", game=shown(game))
        hint = Message("leave out one of the two: a house rule extends nothing but parts")
        yield Problem("fits-in-game", message, own.entries["fits"].key_place, hint, "note")


def _is_game(name: str, beside: Path) -> bool:
    """Return whether a name stands for a ruleset that can be played by itself."""
    path = find(name, beside)
    return path is not None and bool(resolve(path, check_merged=False).players.counts)
