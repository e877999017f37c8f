"""The outcomes of examples: where the rules differ from the expectations."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.problems import Place, Problem, TrickbookError, visible
from trickbook.problems.rendering import render

if TYPE_CHECKING:
    from collections.abc import Mapping


class Mismatch(NamedTuple):
    """One result that differs from the expected one.

    ``expected`` is None where the example cannot be run.
    """

    place: Place
    word: str
    expected: str | None
    found: str

    def lines(self) -> list[str]:
        """The lines with the expected and the actual result."""
        if self.expected is None:
            return [f"  ! {self.word}: {self.found}"]
        return [f"  - {self.word}: {self.expected}", f"  + {self.word}: {self.found}"]


class InvalidExampleError(TrickbookError):
    """Raised for a part of an example that does not fit the ruleset or the rest of the example."""

    def __init__(self, place: Place, word: str, message: str) -> None:
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
        """Whether all expectations are met."""
        return not self.differences

    def __str__(self) -> str:
        """The place of the example, what it shows, and each mismatch."""
        title = f"{self.place.file}:{self.place.line}: {self.name}"
        title += f": {self.says}" if self.says else ""
        title += f" ({', '.join(self.source)})" if self.source else ""
        return "\n".join(
            visible(line) for line in (title, *(line for found in self.differences for line in found.lines()))
        )

    def problems(self) -> tuple[Problem, ...]:
        """The mismatches as problems."""
        return tuple(_problem(self.name, difference) for difference in self.differences)


def _problem(name: str, difference: Mismatch) -> Problem:
    place, word, expected, found = difference
    if expected is None:
        return Problem("bad-example", f"{name}: {word}: {found}", place)
    return Problem("wrong-example", f"{name}: {word} is {found} by the rules, not {expected}", place)


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
        """Whether all files can be run and all examples pass."""
        return not self.problems and not self.failed

    def all_problems(self) -> tuple[Problem, ...]:
        """All problems: those of files, then each mismatch."""
        return (*self.problems, *(problem for outcome in self.failed for problem in outcome.problems()))

    def __str__(self) -> str:
        """All problems as text."""
        parts = [render(self.problems, self.texts)] if self.problems else []
        return "\n".join([*parts, *map(str, self.failed)])
