"""Comments: which there are, and to which key or item each belongs."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.formatting.units import Unit, tokens, units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.source import Mapping
    from trickbook.source.text import Page

_COMMENT: Final = re.compile(r"#[^\n]*")
_BLOCK_HEADER: Final = re.compile(r"[|>][-+0-9]*[ \t]+(#[^\n]*)")
_BLANK_BEFORE: Final = re.compile(r"(?:^|\n)[ \t\r]*\n[ \t]*\Z")


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


def all_comments(sheet: Page) -> list[Comment]:
    """List the comments of a source in their order."""
    return list(_comments(sheet, tokens(sheet).spans))


def _comments(sheet: Page, spans: tuple[tuple[int, int], ...]) -> Iterator[Comment]:
    done = 0
    for begin, end in (*spans, (len(sheet.source), len(sheet.source))):
        for found in _COMMENT.finditer(sheet.source, done, begin):
            yield _comment(sheet, found[0], found.start())
        if header := _BLOCK_HEADER.match(sheet.source, begin, end):
            yield _comment(sheet, header[1], header.start(1))
        done = max(done, end)


def _comment(sheet: Page, text: str, begin: int) -> Comment:
    start = sheet.line_start(begin)
    before = sheet.source[start:begin]
    apart = bool(_BLANK_BEFORE.search(sheet.source, 0, start))
    return Comment(text.rstrip(), begin, len(before) + 1, not before.strip(), apart)


def attached(root: Mapping, sheet: Page) -> Comments:
    """Find what every comment of a file belongs to."""
    spans, closed = tokens(sheet)
    known = units(root, sheet, closed)
    found = Comments()
    for comment in _comments(sheet, spans):
        _attach(comment, found, known, sheet, closed)
    for unit in known:
        if _BLANK_BEFORE.search(sheet.source, 0, sheet.line_start(unit.begin)):
            found.apart.add(unit.path)
    return found


def _attach(
    comment: Comment, found: Comments, known: list[Unit], sheet: Page, closed: dict[int, int]
) -> None:
    following = next((unit for unit in known if unit.begin > comment.begin), None)
    if following is known[0]:
        found.header.append(comment)
        return
    if not comment.alone and (unit := _beside(comment, known, sheet)):
        found.beside[unit.path].append(comment)
        _open(found, unit, known)
        return
    within = any(begin < comment.begin < end for begin, end in closed.items())
    if following and (within or comment.column <= following.column):
        found.above[following.path].append(comment)
        _open(found, following, known)
    elif following is None and comment.column == 1:
        found.footer.append(comment)
    else:
        unit = _above(comment, known)
        found.below[unit.path].append(comment)
        _open(found, unit, known)


def _beside(comment: Comment, known: list[Unit], sheet: Page) -> Unit | None:
    """The outermost that ends on the line before the comment, or the innermost that it interrupts."""
    start = sheet.line_start(comment.begin)
    here = [unit for unit in known if start <= unit.begin < comment.begin]
    done = [unit for unit in here if unit.end <= comment.begin]
    if done:
        return min(done, key=lambda unit: (unit.depth, -unit.begin))
    if here:
        return max(here, key=lambda unit: unit.depth)
    ended = [unit for unit in known if start < unit.end <= comment.begin]
    return min(ended, key=lambda unit: (unit.depth, -unit.begin), default=None)


def _above(comment: Comment, known: list[Unit]) -> Unit:
    """The last unit before a comment that stands at most as far to the right."""
    last = [unit for unit in known if unit.begin < comment.begin]
    return next((unit for unit in reversed(last) if unit.column <= comment.column), last[-1])


def _open(found: Comments, unit: Unit, known: list[Unit]) -> None:
    """Mark the entries that hold a commented unit: they cannot be written on one line."""
    found.open |= {
        outer.path for outer in known if outer.depth < unit.depth and outer.begin <= unit.begin < outer.end
    }
