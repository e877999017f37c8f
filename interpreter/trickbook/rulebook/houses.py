"""The house rules of a book: what they are called, and what each says of itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.concepts.reading import text
from trickbook.document import read
from trickbook.loading.files import HOUSE, find, is_path, label

if TYPE_CHECKING:
    from trickbook.loading import Resolved


class House(NamedTuple):
    """A house rule: its name, and its summary if it has one."""

    name: str
    summary: str


def houses(resolved: Resolved, language: str) -> dict[str, House]:
    """The house rules that were laid over a ruleset, by the names of their files."""
    found = {}
    for name in resolved.house:
        path = find(name if is_path(name) else HOUSE + name.removeprefix(HOUSE))
        file = label(path) if path else name
        root, _ = read(resolved.texts.get(file, ""), file)
        called = text(root, "name", language) if root else None
        summary = text(root, "summary", language) if root else None
        found[file] = House(called or name, summary or "")
    return found
