"""Gathering a ruleset: its file and all that it extends, read, checked and merged; every problem at once."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from os.path import exists
from typing import TYPE_CHECKING, NamedTuple

from trickbook.document import Listing, Mapping, Scalar, fetch, read
from trickbook.loading.clashing import clashes
from trickbook.loading.files import ENDINGS, find, is_path, label, shipped
from trickbook.loading.merging import Merging, normal
from trickbook.loading.schema import check
from trickbook.problems import Place, Problem, nearest, shown

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

DEEPEST = 16
"""How long a chain of extending may be."""

MOST_FILES = 64
MOST_TEXT = 256 * 1024
"""How many files a ruleset may rest on."""


class Sheet(NamedTuple):
    """One file read: its tree, if it is a map, its text and its problems."""

    path: Path
    file: str
    text: str
    root: Mapping | None
    problems: tuple[Problem, ...]


@dataclass
class Gathering:
    """The files of a ruleset in order, those extended first, and what is wrong with them."""

    sheets: dict[str, Sheet] = field(default_factory=dict)
    ancestors: dict[str, frozenset[str]] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def texts(self) -> dict[str, str]:
        """The text of each file."""
        return {sheet.file: sheet.text for sheet in self.sheets.values()}

    def add(self, path: Path, chain: tuple[str, ...] = (), where: Place | None = None) -> frozenset[str]:
        """Add a file and, before it, those that it extends; give all that it rests on, itself included."""
        file = label(path)
        if problem := self._endless(file, chain, where):
            self.problems.append(problem)
            return frozenset()
        if file in self.ancestors:
            return self.ancestors[file] | {file}
        sheet = open_sheet(path, file)
        self.problems += sheet.problems
        rests: frozenset[str] = frozenset()
        for name in _extended(sheet):
            if is_path(name.text) and not name.text.endswith(ENDINGS):
                continue  # its name is told of already, and what strangers name is not opened
            parent = find(name.text, path.parent)
            if parent is None or not exists(parent):  # noqa: PTH110 - no name is too odd for it
                self._missing(name)
            else:
                rests |= self.add(parent, (*chain, file), name.place)
        self.ancestors[file] = rests
        self.sheets[file] = sheet
        return rests | {file}

    def _endless(self, file: str, chain: tuple[str, ...], where: Place | None) -> Problem | None:
        """Whether a file extends itself, or a ruleset rests on too many."""
        if file in chain:
            circle = " extends ".join((*chain[chain.index(file) :], file))
            return Problem("circle", f"a ruleset cannot extend itself: {circle}", where)
        if len(chain) > DEEPEST:
            message = f"a ruleset cannot extend itself: more than {DEEPEST} files"
            return Problem("circle", message, where)
        size = sum(len(sheet.text) for sheet in self.sheets.values())
        if size > MOST_TEXT and file not in self.ancestors:
            message = f"the files of this ruleset hold more than {MOST_TEXT:,} characters together"
            return Problem("too-many-files", message, where)
        if len(self.sheets) >= MOST_FILES and file not in self.ancestors:
            message = f"this ruleset rests on more than {MOST_FILES} files"
            return Problem("too-many-files", message, where)
        return None

    def _missing(self, name: Scalar) -> None:
        near = nearest(name.text, shipped())
        message = f"there is no {'file' if is_path(name.text) else 'ruleset'} {shown(name.text)} to extend"
        self.problems.append(
            Problem(
                "no-such-ruleset",
                message,
                name.place,
                f"did you mean `{near}`?" if near else "a shipped name, or a path that ends in .yaml",
            )
        )

    def merged(self) -> Mapping | None:
        """All files laid one over another."""
        merging = Merging()
        roots = {file: normal(sheet.root) for file, sheet in self.sheets.items() if sheet.root is not None}
        root: Mapping | None = None
        for own in roots.values():
            root = merging.lay(root or Mapping({}, own.place), own)
        self.problems += [*merging.problems, *clashes(roots, self.ancestors), *self._conflicts()]
        return root

    def _conflicts(self) -> Iterator[Problem]:
        """Rulesets that came together though one of them says that they do not go together."""
        for sheet in self.sheets.values():
            found = sheet.root.entries.get("conflicts") if sheet.root else None
            for name, entry in (
                found.node.entries.items() if found and isinstance(found.node, Mapping) else ()
            ):
                other = find(name, sheet.path.parent)
                if other is not None and label(other) in self.sheets:
                    why = f": {entry.node.text}" if isinstance(entry.node, Scalar) else ""
                    message = f"{shown(sheet.path.stem)} and {shown(name)} do not go together{why}"
                    yield Problem("conflict", message, entry.key_place, "extend one of the two")


def open_sheet(path: Path, file: str) -> Sheet:
    """Read one file; a shipped one that has not changed is not read again."""
    if path in shipped().values():
        stat = path.stat()
        return _opened(path, file, stat.st_mtime_ns, stat.st_size)
    return _opened.__wrapped__(path, file, 0, 0)


@lru_cache(maxsize=256)
def _opened(path: Path, file: str, _changed: int, _size: int) -> Sheet:
    text, problems = fetch(path)
    problems = tuple(_renamed(problem, file) for problem in problems)
    if text is None:
        return Sheet(path, file, "", None, problems)
    root, found = read(text, file)
    problems += found
    if root is not None:
        problems += check(root, "ruleset")
    return Sheet(path, file, text, root, problems)


def _renamed(problem: Problem, file: str) -> Problem:
    return replace(problem, place=problem.place._replace(file=file)) if problem.place else problem


def _extended(sheet: Sheet) -> list[Scalar]:
    found = sheet.root.entries.get("extends") if sheet.root else None
    if found is None:
        return []
    items = found.node.items if isinstance(found.node, Listing) else (found.node,)
    return [item for item in items if isinstance(item, Scalar) and item.value is not None]
