"""The door: rates and connections by address, and lines each minute about what is turned away or fails."""

from __future__ import annotations

import logging
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Final

from trickbook.server.door import descriptors
from trickbook.server.door.connections import Connections
from trickbook.server.limits import REMEMBERED_ADDRESSES, network, own_limiter

if TYPE_CHECKING:
    from asyncio import Transport
    from collections.abc import Callable

    from trickbook.server.limits import Rate, RateLimiter, ServerLimits

LOG: Final = logging.getLogger(__name__)

REPORT_INTERVAL: Final = 60.0
"""Seconds between two lines about what was turned away."""


class Door:
    """What each address may take."""

    def __init__(
        self,
        limits: ServerLimits,
        *,
        proxied: bool = False,
        clock: Callable[[], float] = monotonic,
        limiter: Callable[[str, Rate], RateLimiter] = own_limiter,
    ) -> None:
        """Apply these limits; behind a proxy, all connections come from one address."""
        self.limits, self.proxied, self.clock = limits, proxied, clock
        self.peers_port = 0
        self.requests, self.frames = limiter("requests", limits.requests), limiter("address", limits.address)
        most = min(limits.connections, descriptors.connections())
        self.connections = Connections(most, most if proxied else limits.connections_of_one)
        self.away, self.origins, self.since = Counter[str](), Counter[str](), clock()
        self.failures = 0

    def is_for_peers(self, server: tuple[str, int | None] | None) -> bool:
        """Return whether a connection came to the port of the other processes, which no client knows."""
        return server is not None and server[1] == self.peers_port != 0

    def enter(self, host: str, transport: Transport) -> bool:
        """Admit a connection; it counts as a request, so that nobody asks more by coming again."""
        granted = self.proxied or self.requests.take(network(host), self.clock())
        granted = granted and self.connections.enter(network(host), transport)
        if not granted:
            self.turn_away("connections", host)
        return granted

    def take_request(self, host: str) -> bool:
        """Return whether a client may make one more request."""
        granted = self.requests.take(network(host), self.clock())
        if not granted:
            self.turn_away("requests", host)
        return granted

    def take_frame(self, host: str) -> bool:
        """Return whether a client may send one more frame."""
        return self.frames.take(network(host), self.clock())

    def turn_away(self, what: str, host: str) -> None:
        """Note for the operator that something was turned away."""
        self.away[what] += 1
        if network(host) in self.origins or len(self.origins) < REMEMBERED_ADDRESSES:
            self.origins[network(host)] += 1

    def note_failure(self) -> None:
        """Note for the operator that an error of this server ended a connection."""
        self.failures += 1

    def report(self) -> None:
        """Write lines about the last minute, if it is over: what was turned away, and what failed here."""
        if self.clock() - self.since < REPORT_INTERVAL:
            return
        if self.away:
            counted = ", ".join(f"{what} {count}" for what, count in sorted(self.away.items()))
            ((most, _),) = self.origins.most_common(1)
            LOG.warning("turned away in the last minute: %s; most from %s", counted, most)
        if self.failures:
            LOG.warning("errors of this server ended connections in the last minute: %d", self.failures)
        self.away, self.origins, self.since = Counter(), Counter(), self.clock()
        self.failures = 0
