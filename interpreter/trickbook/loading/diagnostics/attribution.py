"""Blame: which mistakes are causes, and which place in the author's own files a problem beneath comes of."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.loading.diagnostics.other_files import PARENTS, hinted
from trickbook.problems import Place, Problem, in_order, shown
from trickbook.sections import table
from trickbook.source import Listing, Mapping, Scalar
from trickbook.texts.message import Listing as Row
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterable, Iterator, Sequence

    from trickbook.source import Node
    from trickbook.texts.message import Value

LOST: Final = ("bad-default", "unknown-word", "unknown-place", "unknown-event")
"""What is told where something is spoken of that is not there."""

WITHIN: Final = ("bad-default", "exclusive-keys")
"""What is told where keys of one entry do not go together."""

COMES_OF: Final = {"unknown-card": "deck.", "too-many-cards": "steps.", "no-outcome": "steps."}
"""In which section something is told has its cause, though it does not speak of it."""

LACKING = frozenset({"circle", "commented-entry", "needs", "no-such-ruleset", "too-many-files"})
"""What is wrong where something is lacking that a ruleset extends or needs."""

RESTS = re.compile(r"(extends|fits|house)\b(?!\.)")
"""Where a file says what it rests on: of what is wrong there, more may come."""

WANTING = frozenset({"needs", "nothing-to-remove", "nothing-to-replace", "unknown-place"})
"""What is wrong where one ruleset lacks what another took away."""


class Change(NamedTuple):
    """A key that the author's files write anew, or remove: its path and its place."""

    path: str
    place: Place


@dataclass(frozen=True)
class Blame:
    """The changes that the author's own files make to those beneath, and the texts and trees of all."""

    root: Mapping
    own: abc.Set[str]
    texts: abc.Mapping[str, str]
    removed: abc.Mapping[str, Place] = field(default_factory=dict)
    trees: abc.Mapping[str, Mapping] = field(default_factory=dict)

    def attributed(self, problems: Iterable[Problem]) -> tuple[Problem, ...]:
        """Problems in order, with what each comes of; what breaks within an entry is told once."""
        changes = tuple(_changes(self.root, self.own))
        known = [self._defined_elsewhere(problem) for problem in problems]
        found = [(problem, *self._blamed(problem, changes)) for problem in in_order(known)]
        heads: dict[Place | None, Problem] = {}
        for before, cause, problem in found:
            if before.place != problem.place:
                heads.setdefault(cause, problem)
        rest = [problem for _, cause, problem in found if cause not in heads]
        for before, cause, _ in found:
            head = heads.get(cause)
            if head and before.place:
                related = tuple(dict.fromkeys((*head.related, before.place)))
                heads[cause] = replace(head, related=related)
        return in_order([*heads.values(), *rest])

    def _defined_elsewhere(self, problem: Problem) -> Problem:
        """The problem of an unknown word, with the file that defines it; an option as a section."""
        if problem.code == "unknown-key" and problem.place and (name := self._option(problem.place.path)):
            return self._as_option(problem, problem.place.path, name)
        if problem.code != "unknown-word" or problem.place is None:
            return problem
        own = self.trees.get(problem.place.file)
        return hinted(problem, underlined(self.texts, problem.place), self.root, own)

    def _option(self, path: str) -> str | None:
        """The option that has the name of a key of the ruleset, or of one of its records."""
        *within, name = path.split(".")
        is_place = not within or (len(within) == 1 and table.SECTIONS[within[0]].kind == "record")
        return name if is_place and self.root.get("options", name) else None

    def _as_option(self, problem: Problem, path: str, name: str) -> Problem:
        """A key that is the name of an option: how its default is set."""
        node = self.root.get(*path.split("."))
        value = _inline(node) if node else ""
        written = shown(f"options: {{{name}: {{default: {value or '…'}}}}}", 100)
        hint = Message("{path} is an option: write {entry}", path=shown(name), entry=written)
        return replace(problem, hint=hint)

    def _blamed(self, problem: Problem, changes: Sequence[Change]) -> tuple[Place | None, Problem]:
        """The one place, if it is one, that a problem comes of, and the problem that names its causes."""
        if gone := [one for one in self._removed() if self._misses(problem, one)]:
            return None, _hinted(problem, gone, gone=True)
        if problem.place is None or problem.place.file in self.own or problem.severity != "error":
            return None, problem
        entry = _entry(problem.place.path)
        inner = [one for one in changes if _entry(one.path) == entry]
        if inner and problem.code in WITHIN:
            named = next((one for one in inner if one.place in problem.related), inner[0])
            return named.place, replace(problem, place=named.place, related=(problem.place,))
        spoken = set(re.findall(r"\w+", underlined(self.texts, problem.place)))
        causes = [
            one for one in changes if one not in inner and _entry(one.path).rpartition(".")[2] in spoken
        ]
        causes = causes or [one for one in changes if self._behind(problem, one)]
        if not causes:
            return None, problem
        cause = causes[0].place if len(causes) == 1 else None
        return cause, _hinted(problem, causes, gone=False)

    def _removed(self) -> Iterator[Change]:
        return (Change(path, place) for path, place in self.removed.items())

    def _misses(self, problem: Problem, gone: Change) -> bool:
        """Return whether a problem is about what was removed."""
        if problem.code in LOST:
            return gone.path.rpartition(".")[2] in _spoken(problem.message)
        beneath = problem.place is None or problem.place.file not in self.own
        if problem.code == "no-outcome" or (beneath and gone.place.file in self.own):
            return gone.path.startswith(COMES_OF.get(problem.code, " "))
        return False

    def _behind(self, problem: Problem, change: Change) -> bool:
        """Return whether a problem that does not speak of a change comes of it."""
        if not change.path.startswith(COMES_OF.get(problem.code, " ")):
            return False
        return problem.code != "too-many-cards" or bool(
            self.root.get(*_entry(change.path).split("."), "deal")
        )


