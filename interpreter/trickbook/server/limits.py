"""Limits of the server. Rates use token buckets: a bucket fills with time, each message takes a unit."""

from __future__ import annotations

from collections import Counter, OrderedDict
from typing import Final, NamedTuple

REMEMBERED_ADDRESSES: Final = 4096
"""Addresses whose buckets are remembered."""


class Rate(NamedTuple):
    """A rate per second in the long run, and the size of a burst."""

    second: float
    burst: float


class ServerLimits(NamedTuple):
    """The limits of connections, of addresses, and of unread output.

    ``socket`` limits the frames of a WebSocket, ``address`` those from one address. ``requests`` limits
    connections and requests of any kind, ``asking`` requests for data, ``heavy`` expensive ones, ``making``
    new tables, and ``coming`` new WebSockets. ``connections`` counts all of them, ``sockets`` the WebSockets.
    """

    socket: Rate = Rate(10, 40)
    address: Rate = Rate(100, 400)
    asking: Rate = Rate(10, 60)
    heavy: Rate = Rate(2, 20)
    making: Rate = Rate(0.2, 20)
    coming: Rate = Rate(2, 60)
    requests: Rate = Rate(50, 1_000)
    sockets: int = 10_000
    sockets_of_one: int = 500
    connections: int = 20_000
    connections_of_one: int = 1_000
    tables: int = 20_000
    frames: int = 256
    characters: int = 2_000_000


class Bucket(NamedTuple):
    """A token bucket: its level at a time."""

    level: float
    at: float


def full_bucket(rate: Rate, now: float) -> Bucket:
    """A full bucket."""
    return Bucket(rate.burst, now)


def consumed(bucket: Bucket, rate: Rate, now: float) -> tuple[Bucket, bool]:
    """The bucket after taking one unit, and whether there was one; a clock that goes back fills nothing."""
    level = min(rate.burst, bucket.level + max(0.0, now - bucket.at) * rate.second)
    return Bucket(level - (level >= 1), now), level >= 1


class ConnectionCounts:
    """The number of WebSockets from each address."""

    def __init__(self, limits: ServerLimits) -> None:
        """Start with no connections."""
        self.limits = limits
        self.of: Counter[str] = Counter()

    def enter(self, who: str) -> bool:
        """Admit a connection from an address, if there is room."""
        if self.of[who] >= self.limits.sockets_of_one or self.of.total() >= self.limits.sockets:
            return False
        self.of[who] += 1
        return True

    def leave(self, who: str) -> None:
        """Remove a connection."""
        self.of[who] -= 1
        if not self.of[who]:
            del self.of[who]


class RateLimiter:
    """A bucket for each address; the most recent ones are kept."""

    def __init__(self, rate: Rate) -> None:
        """Apply this rate to every address."""
        self.rate = rate
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str, now: float) -> bool:
        """Return whether an address may send one more."""
        bucket = self.buckets.pop(who, None) or full_bucket(self.rate, now)
        self.buckets[who], granted = consumed(bucket, self.rate, now)
        if len(self.buckets) > REMEMBERED_ADDRESSES:
            self.buckets.popitem(last=False)
        return granted

    def charge(self, who: str, now: float, units: int) -> None:
        """Take several units, as far as there are so many."""
        for _ in range(units):
            self.take(who, now)
