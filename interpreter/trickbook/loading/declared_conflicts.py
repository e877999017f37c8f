"""Conflicts: files that came together though one of them says that they do not go together."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.loading.files import HOUSE, find, label, listed
from trickbook.problems import Problem, shown
from trickbook.source import Mapping, Scalar

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterable, Iterator

    from trickbook.loading.dependencies import Sheet
    from trickbook.problems import Place
    from trickbook.source import Pair

    Sheets = abc.Mapping[str, Sheet]


class Bringing(NamedTuple):
    """The origin of a file: the sheet that names it, and where."""

    sheet: Sheet
    place: Place


def conflicts(sheets: Sheets, ancestors: abc.Mapping[str, frozenset[str]]) -> Iterator[Problem]:
    """Tell of the files that do not go together, and of the one that is there to stay."""
    for sheet, name, entry, other in _apart(sheets):
        why = f": {entry.node.text}" if isinstance(entry.node, Scalar) else ""
        message = f"{shown(sheet.path.stem)} and {shown(name)} do not go together{why}"
        hint, related = _staying(sheets, ancestors, sheet.file, other)
        yield Problem("conflict", message, entry.key_place, hint, related=related)


def together(sheets: Sheets, clashes: Iterable[Problem]) -> Iterator[Problem]:
    """The clashes of files that go together; of others their conflict alone is told."""
    apart = {frozenset({sheet.file, other}) for sheet, _, _, other in _apart(sheets)}
    for clash in clashes:
        if {place.file for place in (clash.place, *clash.related) if place} not in apart:
            yield clash


def _apart(sheets: Sheets) -> Iterator[tuple[Sheet, str, Pair, str]]:
    """The files that say that they do not go with another that is there: its name, where, and its file."""
    for sheet in sheets.values():
        found = sheet.root.entries.get("conflicts") if sheet.root else None
        for name, entry in found.node.entries.items() if found and isinstance(found.node, Mapping) else ():
            if there := [file for file in _files(name, sheet) if file in sheets]:
                yield sheet, name, entry, there[0]


def _files(name: str, sheet: Sheet) -> list[str]:
    """The files that a sheet may mean by a name."""
    paths = [find(kind + name.removeprefix(kind), sheet.path.parent) for kind in ("", HOUSE)]
    return [label(path) for path in paths if path is not None]


def _staying(
    sheets: Sheets, ancestors: abc.Mapping[str, frozenset[str]], one: str, other: str
) -> tuple[str, tuple[Place, ...]]:
    """Return what to do: what the ruleset beneath has stays, and the other cannot be applied to it."""
    for has, lacks in ((other, one), (one, other)):
        first, second = _bringing(sheets, has), _bringing(sheets, lacks)
        if (
            first
            and first.sheet.file != lacks
            and (second is None or first.sheet.file in ancestors[second.sheet.file])
        ):
            names = [shown(name) for name in (first.sheet.path.stem, sheets[has].path.stem)]
            laid = shown(sheets[lacks].path.stem)
            return f"{names[0]} has {names[1]}, so {laid} cannot be applied to it", (first.place,)
    return "keep one of the two", ()


def _bringing(sheets: Sheets, file: str) -> Bringing | None:
    """Return how a file came; None if it was named from outside."""
    for sheet in sheets.values():
        for key in ("extends", "house"):
            for item in listed(sheet.root, key) if sheet.root else ():
                if file in _files(item.text, sheet):
                    return Bringing(sheet, item.place)
    return None
