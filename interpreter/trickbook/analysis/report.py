"""The report of a validation: all problems of a ruleset, and the files that they are in."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.analysis.translations import checked_catalogues
from trickbook.problems import Problem, capped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trickbook.loading import Resolved


class Report(NamedTuple):
    """All problems found, and the ruleset with all that it extends."""

    problems: tuple[Problem, ...]
    resolved: Resolved
    catalogues: Mapping[str, str] = {}

    @property
    def texts(self) -> Mapping[str, str]:
        """The texts of the files that the problems point into."""
        return {**self.resolved.texts, **self.catalogues}

    @property
    def fine(self) -> bool:
        """Whether there are no errors; notes are harmless."""
        return not has_errors(self.problems)


def has_errors(problems: Iterable[Problem]) -> bool:
    """Return whether any problem is an error."""
    return any(problem.severity == "error" for problem in problems)


def with_catalogues(report: Report) -> Report:
    """The same report with the problems of the ruleset's catalogues."""
    found = list(checked_catalogues(report.resolved))
    problems = [problem for _, wrong in found for problem in wrong]
    texts = {catalogue.file: catalogue.text for catalogue, _ in found}
    return Report(capped((*report.problems, *problems)), report.resolved, texts)
