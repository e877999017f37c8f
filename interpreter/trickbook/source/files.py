"""Files on disk, and the folders of data."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import Final, NamedTuple, Self

from trickbook.problems import Place, Problem
from trickbook.source.text import LIMITS, UNWANTED, source_text
from trickbook.texts.message import Message

_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


class NotAFileError(OSError):
    """What a name leads to is a folder, a device or a pipe."""

    def __init__(self, mode: int) -> None:
        """Tell which of them."""
        self.message = Message("this is a device or a pipe, not a file")
        if stat.S_ISDIR(mode):
            self.message = Message("this is a folder, not a file")
        super().__init__(errno.EINVAL, str(self.message))


class FileStart(NamedTuple):
    """The first bytes of a file, and how many it has."""

    data: bytes
    size: int


def read_file(path: str | os.PathLike[str], most: int) -> FileStart:
    """Read a file that a user names, but no more than one byte beyond a limit. It never blocks.

    Raises NotAFileError for what is no regular file, else OSError or ValueError. It reads no
    more than the size that the system reports: files of the kernel, such as /proc/kmsg, have none and block.
    """
    if not stat.S_ISREG(mode := os.stat(path).st_mode):  # noqa: PTH116 - a Path would refuse odd names
        raise NotAFileError(mode)  # to open a device may have effects
    with open(path, "rb", opener=_open_at_once) as stream:
        about = os.fstat(stream.fileno())
        if not stat.S_ISREG(about.st_mode):  # it has changed
            raise NotAFileError(about.st_mode)
        return FileStart(stream.read(min(about.st_size, most + 1)), about.st_size)


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for a writer, as a pipe does."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def fetch(path: str | os.PathLike[str]) -> tuple[str | None, tuple[Problem, ...]]:
    """Give the text of a file, or what forbids reading it; never more than the limit is read."""
    file = os.fspath(path)
    try:
        start = read_file(file, LIMITS.bytes)
    except FileNotFoundError:
        from trickbook.source.diagnostics.files import missing

        return None, (missing(file),)
    except NotAFileError as error:
        return None, (Problem("not-a-file", error.message, Place(file)),)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        message = Message("the file cannot be read: {text}", text=reason)
        return None, (Problem("unreadable", message, Place(file)),)
    if start.size > LIMITS.bytes:
        return None, (too_large(file, start.size),)
    return decode(start.data, file)


def decode(text: str | bytes, file: str) -> tuple[str | None, tuple[Problem, ...]]:
    """Give the text of a file without its byte order mark, or what forbids reading it.

    Refused are files that are too large, binary or not UTF-8, and control characters.
    """
    size = len(text)
    if size <= LIMITS.bytes and isinstance(text, str):
        size = len(text.encode("utf-8", "surrogatepass"))
    if size > LIMITS.bytes:
        return None, (too_large(file, size),)
    try:
        document = source_text(file, _decoded(text) if isinstance(text, bytes) else text)
    except UnicodeDecodeError as error:
        from trickbook.source.diagnostics.files import not_utf8

        return None, (not_utf8(error, file),)
    if not UNWANTED.search(document.source):
        return document.source, ()
    from trickbook.source.diagnostics.files import unwanted

    return None, tuple(unwanted(document))


def too_large(file: str, size: int) -> Problem:
    """Say that a file has more bytes than a ruleset may have."""
    message = Message(
        "the file has {number} bytes, more than the {number_most} that are read",
        number=f"{size:,}",
        number_most=f"{LIMITS.bytes:,}",
    )
    hint = Message("a ruleset of thousands of lines is better split into several with `extends`")
    return Problem("too-large", message, Place(file), hint)


def _decoded(data: bytes) -> str:
    if data.startswith(_UTF16):
        raise UnicodeDecodeError("utf-8", data, 0, 1, "UTF-16")
    return data.decode("utf-8")


_PACKAGE, _, _CHECKOUT = Path(__file__).parents[1:4]


def folder(name: str) -> Path:
    """A data folder lies inside the installed package, or else beside it in the checkout.

    Raises FileNotFoundError if it lies in neither: the installation is not whole.
    """
    places = _PACKAGE / name, _CHECKOUT / name
    for place in places:
        if place.is_dir():
            return place
    expected = " nor ".join(map(str, places))
    raise FileNotFoundError(f"Trickbook's folder '{name}' is missing: neither {expected} is there.")


TEXT: Final = "text"
"""The folder below rulesets that holds their translations."""


class FileName(str):  # noqa: SLOT000 - a slot would stay empty when it is unpickled
    """The name of an opened file in messages, with its path. A ruleset that was sent has no path."""

    path: Path | None

    def __new__(cls, name: str, path: Path | None = None) -> Self:
        """Give the file at a path a name."""
        made = super().__new__(cls, name)
        made.path = path
        return made
