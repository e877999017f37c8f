"""The text of one file, and the places in it."""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from trickbook.problems import Place

BOM = "\ufeff"


class Page(NamedTuple):
    """A file's text without its byte order mark, and where each of its lines starts."""

    file: str
    source: str
    starts: tuple[int, ...]

    def between(self, begin: int, end: int, path: str = "") -> Place:
        """Give the place of the characters from ``begin`` up to ``end``, on the first's line."""
        line = bisect_right(self.starts, begin) - 1
        end = min(end, self.line_end(begin))
        return Place(self.file, line + 1, begin - self.starts[line] + 1, max(1, end - begin), path)

    def line_start(self, index: int) -> int:
        """Find where the line of a character starts."""
        return self.starts[bisect_right(self.starts, index) - 1]

    def line_end(self, index: int) -> int:
        """Find where the line of a character ends, blanks at its end left out."""
        stop = self.source.find("\n", index)
        stop = len(self.source) if stop < 0 else stop
        return index + len(self.source[index:stop].rstrip())

    def line_number(self, index: int) -> int:
        """Count the line of a character, from 1."""
        return bisect_right(self.starts, index)


def page(file: str, source: str) -> Page:
    """Open a page of the text of a file."""
    source = source.removeprefix(BOM)
    starts = [0]
    for line in source.split("\n")[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    return Page(file, source, tuple(starts))
