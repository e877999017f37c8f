"""Whether a merged ruleset can be played: it has the sections that every game needs, and players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.problems import Problem, shown
from trickbook.sections import players, table
from trickbook.sections.players import Players
from trickbook.source import Mapping, at

if TYPE_CHECKING:
    from collections import abc

    from trickbook.problems import Place

NOBODY: Final = Players((), 0)


def playing(root: Mapping, file: str, removed: abc.Mapping[str, Place], problems: list[Problem]) -> Players:
    """Who may play; nobody, and a problem, where a section is missing or a file took away all of it."""
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
        problems.append(Problem("only-a-part", message, place, "keep part of it, or write it again"))
    lack = ", ".join(shown(f"{section}:") for section in missing if section not in emptied)
    if lack:
        message = f"this ruleset lacks {lack} and cannot be played"
        hint = "a part is for other rulesets to extend; a house rule tells which games it `fits:`"
        problems.append(Problem("only-a-part", message, root.place._replace(file=file), hint))
    if missing or emptied:
        return NOBODY
    found = players.counts(root)
    if not isinstance(found, Players):
        message, key = found
        place = at(root, ["players", key] if key else ["players"]).place
        problems.append(Problem("players", message, place))
        return NOBODY
    return found
