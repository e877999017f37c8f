"""The house rules of a rulebook, with their names and summaries."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.loading.files import HOUSE, find, is_path, label
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from trickbook.loading import Resolved


class HouseRule(NamedTuple):
    """A house rule: its name, its optional summary, and whether it was applied from outside."""

    name: str
    summary: str
    outside: bool


def house_rules(resolved: Resolved, language: str) -> dict[str, HouseRule]:
    """The house rules of a ruleset, its own and those applied to it, by file."""
    laid = {_file(name): name for name in resolved.house}
    found = {}
    for file in (file for file in resolved.texts if file in resolved.patches or file in laid):
        root = resolved.trees.get(file)
        called = text(root, "name", language) if root else None
        summary = text(root, "summary", language) if root else None
        found[file] = HouseRule(called or laid.get(file, file), summary or "", file in laid)
    return found


def _file(name: str) -> str:
    """The label of a house rule's file."""
    path = find(name if is_path(name) else HOUSE + name.removeprefix(HOUSE))
    return label(path) if path else name
