"""Limits of the server. Rates use token buckets: a bucket fills with time, each message takes a unit.

An address has its own buckets, in the memory of one process or in one that all workers of a server share.
"""

from __future__ import annotations

import mmap
from collections import Counter, OrderedDict
from functools import lru_cache
from hashlib import blake2b
from ipaddress import IPv6Address, IPv6Network, ip_address
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

REMEMBERED_ADDRESSES: Final = 4096
"""Addresses whose buckets are remembered."""

ADDRESS_PREFIX: Final = 64
"""The bits of an IPv6 address that count: one customer has all addresses with the same ones."""

WIDE_SHARE: Final = 16
"""How many times the rate of an address a /48 has, whose 65,536 networks may belong to one customer."""

SLOT: Final = Struct("<Qdd")
"""A place: the hash of an address, and its bucket."""

PLACES: Final = 2 * REMEMBERED_ADDRESSES
"""The places of a limiter."""

NEIGHBOURS: Final = 8
"""The places at which an address may be."""

OWN: Final = ("reading", "working")
"""The limits of addresses that each process has for itself: seconds of its own workers."""

BY_REQUEST: Final = ("asking", "heavy", "making", "sitting", "coming", "finding", *OWN)
"""The limits of an address by what it asks for, by their names among the limits of a server."""

SHARED: Final = ("requests", "address", *(name for name in BY_REQUEST if name not in OWN))
"""The limits of an address that all workers of a server share."""


class Rate(NamedTuple):
    """A rate per second in the long run, and the size of a burst."""

    second: float
    burst: float


class ServerLimits(NamedTuple):
    """The limits of connections, of addresses, and of unread output.

    ``socket`` limits the frames of a WebSocket, ``address`` those from one address. ``requests`` limits
    connections and requests of any kind, ``asking`` requests for data, ``heavy`` expensive ones, ``making``
    new tables, ``sitting`` taken seats, and ``coming`` new WebSockets. ``finding`` limits requests for
    tables that are not open here, to somewhat more than those let pass. ``reading`` limits the seconds of
    worker processes for rulesets and records, ``working`` those for desk and studies. ``connections``
    counts all of them, ``sockets`` the WebSockets. ``phrases`` limits what a seat says to its table,
    ``taking_back`` how often it asks to.
    """

    socket: Rate = Rate(10, 40)
    address: Rate = Rate(100, 400)
    asking: Rate = Rate(10, 60)
    heavy: Rate = Rate(2, 20)
    making: Rate = Rate(0.2, 20)
    sitting: Rate = Rate(0.2, 20)
    coming: Rate = Rate(2, 60)
    finding: Rate = Rate(15, 150)
    requests: Rate = Rate(50, 3_500)
    phrases: Rate = Rate(0.2, 4)
    taking_back: Rate = Rate(0.1, 4)
    reading: Rate = Rate(0.2, 15)
    working: Rate = Rate(0.5, 60)
    sockets: int = 10_000
    sockets_of_one: int = 500
    connections: int = 20_000
    connections_of_one: int = 1_000
    tables: int = 20_000
    tables_of_one: int = 1_000
    frames: int = 256
    characters: int = 2_000_000


@lru_cache(REMEMBERED_ADDRESSES)
def network(host: str) -> str:
    """The address to which limits apply: the /64 of an IPv6 address, since one customer has all of it."""
    try:
        found = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return host
    return str(found.ipv4_mapped or IPv6Network((found, ADDRESS_PREFIX), strict=False))


@lru_cache(REMEMBERED_ADDRESSES)
def _wide_network(network: str) -> str | None:
    """The /48 of a /64 network of IPv6; None for others."""
    try:
        found = IPv6Network(network)
    except ValueError:
        return None
    return str(found.supernet(new_prefix=48)) if found.prefixlen == ADDRESS_PREFIX else None


class Bucket(NamedTuple):
    """A token bucket: its level at a time."""

    level: float
    at: float


def full_bucket(rate: Rate, now: float) -> Bucket:
    """A full bucket."""
    return Bucket(rate.burst, now)


def consumed(bucket: Bucket, rate: Rate, now: float) -> tuple[Bucket, bool]:
    """The bucket after taking one unit, and whether there was one."""
    level = _refilled(bucket, rate, now).level
    return Bucket(level - (level >= 1), now), level >= 1