def underlined(texts: abc.Mapping[str, str], place: Place | None) -> str:
    """Return what is written at a place."""
    lines = texts.get(place.file, "").split("\n") if place else []
    if place is None or not 0 < place.line <= len(lines):
        return ""
    return lines[place.line - 1][place.column - 1 :][: place.length]


def _spoken(value: Value) -> Iterator[str]:
    """What stands in the blanks of a message, without its quotes."""
    if isinstance(value, Message):
        for _, inner in value.values:
            yield from _spoken(inner)
    elif isinstance(value, Row):
        for item in value.items:
            yield from _spoken(item)
    else:
        yield str(value).strip('`"')


def _hinted(problem: Problem, causes: Sequence[Change], *, gone: bool) -> Problem:
    """A problem that names what it comes of: what is gone, or what was changed."""
    hint = Message(
        "{path} was removed by {name_place}; keep it, or change what depends on it"
        if gone
        else "{path} was changed by {name_place}; change it back, or change what depends on it",
        path=shown(causes[0].path),
        name_place=causes[0].place.at_column(),
    )
    return replace(problem, hint=hint, related=tuple(dict.fromkeys(one.place for one in causes)))


def _changes(node: Mapping, own: abc.Set[str], path: tuple[str, ...] = ()) -> Iterator[Change]:
    """The keys that stand in the author's files."""
    for key, entry in node.entries.items():
        here = (*path, key)
        if table.is_about(here) or key in table.PLACES:
            continue
        if isinstance(entry.node, Mapping):
            yield from _changes(entry.node, own, here)
        elif entry.node.place.file in own and path:
            yield Change(".".join(here), entry.key_place)


def _inline(node: Node) -> str:
    """A text or a list of texts on one line; nothing for anything else."""
    if isinstance(node, Scalar):
        return node.text
    items = node.items if isinstance(node, Listing) else ()
    texts = [item.text for item in items if isinstance(item, Scalar)]
    return f"[{', '.join(texts)}]" if texts else ""


def _entry(path: str) -> str:
    """The path of the entry that a path leads into."""
    return ".".join(path.split(".")[:2])


def causes(
    files: Sequence[Problem], merging: Sequence[Problem], conflicts: Sequence[Problem]
) -> list[Problem]:
    """The problems of files, of merging them and of their conflicts, each mistake told once.

    What is needed may be lacking because of a conflict; merging says nothing new where a file is missing.
    """
    if conflicts:
        files, merging = (
            [problem for problem in problems if problem.code not in WANTING] for problems in (files, merging)
        )
    places = {problem.place for problem in files}
    paths = {place.path for place in places if place}
    new = [] if lacking(files) else [problem for problem in merging if not _reported(problem, places, paths)]
    return [*files, *new, *conflicts]


def _reported(problem: Problem, places: set[Place | None], paths: set[str]) -> bool:
    """Return whether something is told of already; of what cannot be removed, also at its value."""
    if problem.code == "nothing-to-remove" and problem.place and problem.place.path in paths:
        return True
    return problem.place in places


def lacking(problems: Iterable[Problem]) -> bool:
    """Return whether something that is extended could not be added: what hangs on it is not known."""
    return any(
        problem.code in LACKING
        or (problem.place and RESTS.match(problem.place.path))
        or (problem.code == "unknown-key" and problem.fix and problem.fix.text in PARENTS)
        for problem in problems
    )
