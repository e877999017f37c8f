"""The compilation of the fast engine by a process beside this one; the interpreter plays meanwhile."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import time
from contextlib import suppress
from enum import Enum
from typing import TYPE_CHECKING, Final

from trickbook.current_folder import python_call
from trickbook.lab import engine_choice
from trickbook.loading.cache import cache_folder, keep, known
from trickbook.loading.folder_lock import lock_folder
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.lab.engine_choice import RowEngine
    from trickbook.lab.study import Study

SCRIPT: Final = """
import pickle, sys
sys.path[:] = pickle.load(sys.stdin.buffer)
studies = pickle.load(sys.stdin.buffer)
from trickbook.lab.compilation import compile_and_keep
compile_and_keep(studies)
"""
"""The script that Python is started with."""

RETRY: Final = 1.0
"""Seconds between two looks at what another process compiles."""

BEGUN: Final = "compiling"
"""What is kept to see whether anything can be kept."""


class Stage(Enum):
    """How far the compilation that this process waits for has come."""

    NONE = ""
    WAITING = "the fast engine is being compiled"
    FAILED = "the fast engine could not be compiled"
    ENDED = "the interpreter played until it was compiled"


class Awaited:
    """What this process waits for: one compilation at a time is enough."""

    stage = Stage.NONE
    kinds: tuple[str, ...] = ()
    compiler: subprocess.Popen[bytes] | None = None


def begin_compilation(studies: Sequence[Study]) -> bool:
    """Return whether the fast engine must be compiled first; it is, by a process that may outlive this one.

    Where nothing can be kept for later, it is compiled here and now.
    """
    Awaited.stage, Awaited.kinds = Stage.NONE, engine_choice.machine_kinds(studies)
    keep(BEGUN, _stamp())
    if all(map(_is_kept, (BEGUN, *Awaited.kinds))) or not _is_kept(BEGUN):
        engine_choice.warm_up(studies)
        return False
    if Awaited.compiler is None or Awaited.compiler.poll() is not None:
        Awaited.compiler = _compiler(studies)
    Awaited.stage = Stage.WAITING
    return True


def compile_beside(studies: Sequence[Study]) -> None:
    """Load the fast engine. If it must be compiled first, wait for a process that may outlive this one."""
    while begin_compilation(studies):
        assert Awaited.compiler  # noqa: S101 - it has begun
        if Awaited.compiler.wait():
            engine_choice.warm_up(studies)
            return
        time.sleep(RETRY)  # another process may hold the lock and compile


def _compiler(studies: Sequence[Study]) -> subprocess.Popen[bytes]:
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
        for word in (sys.path, tuple(studies)):
            line.write(pickle.dumps(word))
    return compiler


def compile_and_keep(studies: Sequence[Study]) -> None:
    """Compile the fast engine, and keep that it is; if another process does so now, leave it alone."""
    try:
        lock = lock_folder(cache_folder())
    except TrickbookError:
        return
    engine_choice.warm_up(studies)
    for kind in engine_choice.machine_kinds(studies):
        keep(kind, _stamp())
    os.close(lock)


def is_compiled() -> bool:
    """Return whether the fast engine can be used; once it can, it is."""
    if Awaited.stage is Stage.WAITING:
        failed = Awaited.compiler and Awaited.compiler.poll()
        if all(map(_is_kept, Awaited.kinds)):
            Awaited.stage = Stage.ENDED
        elif failed:
            Awaited.stage = Stage.FAILED
    return Awaited.stage in (Stage.NONE, Stage.ENDED)


def engine_played(study: Study) -> RowEngine:
    """Return the engine that has played a study last, and what kept the fast one from it before."""
    engine, stage = engine_choice.choose_engine(study), Awaited.stage
    if engine.reason or stage is Stage.NONE:
        return engine
    return (engine if stage is Stage.ENDED else engine_choice.INTERPRETER)._replace(reason=stage.value)


def _is_kept(kind: str) -> bool:
    return bool(known(kind) == _stamp())


def _stamp() -> list[str]:
    """What else a compiled engine depends on: the compiler, and where it keeps what it made."""
    return [engine_choice.compiler(), os.environ.get("NUMBA_CACHE_DIR", "")]
