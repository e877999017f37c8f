"""Rate limits that the workers of a server share: buckets in a file that all of them have in memory.

Two workers that write to a bucket at one moment may lose a unit, and no more. An address has its place by its
hash; where there is none free beside it, the bucket that was used longest ago makes room.
"""

from __future__ import annotations

import mmap
from functools import lru_cache
from hashlib import blake2b
from struct import Struct
from typing import TYPE_CHECKING, Final

from trickbook.server.limits import REMEMBERED_ADDRESSES, Bucket, Rate, RateLimiter, full_bucket

if TYPE_CHECKING:
    from pathlib import Path

SLOT: Final = Struct("<Qdd")
"""A place: the hash of an address, and its bucket."""

PLACES: Final = 2 * REMEMBERED_ADDRESSES
"""The places of a limiter."""

NEIGHBOURS: Final = 8
"""The places at which an address may be."""

LIMITERS: Final = ("requests", "address", "asking", "heavy", "making", "sitting", "coming", "finding")
"""The limits that are shared, by their names among the limits of a server."""


@lru_cache(REMEMBERED_ADDRESSES)
def _hashed(who: str) -> int:
    return int.from_bytes(blake2b(who.encode(), digest_size=8).digest()) or 1


class SharedMemory:
    """The buckets of all limiters."""

    def __init__(self, path: Path) -> None:
        """Open a file, which is made at first."""
        size = len(LIMITERS) * PLACES * SLOT.size
        with path.open("a+b") as file:
            file.truncate(size)
            self.memory = mmap.mmap(file.fileno(), size)

    def limiter(self, name: str, rate: Rate) -> RateLimiter:
        """A limiter with shared buckets, if the limit is one of those that are shared."""
        if name not in LIMITERS:
            return RateLimiter(rate)
        return SharedRateLimiter(rate, self.memory, LIMITERS.index(name) * PLACES)


class SharedRateLimiter(RateLimiter):
    """A rate limiter whose buckets lie in shared memory."""

    def __init__(self, rate: Rate, memory: mmap.mmap, first: int) -> None:
        """Use the places from the first one on."""
        super().__init__(rate)
        self.memory, self.first = memory, first

    def _beside(self, rate: Rate) -> RateLimiter:
        return SharedRateLimiter(rate, self.memory, self.first)

    def _bucket(self, who: str, now: float) -> Bucket:
        mark = _hashed(who)
        for place in self._places(mark):
            found, level, at = SLOT.unpack_from(self.memory, place)
            if found == mark:
                return Bucket(level, at)
        return full_bucket(self.rate, now)

    def _keep(self, who: str, bucket: Bucket) -> None:
        """Keep the bucket of an address, in the place of its own or of the oldest one."""
        mark, oldest, longest = _hashed(who), 0, float("inf")
        for place in self._places(mark):
            found, _, at = SLOT.unpack_from(self.memory, place)
            if found == mark:
                oldest = place
                break
            if at < longest:
                oldest, longest = place, at
        SLOT.pack_into(self.memory, oldest, mark, *bucket)

    def _places(self, mark: int) -> range:
        """The offsets of the places at which an address may be."""
        start = self.first + mark % (PLACES - NEIGHBOURS)
        return range(start * SLOT.size, (start + NEIGHBOURS) * SLOT.size, SLOT.size)
