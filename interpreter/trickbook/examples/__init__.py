"""Examples: positions and courses of play with their expected results, as a rulebook prints them.

They stand in a ruleset under ``examples:``, or in a file of their own::

    ruleset: hearts                # a shipped name, or a path from this file's folder
    options: {passing: [hold]}
    players: 5
    examples:
      NAME: EXAMPLE                # or `groups:`, a list of such maps

An example gives a situation and expects something of it; ``says``, ``source`` and ``note`` tell what for::

    EXAMPLE:  {given: {...}, course: [...], WORD: EXPECTED, ...}
    CARDS:    9D QS  or  hearts and rank >= J  or  [hearts, QS QS]   # TC* is an exposed copy
    MOVES:    9D QS  or  [9D, 9D 9D, done]                             # cards that are each a move, or moves
    FACTS:    {bid: [5, 3, nothing, nothing], trump_suit: hearts}     # facts, answers, words of the ruleset

The name of a card is one copy of it. What an example expects says which of four forms it has. Each form
may choose ``options``, ``players`` and the only ``cards`` in play in ``given``, and expect ``facts: FACTS``.

*What may be played at one moment.*
Expects ``legal: MOVES``, exactly these, and ``illegal: {MOVE: CLAUSE}``, the clause that forbids a
move, or ``impossible`` where there is no such move. Given: ``hand``; ``trick``, the plays so far;
``exposed``, of which what is neither in the hand nor in the trick lies open before the player;
``trick_number``, ``last``, ``held``, ``played``, ``aside``, ``facts``, ``scores``, ``leader``,
``dealer``.

*Who wins a trick.*
Expects ``winner``: the place of a play, from 0, or ``nobody``. Given: ``trick``, ``last``.

*What a deal counts.*
Expects ``points: [...]``, ``metrics: {NAME: [...]}``, or ``decision: {SEAT: [ANSWER, ...]}``, what is
asked first, ``{}`` for nothing. Given: ``taken: {SEAT: CARDS}``, ``exposed``, ``tricks`` (how many each
has taken), ``scores``, ``facts``, ``decide: {SEAT: ANSWER}``.

*A course of play.*
Given: ``hands``, from seat 0, or such lists by the number of the deal; ``draws``, what chance draws after
it has dealt them; ``aside``, ``deal``, ``dealer``, ``leader``, ``seed``, ``scores``, ``facts``. The
``course`` is a list of ``SEAT MOVE``, or of ``{STEP: [SEAT MOVE, ...]}`` where the step is to be checked
too. Then it expects any words of a game: ``phase``, ``actors``, ``resting``, ``leader``, ``dealer``,
``deal``, ``redeals`` (the steps that had this deal dealt again), ``scores``, ``deals``, ``winners``,
``trick``, ``takers`` (of the finished tricks), ``counts`` (of the hands), ``exposed``, ``aside``, ``held``,
``left_out`` (cards of which none is in play), ``metrics`` (of the last deal that has ended); by seat
``hands``, ``open``, ``taken``, ``shown``; ``legal: {SEAT: MOVES}``, ``illegal: {SEAT: {MOVE: CLAUSE}}``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.problems import Place, Problem, TrickbookError, visible
from trickbook.problems.rendering import render
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import ENGLISH
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

WORDS: Final[Mapping[Message | str, Message]] = {
    "nothing": Message("nothing"),
    "nobody": Message("nobody"),
}
"""Results that are words of the program."""


class Mismatch(NamedTuple):
    """One result that differs from the expected one.

    ``expected`` is None where the example cannot be run.
    """

    place: Place
    word: str
    expected: Message | str | None
    found: Message | str

    def lines(self) -> list[Message]:
        """The lines with the expected and the actual result."""
        expected, found = self.sentences()
        if expected is None:
            return [Message("! {what}", what=found)]
        return [Message("- {what}", what=expected), Message("+ {what}", what=found)]

    def sentences(self) -> tuple[Message | None, Message]:
        """The expected and the actual result, each behind its word."""
        expected, found = self.texts()
        return None if expected is None else self._sentence(expected), self._sentence(found)

    def _sentence(self, what: Message | str) -> Message:
        return Message("{text}: {what}", text=self.word, what=what)

    def texts(self) -> tuple[Message | str | None, Message | str]:
        """The expected and the actual result, as messages where they are no code."""
        return self.expected and WORDS.get(self.expected, self.expected), WORDS.get(self.found, self.found)


class InvalidExampleError(TrickbookError):
    """Raised for a part of an example that does not fit the ruleset or the rest of the example."""

    def __init__(self, place: Place, word: str, message: Message | str) -> None:
        """Store the message and its place."""
        self.difference = Mismatch(place, word, None, message)
        super().__init__(message)


class Outcome(NamedTuple):
    """The outcome of one example; without mismatches it has passed."""

    name: str
    ruleset: str
    place: Place
    says: str | None
    source: tuple[str, ...]
    differences: tuple[Mismatch, ...]

    @property
    def passed(self) -> bool:
        """True if all expectations are met."""
        return not self.differences

    def __str__(self) -> str:
        """The outcome in English."""
        return self.text(ENGLISH)

    def text(self, language: str) -> str:
        """The place of the example, what it shows, and each mismatch, in a language."""
        title = f"{self.place.file}:{self.place.line}: {self.name}"
        title += f": {self.says}" if self.says else ""
        title += f" ({', '.join(self.source)})" if self.source else ""
        lines = (in_language(line, language) for found in self.differences for line in found.lines())
        return "\n".join(map(visible, (title, *(f"  {line}" for line in lines))))

    def problems(self) -> tuple[Problem, ...]:
        """The mismatches as problems."""
        return tuple(_problem(self.name, difference) for difference in self.differences)


def _problem(name: str, difference: Mismatch) -> Problem:
    word, (expected, found) = difference.word, difference.texts()
    if expected is None:
        message = Message("{name}: {name_word}: {what}", name=name, name_word=word, what=found)
        return Problem("bad-example", message, difference.place)
    message = Message(
        "{name}: {text_word} is {what} by the rules, not {text}",
        name=name,
        text_word=word,
        what=found,
        text=expected,
    )
    return Problem("wrong-example", message, difference.place)


class Results(NamedTuple):
    """All outcomes, and the problems of files that cannot be run."""

    outcomes: tuple[Outcome, ...]
    problems: tuple[Problem, ...]
    texts: Mapping[str, str]

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """The outcomes that have not passed."""
        return tuple(outcome for outcome in self.outcomes if not outcome.passed)

    @property
    def passed(self) -> bool:
        """True if all files can be run and all examples pass."""
        return not self.problems and not self.failed

    def all_problems(self) -> tuple[Problem, ...]:
        """All problems: those of files, then each mismatch."""
        return (*self.problems, *(problem for outcome in self.failed for problem in outcome.problems()))

    def __str__(self) -> str:
        """All problems in English."""
        return self.text(ENGLISH)

    def text(self, language: str) -> str:
        """All problems as text in a language."""
        parts = [render(self.problems, self.texts, language=language)] if self.problems else []
        return "\n".join([*parts, *(outcome.text(language) for outcome in self.failed)])
