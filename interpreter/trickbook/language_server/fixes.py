"""Quick fixes: a hint becomes an edit if the problem is gone with it and no error is new."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

from trickbook.analysis.report import has_errors
from trickbook.analysis.validation.error_recovery import RELIABLE_CODES
from trickbook.language_server.candidates import candidates, place_of
from trickbook.language_server.unharmed import is_unharmed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.language_server.document import Document
    from trickbook.language_server.text_edit import Edit
    from trickbook.problems import Problem

MOST_TRIED: Final = 6
"""How many edits are tried for a problem."""

PLACE: Final = re.compile(r":\d+:\d+")
"""A place in a message, which an edit may move."""


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
    if own is None or not is_unharmed(document.text, edit, own, document.own, edited.own):
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
    return problem.severity, problem.code, PLACE.sub("", problem.message)
