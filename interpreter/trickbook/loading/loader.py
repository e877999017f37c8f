"""Gathering a ruleset: its file and all that it extends, read, checked and merged; every problem at once."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from itertools import takewhile
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from trickbook.loading.declared_conflicts import conflicts, together
from trickbook.loading.files import ENDINGS, HOUSE, find, is_path, label, shipped
from trickbook.loading.form import check_ruleset
from trickbook.loading.house_rules import foremost, listed, patched, unmet
from trickbook.loading.key_conflicts import clashes
from trickbook.loading.merge import Merging, normal
from trickbook.problems import Place, Problem, shown
from trickbook.source import Mapping, Scalar, fetch, read
from trickbook.source.files import FileName
from trickbook.source.text import decode

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

DEEPEST = 16
"""How long a chain of extending may be."""

MOST_FILES = 64
MOST_TEXT = 256 * 1024
"""How many files a ruleset may rest on."""


Chain = tuple[tuple[str, str], ...]
"""Files on the way to another, each with what the next is to it: it extends or fits it."""

LACKING = frozenset({"circle", "needs", "no-such-ruleset", "too-many-files"})
"""What is wrong where something is lacking that a ruleset extends or needs."""

RESTS = re.compile(r"(extends|fits|house)\b(?!\.)")
"""Where a file says what it rests on: of what is wrong there, more may come."""

MISSPELT = frozenset(f"did you mean {shown(key)}?" for key in ("extends", "fits", "house"))
"""How it is told that this is misspelt."""

WANTING = frozenset({"needs", "nothing-to-remove", "nothing-to-replace", "unknown-place"})
"""What is wrong where one ruleset lacks what another took away."""


class Sheet(NamedTuple):
    """One file read: its tree, if it is a map, its text and its problems."""

    path: Path
    file: str
    text: str
    root: Mapping | None
    problems: tuple[Problem, ...]


@dataclass
class Gathering:
    """The files of a ruleset in order, those extended first, and what is wrong with them.

    ``sent`` is a ruleset that came as text from elsewhere: no file is opened for it but those shipped.
    """

    sent: Sheet | None = None
    sheets: dict[str, Sheet] = field(default_factory=dict)
    ancestors: dict[str, frozenset[str]] = field(default_factory=dict)
    patches: set[str] = field(default_factory=set)
    removed: dict[str, Place] = field(default_factory=dict)
    problems: list[Problem] = field(default_factory=list)

    @property
    def texts(self) -> dict[str, str]:
        """The text of each file."""
        return {sheet.file: sheet.text for sheet in self.sheets.values()}

    def add(
        self,
        path: Path,
        chain: Chain = (),
        where: Place | None = None,
        beneath: frozenset[str] = frozenset(),
    ) -> frozenset[str]:
        """Add a file and, before it, those that it extends and the house rules that it lays over them.

        Give all that it rests on, itself included; a house rule rests on what lies ``beneath`` it.
        """
        file = label(path)
        if problem := self._endless(file, chain, where):
            self.problems.append(problem)
            return frozenset()
        if file in self.ancestors:
            self.ancestors[file] |= beneath
            return self.ancestors[file] | {file}
        sheet = self.sent if self.sent and file == self.sent.file else open_sheet(path, file)
        self.problems += sheet.problems
        rests, fits = beneath, () if beneath else _named(sheet, "fits")[:1]
        for names, act in ((_named(sheet, "extends"), "extend"), (fits, "fit")):
            for name in names:
                if parent := self._found(name.text, name.place, path.parent, act=act):
                    rests |= self.add(parent, (*chain, (file, f"{act}s")), name.place)
        house = [(name.text, name.place) for name in _named(sheet, "house")]
        rests |= self.patch(house, path.parent, (*chain, (file, "has the house rule")), rests)
        self.ancestors[file] = rests
        self.sheets[sheet.file] = sheet
        return rests | {file}

    def patch(
        self,
        names: Iterable[tuple[str, Place | None]],
        beside: Path | None,
        chain: Chain,
        beneath: frozenset[str],
    ) -> frozenset[str]:
        """Lay house rules over what lies beneath, in order of their names; they do not know each other.

        Give them all.
        """
        laid: frozenset[str] = frozenset()
        here: dict[str, tuple[Path, Place | None]] = {}
        for name, where in names:
            if path := self._found(name, where, beside, HOUSE, "lay over it"):
                file = label(path)
                extends = _named(open_sheet(path, file), "extends")
                if file in here or extends:
                    from trickbook.loading.diagnostics.suggestions import unfit

                    self.problems.append(unfit(name, where, extends, again=file in here))
                    continue
                here[file] = path, where
        self.patches |= set(here)
        for path, where in sorted(here.values(), key=lambda one: (one[0].stem, str(one[0]))):
            laid |= self.add(path, chain, where, beneath)
        return laid

    def _found(
        self, name: str, where: Place | None, beside: Path | None, kind: str = "", act: str = ""
    ) -> Path | None:
        """The file of a ruleset or a house rule; None if there is none, or if its name is told of already."""
        if self.sent and is_path(name):
            from trickbook.loading.diagnostics.suggestions import closed

            self.problems.append(closed(name, where, kind))
            return None
        if is_path(name) and not name.endswith(ENDINGS):
            if where is None:  # in a file it is told of already
                hint = f"did you mean `{name}.yaml`?"
                message = f"{shown(name)} names no file of rules, for these end in .yaml"
                self.problems.append(Problem("no-such-ruleset", message, None, hint))
            return None  # what strangers name is not opened
        path = find(name if is_path(name) else kind + name.removeprefix(kind), beside)
        if path is not None and exists(path):  # noqa: PTH110 - no name is too odd for it
            return path
        from trickbook.loading.diagnostics.suggestions import missing

        self.problems.append(missing(name, where, kind, act))
        return None

    def _endless(self, file: str, chain: Chain, where: Place | None) -> Problem | None:
        """Whether a file extends itself, or a ruleset rests on too many."""
        files = [earlier for earlier, _ in chain]
        if file in files:
            circle = " ".join(word for link in chain[files.index(file) :] for word in link)
            return Problem("circle", f"a ruleset cannot depend on itself: {circle} {file}", where)
        if len(chain) >= DEEPEST:
            message = f"this chain of rulesets is too long; the limit is {DEEPEST} files"
            return Problem("too-many-files", message, where, "extend fewer of them")
        size = sum(len(sheet.text) for sheet in self.sheets.values())
        if size > MOST_TEXT and file not in self.ancestors:
            message = f"the files of this ruleset hold more than {MOST_TEXT:,} characters together"
            return Problem("too-many-files", message, where)
        if len(self.sheets) >= MOST_FILES and file not in self.ancestors:
            message = f"this ruleset uses more than {MOST_FILES} files"
            return Problem("too-many-files", message, where)
        return None

    def merged(self, target: str) -> Mapping | None:
        """All files laid one over another; of house rules but the target's own, their rules alone."""
        merging = Merging(removed=self.removed, abreast=frozenset(self.patches - {target}))
        roots = {file: normal(sheet.root) for file, sheet in self.sheets.items() if sheet.root is not None}
        root = self._laid(merging, roots, target)
        found = [*together(self.sheets, clashes(roots, self.ancestors))]
        found += conflicts(self.sheets, self.ancestors)
        merged = merging.problems
        if found:  # what is needed may be lacking because of them
            self.problems, merged = (
                [problem for problem in problems if problem.code not in WANTING]
                for problems in (self.problems, merged)
            )
        told = {problem.place for problem in self.problems}
        if not lacking(self.problems):
            same = {place.path for place in told if place}
            self.problems += (problem for problem in merged if not _told(problem, told, same))
        self.problems += found
        return root

    def _laid(self, merging: Merging, roots: dict[str, Mapping], target: str) -> Mapping | None:
        """Lay the files over one another in order; a house rule waits for others that bring what it needs."""
        root: Mapping | None = None
        left, patches = list(roots), self.patches - {target}
        while left:
            beneath = root or Mapping({}, roots[left[0]].place)
            stretch = list(takewhile(lambda file: file in patches, left)) or left[:1]
            file = foremost({file: roots[file] for file in stretch}, beneath)
            told = {problem.place for problem in self.sheets[file].problems}
            laid = {self.sheets[other].path.stem for other in roots if other not in left}
            lacks = unmet(roots[file], beneath, self.sheets[file].path.stem, laid, self.removed)
            self.problems += [problem for problem in lacks if problem.place not in told]
            lay = partial(patched, merging) if file in patches else merging.lay
            root = lay(beneath, roots[file])
            left.remove(file)
        return root


