"""A ruleset as its author has it at the desk: a text that was sent, which rests on shipped files alone."""

from __future__ import annotations

from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from trickbook.analysis.validation import validate_resolved
from trickbook.examples.outcome import Results
from trickbook.examples.runner import Runner
from trickbook.language_server.document import Document
from trickbook.loading import resolve_sent
from trickbook.loading.files import listed
from trickbook.loading.summaries import shipped_games
from trickbook.problems import Problem, RulesetError, TrickbookError
from trickbook.ruleset import Ruleset, load
from trickbook.seat.rules_request import SENT_FILE, check_cost, sent_text
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.loading import Resolved

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

    def edited(self, text: str) -> SentDocument:
        """The ruleset with another text."""
        return SentDocument(text)

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
        named = (one.text for key in PARENTS for one in (listed(self.own, key) if self.own else ()))
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
