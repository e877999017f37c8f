"""What is known of shipped files, kept in the user's cache folder, for reading and checking them takes long.

It is true of this installation as it is: when any of its files changes, nothing counts any more. Where
nothing can be kept, all works but starts later.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from trickbook.loading.files import state_of_shipped
from trickbook.source.files import FileName, folder

if TYPE_CHECKING:
    from collections.abc import Iterator

OWN: Final = {
    ("trickbook.problems", "Place"),
    *(("trickbook.source.nodes", name) for name in ("Mapping", "Listing", "Pair", "Scalar")),
}
"""What trees are made of, beside plain data. Nothing else is loaded, whoever wrote the file."""

ASIDE: Final = {"__pycache__", "bundle", "editors", "node_modules"}
"""Folders beside the rulesets, the schema and the code in which nothing lies that is read from here.

Much in them is made while the program is used, such as the bundle of the page.
"""

FILE: Final = "file"
"""What stands for the name of the file."""


class _Writer(pickle.Pickler):
    def persistent_id(self, value: object) -> str | None:
        return FILE if isinstance(value, FileName) else None


class _Reader(pickle.Unpickler):
    def __init__(self, data: BytesIO, file: FileName | None) -> None:
        super().__init__(data)
        self.file = file

    def persistent_load(self, _kept: str) -> FileName | None:
        return self.file

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in OWN:
            raise pickle.UnpicklingError(f"{module}.{name} is not loaded")
        return super().find_class(module, name)


def known(name: str, file: FileName | None = None) -> Any:
    """What an earlier run kept under a name, perhaps about a shipped file; None if there is nothing."""
    try:
        data = _place(name).read_bytes()
    except OSError:
        return None
    head = _state()
    if not data.startswith(head):
        return None
    try:
        return _Reader(BytesIO(data[len(head) :]), file).load()
    except Exception:  # noqa: BLE001 - a file that was cut short fails in many ways
        return None


def keep(name: str, found: object) -> None:
    """Keep what was found: plain data, and trees of nodes."""
    data = BytesIO(_state())
    data.seek(0, os.SEEK_END)
    _Writer(data, pickle.HIGHEST_PROTOCOL).dump(found)
    place = _place(name)
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        beside = place.with_suffix(f".{os.getpid()}")
        beside.write_bytes(data.getvalue())
        beside.replace(place)


def cache_folder() -> Path:
    """The folder in which it is kept; there may be none yet."""
    found = os.environ.get("XDG_CACHE_HOME")
    home = Path(found) if found else Path(os.path.expanduser("~/.cache"))  # noqa: PTH111 - there may be no home
    return home / "trickbook"


def _place(name: str) -> Path:
    return cache_folder() / (name.replace("/", ".") + ".pickle")


def _state() -> bytes:
    return _digest(state_of_shipped())


@lru_cache(maxsize=1)
def _digest(_shipped: int) -> bytes:
    """What all depends on: the Python that runs, and every file of this installation."""
    state = sha256(sys.version.encode())
    for place in (str(Path(__file__).parents[1]), *(str(folder(name)) for name in ("rulesets", "schema"))):
        state.update(repr(sorted(_files(place))).encode())
    return state.digest()


def _files(place: str) -> Iterator[tuple[str, int, int]]:
    for entry in os.scandir(place):
        if entry.is_dir():
            if entry.name not in ASIDE:
                yield from _files(entry.path)
        else:
            about = entry.stat()
            yield entry.path, about.st_mtime_ns, about.st_size
