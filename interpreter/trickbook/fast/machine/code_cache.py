"""Where Numba keeps the compiled machine: in a private folder for each state of the machine's sources.

Numba loads what it finds there as code, so nobody else may write it. By itself Numba notices a change only in
the file of a function, not in the parts that the function calls.
"""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any, Final

import numba
from numba.core import config

from trickbook.loading.cache import cache_folder
from trickbook.loading.private_files import WRITABLE, make_private, objection, remove_oldest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

OUTSIDE: Final = (
    "cards/chance.py",
    "engine/engine.py",
    "engine/plays.py",
    "expression/types.py",
    "fast/instructions.py",
)
"""Modules beside the machine whose numbers are compiled into it."""

PREFIX: Final = "machine-"
MOST: Final = 8
"""How many states of the machine are kept, the ones used last."""


def machine_digest() -> str:
    """Return what the compiled machine depends on, in short."""
    package = Path(__file__).parents[2]
    found = sha256(f"{numba.__version__} {sys.version}".encode())
    for path in (*sorted(Path(__file__).parent.glob("*.py")), *(package / name for name in OUTSIDE)):
        found.update(sha256(path.read_bytes()).digest())
    return found.hexdigest()[:16]


def machine_folder() -> Path:
    """Make the folder; PermissionError if others could write there."""
    home = Path(config.CACHE_DIR) if config.CACHE_DIR else cache_folder()
    folder = home / f"{PREFIX}{machine_digest()}"
    for one in (folder,) if config.CACHE_DIR else (home, folder):
        if not make_private(one):
            raise PermissionError(_refusal(one))
    with suppress(OSError):
        os.utime(folder)
    remove_oldest(home, f"{PREFIX}*", MOST)
    return folder


def _refusal(folder: Path) -> str:
    """Say why compiled code cannot be kept in a folder, and what to do."""
    reason = objection(folder)
    remedy = f"run `chmod go-w {quote(str(folder))}`, or " if reason == WRITABLE else ""
    return f"{folder} {reason}: {remedy}let NUMBA_CACHE_DIR name another folder"


FOLDER: Final = machine_folder()


def compiled(**options: Any) -> Callable[[Any], Any]:
    """Return a decorator that compiles a function and keeps it in the folder."""

    def decorate(function: Any) -> Any:
        with _kept():
            return numba.njit(cache=True, **options)(function)

    return decorate


@contextmanager
def _kept() -> Iterator[None]:
    """Let Numba keep here what is decorated meanwhile; functions of others stay where they are."""
    before, config.CACHE_DIR = config.CACHE_DIR, str(FOLDER)
    try:
        yield
    finally:
        config.CACHE_DIR = before
