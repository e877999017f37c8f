"""Comments: which there are, and to which key or item each belongs."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.formatting.surroundings import Surroundings
from trickbook.formatting.units import tokens, units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.source import Mapping
    from trickbook.source.text import Page

_COMMENT: Final = re.compile(r"#[^\n]*")
_BLOCK_HEADER: Final = re.compile(r"[|>][-+0-9]*[ \t]+(#[^\n]*)")


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
    return Comment(text.rstrip(), begin, len(before) + 1, not before.strip(), _is_apart(sheet, start))


def _is_apart(sheet: Page, start: int) -> bool:
    """Return whether the line that starts here stands below an empty one."""
    return start > 0 and not sheet.source[sheet.line_start(start - 1) : start].strip(" \t\r\n")


def attached(root: Mapping, sheet: Page) -> Comments:
    """Find what every comment of a file belongs to."""
    spans, closed = tokens(sheet)
    known = units(root, sheet, closed)
    found, around = Comments(), Surroundings(sheet, known, closed)
    for comment in _comments(sheet, spans):
        _attach(comment, found, around)
    found.apart |= {unit.path for unit in known if _is_apart(sheet, sheet.line_start(unit.begin))}
    return found


def _attach(comment: Comment, found: Comments, around: Surroundings) -> None:
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
