"""The graph of a ruleset: what it extends, which file each entry comes from, and what reads what."""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import TYPE_CHECKING, NamedTuple

from trickbook.analysis.dependencies import names_in
from trickbook.expression.vocabulary import TABLE
from trickbook.loading.files import HOUSE, find, is_path
from trickbook.problems import Place
from trickbook.sections import table
from trickbook.source import Mapping
from trickbook.source.files import label
from trickbook.source.nodes import scalars, text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Mapping as MappingOf
    from collections.abc import Set as AbstractSet

    from trickbook.loading import Resolved

JOINING = {"extends": "", "house": HOUSE, "fits": ""}
"""Keys under which a file names others, and what their names begin with where all are named."""


class GraphFile(NamedTuple):
    """A file, and the files that it names, each with the key under which it does."""

    file: str
    title: str
    names: tuple[tuple[str, str], ...]


class GraphEntry(NamedTuple):
    """An entry: its section and name, what it reads, and the files that have it; the first adds it."""

    section: str
    name: str
    says: str
    files: tuple[str, ...]
    reads: tuple[str, ...]

    @property
    def path(self) -> str:
        """Its section and its name; a section that is one record has no other."""
        return f"{self.section}.{self.name}" if self.name else self.section


class Graph(NamedTuple):
    """The files of a ruleset, its own last, and its entries in the order of the file.

    What an entry ``reads`` are paths of others.
    """

    files: tuple[GraphFile, ...]
    entries: tuple[GraphEntry, ...]

    def near(self, files: AbstractSet[str]) -> Graph:
        """The part of the graph that some files add or change, with what that reads and what reads it."""
        own = {entry.path for entry in self.entries if files & set(entry.files)}
        read = {path for entry in self.entries if entry.path in own for path in entry.reads}
        kept = tuple(one for one in self.entries if one.path in own | read or own & set(one.reads))
        paths = {one.path for one in kept}
        return Graph(
            self.files,
            tuple(one._replace(reads=tuple(path for path in one.reads if path in paths)) for one in kept),
        )


def graph_of(resolved: Resolved) -> Graph:
    """The graph of a ruleset whose files have been read."""
    roots = {file: resolved.trees.get(file, Mapping({}, Place(file))) for file in resolved.texts}
    homes = {name: (index, home) for index, (name, home) in enumerate(dict(_homes(resolved.root)).items())}
    entries = (
        GraphEntry(
            section,
            name,
            text(node, "says") or "",
            tuple(file for file, root in roots.items() if _has(root, section, name)),
            tuple(_entries_read(node, homes, section, name)),
        )
        for section, name, node in _entries(resolved.root)
    )
    files = (
        GraphFile(file, text(root, "name") or "", tuple(_named_files(file, root, roots)))
        for file, root in roots.items()
    )
    return Graph(tuple(files), tuple(entries))


def _entries_read(
    node: Mapping, homes: MappingOf[str, tuple[int, str]], section: str, name: str
) -> Iterator[str]:
    """The other entries whose names stand in the expressions of one, in order; an option has values alone."""
    words = names_in(node) if section not in table.gives("choice") else frozenset()
    entries = sorted(homes[word] for word in words if word in homes)
    return (home for _, home in entries if (section, name) != tuple(home.split(".")))


def _entries(root: Mapping) -> Iterator[tuple[str, str, Mapping]]:
    """Each entry, and each section that is one record; with its section, its name and its node."""
    for key, section in table.SECTIONS.items():
        found = root.entries.get(key)
        if found is None or section.kind == "head" or not isinstance(found.node, Mapping):
            continue
        if section.kind == "record":
            yield key, "", found.node
        else:
            named = ((name, one.node) for name, one in found.node.entries.items())
            yield from ((key, name, node) for name, node in named if isinstance(node, Mapping))


def _homes(root: Mapping) -> Iterator[tuple[str, str]]:
    """Words of expressions that are entries, each with its path; what comes last has precedence."""
    for section, *inner in reversed(table.WORD_SECTIONS):
        found = root.entries.get(section)
        if found and isinstance(found.node, Mapping) and not inner:
            own = (name for name in found.node.entries if name not in TABLE)
            yield from ((name, f"{section}.{name}") for name in own)


def _has(root: Mapping, section: str, name: str) -> bool:
    found = root.entries.get(section)
    return found is not None and (
        not name or (isinstance(found.node, Mapping) and name in found.node.entries)
    )


def _named_files(file: str, root: Mapping, roots: MappingOf[str, Mapping]) -> Iterator[tuple[str, str]]:
    """The files that a file names, with the key under which it does."""
    beside = getattr(file, "path", None) or Path(file)
    for key, kind in JOINING.items():
        for one in scalars(root, key):
            name = one.text if is_path(one.text) else kind + one.text.removeprefix(kind)
            path = find(name, Path(beside).parent)
            if path is not None and label(path) in roots:
                yield key, label(path)


def short_names(files: Sequence[str]) -> dict[str, str]:
    """The names of files where room is scarce: as many last parts of their paths as tell them apart."""
    names: dict[str, str] = {}
    for file in files:
        parts = PurePath(file).with_suffix("").parts
        sames = [other for other in files if other != file and PurePath(other).stem == parts[-1]]
        names[file] = "/".join(parts[-2:] if sames else parts[-1:])
    return names
