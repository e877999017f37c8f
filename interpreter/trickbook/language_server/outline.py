"""The outline of a file: its sections and entries, and what can be folded away."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.source import Mapping
from trickbook.source.nodes import text

if TYPE_CHECKING:
    from collections.abc import Iterator

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


def symbols(root: Mapping, source: str, depth: int = DEEPEST) -> tuple[Symbol, ...]:
    """The keys of a map, with those of the maps in it."""
    lines = source.split("\n")
    found = []
    for key, pair in root.entries.items():
        node = pair.node
        inner = symbols(node, source, depth - 1) if isinstance(node, Mapping) and depth > 1 else ()
        says = text(node, "says") or "" if isinstance(node, Mapping) else ""
        last = max([_last_line(lines, pair.key_place.line), *(part.last for part in inner)])
        found.append(Symbol(key, says, pair.key_place, last, inner))
    return tuple(found)


def folds(source: str) -> Iterator[tuple[int, int]]:
    """The first and last lines, from 1, of all that stands below a line and further in."""
    lines = source.split("\n")
    for number, line in enumerate(lines, 1):
        if line.strip() and (last := _last_line(lines, number)) > number:
            yield number, last


def _last_line(lines: list[str], first: int) -> int:
    """The last line, from 1, of what stands below a line and further in."""
    indent = _indent(lines[first - 1])
    last = first
    for number, line in enumerate(lines[first:], first + 1):
        if line.strip():
            if _indent(line) <= indent:
                break
            last = number
    return last


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" -"))
