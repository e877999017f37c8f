"""The text of a file: its limits, its characters, and places in it."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from trickbook.problems import Edit, Place


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
