"""The cache of what reading and checking shipped files gives, since both take long.

Each installation has a folder in the user's cache folder. Its entries are valid until any file of the
installation changes. Without a folder that only this user may write, everything works but starts later.
"""

from __future__ import annotations

import json
import os
import stat
import sys
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from os.path import exists
from pathlib import Path
from shutil import rmtree
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import Place
from trickbook.source.files import folder
from trickbook.source.nodes import Listing, Mapping, Pair, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.source.nodes import Node

PACKAGE: Final = str(Path(__file__).parents[1])

ASIDE: Final = {"__pycache__", "bundle", "editors", "node_modules"}
"""Folders beside the rulesets, the schema and the code in which nothing lies that is read from here.

Much in them is made while the program is used, such as the bundle of the page.
"""

MOST: Final = 32
"""How many installations keep something, the ones used last."""

PREFIX: Final = "installation-"

CLOSED: Final = 0o700
"""The mode of a new folder."""

OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH


def known(name: str) -> Any:
    """What an earlier run kept under a name, as JSON has it; None if there is nothing."""
    data = known_bytes(f"{name}.json")
    try:
        return None if data is None else json.loads(data)
    except (ValueError, RecursionError):  # the file was cut short
        return None


def keep(name: str, value: object) -> None:
    """Keep plain data, as JSON has it."""
    keep_bytes(f"{name}.json", json.dumps(value, separators=(",", ":")).encode())


def known_bytes(name: str) -> bytes | None:
    """What an earlier run kept in a file; None if there is nothing."""
    if not _is_private(cache_folder()):
        return None
    data, head = _read_private(_place(name)), _state()
    if data is None or not data.startswith(head):
        return None
    _mark_used(_place(name).parent)
    return data[len(head) :]


def keep_bytes(name: str, data: bytes, *, of: str = "", most: int = 0) -> None:
    """Keep a file; if it is one ``of`` a pattern, so many of those that were kept last remain."""
    place = _place(name)
    if not _make_private(cache_folder()):
        return
    is_new = not exists(place.parent)  # noqa: PTH110 - a folder that may not be searched is no error
    if _make_private(place.parent):
        _write_private(place, _state() + data)
        if of:
            _remove_oldest(place.parent, of, most)
    if is_new:
        _remove_unused()


def cache_folder() -> Path:
    """The folder in which it is kept; there may be none yet."""
    found = os.environ.get("XDG_CACHE_HOME")
    home = Path(found) if found else Path(os.path.expanduser("~/.cache"))  # noqa: PTH111 - there may be no home
    return home / "trickbook"


def place_of_another(name: str) -> str | None:
    """Where a library may keep a file; None where others may write the folder, or the file that is there."""
    place = _place(name)
    if not (_make_private(cache_folder()) and _make_private(place.parent)):
        return None
    with suppress(FileNotFoundError):
        if not _is_own(place.lstat()):
            return None
    return str(place)


def state_of_shipped() -> tuple[tuple[str, int, int], ...]:
    """The shipped rulesets, when each was changed, and its size."""
    return tuple(_files(str(folder("rulesets"))))


def _place(name: str) -> Path:
    return cache_folder() / _own_name(PACKAGE) / name.replace("/", ".")


@lru_cache(maxsize=1)
def _own_name(package: str) -> str:
    """The name of the folder of an installation and the Python that runs it."""
    return PREFIX + sha256(f"{package}\n{sys.version}".encode("utf-8", "surrogateescape")).hexdigest()[:16]


@lru_cache(maxsize=1)
def _mark_used(place: Path) -> None:
    """Let a folder count as used now."""
    with suppress(OSError):
        os.utime(place)


def _remove_unused() -> None:
    """Remove the folders that were used longest ago, and what earlier versions kept beside them."""
    with suppress(OSError):
        for earlier in cache_folder().glob("*.pickle"):
            earlier.unlink()
    _remove_oldest(cache_folder(), f"{PREFIX}*", MOST)


def _state() -> bytes:
    return _digest(PACKAGE, state_of_shipped())


