"""The order of sections in a merged ruleset, wherever a file has them: its digest depends on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from trickbook.source import Pair

ORDER: Final = {
    section: number
    for number, section in enumerate(
        (
            "options",
            "requires",
            "players",
            "deck",
            "piles",
            "words",
            "facts",
            "steps",
            "play",
            "winning",
            "worth",
            "points",
            "match",
            "metrics",
            "examples",
        ),
        start=1,
    )
}
"""Sections by their place; what says something about the file comes first, as it was written."""


def in_section_order(entries: dict[str, Pair]) -> dict[str, Pair]:
    """Put the sections of a file in order: two files that differ in nothing else are the same ruleset."""
    return dict(sorted(entries.items(), key=lambda entry: ORDER.get(entry[0], 0)))
