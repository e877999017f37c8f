"""The check of a text: its problems with their quick fixes, its examples, and what its words are."""

from __future__ import annotations

from itertools import islice
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.validation.codes import explanation
from trickbook.desk.sent_document import sent_document
from trickbook.language_server.occurrences import colours
from trickbook.problems import capped, visible
from trickbook.seat.rules_request import without_files
from trickbook.seat.texts import spoken_language
from trickbook.source.nodes import text as text_of
from trickbook.texts.catalogue import in_language, translated
from trickbook.texts.languages import ENGLISH

if TYPE_CHECKING:
    from trickbook.desk.sent_document import SentDocument
    from trickbook.examples.outcome import Outcome
    from trickbook.problems import Problem

MOST_COLOURS: Final = 10_000
"""How many words are coloured at most."""


def check(*, text: object, language: object) -> dict[str, Any]:
    """Return what is to be told of a text as soon as it is written; TrickbookError if it is none.

    Lines and columns count from 1, in characters. ``colours`` is null while the text cannot be read.
    """
    language = spoken_language(language)
    document = sent_document(text)
    readable = document.own is not None
    problems = capped((*document.problems, *document.results.all_problems()))
    return {
        "title": text_of(document.resolved.root, "name", language) if readable else None,
        "players": list(document.resolved.players.counts) if document.is_playable else [],
        "usual": document.resolved.players.usual,
        "playable": document.is_playable,
        "problems": [_problem(one, document, language) for one in problems],
        "examples": [_example(outcome, language) for outcome in document.results.outcomes],
        "colours": [*map(list, islice(colours(document, document), MOST_COLOURS))] if readable else None,
    }


def _problem(problem: Problem, document: SentDocument, language: str) -> dict[str, Any]:
    """A problem: where it is and what it is. ``file`` is the name of a ruleset that the text extends.

    Its quick fix, if it has one, is a ``text`` to write ``from`` a character ``to`` another, counted from 0.
    """
    place, about, change = problem.place, explanation(problem.code, language), document.fix(problem)
    parts = [one for one in (problem.message, problem.hint) if one]
    lang = language if all(translated(one, language) is not None for one in parts) else ENGLISH
    message, *hints = (without_files(in_language(one, lang), lang) for one in parts)
    return {
        "severity": problem.severity,
        "code": problem.code or None,
        "lang": lang,
        "message": message,
        "hint": hints[0] if hints else None,
        "fix": change and {"from": change.begin, "to": change.end, "text": change.text},
        "file": PurePath(place.file).stem if place and place.file != document.file else None,
        **{key: getattr(place, key, None) for key in ("line", "column", "length")},
        **{key: about.get(key) for key in ("says", "wrong", "right")},
    }


def _example(outcome: Outcome, language: str) -> dict[str, Any]:
    """An example: whether it holds, and if not, what was expected and what was found."""
    lines = [line for one in outcome.differences for line in one.lines()]
    return {
        "name": outcome.name,
        "says": outcome.says,
        "line": outcome.place.line,
        "passed": outcome.passed,
        "lines": [visible(without_files(in_language(line, language), language)) for line in lines],
    }
