"""The door: what one address may take, before anything that it sends is understood."""

from __future__ import annotations

import logging
from asyncio import get_running_loop
from collections import Counter
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from trickbook.server import process
from trickbook.server.limits import REMEMBERED_ADDRESSES, network, own_limiter

if TYPE_CHECKING:
    import asyncio
    from asyncio import TimerHandle, Transport
    from collections.abc import Callable

    from trickbook.server.limits import Rate, RateLimiter, ServerLimits


REQUEST_TIMEOUT: Final = 15.0
"""Seconds until the next request has arrived whole, once the last answer is read."""

MAX_HEAD_BYTES: Final = 16 * 1024
"""The longest head of a request."""

MAX_REFUSALS: Final = 5
"""The requests that are refused before a connection is closed."""

REFUSED: Final = "refused"
"""The key in the state of a request that says that it was one too many."""


NO_LENGTH: Final = "A request tells its length by Content-Length; Transfer-Encoding is not read."
"""Chunks cost more to read than to send; with both, a proxy may see other requests in the same bytes."""


class RequestReader(h11.Connection):
    """Reads requests whose length is known before their body."""

    fault = ""

    def next_event(self) -> Any:
        """The next event; RemoteProtocolError if it is a request that tells no length."""
        event = super().next_event()
        if isinstance(event, h11.Request) and any(name == b"transfer-encoding" for name, _ in event.headers):
            self.fault = NO_LENGTH
            raise h11.RemoteProtocolError(NO_LENGTH)
        return event


class HTTPProtocol(H11Protocol):
    """An HTTP connection that is closed when no whole request arrives, or no answer is read, for a while."""

    def __init__(self, door: Door, **given: Any) -> None:
        """Keep the door."""
        super().__init__(**given)
        self.door, self.refusals = door, 0
        self.conn: RequestReader = RequestReader(h11.SERVER, MAX_HEAD_BYTES)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, if the connection is admitted."""
        super().connection_made(transport)
        self.reading, self.waiting = ReadingDeadline(transport), Deadline(transport)
        if self.door.is_for_peers(self.server) or self.door.enter(self._host(), transport):
            self.waiting.start(REQUEST_TIMEOUT)
        else:
            transport.abort()

    def _host(self) -> str:
        return self.client[0] if self.client else ""

    def handle_events(self) -> None:
        """Handle what has arrived; no time runs once a request is whole."""
        super().handle_events()
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self.waiting.stop()

    def on_response_complete(self) -> None:
        """Wait for the next request, unless too many were refused.

        A connection of a proxy stays open: the next request may be somebody else's.
        """
        self.refusals += REFUSED in self.scope["state"]
        if self.refusals >= MAX_REFUSALS and not self.door.proxied:
            self.transport.close()
        self._wait()
        super().on_response_complete()

    def _wait(self) -> None:
        """Let the time for the next request run, once the last answer is read."""
        if not self.transport.is_closing() and not self.flow.write_paused:
            self.waiting.start(REQUEST_TIMEOUT)

    def pause_writing(self) -> None:
        """Let the time for reading run: something is unread."""
        super().pause_writing()
        self.reading.begin()

    def resume_writing(self) -> None:
        """Wait for the next request, if this was the end of an answer."""
        super().resume_writing()
        self.reading.stop()
        if self.conn.our_state in (h11.IDLE, h11.DONE):
            self._wait()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop the timeouts: another protocol takes over."""
        self._stop()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer something that is no request."""
        self.door.turn_away("malformed requests", self._host())
        super().send_400_response(self.conn.fault or msg)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the door."""
        self.door.connections.leave(self.transport)
        self._stop()
        super().connection_lost(exc)

    def _stop(self) -> None:
        self.waiting.stop()
        self.reading.stop()


LOG: Final = logging.getLogger(__name__)

REPORT_INTERVAL: Final = 60.0
"""Seconds between two lines about what was turned away."""

READING_TIMEOUT: Final = 15.0
"""Seconds in which a client reads a part of what is sent."""

READING_PART: Final = 64 * 1024
"""The bytes of this part; less if less is left."""


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
        most = min(limits.connections, process.max_connections())
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


class Connections:
    """The open connections of each address, oldest first.

    When there is room for no more, the address with the most gives one up to an address with fewer.
    """

    def __init__(self, most: int, most_of_one: int) -> None:
        """Start with none; ``most`` of all addresses, ``most_of_one`` of one."""
        self.most, self.most_of_one = most, most_of_one
        self.of: dict[str, dict[Transport, None]] = {}
        self.who: dict[Transport, str] = {}

    def enter(self, who: str, transport: Transport) -> bool:
        """Admit a connection, if there is room or room can be made."""
        count = len(self.of.get(who, ()))
        if count >= self.most_of_one or (len(self.who) >= self.most and not self._give_up_one(count)):
            return False
        self.of.setdefault(who, {})[transport] = None
        self.who[transport] = who
        return True

    def _give_up_one(self, count: int) -> bool:
        """Close the newest connection of the address with the most, if that leaves it as many."""
        fullest = max(self.of.values(), key=len)
        if len(fullest) <= count + 1:
            return False
        newest = next(reversed(fullest))
        self.leave(newest)
        newest.abort()
        return True

    def leave(self, transport: Transport) -> None:
        """Remove a connection that has ended, if it was admitted."""
        who = self.who.pop(transport, None)
        if who is None:
            return
        del self.of[who][transport]
        if not self.of[who]:
            del self.of[who]


class Deadline:
    """A time by which the client must have done something."""

    def __init__(self, transport: Transport) -> None:
        """Watch a connection; no time runs yet."""
        self.transport = transport
        self.timer: TimerHandle | None = None

    def start(self, seconds: float) -> None:
        """Let the time run, from the beginning."""
        self.stop()
        self.timer = get_running_loop().call_later(seconds, self.transport.abort)

    def stop(self) -> None:
        """Let no time run: it is done."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class ReadingDeadline(Deadline):
    """A deadline for reading what is sent, part by part.

    It needs to know of every unread byte, so the protocol is paused while there is one.
    """

    def __init__(self, transport: Transport) -> None:
        """Watch a connection; part of what an earlier protocol sent may be unread."""
        super().__init__(transport)
        transport.set_write_buffer_limits(high=0)
        if transport.get_write_buffer_size():
            self.begin()

    def begin(self) -> None:
        """Let the time for a part run."""
        self.unread = self.transport.get_write_buffer_size()
        self.stop()
        self.timer = get_running_loop().call_later(READING_TIMEOUT, self._over)

    def _over(self) -> None:
        """Abort, unless the part was read."""
        if self.unread - self.transport.get_write_buffer_size() < READING_PART:
            self.transport.abort()
        else:
            self.begin()
