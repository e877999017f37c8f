"""The keys and items of a tree, and where each begins and ends in the source."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import yaml

from trickbook.source.nodes import Listing, Mapping, Scalar
from trickbook.source.yaml import Loader

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.problems import Place
    from trickbook.source import Node
    from trickbook.source.text import Page

_OPENING = (yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken)
_CLOSING = (yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)


class Unit(NamedTuple):
    """A key with its value, or an item of a list: where it stands in the source, and the paths around it."""

    path: str
    begin: int
    end: int
    column: int
    outer: tuple[str, ...]

    @property
    def depth(self) -> int:
        """How many maps and lists it stands in, but for the whole."""
        return len(self.outer)


class Tokens(NamedTuple):
    """The tokens between comments: the span of each, and where each bracket is closed."""

    spans: tuple[tuple[int, int], ...]
    closed: dict[int, int]


def tokens(sheet: Page) -> Tokens:
    """Take a source apart."""
    loader = Loader(sheet.source)
    spans: list[tuple[int, int]] = []
    closed: dict[int, int] = {}
    waiting: list[int] = []
    try:
        while token := loader.get_token():  # type: ignore[no-untyped-call]
            begin, end = token.start_mark.index, token.end_mark.index
            if isinstance(token, _OPENING):
                waiting.append(begin)
            elif isinstance(token, _CLOSING):
                closed[waiting.pop()] = end
            if end > begin:
                spans.append((begin, end))
    finally:
        loader.dispose()
    return Tokens(tuple(spans), closed)


def units(root: Mapping, sheet: Page, closed: dict[int, int]) -> list[Unit]:
    """List the keys and items of a tree in the order of the source, outer ones first."""
    return sorted(_units(root, sheet, closed, ()), key=lambda unit: (unit.begin, unit.depth))


def _units(node: Node, sheet: Page, closed: dict[int, int], outer: tuple[str, ...]) -> Iterator[Unit]:
    for place, inner in _children(node):
        begin = offset(sheet, place)
        end = max(begin + place.length, node_end(inner, sheet, closed))
        yield Unit(place.path, begin, end, place.column, outer)
        yield from _units(inner, sheet, closed, (*outer, place.path))


def _children(node: Node) -> Iterator[tuple[Place, Node]]:
    if isinstance(node, Mapping):
        yield from ((pair.key_place, pair.node) for pair in node.entries.values())
    elif isinstance(node, Listing):
        yield from ((item.place, item) for item in node.items)


def offset(sheet: Page, place: Place) -> int:
    """Find the character of the source at which a place begins."""
    return sheet.starts[place.line - 1] + place.column - 1


def node_end(node: Node, sheet: Page, closed: dict[int, int]) -> int:
    """Find where a value ends, blanks and comments behind it left out."""
    if isinstance(node, Scalar):
        begin, end = node.span
        return begin + len(sheet.source[begin:end].rstrip())
    begin = offset(sheet, node.place)
    if begin in closed and sheet.source[begin] in "{[":
        return closed[begin]
    return max((node_end(inner, sheet, closed) for _, inner in _children(node)), default=begin)
