"""The compilation of the machine that searches run: by a process beside this one, once for all."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from trickbook.current_folder import python_call
from trickbook.loading.cache import cache_folder, keep, known
from trickbook.loading.folder_lock import lock_folder
from trickbook.problems import MissingError, TrickbookError

try:
    from trickbook import fast
    from trickbook.bots.compiled_duck import duck_data
except MissingError:
    INSTALLED = False
else:
    INSTALLED = True

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from trickbook.fast import CompiledGame
    from trickbook.ruleset import Ruleset

    Searched = tuple[Ruleset, int]

SCRIPT: Final = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
games = pickle.load(sys.stdin.buffer)
from trickbook.lab.compilation import compile_and_keep
compile_and_keep(games)
"""
"""The script that Python is started with."""

RETRY: Final = 1.0
"""Seconds between two looks at what another process compiles."""

BEGUN: Final = "compiling"
"""What is kept to see whether anything can be kept."""


class Beside:
    """The process that compiles; one at a time is enough."""

    compiler: subprocess.Popen[bytes] | None = None


def machine_kinds(games: Iterable[Searched]) -> tuple[str, ...]:
    """Return which machines searches need: for small packs or large ones, with ducks or without."""
    return tuple(_by_kind(games))


def warm_up(games: Iterable[Searched]) -> None:
    """Compile the machines that searches of some games need, each of them once, if they are installed."""
    for one in _by_kind(games).values():
        fast.play_deals(one, seeds=[0], deals=[1])


def _by_kind(games: Iterable[Searched]) -> dict[str, CompiledGame]:
    """For each machine that is needed, a game that it can play; with players who duck, if they can."""
    found = [_ready(*game) for game in games] if INSTALLED else []
    return {_kind(one): one for one in found if one is not None}


def _kind(game: CompiledGame) -> str:
    """Return the name of the machine for a game: each is compiled by itself."""
    ducking = "-and-ducks" if game.ducks else ""
    return f"machine-for-{'large' if game.wide else 'small'}-packs{ducking}"


@lru_cache(maxsize=1024)
def _ready(rules: Ruleset, players: int) -> CompiledGame | None:
    for ducking in (True, False):
        with suppress(fast.BeyondError):
            return fast.compile_ruleset(rules, players, duck_data(rules, players) if ducking else None)
    return None


def begin_compilation(games: Sequence[Searched]) -> bool:
    """Return whether a machine must be compiled first; it is, by a process that may outlive this one.

    Where nothing can be kept for later, it is compiled here and now.
    """
    keep(BEGUN, _stamp())
    if all(map(_is_kept, (BEGUN, *machine_kinds(games)))) or not _is_kept(BEGUN):
        warm_up(games)
        return False
    if Beside.compiler is None or Beside.compiler.poll() is not None:
        Beside.compiler = _compiler(games)
    return True


def compile_beside(games: Sequence[Searched]) -> None:
    """Load the machines for some games, or wait for a process that compiles and may outlive this one."""
    while begin_compilation(games):
        assert Beside.compiler  # noqa: S101 - it has begun
        if Beside.compiler.wait():
            warm_up(games)
            return
        time.sleep(RETRY)  # another process may hold the lock and compile


def _compiler(games: Sequence[Searched]) -> subprocess.Popen[bytes]:
    """Start a process that compiles."""
    compiler = subprocess.Popen(  # noqa: S603 - it is Python itself
        python_call(SCRIPT),
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
    assert compiler.stdin  # noqa: S101 - it is a pipe
    with suppress(OSError), compiler.stdin as line:
        for word in (sys.path, tuple(games)):
            line.write(pickle.dumps(word))
    return compiler


def compile_and_keep(games: Sequence[Searched]) -> None:
    """Compile the machines for some games, and keep that they are; leave it to a process that does so."""
    try:
        lock = lock_folder(cache_folder())
    except TrickbookError:
        return
    warm_up(games)
    for kind in machine_kinds(games):
        keep(kind, _stamp())
    os.close(lock)


def _is_kept(kind: str) -> bool:
    return bool(known(kind) == _stamp())


def _stamp() -> list[str]:
    """What else a compiled machine depends on: the compiler, and where it keeps what it made."""
    return [fast.COMPILER if INSTALLED else "", os.environ.get("NUMBA_CACHE_DIR", "")]
