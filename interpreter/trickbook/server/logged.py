"""Logged: SQLite's log, read again where a place in it is damaged.

SQLite reads its log as far as the sums are right, and takes the rest for an end that a crash has torn. But
what is committed is on the disk before anything else is written: behind a torn end there is one commit at
most. Where there are more, the log was damaged; with other sums SQLite reads on behind that place.
"""

from __future__ import annotations

import struct
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HEAD: Final = 32
ABOUT: Final = 24
"""The lengths of the log's head, and of what stands before each page: https://sqlite.org/walformat.html."""

WORD: Final = 0xFFFFFFFF

TORN: Final = 1
"""So many commits may stand behind a torn end."""


class Mended(NamedTuple):
    """A log that SQLite reads to its end, and what was damaged in it: the pages as they were found."""

    log: bytes
    damaged: bytes


class Page(NamedTuple):
    """A page in a log: of which log, whether it ends a commit, the sums that it bears; and all of it."""

    salts: bytes
    commit: bool
    sums: tuple[int, int]
    whole: bytes


def mended(data: bytes) -> Mended | None:
    """A damaged log, mended; None if it is whole, or only torn, or not there.

    A page is left out of it where nothing tells which page it is. If the head is damaged nothing is left.
    """
    if len(data) <= HEAD:
        return None
    words, (size,) = ">" if data[3] & 1 else "<", struct.unpack(">8xI", data[:12])
    sums = struct.unpack(">II", data[ABOUT:HEAD])
    if _summed(data[:ABOUT], words) != sums:
        return Mended(b"", data[HEAD:])
    pages, salts = list(_pages(data, size)), data[16:ABOUT]
    before = [sums, *(page.sums for page in pages)]
    good = [
        page.salts == salts and _over(page, words, then) == page.sums
        for page, then in zip(pages, before[:-1], strict=True)
    ]
    ours = [place for place, page in enumerate(pages) if page.salts == salts]
    ends = [place for place in ours if pages[place].commit]
    if all(good) or sum(place > good.index(False) for place in ends) <= TORN:
        return None
    kept = [pages[place] for place in ours if place <= ends[-1]]
    damaged = [page.whole for page, fine in zip(pages[: ends[-1]], good, strict=False) if not fine]
    return Mended(data[:HEAD] + _chained(kept, words, sums), b"".join(damaged))


def _pages(data: bytes, size: int) -> Iterator[Page]:
    """The pages of a log, each behind what tells of it."""
    for low, high in pairwise(range(HEAD, len(data) + 1, size + ABOUT)):
        commit, salts, *sums = struct.unpack(">4xI8sII", data[low : low + ABOUT])
        yield Page(salts, commit > 0, (sums[0], sums[1]), data[low:high])


def _chained(pages: Sequence[Page], words: str, sums: tuple[int, int]) -> bytes:
    """Pages as they stand in a log, with sums that are right."""
    found = []
    for page in pages:
        sums = _over(page, words, sums)
        found += [page.whole[:16], struct.pack(">II", *sums), page.whole[ABOUT:]]
    return b"".join(found)


def _over(page: Page, words: str, sums: tuple[int, int]) -> tuple[int, int]:
    """The sums up to a page, by those up to the one before."""
    return _summed(page.whole[:8] + page.whole[ABOUT:], words, sums)


def _summed(data: bytes, words: str, sums: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """SQLite's sums over what was before and this."""
    one, other = sums
    for first, second in struct.iter_unpack(f"{words}II", data):
        one = one + first + other & WORD
        other = other + second + one & WORD
    return one, other
