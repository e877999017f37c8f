"""Rulesets that cannot be played, for a section that every game needs is missing or empty."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from trickbook.loading.diagnostics.other_files import PARTS, game_of
from trickbook.loading.files import HOUSE, listed, shipped
from trickbook.problems import Problem, shown
from trickbook.sections import table
from trickbook.source import Mapping, read
from trickbook.source.files import fetch

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
        if not any(key in root.entries for key in PARENTS):
            hint = game_of(root) or hint
            if (
                len(missing) == len(needed)
                and "`extends: " not in hint
                and PurePath(file).parent.name != PARTS
            ):
                hint = f"is `extends:` missing? write {shown(f'extends: {_nearest_game(root)}')}"
        yield Problem("only-a-part", message, root.place._replace(file=file), hint)


def _nearest_game(root: Mapping) -> str:
    """The shipped game that has most of a file's entries, if it has several; else the common one."""
    shared: dict[str, int] = {}
    extended: list[str] = []
    for name, path in shipped().items():
        if not name.startswith(HOUSE) and path.parent.name != PARTS:
            text, _ = fetch(path)
            tree, _ = read(text, name) if text else (None, ())
            shared[name] = len(_entries(root) & _entries(tree)) if tree else 0
            extended += [one.text for one in listed(tree, "extends")] if tree else []
    most = max(shared.values(), default=0)
    games = [name for name, count in shared.items() if count == most]
    return games[0] if len(games) == 1 and most > 1 else max(shared, key=extended.count)


def _entries(root: Mapping) -> set[tuple[str, str]]:
    """The names of the entries of a file, with their sections."""
    return {
        (section, name)
        for section, pair in root.entries.items()
        if isinstance(pair.node, Mapping)
        for name in pair.node.entries
    }
