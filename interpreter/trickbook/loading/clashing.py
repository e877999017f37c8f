"""Clashes: two files that do not know each other set one thing differently, and nobody above them decides."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, NamedTuple

from trickbook.document import Mapping, Scalar, plain
from trickbook.loading.merging import OWN, excluded
from trickbook.loading.prose import is_prose
from trickbook.problems import Place, Problem, shown

if TYPE_CHECKING:
    from collections import abc
    from collections.abc import Iterator

    from trickbook.document import Node

Path = tuple[str, ...]

PROSE = (*OWN, "name", "says", "trickbook")
"""What files may say differently."""


class Setting(NamedTuple):
    """What a file sets at one path: where, and the value; None if it removes what is there."""

    path: Path
    place: Place
    value: object


def clashes(
    roots: abc.Mapping[str, Mapping], ancestors: abc.Mapping[str, frozenset[str]]
) -> Iterator[Problem]:
    """Hold every two files that do not rest on each other against each other; files come in order."""
    settings = {file: list(_settings(root)) for file, root in roots.items()}
    files = list(roots)
    for place, later in enumerate(files):
        for earlier in files[:place]:
            if earlier in ancestors[later]:
                continue
            above = [file for file in files[place + 1 :] if {earlier, later} <= ancestors[file]]
            decided = [setting.path for file in above for setting in settings[file]]
            yield from _between(settings[earlier], settings[later], decided)


def _between(first: list[Setting], second: list[Setting], decided: list[Path]) -> Iterator[Problem]:
    """The clashes of two files, looked up by path, so that long files cost no more than they are long."""
    below: dict[Path, list[Setting]] = {}
    for setting in first:
        for end in range(len(setting.path) + 1):
            below.setdefault(setting.path[:end], []).append(setting)
    exact = {setting.path: setting for setting in first}
    settled = set(decided)
    for other in second:
        one = _rival(other, exact, below)
        if one and not any(
            path[:end] in settled for path in (one.path, other.path) for end in range(len(path) + 1)
        ):
            common = ".".join(_shared(one.path, other.path))
            message = f"{one.place} and {other.place} both set {shown(common)}, to different values"
            yield Problem(
                "clash", message, other.place, "keep one, or set it in your own file", related=(one.place,)
            )


def _rival(other: Setting, exact: dict[Path, Setting], below: dict[Path, list[Setting]]) -> Setting | None:
    """The setting of another file that cannot hold beside this one, if there is one.

    It sets another value, removes this, is removed by this, or has a key that excludes this key.
    """
    same = exact.get(other.path)
    if same:
        return same if same.value != other.value else None
    if other.value is None and other.path in below:
        return below[other.path][0]
    for end in range(1, len(other.path)):
        above = exact.get(other.path[:end])
        if above and above.value is None:
            return above
    siblings = below.get(other.path[:-1], ())
    return next((one for one in siblings if one.value is not None and excluded(one.path, other.path)), None)


def _shared(one: Path, other: Path) -> Path:
    """What two paths begin with."""
    return tuple(key for key, _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))


def _settings(node: Node, path: Path = ()) -> Iterator[Setting]:
    """What a file sets, key by key; prose does not count."""
    if not isinstance(node, Mapping):
        empty = isinstance(node, Scalar) and node.value is None
        yield Setting(path, node.place, None if empty else plain(node))
        return
    for key, entry in node.entries.items():
        here = (*path, key)
        about = (not path and key in OWN) or is_prose(here)
        if not about and (key not in PROSE or isinstance(entry.node, Mapping)):
            yield from _settings(entry.node, here)
