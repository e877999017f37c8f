"""The cache of what reading and checking shipped files gives, since both take long.

Each installation has a folder in the user's cache folder. Its entries are valid until any file of the
installation changes. Without a folder that only this user may write, everything works but starts later.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from os.path import exists
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from trickbook.loading.files import state_of_shipped
from trickbook.loading.private_files import (
    is_private,
    make_private,
    read_private,
    remove_oldest,
    write_private,
)
from trickbook.source.files import folder

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE: Final = str(Path(__file__).parents[1])

ASIDE: Final = {"__pycache__", "bundle", "editors", "node_modules"}
"""Folders beside the rulesets, the schema and the code in which nothing lies that is read from here.

Much in them is made while the program is used, such as the bundle of the page.
"""

MOST: Final = 32
"""How many installations keep something, the ones used last."""

PREFIX: Final = "installation-"


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
    if not is_private(cache_folder()):
        return None
    data, head = read_private(_place(name)), _state()
    if data is None or not data.startswith(head):
        return None
    _mark_used(_place(name).parent)
    return data[len(head) :]


def keep_bytes(name: str, data: bytes, *, of: str = "", most: int = 0) -> None:
    """Keep a file; if it is one ``of`` a pattern, so many of those that were kept last remain."""
    place = _place(name)
    if not make_private(cache_folder()):
        return
    is_new = not exists(place.parent)  # noqa: PTH110 - a folder that may not be searched is no error
    if make_private(place.parent):
        write_private(place, _state() + data)
        if of:
            remove_oldest(place.parent, of, most)
    if is_new:
        _remove_unused()


def cache_folder() -> Path:
    """The folder in which it is kept; there may be none yet."""
    found = os.environ.get("XDG_CACHE_HOME")
    home = Path(found) if found else Path(os.path.expanduser("~/.cache"))  # noqa: PTH111 - there may be no home
    return home / "trickbook"


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
    remove_oldest(cache_folder(), f"{PREFIX}*", MOST)


def _state() -> bytes:
    return _digest(PACKAGE, state_of_shipped())


@lru_cache(maxsize=1)
def _digest(package: str, _shipped: tuple[tuple[int, int], ...]) -> bytes:
    """What all depends on, as a line: the Python that runs, and every file of this installation."""
    state = sha256(sys.version.encode())
    for place in (package, *(str(folder(name)) for name in ("rulesets", "schema"))):
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
