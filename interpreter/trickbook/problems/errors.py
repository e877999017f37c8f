"""The errors of the package, all of one family."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from trickbook.problems.problem import Problem, capped


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
