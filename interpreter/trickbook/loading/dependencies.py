"""The files of a ruleset: its own, all that it extends, and the house rules laid over them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import lru_cache
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from trickbook.loading.files import ENDINGS, HOUSE, find, is_path, shipped
from trickbook.problems import Place, Problem
from trickbook.sections.table import needed
from trickbook.source import Mapping, Scalar, fetch, read
from trickbook.source.cache import keep, known, packed, unpacked
from trickbook.source.files import FileName, decode, label
from trickbook.source.nodes import scalars
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterable, Sequence

Key = Literal["extends", "fits", "house"]
"""The keys that name other files."""

ACTS: Final = {"extends": Message("extend"), "fits": Message("fit"), "house": Message("lay over it")}
"""What is to be done with the files that these keys name."""

DEEPEST = 16
"""How long a chain of extending may be."""

MOST_FILES = 64
"""How many files a ruleset may rest on."""

MOST_TEXT = 256 * 1024
"""How many characters these files may have together."""

STARTED = re.compile(r"^# ?[a-z]+:[ \t\r]*$|:[ \t\r]*\n# ", re.MULTILINE)
"""A section in a comment, or a comment below a key, as started text has them."""

Chain = tuple[tuple[str, Key], ...]
"""Files on the way to another, each with the key that names the next."""


class ParsedFile(NamedTuple):
    """One file read: its tree, if it is a map, its text and its problems."""

    path: Path
    file: str
    text: str
    root: Mapping | None
    problems: tuple[Problem, ...]

    def named(self, key: str) -> Sequence[Scalar]:
        """The names under a key, without those that are told of already."""
        places = {problem.place for problem in self.problems}
        return [name for name in scalars(self.root, key) if name.place not in places] if self.root else ()


def parsed_file(path: Path, file: str) -> ParsedFile:
    """Read one file; a shipped one that has not changed is not read again."""
    if path in shipped().values():
        stat = path.stat()
        return _opened(path, file, stat.st_mtime_ns, stat.st_size)
    return _opened.__wrapped__(path, file, 0, 0)


def sent_file(text: str, file: str) -> ParsedFile:
    """Read a ruleset that came as text, and is called as a file would be."""
    decoded, problems = decode(text, file)
    return _read(Path(file), file, decoded, problems)


def edited_file(path: Path, text: str) -> ParsedFile:
    """Read a file as an editor has it, whatever is on the disk."""
    file = FileName(label(path), path)
    decoded, problems = decode(text, file)
    return _read(path, file, decoded, problems)


@lru_cache(maxsize=256)
def _opened(path: Path, file: str, changed: int, _size: int) -> ParsedFile:
    file = FileName(file, path)
    if changed and (before := _cached_file(path, file)):
        return before
    text, problems = fetch(path)
    if problems:
        from trickbook.loading.diagnostics import hinted

        problems = tuple(hinted(_renamed(problem, file), path) for problem in problems)
    parsed = _read(path, file, text, problems)
    if changed and parsed.root and not parsed.problems:
        keep(file, [parsed.text, packed(parsed.root)])
    return parsed


def _cached_file(path: Path, file: FileName) -> ParsedFile | None:
    """A shipped file without problems that an earlier run has read."""
    try:
        text, tree = known(file)
        root = unpacked(tree, file)
    except (TypeError, ValueError, LookupError):  # nothing is known, or no tree
        return None
    return ParsedFile(path, file, text, root, ()) if isinstance(root, Mapping) else None


def _read(path: Path, file: str, text: str | None, problems: tuple[Problem, ...]) -> ParsedFile:
    if text is None:
        return ParsedFile(path, file, "", None, problems)
    root, found = read(text, file)
    problems += found
    if root is not None:
        from trickbook.loading.conformance import check_ruleset

        problems += check_ruleset(root)
        if STARTED.search(text):
            from trickbook.loading.diagnostics.commented import explained

            problems = explained(root, problems, text, file)
    return ParsedFile(path, file, text, root, problems)


def _renamed(problem: Problem, file: str) -> Problem:
    return replace(problem, place=problem.place._replace(file=file)) if problem.place else problem


@dataclass
class Dependencies:
    """The files of a ruleset in order, those extended first, and what is wrong with them.

    ``sent`` is a ruleset that came as text from elsewhere: no file is opened for it but those shipped.
    ``edited`` are files as an editor has them.
    ``ancestors`` are the files that each rests on, ``patches`` those that are house rules, ``brought`` the
    parts that came with them.
    """

    sent: ParsedFile | None = None
    edited: abc.Mapping[str, ParsedFile] = field(default_factory=dict)
    parsed_files: dict[str, ParsedFile] = field(default_factory=dict)
    ancestors: dict[str, frozenset[str]] = field(default_factory=dict)
    patches: set[str] = field(default_factory=set)
    brought: set[str] = field(default_factory=set)
    problems: list[Problem] = field(default_factory=list)

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
        parsed = self._file_at(path, file)
        self.problems += parsed.problems
        fits = () if beneath or self._games(parsed) else parsed.named("fits")[:1]
        rests = beneath | self._parents(parsed, fits, "fits", chain)
        known = set(self.parsed_files)
        rests |= self._parents(parsed, parsed.named("extends"), "extends", chain)
        if beneath or fits:
            self.brought |= set(self.parsed_files) - known
        house = [(name.text, name.place) for name in parsed.named("house")]
        rests |= self.patch(house, path.parent, (*chain, (file, "house")), rests)
        self.ancestors[file] = rests
        self.parsed_files[parsed.file] = parsed
        return rests | {file}

    def _parents(self, parsed: ParsedFile, names: Iterable[Scalar], key: Key, chain: Chain) -> frozenset[str]:
        """Add the files that a file names under a key; give all that it rests on through them."""
        rests: frozenset[str] = frozenset()
        for name in names:
            if parent := self._found(name.text, name.place, parsed.path.parent, key):
                rests |= self.add(parent, (*chain, (parsed.file, key)), name.place)
        return rests

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
        added: frozenset[str] = frozenset()
        here: dict[str, tuple[Path, Place | None]] = {}
        for name, where in names:
            if path := self._found(name, where, beside, "house"):
                file = label(path)
                games = self._games(self._file_at(path, file))
                if file in here or games:
                    from trickbook.loading.diagnostics import unfit

                    self.problems.append(unfit(name, where, games, again=file in here))
                    continue
                here[file] = path, where
        self.patches |= set(here)
        for path, where in sorted(here.values(), key=lambda one: (one[0].stem, str(one[0]))):
            added |= self.add(path, chain, where, beneath)
        return added

    def trees(self) -> dict[str, Mapping]:
        """Return the tree of each file in the order of merging, as its author wrote it.

        Parts that house rules bring lie beneath the ruleset, as if it extended them, too: directly on what
        they extend themselves.
        """
        shared = frozenset().union(*(self.ancestors[part] for part in self.brought)) - self.brought
        layers = (shared, self.brought)
        order = sorted(self.parsed_files, key=lambda file: [file not in layer for layer in layers])
        for file in order:
            if file not in self.brought | shared:
                self.ancestors[file] |= self.brought
        return {file: root for file in order if (root := self.parsed_files[file].root) is not None}

    def _games(self, parsed: ParsedFile) -> list[Scalar]:
        """Return the names under ``extends`` that stand for no part, but for a game or a house rule."""
        found = ((name, self._sections(name, parsed.path.parent)) for name in parsed.named("extends"))
        return [name for name, keys in found if keys >= {*needed()} or keys & {"fits", "house", "needs"}]

    def _sections(self, name: Scalar, beside: Path) -> set[str]:
        """Return the keys of a file and of all that it extends; none of one that does not exist."""
        keys, seen, left = set[str](), set[Path](), [(name.text, beside)]
        while left and len(seen) <= MOST_FILES:
            text, where = left.pop()
            path = find(text, where)
            if path is None or path in seen or (self.sent and is_path(text)):
                continue
            seen.add(path)
            parsed = self._file_at(path, label(path))
            keys |= set(parsed.root.entries if parsed.root else ())
            left += [(one.text, path.parent) for one in parsed.named("extends")]
        return keys

    def _file_at(self, path: Path, file: str) -> ParsedFile:
        if self.sent and file == self.sent.file:
            return self.sent
        return self.edited.get(file) or parsed_file(path, file)

    def _found(self, name: str, where: Place | None, beside: Path | None, key: Key) -> Path | None:
        """The file of a ruleset or a house rule; None if there is none, or if its name is told of already."""
        kind = HOUSE if key == "house" else ""
        odd, closed = is_path(name) and not name.endswith(ENDINGS), self.sent and is_path(name)
        if not (odd or closed):
            path = find(name if is_path(name) else kind + name.removeprefix(kind), beside)
            if path is not None and exists(path):  # noqa: PTH110 - no name is too odd for it
                return path
        elif where is not None and not closed:
            return None  # the form of the file tells of it
        from trickbook.loading.diagnostics import not_found

        self.problems.append(not_found(name, where, kind, ACTS[key], sent=self.sent is not None))
        return None

    def _endless(self, file: str, chain: Chain, where: Place | None) -> Problem | None:
        """What is wrong if a file extends itself, or a ruleset rests on too many; None if nothing is."""
        files = [earlier for earlier, _ in chain]
        if file in files:
            circle = _circle(chain[files.index(file) :], file)
            return Problem("circle", Message("a ruleset cannot depend on itself: {what}", what=circle), where)
        new, message, hint = file not in self.ancestors, None, None
        if len(chain) >= DEEPEST:
            message = Message(
                "this chain of rulesets is too long; the limit is {number} files", number=DEEPEST
            )
            hint = Message("extend fewer of them")
        elif new and sum(len(parsed.text) for parsed in self.parsed_files.values()) > MOST_TEXT:
            most = f"{MOST_TEXT:,}"
            message = Message(
                "the files of this ruleset hold more than {number} characters together", number=most
            )
        elif new and len(self.parsed_files) >= MOST_FILES:
            message = Message("this ruleset uses more than {number} files", number=MOST_FILES)
        return Problem("too-many-files", message, where, hint) if message else None


def _circle(chain: Chain, file: str) -> Message | str:
    """How files, one after the other, lead back to the first."""
    found: Message | str = file
    for name, key in reversed(chain):
        if key == "extends":
            found = Message("{name_one} extends {what}", name_one=name, what=found)
        elif key == "fits":
            found = Message("{name_one} fits {what}", name_one=name, what=found)
        else:
            found = Message("{name_one} has the house rule {what}", name_one=name, what=found)
    return found
