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

HEADER_BYTES: Final = 32
FRAME_HEADER_BYTES: Final = 24
"""The lengths of the log's head, and of what stands before each page: https://sqlite.org/walformat.html."""

WORD_MASK: Final = 0xFFFFFFFF

MAX_TORN_COMMITS: Final = 1
"""So many commits may stand behind a torn end."""


class RepairedWal(NamedTuple):
    """A log that SQLite reads to its end, and what was damaged in it: the pages as they were found."""

    log: bytes
    damaged: bytes


class WalFrame(NamedTuple):
    """A page in a log: of which log, whether it ends a commit, the sums that it bears; and all of it."""

    salts: bytes
    commit: bool
    sums: tuple[int, int]
    whole: bytes


def repaired_wal(data: bytes) -> RepairedWal | None:
    """A damaged log, mended; None if it is whole, or only torn, or not there.

    A page is left out of it where nothing tells which page it is. If the head is damaged nothing is left.
    """
    if len(data) <= HEADER_BYTES:
        return None
    words, (size,) = ">" if data[3] & 1 else "<", struct.unpack(">8xI", data[:12])
    sums = struct.unpack(">II", data[FRAME_HEADER_BYTES:HEADER_BYTES])
    if _summed(data[:FRAME_HEADER_BYTES], words) != sums:
        return RepairedWal(b"", data[HEADER_BYTES:])
    pages, salts = list(_pages(data, size)), data[16:FRAME_HEADER_BYTES]
    before = [sums, *(page.sums for page in pages)]
    good = [
        page.salts == salts and _over(page, words, then) == page.sums
        for page, then in zip(pages, before[:-1], strict=True)
    ]
    ours = [place for place, page in enumerate(pages) if page.salts == salts]
    ends = [place for place in ours if pages[place].commit]
    if all(good) or sum(place > good.index(False) for place in ends) <= MAX_TORN_COMMITS:
        return None
    kept = [pages[place] for place in ours if place <= ends[-1]]
    damaged = [page.whole for page, fine in zip(pages[: ends[-1]], good, strict=False) if not fine]
    return RepairedWal(data[:HEADER_BYTES] + _chained(kept, words, sums), b"".join(damaged))


def _pages(data: bytes, size: int) -> Iterator[WalFrame]:
    """The pages of a log, each behind what tells of it."""
    for low, high in pairwise(range(HEADER_BYTES, len(data) + 1, size + FRAME_HEADER_BYTES)):
        commit, salts, *sums = struct.unpack(">4xI8sII", data[low : low + FRAME_HEADER_BYTES])
        yield WalFrame(salts, commit > 0, (sums[0], sums[1]), data[low:high])


def _chained(pages: Sequence[WalFrame], words: str, sums: tuple[int, int]) -> bytes:
    """Pages as they stand in a log, with sums that are right."""
    found = []
    for page in pages:
        sums = _over(page, words, sums)
        found += [page.whole[:16], struct.pack(">II", *sums), page.whole[FRAME_HEADER_BYTES:]]
    return b"".join(found)


def _over(page: WalFrame, words: str, sums: tuple[int, int]) -> tuple[int, int]:
    """The sums up to a page, by those up to the one before."""
    return _summed(page.whole[:8] + page.whole[FRAME_HEADER_BYTES:], words, sums)


def _summed(data: bytes, words: str, sums: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    """SQLite's sums over what was before and this."""
    one, other = sums
    for first, second in struct.iter_unpack(f"{words}II", data):
        one = one + first + other & WORD_MASK
        other = other + second + one & WORD_MASK
    return one, other
