"""A problem is data: where it is, what is wrong, and the nearest right thing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal, NamedTuple

from trickbook.problems.text import nearest, short, shown, visible

__all__ = [
    "MOST_PROBLEMS",
    "EndlessError",
    "MissingError",
    "Place",
    "Problem",
    "RulesetError",
    "TrickbookError",
    "capped",
    "in_order",
    "nearest",
    "short",
    "shown",
    "visible",
]


MOST_PROBLEMS = 50
"""How many problems of one file are told before the rest is only counted."""


class Place(NamedTuple):
    """A stretch of one line of a file.

    Lines and columns count from 1, columns and length in characters; ``path``
    names the place in the tree, such as ``play.follow_suit.keep``.
    """

    file: str
    line: int = 1
    column: int = 1
    length: int = 1
    path: str = ""

    def __str__(self) -> str:
        """Write the place as ``file:line:column``."""
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong (an error) or worth knowing (a note)."""

    code: str
    message: str
    place: Place | None = None
    hint: str | None = None
    severity: Literal["error", "note"] = "error"
    related: tuple[Place, ...] = ()


def in_order(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """Sort problems by file, line and column; those without a place come first."""
    return tuple(sorted(problems, key=lambda problem: problem.place or Place("", 0, 0)))


def capped(problems: Sequence[Problem], most: int = MOST_PROBLEMS) -> tuple[Problem, ...]:
    """Keep the first ``most`` problems and say in a note how many more there were."""
    rest = problems[most:]
    if not rest:
        return tuple(problems)
    count = "1 more problem" if len(rest) == 1 else f"{len(rest)} more problems"
    note = Problem("more-problems", f"{count} from here on", rest[0].place, severity="note")
    return (*problems[:most], note)


class TrickbookError(Exception):
    """Anything that Trickbook refuses: a bad file, an illegal move, a wrong seat."""


class MissingError(TrickbookError, ImportError):
    """Something that has to be installed first."""


class EndlessError(TrickbookError):
    """A deal or a match that would go on for ever, or a choice without measure."""


class RulesetError(TrickbookError):
    """A ruleset with problems; as text, all of them with their places."""

    def __init__(
        self, problems: Iterable[Problem], sources: Mapping[str, str] = MappingProxyType({})
    ) -> None:
        """Keep the problems, and the text of the files that they point into."""
        self.problems = tuple(problems)
        self.sources = dict(sources)
        super().__init__(self.problems, self.sources)

    def __str__(self) -> str:
        """Render every problem in full."""
        from trickbook.problems.rendering import render

        return render(capped(self.problems), self.sources)
