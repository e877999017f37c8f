"""Files that only this user writes: what another user could have written is not read."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from shutil import rmtree
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

CLOSED: Final = 0o700
"""The mode of a new folder."""

OTHERS_WRITE: Final = stat.S_IWGRP | stat.S_IWOTH

WRITABLE: Final = "may be written by others"
"""The objection to a folder that ``chmod go-w`` makes private."""


def is_private(folder: str | os.PathLike[str]) -> bool:
    """Return whether a folder exists that belongs to this user and that nobody else may write.

    A link of this user to such a folder is one, too.
    """
    return objection(folder) is None


def objection(folder: str | os.PathLike[str]) -> str | None:
    """Return why a folder is not private, as the end of a sentence; None if it is."""
    try:
        link, about = os.lstat(folder), os.stat(folder)  # noqa: PTH116 - a Path would refuse odd names
    except (OSError, ValueError):
        return "cannot be made or read"
    if not stat.S_ISDIR(about.st_mode):
        return "is no folder"
    if not (_is_of_user(link) and _is_of_user(about)):
        return "belongs to another user"
    return None if _is_own(about) else WRITABLE


def make_private(folder: Path) -> bool:
    """Make a folder that only this user may enter; return whether it is private, also if it existed."""
    with suppress(OSError, ValueError):
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(CLOSED)
    return is_private(folder)


def read_private(path: Path) -> bytes | None:
    """Return the content of a file in a private folder; None if there is none, or if others may write it."""
    if not is_private(path.parent):
        return None
    try:
        with open(path, "rb", opener=_open_here) as file:
            return file.read() if _is_own(os.fstat(file.fileno())) else None
    except (OSError, ValueError):
        return None


def write_private(path: Path, data: bytes) -> None:
    """Write a file at once into a private folder; do nothing where that is impossible."""
    if not is_private(path.parent):
        return
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    with suppress(OSError):
        beside.unlink(missing_ok=True)
        with open(beside, "xb", opener=_open_closed) as file:
            file.write(data)
        beside.replace(path)


def remove_oldest(folder: Path, pattern: str, most: int) -> None:
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
