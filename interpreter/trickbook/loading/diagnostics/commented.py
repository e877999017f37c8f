"""Comments that a started text still has: around entries of another section, and below empty keys."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from trickbook.problems import Problem, shown
from trickbook.source import Mapping, Pair, Scalar
from trickbook.source.diagnostics.indentation import entry_in_comment, heads
from trickbook.source.files import source_text
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.source.files import SourceText

EDITION: Final = "trickbook"

BELOW: Final = re.compile(r"[ \t\r]*\n# ( +)(?:#|[\w-]+:)")
"""The first line below a key, if it is a comment that would stand under it."""


def explained(root: Mapping, problems: tuple[Problem, ...], text: str, file: str) -> tuple[Problem, ...]:
    """The problems of a file, in which those that come from comments are told as such."""
    document = source_text(file, text)
    left, found = (
        list(problems),
        [problem for key in root.entries.values() for problem in _empty(document, key)],
    )
    texts = [node.span for _, node in root.walk() if isinstance(node, Scalar)]
    sections = [
        head for head in heads(document) if not any(begin < head.start() < end for begin, end in texts)
    ]
    for section in root.entries.values() if any(head["mark"] for head in sections) else ():
        for entry in section.node.pairs.values():
            if problem := entry_in_comment(document, entry.key_place, sections):
                others = [one for one in left if not _is_under(one, entry.key_place.path)]
                if len(others) < len(left):
                    found.append(problem)
                elif _fits(root, entry, problem):
                    found.append(replace(problem, severity="note"))
                left = others
    return (*(_not_twice(document, one, sections) for one in left), *found)


def _not_twice(document: SourceText, problem: Problem, sections: list[re.Match[str]]) -> Problem:
    """The problem of a second name in a section, as that of an entry whose own section is a comment."""
    if problem.code != "duplicate-key" or problem.place is None or not _is_section(problem.place.path):
        return problem
    return entry_in_comment(document, problem.place, sections) or problem


def _is_section(path: str) -> bool:
    return bool(path) and "." not in path


def _fits(root: Mapping, entry: Pair, problem: Problem) -> bool:
    """Return whether an entry may stand in the section that is a comment."""
    from trickbook.loading.conformance import check_ruleset

    (head,) = problem.related
    name = entry.key_place.path.partition(".")[2]
    if EDITION not in root.entries:
        return True
    section = Mapping({name: entry}, root.place)
    alone = Mapping({EDITION: root.entries[EDITION], head.path: Pair(root.place, section)}, root.place)
    return not check_ruleset(alone)


def _is_under(problem: Problem, path: str) -> bool:
    return (
        problem.place is not None
        and re.match(rf"{re.escape(path)}(?:[.\[]|$)", problem.place.path) is not None
    )


def _empty(document: SourceText, pair: Pair) -> Iterator[Problem]:
    """Tell of keys with nothing but comments under them, which removes what they inherit."""
    node, place = pair.node, pair.key_place
    if isinstance(node, Mapping):
        for entry in node.entries.values():
            yield from _empty(document, entry)
    elif isinstance(node, Scalar) and node.plain and not node.text:
        begin = document.starts[place.line - 1]
        end = document.line_end(begin)
        comment = BELOW.match(document.source, end)
        key = document.source[begin:end].strip()
        if comment and key.endswith(":") and len(comment[1]) >= place.column:
            message = Message("{key} is empty, because the lines under it are comments", key=shown(key))
            hint = Message(
                "take the `#` off those that you want, or write {entry} to remove it",
                entry=shown(f"{key} null"),
            )
            yield Problem("commented-entry", message, place, hint)
