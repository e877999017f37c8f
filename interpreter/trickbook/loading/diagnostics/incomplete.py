"""Rulesets that cannot be played, for a section that every game needs is missing or empty."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.loading.diagnostics.other_files import game_of
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterator

    from trickbook.problems import Place

PARENTS: Final = ("extends", "fits", "house")
"""Keys that name what a file rests on."""


def incomplete(root: Mapping, file: str, removed: abc.Mapping[str, Place]) -> Iterator[Problem]:
    """Tell of what is missing, and of what a file took away."""
    needed = table.needed()
    missing = [section for section in needed if section not in root.entries]
    emptied = {section: removed[section] for section in missing if section in removed}
    emptied |= {
        section: entry.key_place
        for section, entry in root.entries.items()
        if section in needed and isinstance(entry.node, Mapping) and not entry.node.entries
    }
    for section, place in emptied.items():
        message = f"nothing is left of {shown(section + ':')} here, and no game can be played without it"
        yield Problem("only-a-part", message, place, "keep part of it, or write it again")
    lack = ", ".join(shown(f"{section}:") for section in missing if section not in emptied)
    if lack:
        message = f"this ruleset lacks {lack} and cannot be played"
        hint = "a part is for other rulesets to extend; a house rule tells which games it `fits:`"
        if not any(key in root.entries for key in PARENTS) and (parent := game_of(root)):
            hint = parent
        yield Problem("only-a-part", message, root.place._replace(file=file), hint)
