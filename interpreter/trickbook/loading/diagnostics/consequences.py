"""Mistakes that follow from others: only their causes are told."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trickbook.problems import Place, Problem

LACKING = frozenset({"circle", "commented-entry", "needs", "no-such-ruleset", "too-many-files"})
"""What is wrong where something is lacking that a ruleset extends or needs."""

RESTS = re.compile(r"(extends|fits|house)\b(?!\.)")
"""Where a file says what it rests on: of what is wrong there, more may come."""

MISSPELT = re.compile(r"(?:did you mean|write) `(?:extends|fits|house)\b")
"""How it is told that this is misspelt, or called otherwise."""

WANTING = frozenset({"needs", "nothing-to-remove", "nothing-to-replace", "unknown-place"})
"""What is wrong where one ruleset lacks what another took away."""


def causes(
    files: Sequence[Problem], merging: Sequence[Problem], conflicts: Sequence[Problem]
) -> list[Problem]:
    """The problems of files, of merging them and of their conflicts, each mistake told once.

    What is needed may be lacking because of a conflict; merging says nothing new where a file is missing.
    """
    if conflicts:
        files, merging = (
            [problem for problem in problems if problem.code not in WANTING] for problems in (files, merging)
        )
    told = {problem.place for problem in files}
    paths = {place.path for place in told if place}
    new = [] if lacking(files) else [problem for problem in merging if not _reported(problem, told, paths)]
    return [*files, *new, *conflicts]


def _reported(problem: Problem, places: set[Place | None], paths: set[str]) -> bool:
    """Return whether something is told of already; of what cannot be removed, also at its value."""
    if problem.code == "nothing-to-remove" and problem.place and problem.place.path in paths:
        return True
    return problem.place in places


def lacking(problems: Iterable[Problem]) -> bool:
    """Return whether something that is extended could not be added: what hangs on it is not known."""
    return any(
        problem.code in LACKING
        or (problem.place and RESTS.match(problem.place.path))
        or (problem.code == "unknown-key" and MISSPELT.match(problem.hint or ""))
        for problem in problems
    )
