"""Keeping what was made in a file: whole, or what was there before stays."""

from __future__ import annotations

import os
from os.path import isdir
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from click import Context, Parameter

SUFFIX: Final = ".part"
"""What stands behind a file's name until all of it is written."""


def write_atomically(path: Path, data: bytes) -> None:
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


class OutputPath(click.Path):
    """The name of a file or folder, which is read or is to be written."""

    def __init__(self) -> None:
        """Give it as a path."""
        super().__init__(path_type=Path)

    def convert(self, value: Any, param: Parameter | None, ctx: Context | None) -> Any:
        """Read a name; it has to say something."""
        if not str(value):
            self.fail("a file's name is needed here", param, ctx)
        return super().convert(value, param, ctx)


def require_writable(path: Path, *, force: bool) -> None:
    """A file may be written if none of that name is there, and one may be there."""
    try:
        path.lstat()
    except FileNotFoundError:
        if not isdir(path.parent):  # noqa: PTH112 - no name is too odd for it
            raise click.UsageError(f"{path} cannot be written: there is no folder {path.parent}") from None
    except (OSError, ValueError) as error:
        raise click.UsageError(f"{path} cannot be written: {_why(error)}") from None
    else:
        if isdir(path):  # noqa: PTH112 - as above
            raise click.UsageError(f"{path} cannot be written: it is a folder")
        if not force:
            raise click.UsageError(f"{path} is there already; --force replaces it")
    _writable(path)


def _writable(path: Path) -> None:
    """A file takes the place of another in its folder; what is no file is written to as it is."""
    special = path.exists() and not path.is_file()
    if not os.access(path if special else path.parent, os.W_OK):
        what = "it may not" if special else f"nothing may be written into {path.parent}"
        raise click.UsageError(f"{path} cannot be written: {what}")


def write_text(path: Path, text: str) -> None:
    """Keep a text in a file; TrickbookError if it cannot be written."""
    try:
        write_atomically(path, text.encode("utf-8", "backslashreplace"))
    except (OSError, ValueError) as error:
        raise TrickbookError(f"{path} cannot be written: {_why(error)}") from None


def _why(error: OSError | ValueError) -> str:
    """What the system says of a path."""
    return getattr(error, "strerror", None) or str(error)
