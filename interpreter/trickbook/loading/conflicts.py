"""Conflicts: files that do not go together, or that set one thing differently with nobody above to decide."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from trickbook.loading.files import HOUSE, find
from trickbook.loading.merge import rivals
from trickbook.problems import Place, Problem, shown
from trickbook.sections import table
from trickbook.sections.table import RENEWS
from trickbook.source import Mapping, Scalar, plain
from trickbook.source.files import label
from trickbook.source.nodes import entries_under, scalars
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterable, Iterator

    from trickbook.loading.dependencies import ParsedFile
    from trickbook.source import Node, Pair

    ParsedFiles = abc.Mapping[str, ParsedFile]

Path = tuple[str, ...]
YES = "yes"


class _Bringing(NamedTuple):
    """The origin of a file: the file that names it, and where."""

    parsed: ParsedFile
    place: Place


def conflicts(parsed_files: ParsedFiles, ancestors: abc.Mapping[str, frozenset[str]]) -> Iterator[Problem]:
    """Tell of the files that do not go together, and of the one that is there to stay."""
    for parsed, name, entry, other in _stated_conflicts(parsed_files):
        one, two = shown(parsed.path.stem), shown(name)
        message = Message("{one} and {other} do not go together", one=one, other=two)
        if isinstance(entry.node, Scalar):
            why = entry.node.text
            message = Message("{one} and {other} do not go together: {text}", one=one, other=two, text=why)
        hint, related = _staying(parsed_files, ancestors, parsed.file, other)
        yield Problem("conflict", message, entry.key_place, hint, related=related)


def together(parsed_files: ParsedFiles, clashes: Iterable[Problem]) -> Iterator[Problem]:
    """The clashes of files that go together; of others their conflict alone is told."""
    conflicting = {frozenset({parsed.file, other}) for parsed, _, _, other in _stated_conflicts(parsed_files)}
    for clash in clashes:
        if {place.file for place in (clash.place, *clash.related) if place} not in conflicting:
            yield clash


def _stated_conflicts(parsed_files: ParsedFiles) -> Iterator[tuple[ParsedFile, str, Pair, str]]:
    """The files that say that they do not go with another that is there: its name, where, and its file."""
    for parsed in parsed_files.values():
        for name, entry in entries_under(parsed.root, "conflicts").items() if parsed.root else ():
            if there := [file for file in _files(name, parsed) if file in parsed_files]:
                yield parsed, name, entry, there[0]


def _files(name: str, parsed: ParsedFile) -> list[str]:
    """The files that a file may mean by a name."""
    paths = [find(kind + name.removeprefix(kind), parsed.path.parent) for kind in ("", HOUSE)]
    return [label(path) for path in paths if path is not None]


def _staying(
    parsed_files: ParsedFiles, ancestors: abc.Mapping[str, frozenset[str]], one: str, other: str
) -> tuple[Message, tuple[Place, ...]]:
    """Return what to do: what the ruleset beneath has stays, and the other cannot be applied to it."""
    for has, lacks in ((other, one), (one, other)):
        first, second = _bringing(parsed_files, has), _bringing(parsed_files, lacks)
        if (
            first
            and first.parsed.file != lacks
            and (second is None or first.parsed.file in ancestors[second.parsed.file])
        ):
            names = (first.parsed.path.stem, parsed_files[has].path.stem, parsed_files[lacks].path.stem)
            beneath, kept, applied = map(shown, names)
            hint = Message(
                "{one} has {other}, so {rule} cannot be applied to it", one=beneath, other=kept, rule=applied
            )
            return hint, (first.place,)
    return Message("keep one of the two"), ()


def _bringing(parsed_files: ParsedFiles, file: str) -> _Bringing | None:
    """Return how a file came; None if it was named from outside."""
    for parsed in parsed_files.values():
        for key in ("extends", "house"):
            for item in scalars(parsed.root, key) if parsed.root else ():
                if file in _files(item.text, parsed):
                    return _Bringing(parsed, item.place)
    return None


class _Setting(NamedTuple):
    """A setting by a file at one path: the place, and the value; None if it removes what is there."""

    path: Path
    place: Place
    value: object


Found = tuple[str, _Setting]
"""A setting, with its file."""


def clashes(
    roots: abc.Mapping[str, Mapping], ancestors: abc.Mapping[str, frozenset[str]]
) -> Iterator[Problem]:
    """Hold files that do not rest on each other against each other; files come in order.

    A setting is told of once, with the first that it clashes with; so is a whole entry that another removes.
    """
    known = _Known({file: tuple(_settings(root)) for file, root in roots.items()}, ancestors)
    reported = set()
    for file, settings in known.settings.items():
        for setting in settings:
            rivals = (one for one in known.rivals(file, setting) if known.undecided(one, (file, setting)))
            _, one = next(rivals, (None, None))
            common = ".".join(_shared(one.path, setting.path)) if one else ""
            if one and (file, one.place, common) not in reported:
                reported.add((file, one.place, common))
                message = Message(
                    "{name_one} and {name_other} both set {path}, to different values",
                    name_one=one.place.at_column(),
                    name_other=setting.place.at_column(),
                    path=shown(common),
                )
                hint = Message("keep one, or set it in your own file")
                yield Problem("clash", message, setting.place, hint, related=(one.place,))
        known.add(file)


class _Known:
    """The settings of the files so far, by path and by every path that leads there, for quick lookups."""

    def __init__(
        self, settings: abc.Mapping[str, tuple[_Setting, ...]], ancestors: abc.Mapping[str, frozenset[str]]
    ) -> None:
        """Nothing is known at first; what all files set is at hand for those that decide."""
        self.settings, self.ancestors = settings, ancestors
        self.own = {file: {one.path: one.value for one in found} for file, found in settings.items()}
        self.exact: dict[Path, list[Found]] = {}
        self.below: dict[Path, list[Found]] = {}
        self.decided: dict[tuple[str, str], frozenset[Path]] = {}

    def add(self, file: str) -> None:
        """Add what a file sets."""
        for setting in self.settings[file]:
            self.exact.setdefault(setting.path, []).append((file, setting))
            for end in range(len(setting.path) + 1):
                self.below.setdefault(setting.path[:end], []).append((file, setting))

    def rivals(self, file: str, other: _Setting) -> Iterator[Found]:
        """The settings that cannot hold beside one of this file, each with its file.

        They set another value, remove this, are removed by this, or have a key that excludes this key.
        """
        path = other.path
        yield from (found for found in self.exact.get(path, ()) if found[1].value != other.value)
        if other.value is None:
            yield from (found for found in self.below.get(path, ()) if found[1].path != path)
        if path[-1] == RENEWS and other.value == YES:
            beside = self.below.get(path[:-1], ())
            yield from (found for found in beside if found[1].path not in self.own[file])
        for end in range(1, len(path)):
            yield from (found for found in self.exact.get(path[:end], ()) if found[1].value is None)
            renewals = self.exact.get((*path[:end], RENEWS), ())
            yield from (
                found for found in renewals if found[1].value == YES and path not in self.own[found[0]]
            )
        for key in rivals(path):
            beside = self.exact.get((*path[:-1], key), ())
            yield from (found for found in beside if found[1].value is not None)

    def undecided(self, first: Found, second: Found) -> bool:
        """Return whether neither file extends the other, no file above decides, and none starts anew."""
        (earlier, one), (later, other) = first, second
        if earlier in self.ancestors[later]:
            return False
        settled = self._settled(earlier, later)
        leading = [path[:end] for path in (one.path, other.path) for end in range(len(path) + 1)]
        return not any(path in settled or self._brought(earlier, later, path) for path in leading)

    def _settled(self, earlier: str, later: str) -> frozenset[Path]:
        """Return what files that rest on both of two files set or start anew."""
        if (earlier, later) not in self.decided:
            above = (file for file, beneath in self.ancestors.items() if {earlier, later} <= beneath)
            paths = (setting.path for file in above for setting in self.settings.get(file, ()))
            self.decided[earlier, later] = frozenset(
                path[:-1] if path[-1] == RENEWS else path for path in paths
            )
        return self.decided[earlier, later]

    def _brought(self, earlier: str, later: str, path: Path) -> bool:
        """Return whether one file starts an entry anew that the other brings, and nothing beneath both."""
        if not any(self.own[file].get((*path, RENEWS)) == YES for file in (earlier, later)):
            return False
        both = self.ancestors[earlier] & self.ancestors[later]
        return not any(file in both for file, _ in self.below.get(path, ()))


def _shared(one: Path, other: Path) -> Path:
    """Return what two paths begin with."""
    return tuple(key for key, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _settings(node: Node, path: Path = ()) -> Iterator[_Setting]:
    """Yield what a file sets, key by key; prose does not count."""
    if not isinstance(node, Mapping):
        empty = isinstance(node, Scalar) and node.value is None
        yield _Setting(path, node.place, None if empty else plain(node))
        return
    for key, entry in node.entries.items():
        here = (*path, key)
        if not (table.is_about(here) or (not path and table.is_head(key))):
            yield from _settings(entry.node, here)
