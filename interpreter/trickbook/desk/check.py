"""The check of a text: its problems with what to write instead, its examples, what its words are."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.validation import codes
from trickbook.desk.sent_document import sent_document
from trickbook.language_server.colours import colours
from trickbook.language_server.fixes import fix
from trickbook.problems import capped, visible
from trickbook.source.nodes import text as text_of

if TYPE_CHECKING:
    from trickbook.examples.outcome import Outcome
    from trickbook.language_server.candidates import Edit
    from trickbook.problems import Problem

FIXED: Final = 10
"""For how many problems an edit is looked for, because each is tried."""


def check(*, text: object, language: str) -> dict[str, Any]:
    """Return what is to be told of a text as soon as it is written; TrickbookError if it is none.

    Lines and columns count from 1, in characters. ``colours`` is null while the text cannot be read.
    """
    document = sent_document(text)
    readable, results = document.own is not None, document.results
    problems = (*document.problems, *results.all_problems())
    return {
        "title": text_of(document.resolved.root, "name", language) if readable else None,
        "players": list(document.resolved.players.counts) if document.is_playable else [],
        "usual": document.resolved.players.usual,
        "playable": document.is_playable,
        "problems": [
            _problem(problem, document.file, fix(document, problem) if number < FIXED else None)
            for number, problem in enumerate(capped(problems))
        ],
        "examples": [_example(outcome) for outcome in results.outcomes],
        "colours": [[*colour] for colour in colours(document, document)] if readable else None,
    }


def _problem(problem: Problem, file: str, edit: Edit | None) -> dict[str, Any]:
    """A problem: where it is, what it is, what to write instead. ``file`` is a file that the text extends.

    ``fix`` is an edit in characters from 0, ``instead`` its text; both are null if there is none.
    """
    place, about = problem.place, codes().get(problem.code, {})
    return {
        "severity": problem.severity,
        "code": problem.code or None,
        "message": problem.message,
        "hint": problem.hint,
        "fix": {"from": edit.begin, "to": edit.end, "text": edit.text} if edit else None,
        "instead": edit.text if edit else None,
        "file": place.file if place and place.file != file else None,
        **{key: getattr(place, key, None) for key in ("line", "column", "length")},
        **{key: about.get(key) for key in ("says", "wrong", "right")},
    }


def _example(outcome: Outcome) -> dict[str, Any]:
    """An example: whether it holds, and if not, what was expected and what was found."""
    lines = chain.from_iterable(one.lines() for one in outcome.differences)
    return {
        "name": outcome.name,
        "says": outcome.says,
        "line": outcome.place.line,
        "passed": outcome.passed,
        "lines": [visible(line.strip()) for line in lines],
    }
