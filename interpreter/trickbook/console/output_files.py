"""Output files: written completely, or the previous file stays."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from os.path import isdir
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING, Any, Final

import click

from trickbook.console.messages import spoken, usage_error
from trickbook.problems import TrickbookError, visible
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from click import Context, Parameter

SUFFIX: Final = ".part"
"""The suffix of a file's name until all of it is written."""

LONGEST_STEM: Final = 40
"""How much of a file's name is in that of its temporary one: names have a limit, too."""


def write_atomically(path: Path, data: bytes) -> None:
    """Write to a temporary file and rename it; a device or pipe is written directly.

    An existing file keeps its mode, its owner if the system allows it, and all links to it; a link is
    followed. Raises OSError, or ValueError for an impossible file name.
    """
    before = path.stat() if path.exists() else None
    if before and not path.is_file():
        path.write_bytes(data)
        return
    path = Path(os.path.realpath(path))
    beside = temporary_file(path, SUFFIX)
    try:
        beside.write_bytes(data)
        if before and before.st_nlink > 1:
            beside.unlink()  # there is room for it
            _overwrite(path, data)
            return
        if before:
            with suppress(OSError):
                os.chown(beside, before.st_uid, before.st_gid)
            beside.chmod(stat.S_IMODE(before.st_mode))
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _overwrite(path: Path, data: bytes) -> None:
    """Write to a file that has several names, so that it stays one file."""
    with path.open("r+b") as file:
        file.write(data)
        file.truncate()


def temporary_file(path: Path, suffix: str) -> Path:
    """Create an empty file in the same folder, with the permissions of a new file.

    It is new: nobody else can have put a link there, which would lead to another file.
    """
    handle, name = mkstemp(prefix=f".{path.stem[:LONGEST_STEM]}-", suffix=suffix, dir=path.parent)
    os.close(handle)
    mask = os.umask(0)
    os.umask(mask)
    Path(name).chmod(0o666 & ~mask)
    return Path(name)


class OutputPath(click.Path):
    """A parameter that names a file or folder; with a suffix, a file of one kind."""

    def __init__(self, suffix: str = "") -> None:
        """Return values as Path."""
        super().__init__(path_type=Path)
        self.suffix = suffix

    def convert(self, value: Any, param: Parameter | None, ctx: Context | None) -> Any:
        """Parse a name; it must not be empty, nor a dash, nor that of a file of another kind."""
        if str(value) in ("", "-"):
            self.fail(spoken(Message("name a file")), param, ctx)
        path = Path(value)
        if self.suffix and path.suffix.lower() not in ("", self.suffix):
            kind, better = self.suffix[1:].upper(), path.with_suffix(self.suffix)
            self.fail(
                spoken(
                    Message(
                        "{path} would hold {kind}; name it {path_other}",
                        path=visible(str(path)),
                        kind=kind,
                        path_other=visible(str(better)),
                    )
                ),
                param,
                ctx,
            )
        return super().convert(value, param, ctx)


def require_writable(path: Path, *, force: bool) -> None:
    """Check that a file can be written, and that it replaces another only with --force."""
    try:
        path.lstat()
    except FileNotFoundError:
        if not isdir(path.parent):  # noqa: PTH112 - no name is too odd for it
            raise usage_error(
                Message(
                    "{path} cannot be written: there is no folder {folder}",
                    path=str(path),
                    folder=str(path.parent),
                )
            ) from None
    except (OSError, ValueError) as error:
        raise usage_error(
            Message("{path} cannot be written: {reason}", path=str(path), reason=failure_reason(error))
        ) from None
    else:
        if isdir(path):  # noqa: PTH112 - as above
            raise usage_error(
                Message(
                    "{path} cannot be written: {reason}", path=str(path), reason=Message("it is a folder")
                )
            )
        if not force:
            raise usage_error(Message("{path} exists already; use --force to replace it", path=str(path)))
        if os.path.islink(path):  # noqa: PTH114 - as above
            path = _goal(path)
    _writable(path)


def _goal(link: Path) -> Path:
    """The file that a link leads to, which need not exist yet."""
    goal = Path(os.path.realpath(link))
    if goal.is_symlink():
        raise usage_error(
            Message(
                "{path} cannot be written: {reason}",
                path=str(link),
                reason=Message("this link leads to itself"),
            )
        )
    if not isdir(goal.parent):  # noqa: PTH112 - no name is too odd for it
        raise usage_error(
            Message(
                "{path} cannot be written: it leads to {path_other}, and there is no such folder",
                path=str(link),
                path_other=str(goal),
            )
        )
    return goal


def _writable(path: Path) -> None:
    """Check the permission to write: of the folder for a file, else of the device itself."""
    special = path.exists() and not path.is_file()
    if not os.access(path if special else path.parent, os.W_OK):
        folder = Message("no permission to write to {path}", path=str(path.parent))
        reason = Message("permission denied") if special else folder
        raise usage_error(Message("{path} cannot be written: {reason}", path=str(path), reason=reason))


def write_text(path: Path, text: str) -> None:
    """Write a text to a file. Raises TrickbookError if that fails."""
    try:
        write_atomically(path, text.encode("utf-8", "backslashreplace"))
    except (OSError, ValueError) as error:
        raise TrickbookError(
            Message("{path} cannot be written: {reason}", path=str(path), reason=failure_reason(error))
        ) from None


def failure_reason(error: OSError | ValueError) -> str:
    """The operating system's reason."""
    return getattr(error, "strerror", None) or str(error)
