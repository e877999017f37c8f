"""Files on disk: the folders of data, and the text of a file with its limits and places in it."""

from __future__ import annotations

import errno
import os
import re
import stat
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple, Self

from trickbook.problems import Edit, Place, Problem
from trickbook.texts.message import Message


class Limits(NamedTuple):
    """The most that one document may hold."""

    bytes: int = 256 * 1024
    """Size of the file, in bytes of UTF-8."""
    depth: int = 24
    """Maps and lists inside one another."""
    nodes: int = 5_000
    """Keys, values, maps and lists together."""
    text: int = 4_000
    """Characters of one value."""
    key: int = 100
    """Characters of one key."""


LIMITS: Final = Limits()


BOM = "\ufeff"


class SourceText(NamedTuple):
    """A file's text without its byte order mark; where its lines start, and where they end without blanks."""

    file: str
    source: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def between(self, begin: int, end: int, path: str = "") -> Place:
        """Give the place of the characters from ``begin`` up to ``end``, on the first's line."""
        line = bisect_right(self.starts, begin) - 1
        end = min(end, self.line_end(begin))
        return Place(self.file, line + 1, begin - self.starts[line] + 1, max(1, end - begin), path)

    def edit(self, begin: int, end: int, text: str) -> Edit:
        """Write a text for the characters from ``begin`` up to ``end``, on as many lines as they take."""
        return Edit(text, self.between(begin, begin)._replace(length=end - begin))

    def changed(self, begin: int, end: int, text: str) -> Edit:
        """Write a text for those characters, from the first to the last that is another."""
        old = self.source[begin:end]
        first = _same(old, text)
        last = _same(old[first:][::-1], text[first:][::-1])
        return self.edit(begin + first, end - last, text[first : len(text) - last])

    def line_start(self, index: int) -> int:
        """Find where the line of a character starts."""
        return self.starts[bisect_right(self.starts, index) - 1]

    def line_end(self, index: int) -> int:
        """Find where the line of a character ends, blanks at its end left out."""
        return max(index, self.ends[bisect_right(self.starts, index) - 1])

    def line_number(self, index: int) -> int:
        """Count the line of a character, from 1."""
        return bisect_right(self.starts, index)


def _same(one: str, other: str) -> int:
    """Count the first characters that two texts have alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((number for number, (left, right) in pairs if left != right), min(len(one), len(other)))


@lru_cache(maxsize=8, typed=True)
def source_text(file: str, source: str) -> SourceText:
    """The text of a file with its lines. It is kept for a while: each problem in the text asks for it."""
    source = source.removeprefix(BOM)
    lines = source.split("\n")
    starts = tuple(accumulate((len(line) + 1 for line in lines[:-1]), initial=0))
    ends = tuple(start + len(line.rstrip()) for start, line in zip(starts, lines, strict=True))
    return SourceText(file, source, starts, ends)


UNWANTED: Final = re.compile(
    r"(?:[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    r"|\r(?!\n))+"
)


def offset(text: str, place: Place) -> int:
    """The number of characters before a place in a text."""
    begin = 0
    for _ in range(place.line - 1):
        begin = text.find("\n", begin) + 1
    return begin + place.column - 1


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
        from trickbook.source.diagnostics import missing

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
        from trickbook.source.diagnostics import not_utf8

        return None, (not_utf8(error, file),)
    if not UNWANTED.search(document.source):
        return document.source, ()
    from trickbook.source.diagnostics import unwanted

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


def label(path: Path) -> str:
    """Return a file's name for messages: shipped ones by their path below rulesets, others as given."""
    root = folder("rulesets")
    return f"rulesets/{path.relative_to(root).as_posix()}" if path.is_relative_to(root) else str(path)


class FileName(str):  # noqa: SLOT000 - a slot would stay empty when it is unpickled
    """The name of an opened file in messages, with its path. A ruleset that was sent has no path."""

    path: Path | None

    def __new__(cls, name: str, path: Path | None = None) -> Self:
        """Give the file at a path a name."""
        made = super().__new__(cls, name)
        made.path = path
        return made
