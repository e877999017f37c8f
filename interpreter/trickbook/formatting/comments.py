"""Comments: which there are, and to which key or item each belongs."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from dataclasses import dataclass, field
from itertools import accumulate
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

import yaml

from trickbook.source.nodes import Listing, Mapping, Scalar
from trickbook.source.yaml import Loader

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.problems import Place
    from trickbook.source import Node
    from trickbook.source.files import SourceText

_COMMENT: Final = re.compile(r"#[^\n]*")
_BLOCK_HEADER: Final = re.compile(r"[|>][-+0-9]*[ \t]+(#[^\n]*)")
_OPENING = (yaml.FlowMappingStartToken, yaml.FlowSequenceStartToken)
_CLOSING = (yaml.FlowMappingEndToken, yaml.FlowSequenceEndToken)


class Comment(NamedTuple):
    """A comment: its text, where it begins, and whether it has a line of its own, below an empty one."""

    text: str
    begin: int
    column: int
    alone: bool
    apart: bool


@dataclass
class Comments:
    """The comments of a file, by the paths of what they belong to."""

    header: list[Comment] = field(default_factory=list)
    above: defaultdict[str, list[Comment]] = field(default_factory=lambda: defaultdict(list))
    beside: defaultdict[str, list[Comment]] = field(default_factory=lambda: defaultdict(list))
    below: defaultdict[str, list[Comment]] = field(default_factory=lambda: defaultdict(list))
    footer: list[Comment] = field(default_factory=list)
    open: set[str] = field(default_factory=set)
    """The maps and lists within which a comment stands: they cannot be written on one line."""
    apart: set[str] = field(default_factory=set)
    """The keys and items above which a line was left empty."""


def all_comments(document: SourceText) -> list[Comment]:
    """List the comments of a source in their order."""
    return list(_comments(document, _tokens(document).spans))


def _comments(document: SourceText, spans: tuple[tuple[int, int], ...]) -> Iterator[Comment]:
    done = 0
    for begin, end in (*spans, (len(document.source), len(document.source))):
        for found in _COMMENT.finditer(document.source, done, begin):
            yield _comment(document, found[0], found.start())
        if header := _BLOCK_HEADER.match(document.source, begin, end):
            yield _comment(document, header[1], header.start(1))
        done = max(done, end)


def _comment(document: SourceText, text: str, begin: int) -> Comment:
    start = document.line_start(begin)
    before = document.source[start:begin]
    return Comment(text.rstrip(), begin, len(before) + 1, not before.strip(), _is_apart(document, start))


def _is_apart(document: SourceText, start: int) -> bool:
    """Return whether the line that starts here stands below an empty one."""
    return start > 0 and not document.source[document.line_start(start - 1) : start].strip(" \t\r\n")


def attached(root: Mapping, document: SourceText) -> Comments:
    """Find what every comment of a file belongs to."""
    spans, closed = _tokens(document)
    known = _units(root, document, closed)
    found, around = Comments(), _Surroundings(document, known, closed)
    for comment in _comments(document, spans):
        _attach(comment, found, around)
    found.apart |= {unit.path for unit in known if _is_apart(document, document.line_start(unit.begin))}
    return found


def _attach(comment: Comment, found: Comments, around: _Surroundings) -> None:
    following = around.following(comment.begin)
    if following is around.known[0]:
        found.header.append(comment)
        return
    if not comment.alone and (unit := around.beside(comment.begin)):
        found.beside[unit.path].append(comment)
        found.open.update(unit.outer)
        return
    if following and (around.within(comment.begin) or comment.column <= following.column):
        found.above[following.path].append(comment)
        found.open.update(following.outer)
    elif following is None and comment.column == 1:
        found.footer.append(comment)
    else:
        unit = around.above(comment.begin, comment.column)
        found.below[unit.path].append(comment)
        found.open.update(unit.outer)


class _Surroundings:
    """The units of a page, with the indexes that find those near a character."""

    def __init__(self, document: SourceText, known: Sequence[_Unit], closed: dict[int, int]) -> None:
        """Sort the units by their ends, too, and the brackets by their beginnings."""
        self.document, self.known = document, known
        self.begins = [unit.begin for unit in known]
        self.ended = sorted(known, key=attrgetter("end"))
        self.ends = [unit.end for unit in self.ended]
        self.brackets = sorted(closed)
        self.farthest = list(accumulate((closed[begin] for begin in self.brackets), max))
        self.columns = _Columns(known)

    def following(self, index: int) -> _Unit | None:
        """Return the first unit behind a character."""
        place = bisect_right(self.begins, index)
        return self.known[place] if place < len(self.known) else None

    def within(self, index: int) -> bool:
        """Return whether a character stands in brackets or braces."""
        place = bisect_left(self.brackets, index)
        return place > 0 and self.farthest[place - 1] > index

    def beside(self, index: int) -> _Unit | None:
        """The outermost that ends on the line before a character, or the innermost that it interrupts."""
        start = self.document.line_start(index)
        here = self.known[bisect_left(self.begins, start) : bisect_left(self.begins, index)]
        done = [unit for unit in here if unit.end <= index]
        if done:
            return min(done, key=lambda unit: (unit.depth, -unit.begin))
        if here:
            return max(here, key=lambda unit: unit.depth)
        ended = self.ended[bisect_right(self.ends, start) : bisect_right(self.ends, index)]
        return min(ended, key=lambda unit: (unit.depth, -unit.begin), default=None)

    def above(self, index: int, column: int) -> _Unit:
        """The last unit before a character that stands at most as far to the right as a column."""
        count = bisect_left(self.begins, index)
        return self.columns.last(count, column) or self.known[count - 1]


class _Columns:
    """A stack of units, each further right than the one below; ``last`` takes counts in ascending order."""

    def __init__(self, known: Sequence[_Unit]) -> None:
        self.known = known
        self.count = 0
        self.open: list[_Unit] = []

    def last(self, count: int, column: int) -> _Unit | None:
        """The last of the first ``count`` units that stands at most as far to the right as a column."""
        for unit in self.known[self.count : count]:
            while self.open and self.open[-1].column >= unit.column:
                self.open.pop()
            self.open.append(unit)
        self.count = max(self.count, count)
        place = bisect_right(self.open, column, key=attrgetter("column"))
        return self.open[place - 1] if place else None


class _Unit(NamedTuple):
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


class _Tokens(NamedTuple):
    """The tokens between comments: the span of each, and where each bracket is closed."""

    spans: tuple[tuple[int, int], ...]
    closed: dict[int, int]


def _tokens(document: SourceText) -> _Tokens:
    """Take a source apart."""
    loader = Loader(document.source)
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
    return _Tokens(tuple(spans), closed)


def _units(root: Mapping, document: SourceText, closed: dict[int, int]) -> list[_Unit]:
    """List the keys and items of a tree in the order of the source, outer ones first."""
    return sorted(_units_below(root, document, closed, ()), key=lambda unit: (unit.begin, unit.depth))


def _units_below(
    node: Node, document: SourceText, closed: dict[int, int], outer: tuple[str, ...]
) -> Iterator[_Unit]:
    for place, inner in _children(node):
        begin = _offset(document, place)
        end = max(begin + place.length, _node_end(inner, document, closed))
        yield _Unit(place.path, begin, end, place.column, outer)
        yield from _units_below(inner, document, closed, (*outer, place.path))


def _children(node: Node) -> Iterator[tuple[Place, Node]]:
    if isinstance(node, Mapping):
        yield from ((pair.key_place, pair.node) for pair in node.entries.values())
    elif isinstance(node, Listing):
        yield from ((item.place, item) for item in node.items)


def _offset(document: SourceText, place: Place) -> int:
    """Find the character of the source at which a place begins."""
    return document.starts[place.line - 1] + place.column - 1


def _node_end(node: Node, document: SourceText, closed: dict[int, int]) -> int:
    """Find where a value ends, blanks and comments behind it left out."""
    if isinstance(node, Scalar):
        begin, end = node.span
        return begin + len(document.source[begin:end].rstrip())
    begin = _offset(document, node.place)
    if begin in closed and document.source[begin] in "{[":
        return closed[begin]
    return max((_node_end(inner, document, closed) for _, inner in _children(node)), default=begin)
