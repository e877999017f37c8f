"""A ruleset as its author has it at the desk, a text that was sent: its check, with quick fixes."""

from __future__ import annotations

from functools import cached_property, lru_cache
from itertools import islice
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, Final

from trickbook.analysis.report import explanation
from trickbook.analysis.validation import validate_resolved
from trickbook.examples import Results
from trickbook.examples.runner import Runner
from trickbook.language_server import Document
from trickbook.language_server.names import colours
from trickbook.loading import resolve_sent
from trickbook.loading.files import shipped_games
from trickbook.problems import Problem, RulesetError, TrickbookError, capped, visible
from trickbook.ruleset import Ruleset, load
from trickbook.seat.rules_request import SENT_FILE, check_cost, file_title, reader_text, sent_text
from trickbook.source.nodes import scalars
from trickbook.source.nodes import text as text_of
from trickbook.texts.catalogue import in_language, translated
from trickbook.texts.languages import ENGLISH, spoken_language
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.examples import Outcome
    from trickbook.loading import Resolved


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
    message, *hints = (reader_text(one, lang) for one in parts)
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
    """An example: whether it holds, and if not, what was expected, unless it cannot be run, and found."""
    sentences = (one.sentences() for one in outcome.differences)
    return {
        "name": outcome.name,
        "says": outcome.says,
        "line": outcome.place.line,
        "passed": outcome.passed,
        "differences": [
            {
                "expected": expected and visible(reader_text(expected, language)),
                "found": visible(reader_text(found, language)),
            }
            for expected, found in sentences
        ],
    }


PARENTS: Final = ("extends", "fits")
"""The keys that name what a text changes, if it is a game, and if it is a house rule."""

KEPT: Final = 16
"""How many texts are kept as they were understood, because each request sends the whole text."""


class SentDocument(Document):
    """A text that was sent, understood as far as it can be. No file is opened but shipped ones."""

    opens_files = False

    def __init__(self, text: str) -> None:
        path = Path(SENT_FILE)
        super().__init__(path, {path: text})
        self.file = SENT_FILE

    def file_title(self, file: str, language: str) -> str:
        """What its author calls a file."""
        return in_language(file_title(file), language)

    def edited(self, text: str) -> SentDocument:
        """The ruleset with another text."""
        return SentDocument(text)

    @cached_property
    def resolved(self) -> Resolved:
        """The ruleset with all that it extends."""
        return resolve_sent(self.text, SENT_FILE)

    @cached_property
    def problems(self) -> tuple[Problem, ...]:
        """All that ``validate --quick`` tells of it, or that it is too costly for a server."""
        if not self.text.strip():
            return ()
        try:
            check_cost(Ruleset.ready(self.resolved, {}))
        except RulesetError:
            pass  # the validation tells more
        except TrickbookError as error:
            return (Problem("", error.message),)
        return validate_resolved(self.resolved, quick=True).problems

    @cached_property
    def results(self) -> Results:
        """What its examples give; nothing while nobody can play by it."""
        if self.own is None or not self.is_playable:
            return Results((), (), {})
        return Runner().run_own(self.resolved, self.own)

    @property
    def is_playable(self) -> bool:
        """Return whether it has no errors."""
        return bool(self.text.strip()) and all(problem.severity != "error" for problem in self.problems)

    def check_playable(self) -> None:
        """Raise RulesetError if it has errors in any configuration."""
        if not self.is_playable:
            raise RulesetError(self.problems, self.resolved.texts)

    @cached_property
    def ruleset(self) -> Ruleset:
        """The ruleset, ready to be played; RulesetError if it has errors."""
        self.check_playable()
        return Ruleset.ready(self.resolved, {})

    @cached_property
    def parent(self) -> Ruleset | None:
        """The shipped game that it changes, if there is one."""
        named = (one.text for key in PARENTS for one in (scalars(self.own, key) if self.own else ()))
        found = next((name for name in named if name in shipped_games()), None)
        return load(found) if found else None

    @property
    def compared(self) -> tuple[Ruleset, Ruleset]:
        """The game that it changes, and the ruleset; TrickbookError if there is no such game."""
        rules, parent = self.ruleset, self.parent
        if parent is None:
            raise TrickbookError(
                Message("this extends no shipped game, so there is nothing to compare it with")
            )
        return parent, rules


def sent_document(text: object) -> SentDocument:
    """The document of a text; TrickbookError if it is no text, or too long."""
    return _understood(sent_text(text))


@lru_cache(maxsize=KEPT)
def _understood(text: str) -> SentDocument:
    return SentDocument(text)
