"""What came of examples: for each, where the rules give something else than it expects."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.problems import Place, Problem, TrickbookError, visible
from trickbook.problems.rendering import render

if TYPE_CHECKING:
    from collections.abc import Mapping


class Mismatch(NamedTuple):
    """One thing that the rules give otherwise than expected.

    ``expected`` is None where the example cannot be run.
    """

    place: Place
    word: str
    expected: str | None
    found: str

    def lines(self) -> list[str]:
        """The difference as lines: what was expected, and what the rules give instead."""
        if self.expected is None:
            return [f"  ! {self.word}: {self.found}"]
        return [f"  - {self.word}: {self.expected}", f"  + {self.word}: {self.found}"]


class InvalidExampleError(TrickbookError):
    """A part of an example that fits neither the ruleset nor the rest of it."""

    def __init__(self, place: Place, word: str, message: str) -> None:
        """Keep what is wrong, and where."""
        self.difference = Mismatch(place, word, None, message)
        super().__init__(message)


class Outcome(NamedTuple):
    """What came of one example: nothing different where the rules give what it expects."""

    name: str
    ruleset: str
    place: Place
    says: str | None
    source: tuple[str, ...]
    differences: tuple[Mismatch, ...]

    @property
    def passed(self) -> bool:
        """Whether the rules give all that the example expects."""
        return not self.differences

    def __str__(self) -> str:
        """Where the example stands, what it shows, and each difference."""
        title = f"{self.place.file}:{self.place.line}: {self.name}"
        title += f": {self.says}" if self.says else ""
        title += f" ({', '.join(self.source)})" if self.source else ""
        return "\n".join(
            visible(line) for line in (title, *(line for found in self.differences for line in found.lines()))
        )

    def problems(self) -> tuple[Problem, ...]:
        """Each difference as a problem at its place."""
        return tuple(_problem(self.name, difference) for difference in self.differences)


def _problem(name: str, difference: Mismatch) -> Problem:
    place, word, expected, found = difference
    if expected is None:
        return Problem("bad-example", f"{name}: {word}: {found}", place)
    return Problem("wrong-example", f"{name}: {word} is {found} by the rules, not {expected}", place)


class Results(NamedTuple):
    """All outcomes, and the problems of files that could not be run."""

    outcomes: tuple[Outcome, ...]
    problems: tuple[Problem, ...]
    texts: Mapping[str, str]

    @property
    def failed(self) -> tuple[Outcome, ...]:
        """The examples that expect something else than the rules give."""
        return tuple(outcome for outcome in self.outcomes if not outcome.passed)

    @property
    def passed(self) -> bool:
        """Whether all files could be run and every example holds."""
        return not self.problems and not self.failed

    def all_problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong, for programs: problems of files, then each difference."""
        return (*self.problems, *(problem for outcome in self.failed for problem in outcome.problems()))

    def __str__(self) -> str:
        """Everything that is wrong, for people."""
        parts = [render(self.problems, self.texts)] if self.problems else []
        return "\n".join([*parts, *map(str, self.failed)])
