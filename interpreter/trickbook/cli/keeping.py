"""Keeping what was made in a file: whole, or what was there before stays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX: Final = ".part"
"""What stands behind a file's name until all of it is written."""


def keep(path: Path, data: bytes) -> None:
    """Write a file beside its place, then let it take the place; what is no file is written to as it is.

    OSError, or ValueError for a name that no file can have, if it cannot be written.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    beside = path.with_name(path.name + SUFFIX)
    try:
        beside.write_bytes(data)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
