"""Quick fixes: a hint becomes an edit if the problem is gone with it and no error is new."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, pairwise
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import normalize

from trickbook.analysis.report import has_errors
from trickbook.analysis.validation.error_recovery import RELIABLE_CODES
from trickbook.language_server.candidates import candidates, place_of
from trickbook.language_server.occurrences import offset
from trickbook.source import Listing, Mapping, Scalar
from trickbook.source.text import BOM

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.language_server.document import Document
    from trickbook.language_server.line_edits import Edit
    from trickbook.problems import Problem
    from trickbook.source import Node

MOST_TRIED: Final = 6
"""How many edits are tried for a problem."""

PLACE: Final = re.compile(r":\d+:\d+")
"""A place in a message, which an edit may move."""

FREE: Final = frozenset(" \t\r\n\"',;")
"""Signs that an edit of broken YAML may take away: blanks, quotes and what parts values."""

BRACES: Final = "{}[]"
COMMENT: Final = re.compile(r"(?<!\S)#[^\n]*")

HEAD: Final = re.compile(r"# ?(?=[^\n]*\Z)")
"""The sign of a comment before a single line."""

WORD: Final = re.compile(r"[^\W_]+")


def fix(document: Document, problem: Problem) -> Edit | None:
    """The edit that a problem's hint means; None if it means none, or none that mends the file.

    Each candidate costs a quick check of the file, so ask for what is shown only.
    """
    if problem not in document.fixes:
        document.fixes[problem] = _found(document, problem)
    return document.fixes[problem]


def _found(document: Document, problem: Problem) -> Edit | None:
    if problem.place is None or problem.place.file != document.file:
        return None
    tried = dict.fromkeys(candidates(document.text, document.own, problem))
    edits = (edit for edit in tried if document.text[edit.begin : edit.end] != edit.text)
    return next((edit for edit in islice(edits, MOST_TRIED) if mends(document, edit, problem)), None)


def mends(document: Document, edit: Edit, problem: Problem) -> bool:
    """Return whether a problem is gone after an edit, and no error is new."""
    is_rule = problem in document.faults
    edited = document.edited(edit.apply(document.text))
    own = place_of(document.text, problem)
    if own is None or not _is_unharmed(document.text, edit, own, document.own, edited.own):
        return False
    before = document.faults if is_rule else document.problems
    after = edited.faults if is_rule else edited.problems
    mended = _what(problem)
    return _counted(after)[mended] < _counted(before)[mended] and not any(caused(document, edited, after))


def caused(document: Document, edited: Document, after: Sequence[Problem]) -> Iterator[Problem]:
    """The errors that an edit caused: those that are new, but for those that were not looked for before.

    While a file has errors in its form, no more than its expressions is checked.
    """
    known, seen = _counted(document.problems), Counter[tuple[str, str, str]]()
    was_whole, form = not has_errors(document.resolved.problems), edited.resolved.problems
    for problem in after:
        what = _what(problem)
        seen[what] += 1
        is_new = problem.severity == "error" and seen[what] > known[what]
        if is_new and (was_whole or problem in form or problem.code in RELIABLE_CODES):
            yield problem


def _counted(problems: Sequence[Problem]) -> Counter[tuple[str, str, str]]:
    return Counter(map(_what, problems))


def _what(problem: Problem) -> tuple[str, str, str]:
    return problem.severity, problem.code, PLACE.sub("", str(problem.message))


class Part(NamedTuple):
    """A key or a value: its characters, its text, and the number of its pair."""

    begin: int
    end: int
    text: str
    pair: int
    is_key: bool = False


def _is_unharmed(
    text: str, edit: Edit, own: tuple[int, int], before: Mapping | None, after: Mapping | None
) -> bool:
    """Return whether an edit for a problem whose place is ``own`` leaves all the rest as it was."""
    removed = text[edit.begin : edit.end]
    if HEAD.sub("", removed, 1) == edit.text and HEAD.match(removed):
        return True
    if normalize("NFKC", removed) == edit.text:
        return True
    if before is None:
        return _adds_only(removed, edit.text)
    return after is not None and _keeps_parts(text, edit, own, before, after)


def _adds_only(removed: str, written: str) -> bool:
    """Return whether what is written has all that it replaces, in order."""
    if removed.split() == written.split():
        return True
    if COMMENT.search(removed) or removed.count("\\") != written.count("\\"):
        return False
    rest = iter(written)
    return all(sign in rest for sign in removed if sign not in FREE)


def _keeps_parts(text: str, edit: Edit, own: tuple[int, int], before: Mapping, after: Mapping) -> bool:
    """Return whether keys, values and comments beside a problem are the same after an edit."""
    edited = edit.apply(text)
    parts, longer = _parts(text, before), len(edit.text) - (edit.end - edit.begin)
    mine = {one.pair for one in parts if _is_at(text, one, own)}
    known = {(one.begin, one.text, one.is_key) for one in _parts(edited, after)}
    removed = text[edit.begin : edit.end]
    if any(removed.count(brace) > edit.text.count(brace) for brace in BRACES):
        return False
    for one in parts:
        is_touched = one.begin < edit.end and edit.begin < one.end
        begin = one.begin + (longer if one.begin >= edit.end else 0)
        if is_touched and one.pair not in mine and (not removed.strip() or removed.strip() not in edit.text):
            return False
        if is_touched and one.is_key and not _is_spelling(one.text, removed, edit.text):
            return False
        if not is_touched and one.pair not in mine and (begin, one.text, one.is_key) not in known:
            return False
    return _comments(text, parts) == _comments(edited, _parts(edited, after))


def _is_at(text: str, part: Part, own: tuple[int, int]) -> bool:
    """Return whether a part is at a place, or right before it."""
    if part.begin < max(own[1], own[0] + 1) and own[0] < part.end:
        return True
    between = text[part.end : own[0]]
    return part.end <= own[0] and not part.is_key and "\n" not in between and not between.strip()


def _is_spelling(key: str, removed: str, written: str) -> bool:
    """Return whether a key of several words keeps them all."""
    if removed.strip("\"'") != key or len(WORD.findall(key)) < 2:  # noqa: PLR2004 - several
        return True
    return "".join(WORD.findall(key)).casefold() == "".join(WORD.findall(written)).casefold()


def _comments(text: str, parts: list[Part]) -> list[str]:
    """The comments between keys and values."""
    edges = [0, *(edge for one in parts for edge in (one.begin, one.end)), len(text)]
    gaps = [pair for number, pair in enumerate(pairwise(edges)) if number % 2 == 0]
    return [found[0].rstrip() for begin, end in gaps for found in COMMENT.finditer(text, begin, end)]


def _parts(text: str, root: Mapping) -> list[Part]:
    """All keys and values in order."""
    shift = text.startswith(BOM)
    found = (
        one._replace(begin=one.begin + shift, end=one.end + shift) for one in _in(text[shift:], root, [0])
    )
    return sorted(found)


def _in(text: str, node: Node, count: list[int]) -> Iterator[Part]:
    match node:
        case Scalar(span=(begin, end)):
            yield Part(begin, begin + len(text[begin:end].rstrip()), node.text, count[0])
        case Listing(items=items):
            for item in items:
                yield from _in(text, item, count)
        case Mapping(entries=entries):
            for key, pair in entries.items():
                count[0] += 1
                begin = offset(text, pair.key_place)
                yield Part(begin, begin + pair.key_place.length, key, count[0], is_key=True)
                yield from _in(text, pair.node, count)
