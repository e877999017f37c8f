"""Locking: a folder is written by one process at a time, and free again however that process ends."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from pathlib import Path

LOCK_FILE: Final = "lock"
"""The file in a folder that is locked; the system lets go of it with the process."""


def lock_folder(folder: Path) -> int:
    """Have a folder for this process alone; TrickbookError if another one has it."""
    path = folder / LOCK_FILE
    lock = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    try:
        _hold(lock)
        mine = os.path.samestat(os.fstat(lock), path.stat())  # else it was given back just now
    except (BlockingIOError, PermissionError, FileNotFoundError):
        mine = False
    except OSError:  # not every file system has locks
        mine = True
    if not mine:
        os.close(lock)
        raise TrickbookError(f"{folder}: another process writes there; let it end, or name another file")
    return lock


def _hold(lock: int) -> None:
    """Lock an open file; BlockingIOError or PermissionError if another process has done so."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - of Windows alone

        msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
    else:
        from fcntl import LOCK_EX, LOCK_NB, flock  # noqa: PLC0415 - of Unix alone

        flock(lock, LOCK_EX | LOCK_NB)


def unlock_folder(folder: Path, lock: int) -> None:
    """Let others have a folder, or nobody if nothing is in it."""
    windows = sys.platform == "win32"  # where what is open cannot be removed
    if windows:
        os.close(lock)
    with suppress(OSError):
        if all(path.name == LOCK_FILE for path in folder.iterdir()):
            (folder / LOCK_FILE).unlink()
            folder.rmdir()
    if not windows:
        os.close(lock)
