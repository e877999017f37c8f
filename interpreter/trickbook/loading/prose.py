"""Prose: what a file says about its rules. A text is given once, or as a map from languages to texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

TITLES: Final = ("name", "summary")
"""What a ruleset as a whole is called, and what it is about."""

SPOKEN: Final = ("name", "says")
"""What an entry is called at the table, and the rule as a sentence."""

NAMES: Final = "names"
"""What the answers to a step are called."""

SINGLE: Final = frozenset({"players", "deck", "match"})
"""Sections that are one record; all others are maps of the author's names."""

INNER: Final = frozenset({"choices", "rules", "suits", "ranks", "extra", "ends", "wins"})
"""Keys under which the author's names stand again."""


def is_prose(path: Sequence[str]) -> bool:
    """Whether a text stands at a path, and no entry that its author called so."""
    if len(path) == 1:
        return path[0] in TITLES
    if path[-1] == NAMES:
        return len(path) == len(("steps", "shoot", NAMES)) and path[0] == "steps"
    return path[-1] in SPOKEN and not _names(path[:-1])


def _names(path: Sequence[str]) -> bool:
    """Whether the keys under a path are names of the author's choice."""
    if len(path) == 1:
        return path[0] not in SINGLE
    at = 2 if path[0] in SINGLE else 3
    return len(path) == at and path[-1] in INNER
