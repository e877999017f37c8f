"""Limits: how much anybody may ask of the server. A bucket fills with time, and each message takes a drop."""

from __future__ import annotations

from collections import Counter, OrderedDict
from typing import Final, NamedTuple

REMEMBERED_ADDRESSES: Final = 4096
"""Of so many addresses it is known how much they asked lately."""


class Rate(NamedTuple):
    """So many a second in the long run, and so many at once."""

    second: float
    burst: float


class ServerLimits(NamedTuple):
    """What one connection, and what one address may ask; and how much may wait for a slow reader.

    ``socket`` is for messages of a connection, ``address`` for those of all from one address; ``asking``,
    ``heavy`` and ``making`` are for requests, those that make work, and new tables, ``coming`` for hellos.
    """

    socket: Rate = Rate(10, 40)
    address: Rate = Rate(100, 400)
    asking: Rate = Rate(10, 60)
    heavy: Rate = Rate(2, 20)
    making: Rate = Rate(0.2, 20)
    coming: Rate = Rate(2, 60)
    sockets: int = 10_000
    sockets_of_one: int = 500
    tables: int = 20_000
    frames: int = 256
    characters: int = 2_000_000


class Bucket(NamedTuple):
    """How full a bucket was, and when."""

    level: float
    at: float


def full_bucket(rate: Rate, now: float) -> Bucket:
    """A bucket from which nothing was taken yet."""
    return Bucket(rate.burst, now)


def consumed(bucket: Bucket, rate: Rate, now: float) -> tuple[Bucket, bool]:
    """The bucket after a drop was taken, if there was one; a clock that goes back fills nothing."""
    level = min(rate.burst, bucket.level + max(0.0, now - bucket.at) * rate.second)
    return Bucket(level - (level >= 1), now), level >= 1


class ConnectionCounts:
    """Who is connected, and from where."""

    def __init__(self, limits: ServerLimits) -> None:
        """Begin with nobody."""
        self.limits = limits
        self.of: Counter[str] = Counter()

    def enter(self, who: str) -> bool:
        """Let one more in from an address, if there is room."""
        if self.of[who] >= self.limits.sockets_of_one or self.of.total() >= self.limits.sockets:
            return False
        self.of[who] += 1
        return True

    def leave(self, who: str) -> None:
        """Let one go."""
        self.of[who] -= 1
        if not self.of[who]:
            del self.of[who]


class RateLimiter:
    """A bucket for each address, the latest kept."""

    def __init__(self, rate: Rate) -> None:
        """Let everybody ask at this rate."""
        self.rate = rate
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, now: float) -> bool:
        """Whether somebody may ask once more."""
        bucket = self.buckets.pop(who, None) or full_bucket(self.rate, now)
        self.buckets[who], granted = consumed(bucket, self.rate, now)
        if len(self.buckets) > REMEMBERED_ADDRESSES:
            self.buckets.popitem(last=False)
        return granted
