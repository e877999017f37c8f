"""The HTTP protocol: every request has a deadline, and its answer must be read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from trickbook.server.door.door import Deadline, ReadingDeadline

if TYPE_CHECKING:
    import asyncio

    from trickbook.server.door.door import Door

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
