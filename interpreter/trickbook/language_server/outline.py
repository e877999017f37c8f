"""The outline of a file: its sections and entries, and what can be folded away."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.source import Mapping
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.problems import Place

DEEPEST = 3
"""How many levels of names the outline has."""


class Symbol(NamedTuple):
    """A section or an entry: its name, what it says, the place of its key, its last line, its parts."""

    name: str
    says: str
    place: Place
    last: int
    parts: tuple[Symbol, ...]


def symbols(root: Mapping, source: str) -> tuple[Symbol, ...]:
    """The keys of a map, with those of the maps in it."""
    return _symbols(root, _last_lines(source), DEEPEST)


def _symbols(root: Mapping, ends: Sequence[int], depth: int) -> tuple[Symbol, ...]:
    found = []
    for key, pair in root.entries.items():
        node = pair.node
        inner = _symbols(node, ends, depth - 1) if isinstance(node, Mapping) and depth > 1 else ()
        says = text(node, "says") or "" if isinstance(node, Mapping) else ""
        last = max([ends[pair.key_place.line - 1], *(part.last for part in inner)])
        found.append(Symbol(key, says, pair.key_place, last, inner))
    return tuple(found)


def folds(source: str) -> Iterator[tuple[int, int]]:
    """The first and last lines, from 1, of all that stands below a line and further in."""
    return ((number, last) for number, last in enumerate(_last_lines(source), 1) if last > number)


def _last_lines(source: str) -> Sequence[int]:
    """For each line the last one, from 1, of what stands below it and further in."""
    lines = source.split("\n")
    ends = list(range(1, len(lines) + 1))
    open_lines: list[tuple[int, int]] = []
    before = 0
    for number, line in enumerate((*lines, "end"), 1):
        if line.strip():
            while open_lines and _indent(line) <= open_lines[-1][0]:
                ends[open_lines.pop()[1] - 1] = before
            open_lines.append((_indent(line), number))
            before = number
    return ends


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" -"))
