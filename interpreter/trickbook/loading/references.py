"""Rulesets that a file only speaks of, and entries with names that mean something else already."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.engine import OVER
from trickbook.engine.facts import ANNOUNCEMENT
from trickbook.loading.files import HOUSE, find, is_path, shipped
from trickbook.loading.house_rules import listed
from trickbook.loading.merge import LAST
from trickbook.problems import Problem, nearest, shown
from trickbook.sections import table
from trickbook.sections.steps import EVENTS
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.problems import Place
    from trickbook.source import Pair

HAPPENING: Final = (*EVENTS, ANNOUNCEMENT, OVER)
"""What happens without being a step."""


def strangers(root: Mapping) -> Iterator[Problem]:
    """Tell of each ruleset that a file fits or does not go with, and that is not shipped.

    The first that it fits is loaded, and told of then. Files that are not here may be elsewhere.
    """
    for name in listed(root, "fits")[1:]:
        yield from _unknown(name.text, name.place, "ruleset", "fit", "")
    for text, entry in _entries(root, "conflicts").items():
        yield from _unknown(text, entry.key_place, "ruleset or house rule", "conflict with", HOUSE)


def _unknown(name: str, place: Place, what: str, act: str, kind: str) -> Iterator[Problem]:
    if is_path(name) or find(name) or (kind and find(kind + name)):
        return
    known = [other.removeprefix(kind) for other in shipped() if kind or not other.startswith(HOUSE)]
    near = nearest(name, known)
    hint = f"did you mean {shown(near)}?" if near else "a shipped name, or a path that ends in .yaml"
    yield Problem("unknown-ruleset", f"there is no {what} {shown(name)} to {act}", place, hint)


def taken(root: Mapping) -> Iterator[Problem]:
    """Tell of steps that are called like an event, and of entries that `after: all` would mean."""
    steps = _entries(root, "steps")
    for name in HAPPENING:
        if name in steps:
            message = f"no step can be called {shown(name)}: an event has that name"
            yield Problem("name-taken", message, steps[name].key_place, "choose another name")
    placed = table.map_paths(lambda section: section.order == "placed", lambda key: _entries(root, key))
    for path in placed:
        if entry := _entries(root, *path).get(LAST):
            message = f"no entry can be called {shown(LAST)}: `after: {LAST}` means after all others"
            yield Problem("name-taken", message, entry.key_place, "choose another name")


def _entries(root: Mapping, *path: str) -> dict[str, Pair]:
    """The entries under a path."""
    for key in path:
        found = root.entries.get(key)
        if found is None or not isinstance(found.node, Mapping):
            return {}
        root = found.node
    return dict(root.entries)
