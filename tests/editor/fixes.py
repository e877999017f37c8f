"""The fixes of a file: what its hints say to write removes the problems that have them, and nothing else."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from trickbook.analysis.report import has_errors
from trickbook.analysis.validation import RELIABLE_CODES
from trickbook.language_server import Change, Document
from trickbook.problems import Problem
from trickbook.source import Listing, Mapping, Node, Scalar
from trickbook.source.files import offset

PLACE = re.compile(r":\d+:\d+")

LATER = {"clash", "conflict", "yes-and-no"}
"""What is told only of files that have been found, and of answers whose names are right."""


COMMENT = re.compile(r"(?<!\S)#[^\n]*")


def what(problem: Problem) -> tuple[str, str]:
    return problem.code, PLACE.sub("", str(problem.message))


def known(problems: Sequence[Problem]) -> Counter[tuple[str, str]]:
    return Counter(map(what, problems))


def opened(path: Path) -> Document:
    here = path.absolute()
    return Document(here, {here: here.read_text("utf-8")})


def fixed(document: Document) -> list[tuple[Problem, Change]]:
    """The problems that have a fix; of fixes in one place, the first."""
    found: list[tuple[Problem, Change]] = []
    for problem in document.problems:
        change = document.fix(problem)
        if change and not any(change.begin <= one.end and one.begin <= change.end for _, one in found):
            found.append((problem, change))
    return found


def applied(text: str, changes: Sequence[Change]) -> str:
    for begin, end, written in sorted(changes, reverse=True):
        text = text[:begin] + written + text[end:]
    return text


def new_errors(document: Document, edited: Document, mended: Sequence[Problem]) -> Iterator[Problem]:
    """The errors that are new, but for those that were not looked for before.

    While a file has errors, only its form and its expressions are checked; under an unknown key, nothing.
    """
    before, seen = known(document.problems), Counter[tuple[str, str]]()
    was_whole, form = not has_errors(document.problems), edited.resolved.problems
    unseen = {one.place.line for one in mended if one.code == "unknown-key" and one.place}
    for problem in edited.problems:
        seen[what(problem)] += 1
        is_new = problem.severity == "error" and seen[what(problem)] > before[what(problem)]
        is_told = was_whole or problem.code in RELIABLE_CODES or problem in form
        is_told = is_told and problem.code not in LATER
        if is_new and is_told and not (problem.place and problem.place.line in unseen):
            yield problem


def parts(document: Document, node: Node) -> Iterator[tuple[int, int, str]]:
    """The keys and values of a file with their characters."""
    match node:
        case Scalar(span=(begin, end), text=text):
            yield begin, end, text
        case Listing(items=items):
            for item in items:
                yield from parts(document, item)
        case Mapping(entries=entries):
            for key, pair in entries.items():
                begin = offset(document.text, pair.key_place)
                yield begin, begin + pair.key_place.length, key
                yield from parts(document, pair.node)


def lost(document: Document, edited: Document, changes: Sequence[Change]) -> Iterator[str]:
    """The keys and values beside some changes that are not the same after them."""
    after = {(begin, text) for begin, _, text in parts(edited, edited.own)} if edited.own else set()
    for begin, end, text in parts(document, document.own) if document.own else ():
        if all(end <= one.begin or one.end <= begin for one in changes):
            moved = sum(len(one.text) - one.end + one.begin for one in changes if one.end <= begin)
            if (begin + moved, text) not in after:
                yield text


def lost_comments(document: Document, changes: Sequence[Change]) -> Iterator[str]:
    """The comments in what some changes replace that they do not write again, as a comment or as a line."""
    for begin, end, written in changes:
        for found in COMMENT.finditer(document.text, begin, end):
            if found[0].strip("# ") not in written:
                yield found[0]


def check_fixes(path: Path) -> None:
    """The fixes of a file remove their problems and cause no error."""
    document = opened(path)
    if not (mended := fixed(document)):
        return  # the fixes are of other files
    problems, changes = zip(*mended, strict=True)
    edited = document.edited(applied(document.text, changes))
    before, after = known(document.problems), known(edited.problems)
    assert [count for one, count in known(problems).items() if after[one] > before[one] - count] == []
    assert list(new_errors(document, edited, problems)) == []
    assert list(lost(document, edited, changes)) == []
    assert list(lost_comments(document, changes)) == []
