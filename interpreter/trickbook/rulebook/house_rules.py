"""The house rules of a book: what they are called, and what each says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.loading.files import HOUSE, find, is_path, label
from trickbook.sections.context import text
from trickbook.source import read

if TYPE_CHECKING:
    from trickbook.loading import Resolved


class HouseRule(NamedTuple):
    """A house rule: its name, its summary if it has one, whether it was laid over the game from outside."""

    name: str
    summary: str
    outside: bool


def house_rules(resolved: Resolved, language: str) -> dict[str, HouseRule]:
    """The house rules of a ruleset, its own and those laid over it, by the names of their files."""
    laid = {_file(name): name for name in resolved.house}
    found = {}
    for file in (file for file in resolved.texts if file in resolved.patches or file in laid):
        root, _ = read(resolved.texts.get(file, ""), file)
        called = text(root, "name", language) if root else None
        summary = text(root, "summary", language) if root else None
        found[file] = HouseRule(called or laid.get(file, file), summary or "", file in laid)
    return found


def _file(name: str) -> str:
    """What the file of a house rule is called in messages."""
    path = find(name if is_path(name) else HOUSE + name.removeprefix(HOUSE))
    return label(path) if path else name