@lru_cache(maxsize=1)
def _digest(package: str, _shipped: tuple[tuple[str, int, int], ...]) -> bytes:
    """What all depends on, as a line: the Python that runs, and every file of this installation."""
    state = sha256(sys.version.encode())
    for place in (package, *(str(folder(name)) for name in ("rulesets", "schema", "grammar"))):
        state.update(repr(sorted(_files(place))).encode())
    return state.hexdigest().encode() + b"\n"


def _files(place: str) -> Iterator[tuple[str, int, int]]:
    for entry in os.scandir(place):
        if entry.is_dir():
            if entry.name not in ASIDE:
                yield from _files(entry.path)
        else:
            about = entry.stat()
            yield entry.path, about.st_mtime_ns, about.st_size


def _is_private(folder: str | os.PathLike[str]) -> bool:
    """Return whether a folder exists that belongs to this user and that nobody else may write.

    A link of this user to such a folder is one, too.
    """
    try:
        link, about = os.lstat(folder), os.stat(folder)  # noqa: PTH116 - a Path would refuse odd names
    except (OSError, ValueError):
        return False
    return stat.S_ISDIR(about.st_mode) and _is_of_user(link) and _is_own(about)


def _make_private(folder: Path) -> bool:
    """Make a folder that only this user may enter; return whether it is private, also if it existed."""
    with suppress(OSError, ValueError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(CLOSED)
    return _is_private(folder)


def _read_private(path: Path) -> bytes | None:
    """Return the content of a file in a private folder; None if there is none, or if others may write it."""
    if not _is_private(path.parent):
        return None
    try:
        with open(path, "rb", opener=_open_here) as file:
            return file.read() if _is_own(os.fstat(file.fileno())) else None
    except (OSError, ValueError):
        return None


def _write_private(path: Path, data: bytes) -> None:
    """Write a file at once into a private folder; do nothing where that is impossible."""
    if not _is_private(path.parent):
        return
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        beside.unlink(missing_ok=True)
        with open(beside, "xb", opener=_open_closed) as file:
            file.write(data)
        beside.replace(path)


def _remove_oldest(folder: Path, pattern: str, most: int) -> None:
    """Remove all folders or files of a pattern but those that changed last."""
    with suppress(OSError):
        found = sorted(folder.glob(pattern), key=lambda one: one.stat().st_mtime_ns)
        for oldest in found[:-most]:
            if oldest.is_dir():
                rmtree(oldest, ignore_errors=True)
            else:
                oldest.unlink(missing_ok=True)


def _is_own(about: os.stat_result) -> bool:
    """Return whether a file belongs to this user and nobody else may write it; Windows has no such modes."""
    return _is_of_user(about) and not (hasattr(os, "geteuid") and about.st_mode & OTHERS_WRITE)


def _is_of_user(about: os.stat_result) -> bool:
    """Return whether a file belongs to this user; Windows does not say."""
    return not hasattr(os, "geteuid") or about.st_uid == os.geteuid()


def _open_here(path: str, flags: int) -> int:
    """Open a file that is no link to another."""
    return os.open(path, flags | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))


def _open_closed(path: str, flags: int) -> int:
    """Create a file that only this user may read and write."""
    return os.open(path, flags, stat.S_IRUSR | stat.S_IWUSR)


def packed(node: Node) -> list[Any]:
    """Give a tree of one file as lists, dicts and scalars: what a node holds, then its place."""
    match node:
        case Scalar():
            return [node.value, node.text, node.plain, *node.span, *node.place[1:]]
        case Listing():
            return [[packed(item) for item in node.items], *node.place[1:]]
        case Mapping():
            pairs = {key: [packed(pair.node), *pair.key_place[1:]] for key, pair in node.entries.items()}
            return [pairs, *node.place[1:]]


def unpacked(plain: Sequence[Any], file: str) -> Node:
    """Give the tree of plain data, as the tree of a file."""
    held = plain[0]
    if isinstance(held, dict):
        pairs = {key: Pair(Place(file, *place), unpacked(node, file)) for key, (node, *place) in held.items()}
        return Mapping(pairs, Place(file, *plain[1:]))
    if isinstance(held, list):
        return Listing(tuple([unpacked(item, file) for item in held]), Place(file, *plain[1:]))
    value, text, is_plain, begin, end, *place = plain
    return Scalar(value, text, Place(file, *place), is_plain, (begin, end))