def _refilled(bucket: Bucket, rate: Rate, now: float) -> Bucket:
    """The bucket at a time; a clock that goes back fills nothing."""
    return Bucket(min(rate.burst, bucket.level + max(0.0, now - bucket.at) * rate.second), now)


class Counts:
    """The number of WebSockets from each address, or of something else that ends."""

    def __init__(self, most: int, most_of_one: int) -> None:
        """Start with none; ``most`` of all addresses, ``most_of_one`` of one."""
        self.most, self.most_of_one = most, most_of_one
        self.of: Counter[str] = Counter()

    def enter(self, who: str) -> bool:
        """Count one more of an address, if there is room."""
        if self.of[who] >= self.most_of_one or self.of.total() >= self.most:
            return False
        self.of[who] += 1
        return True

    def leave(self, who: str) -> None:
        """Count one less."""
        self.of[who] -= 1
        if not self.of[who]:
            del self.of[who]


class RateLimiter:
    """A bucket for each address, and one for each wide network; the most recent ones are kept."""

    def __init__(self, rate: Rate) -> None:
        """Apply this rate to every address."""
        self.rate = rate
        self.buckets: OrderedDict[str, Bucket] = OrderedDict()
        self.wide: RateLimiter | None = None

    def take(self, who: str, now: float) -> bool:
        """Return whether an address may send one more."""
        granted = self.level(who, now) >= 1
        if granted:
            self.charge(who, now, 1)
        return granted

    def level(self, who: str, now: float) -> float:
        """Return how many units an address has left, or its wide network."""
        level = _refilled(self._bucket(who, now), self.rate, now).level
        wide = _wide_network(who)
        return level if wide is None else min(level, self._wide().level(wide, now))

    def charge(self, who: str, now: float, units: float) -> None:
        """Take units, also more than there are: the address waits until it has some again."""
        bucket = _refilled(self._bucket(who, now), self.rate, now)
        self._keep(who, Bucket(bucket.level - units, now))
        if (wide := _wide_network(who)) is not None:
            self._wide().charge(wide, now, units)

    def _wide(self) -> RateLimiter:
        """The limiter of wide networks."""
        if self.wide is None:
            self.wide = self._beside(Rate(self.rate.second * WIDE_SHARE, self.rate.burst * WIDE_SHARE))
        return self.wide

    def _beside(self, rate: Rate) -> RateLimiter:
        """A limiter of another rate, whose buckets are kept where these are."""
        return RateLimiter(rate)

    def _bucket(self, who: str, now: float) -> Bucket:
        return self.buckets.get(who) or full_bucket(self.rate, now)

    def _keep(self, who: str, bucket: Bucket) -> None:
        """Keep the bucket of an address; the oldest one is forgotten."""
        self.buckets[who] = bucket
        self.buckets.move_to_end(who)
        if len(self.buckets) > REMEMBERED_ADDRESSES:
            self.buckets.popitem(last=False)


def own_limiter(_: str, rate: Rate) -> RateLimiter:
    """A limiter of this process alone."""
    return RateLimiter(rate)


@lru_cache(REMEMBERED_ADDRESSES)
def _hashed(who: str) -> int:
    return int.from_bytes(blake2b(who.encode(), digest_size=8).digest()) or 1


class SharedMemory:
    """The buckets of all limiters, in a file that all workers of a server have in memory.

    Two workers that write to a bucket at one moment may lose a unit, and no more. An address has its place by
    its hash; where there is none free beside it, the bucket that was used longest ago makes room.
    """

    def __init__(self, path: Path) -> None:
        """Open a file, which is made at first."""
        size = len(SHARED) * PLACES * SLOT.size
        with path.open("a+b") as file:
            file.truncate(size)
            self.memory = mmap.mmap(file.fileno(), size)

    def limiter(self, name: str, rate: Rate) -> RateLimiter:
        """The limiter of a name; ValueError for one that is neither shared nor a process's own."""
        if name in OWN:
            return RateLimiter(rate)
        return _SharedRateLimiter(rate, self.memory, SHARED.index(name) * PLACES)


class _SharedRateLimiter(RateLimiter):
    """A rate limiter whose buckets lie in shared memory."""

    def __init__(self, rate: Rate, memory: mmap.mmap, first: int) -> None:
        """Use the places from the first one on."""
        super().__init__(rate)
        self.memory, self.first = memory, first

    def _beside(self, rate: Rate) -> RateLimiter:
        return _SharedRateLimiter(rate, self.memory, self.first)

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
