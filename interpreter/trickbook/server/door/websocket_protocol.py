"""The WebSocket protocol: every frame counts, and what is sent must be read."""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING, Any, Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from trickbook.server.door import Deadline, ReadingDeadline
from trickbook.server.limits import consumed, full_bucket

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Iterator

    from uvicorn._types import ASGISendEvent
    from websockets.frames import Frame
    from websockets.http11 import Request

    from trickbook.server.door import Door

POLICY_VIOLATION: Final = 1008
"""The close code of the server; the message before it says why."""

SOCKET: Final = "socket"
"""The key of the protocol in the state of a request."""

TOO_FAST: Final = "too-fast"
"""The reason for which a connection ends that sent too many frames."""

MAX_FRAGMENTS: Final = 64
"""The most fragments of a message."""

GOODBYE_TIMEOUT: Final = 2.0
"""Seconds for the last message to a connection that sent too many frames."""

LENGTH_BYTES: Final = {126: 2, 127: 8}
"""The bytes of a length, by the number that stands for it."""

MASK_BYTES: Final = 4
"""The bytes of a mask, which comes after the length."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket that is closed when the client sends too many frames, or reads nothing for a while."""

    def __init__(self, door: Door, **given: Any) -> None:
        """Keep the door."""
        super().__init__(**given)
        self.door, self.headers = door, FrameHeaders()
        self.bucket = full_bucket(door.limits.socket, door.clock())
        self.flooded = False
        self.far: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take over a connection."""
        super().connection_made(transport)
        self.reading, self.goodbye = ReadingDeadline(transport), Deadline(transport)

    def data_received(self, data: bytes) -> None:
        """Parse what arrives, unless there are too many frames in it."""
        if self.far is not None:
            self.far.write(data)
            return
        if self.flooded:
            return
        if self.handshake_initiated and not self._granted(data):
            self._refuse()
            return
        super().data_received(data)
        if not self.handshake_initiated:
            self._reject()

    def _reject(self) -> None:
        """Answer a request that HTTP allows and WebSocket does not, and close.

        The HTTP protocol has read its head whole, so nothing is waited for.
        """
        self.door.turn_away("malformed requests", self.client[0] if self.client else "")
        self.handshake_complete = self.close_sent = True
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.close()

    def _granted(self, data: bytes) -> bool:
        """Take a unit for every frame from the connection and from its address."""
        rate, now = self.door.limits.socket, self.door.clock()
        for _ in self.headers.sizes(data):
            self.bucket, granted = consumed(self.bucket, rate, now)
            if not granted or not self.door.take_frame(self._host()):
                return False
        return True

    def _host(self) -> str:
        """The address of the client, or the one that a proxy sent."""
        return self.scope["client"][0] if self.scope["client"] else ""

    def _refuse(self) -> None:
        """Read no more; the application says why, and closes."""
        if self.flooded:
            return
        self.flooded, self.read_paused = True, False
        self.transport.pause_reading()
        self.goodbye.start(GOODBYE_TIMEOUT)
        self.door.turn_away("floods of frames", self._host())
        self.queue.put_nowait({"type": "websocket.disconnect", "code": POLICY_VIOLATION, "reason": TOO_FAST})

    def handle_connect(self, event: Request) -> None:
        """Let the application see the protocol, which can hand the connection over."""
        super().handle_connect(event)
        if self.handshake_initiated and not self.close_sent:
            self.scope["state"][SOCKET] = weakref.proxy(self)  # the scope is the protocol's own

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application says; an answer in place of a WebSocket completes the handshake, too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def hand_over(self, far: asyncio.Transport) -> None:
        """Relay all bytes from now on; the far side counts the frames and answers."""
        self.far, self.handshake_complete = far, True
        if self.transport.is_closing():
            far.abort()

    def shutdown(self) -> None:
        """End the connection when the server stops."""
        if self.far is None:
            super().shutdown()
        else:
            self.transport.close()

    def handle_cont(self, event: Frame) -> None:
        """Keep a fragment, unless there are too many."""
        super().handle_cont(event)
        if len(self.frames) > MAX_FRAGMENTS:
            self._refuse()

    def pause_writing(self) -> None:
        """Start the timeout: something is unread."""
        super().pause_writing()
        self.reading.begin()
        if self.far is not None:
            self.far.pause_reading()

    def resume_writing(self) -> None:
        """Stop the timeout: all is read."""
        super().resume_writing()
        self.reading.stop()
        if self.far is not None:
            self.far.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up: the parser and its last error would keep the whole connection alive."""
        super().connection_lost(exc)
        if self.far is not None:
            self.far.close()
        self.door.connections.leave(self.transport)
        self.reading.stop()
        self.goodbye.stop()
        self.conn.parser.close()
        if self.conn.parser_exc is not None:
            self.conn.parser_exc.__traceback__ = None


class FrameHeaders:
    """A place in a stream of frames: a header that has begun, or the bytes until the next one."""

    __slots__ = ("ahead", "begun")

    def __init__(self) -> None:
        """Begin before the first frame."""
        self.begun, self.ahead = b"", 0

    def sizes(self, received: bytes) -> Iterator[int]:
        """Yield the size of each frame whose length is known by what is received, and was not before."""
        data, at = self.begun + received, self.ahead
        while at < len(data) and (size := _size(data, at)) is not None:
            at += size
            yield size
        self.begun, self.ahead = data[at:], max(0, at - len(data))


def _size(data: bytes, at: int) -> int | None:
    """The size of the frame that begins at a place, or None if its length has not arrived."""
    if at + 2 > len(data):
        return None
    length, masked = data[at + 1] & 0x7F, data[at + 1] & 0x80
    start = at + 2 + LENGTH_BYTES.get(length, 0)
    if start > len(data):
        return None
    if length in LENGTH_BYTES:
        length = int.from_bytes(data[at + 2 : start])
    return start - at + (MASK_BYTES if masked else 0) + length
