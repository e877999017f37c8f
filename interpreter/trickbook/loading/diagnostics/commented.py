"""Comments that a started text still has: around entries of another section, and below empty keys."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from trickbook.problems import Problem, shown
from trickbook.source import Mapping, Scalar
from trickbook.source.diagnostics.indentation import entry_in_comment, heads
from trickbook.source.text import page

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.source import Pair
    from trickbook.source.text import Page

BELOW: Final = re.compile(r"[ \t]*\n# ( +)(?:#|[\w-]+:)")
"""The first line below a key, if it is a comment that would stand under it."""


def explained(root: Mapping, problems: tuple[Problem, ...], text: str, file: str) -> tuple[Problem, ...]:
    """The problems of a file, in which those that come from comments are told as such."""
    sheet = page(file, text)
    left, found = list(problems), [problem for key in root.entries.values() for problem in _empty(sheet, key)]
    sections = heads(sheet)
    for section in root.entries.values() if any(head["mark"] for head in sections) else ():
        for entry in section.node.entries.values() if isinstance(section.node, Mapping) else ():
            if problem := entry_in_comment(sheet, entry.key_place, sections):
                others = [one for one in left if not _is_under(one, entry.key_place.path)]
                found.append(problem if len(others) < len(left) else replace(problem, severity="note"))
                left = others
    return (*left, *found)


def _is_under(problem: Problem, path: str) -> bool:
    return (
        problem.place is not None
        and re.match(rf"{re.escape(path)}(?:[.\[]|$)", problem.place.path) is not None
    )


def _empty(sheet: Page, pair: Pair) -> Iterator[Problem]:
    """Tell of keys with nothing but comments under them, which removes what they inherit."""
    node, place = pair.node, pair.key_place
    if isinstance(node, Mapping):
        for entry in node.entries.values():
            yield from _empty(sheet, entry)
    elif isinstance(node, Scalar) and node.plain and not node.text:
        begin = sheet.starts[place.line - 1]
        end = sheet.line_end(begin)
        comment = BELOW.match(sheet.source, end)
        key = sheet.source[begin:end].strip()
        if comment and key.endswith(":") and len(comment[1]) >= place.column:
            message = f"{shown(key)} is empty, because the lines under it are comments"
            hint = f"take the `#` off those that you want, or write {shown(f'{key} null')} to remove it"
            yield Problem("commented-entry", message, place, hint)
