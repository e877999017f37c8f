"""Quick fixes: a hint that says what to write instead becomes an edit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from trickbook.problems import Problem

INSTEAD: Final = re.compile(r"(?:did you mean|write|put) `([^`\n]+)`(?:\?|: .+)?")
"""A hint that is nothing but what to write."""


def replacement(problem: Problem) -> str | None:
    """What to write in place of what a problem points at; None if its hint is no such thing."""
    found = INSTEAD.fullmatch(problem.hint or "")
    return found[1] if found and problem.place and "…" not in found[1] else None
