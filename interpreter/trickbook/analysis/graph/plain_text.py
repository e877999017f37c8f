"""A graph as text: the files as a tree, then the entries by section."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from trickbook.analysis.graph.graph import short_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.analysis.graph.graph import Graph, GraphEntry


def plain_text(graph: Graph) -> str:
    """Write a graph as text: each entry with the files that add or change it, and what it reads."""
    names = short_names([one.file for one in graph.files])
    lines = [*_files(graph, graph.files[-1].file, set())]
    for section, entries in groupby(graph.entries, lambda entry: entry.section):
        lines += ["", section, *_table([_row(entry, names) for entry in entries])]
    return "\n".join(lines)


def _files(graph: Graph, file: str, told: set[str], how: str = "") -> Iterator[str]:
    """A file and, below it, those that it names; what one names is told once."""
    found = next(one for one in graph.files if one.file == file)
    yield f"{how}{found.file}" + (f": {found.title}" if found.title else "")
    if file not in told:
        told.add(file)
        for key, other in found.names:
            yield from (f"  {line}" for line in _files(graph, other, told, f"{key} "))


def _row(entry: GraphEntry, names: dict[str, str]) -> tuple[str, str, str]:
    first, *others = [names[file] for file in entry.files] or [""]
    changed = f", changed by {', '.join(others)}" if others else ""
    reads = [path.partition(".")[2] for path in entry.reads]
    return entry.name or "(the section)", first + changed, f"reads {', '.join(reads)}" if reads else ""


def _table(rows: list[tuple[str, str, str]]) -> Iterator[str]:
    wide = [max(len(row[column]) for row in rows) for column in range(2)]
    for name, files, reads in rows:
        yield f"  {name:{wide[0]}}  {files:{wide[1]}}  {reads}".rstrip()
