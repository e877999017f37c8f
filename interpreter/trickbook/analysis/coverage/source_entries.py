"""The entries of a ruleset that can affect a game: clauses, steps, facts, worth and points."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.sections import table
from trickbook.sections.table import PLACES, REMARKS
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.loading import Resolved
    from trickbook.problems import Place
    from trickbook.source import Node, Pair

Path = tuple[str, ...]


class SourceEntry(NamedTuple):
    """An entry: its place, its path such as ``steps.pass``, and the files that contribute to it."""

    place: Place
    path: Path
    files: frozenset[str]

    @property
    def section(self) -> str:
        """The section of the entry, such as ``play`` or ``rules``."""
        return self.path[-2]

    def node(self, root: Mapping) -> Node:
        """Return what a merged ruleset has at the path."""
        node: Node = root
        for key in self.path:
            assert isinstance(node, Mapping)  # noqa: S101 - the path was found in it
            node = node.entries[key].node
        return node

    def __str__(self) -> str:
        """The path with dots."""
        return ".".join(self.path)


def source_entries(root: Mapping) -> Iterator[SourceEntry]:
    """The entries of a merged or single ruleset that contain more than descriptions."""
    for section in table.map_paths(lambda one: one.active, lambda key: _inside(root, (key,))):
        yield from _entries(root, section)


def own_entries(resolved: Resolved) -> tuple[SourceEntry, ...]:
    """The entries that a ruleset's own file adds, or changes in more than description and place."""
    root = resolved.trees.get(resolved.file)
    return tuple(sorted(source_entries(root))) if root else ()


def _entries(root: Mapping, path: Path) -> Iterator[SourceEntry]:
    """The entries under a path that contain more than descriptions, a place and nested entries."""
    section = table.entries_at(path)
    mere = {*REMARKS, *PLACES, *(inner.key for inner in section.inner)} if section else REMARKS
    for name, entry in _inside(root, path).items():
        inner = entry.node.entries if isinstance(entry.node, Mapping) else {}
        files = frozenset(inner[key].key_place.file for key in inner if key not in mere)
        if files:
            yield SourceEntry(entry.key_place, (*path, name), files)


def _inside(root: Mapping, path: Path) -> dict[str, Pair]:
    node: Node = root
    for key in path:
        found = node.entries.get(key) if isinstance(node, Mapping) else None
        if found is None:
            return {}
        node = found.node
    return dict(node.entries) if isinstance(node, Mapping) else {}
