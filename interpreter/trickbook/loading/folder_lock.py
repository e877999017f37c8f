"""A lock for a folder: one process at a time may write there; the lock ends with the process."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from pathlib import Path

LOCK_FILE: Final = "lock"
"""The locked file in the folder; the system unlocks it when the process ends."""


def lock_folder(folder: Path) -> int:
    """Lock a folder for this process; TrickbookError if another process has it."""
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
    """Lock an open file; BlockingIOError or PermissionError if another process has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
    else:
        from fcntl import LOCK_EX, LOCK_NB, flock

        flock(lock, LOCK_EX | LOCK_NB)


def unlock_folder(folder: Path, lock: int) -> None:
    """Unlock a folder, and remove it if nothing is in it but the lock, which is empty."""
    windows = sys.platform == "win32"  # where what is open cannot be removed
    if windows:
        os.close(lock)
    with suppress(OSError):
        if all(path.name == LOCK_FILE and path.lstat().st_size == 0 for path in folder.iterdir()):
            (folder / LOCK_FILE).unlink()
            folder.rmdir()
    if not windows:
        os.close(lock)