def _told(problem: Problem, places: set[Place | None], paths: set[str]) -> bool:
    """Whether something is told of already; of what cannot be removed, also at its value."""
    if problem.code == "nothing-to-remove" and problem.place and problem.place.path in paths:
        return True
    return problem.place in places


def lacking(problems: Iterable[Problem]) -> bool:
    """Whether something that is extended could not be added: what hangs on it is not known."""
    return any(
        problem.code in LACKING
        or (problem.place and RESTS.match(problem.place.path))
        or (problem.code == "unknown-key" and problem.hint in MISSPELT)
        for problem in problems
    )


def open_sheet(path: Path, file: str) -> Sheet:
    """Read one file; a shipped one that has not changed is not read again."""
    if path in shipped().values():
        stat = path.stat()
        return _opened(path, file, stat.st_mtime_ns, stat.st_size)
    return _opened.__wrapped__(path, file, 0, 0)


def sent_sheet(text: str, file: str) -> Sheet:
    """Read a ruleset that came as text, and is called as a file would be."""
    decoded, problems = decode(text, file)
    return _read(Path(file), file, decoded, problems)


@lru_cache(maxsize=256)
def _opened(path: Path, file: str, _changed: int, _size: int) -> Sheet:
    text, problems = fetch(path)
    file = FileName(file, path)
    if problems:
        from trickbook.loading.diagnostics.suggestions import hinted

        problems = tuple(hinted(_renamed(problem, file), path) for problem in problems)
    return _read(path, file, text, problems)


def _read(path: Path, file: str, text: str | None, problems: tuple[Problem, ...]) -> Sheet:
    if text is None:
        return Sheet(path, file, "", None, problems)
    root, found = read(text, file)
    problems += found
    if root is not None:
        problems += check_ruleset(root)
    return Sheet(path, file, text, root, problems)


def _renamed(problem: Problem, file: str) -> Problem:
    return replace(problem, place=problem.place._replace(file=file)) if problem.place else problem


def _named(sheet: Sheet, key: str) -> Sequence[Scalar]:
    """The names under a key of a file, without those that are told of already."""
    told = {problem.place for problem in sheet.problems}
    return [name for name in listed(sheet.root, key) if name.place not in told] if sheet.root else ()
