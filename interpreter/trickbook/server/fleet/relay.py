"""Relaying a WebSocket to the process that holds its table: bytes both ways, no faster than they are read."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from trickbook.server.fleet.members import PEER_HEADER, passport

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from trickbook.server.door.websocket_protocol import WebSocketProtocol
    from trickbook.server.fleet.members import Peer

CONNECT_TIMEOUT: Final = 3.0
"""Seconds for reaching another process."""


class FarSide(asyncio.Protocol):
    """The connection to the holder; what it sends goes to the client."""

    def __init__(self, near: WebSocketProtocol) -> None:
        """Relay for a client."""
        self.near = near
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        """Pass on to the client."""
        self.near.transport.write(data)

    def pause_writing(self) -> None:
        """Let the client wait: the holder reads too slowly."""
        self.near.transport.pause_reading()

    def resume_writing(self) -> None:
        """Go on."""
        self.near.transport.resume_reading()

    def connection_lost(self, _: Exception | None) -> None:
        """End the client's connection, too."""
        self.near.transport.close()
        if not self.ended.done():
            self.ended.set_result(None)


async def relay(near: WebSocketProtocol, scope: Mapping[str, Any], peer: Peer, client: str) -> None:
    """Relay a WebSocket until it ends; OSError or TimeoutError if the holder cannot be reached."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(CONNECT_TIMEOUT):
        transport, far = await loop.create_connection(lambda: FarSide(near), peer.host, peer.port)
    transport.write(request_head(scope, peer, client, b"GET"))
    near.hand_over(transport)
    await far.ended


def request_head(
    scope: Mapping[str, Any], peer: Peer, client: str, method: bytes, *more: tuple[bytes, bytes]
) -> bytes:
    """The head of a request as it came, with the client's address, and more headers in place of their own."""
    query = scope["query_string"]
    target = scope["raw_path"] + (b"?" + query if query else b"")
    replaced = {PEER_HEADER, *(name for name, _ in more)}
    headers = [(name.lower(), value) for name, value in scope["headers"]]
    kept = [(name, value) for name, value in headers if name not in replaced]
    lines = [b"%s: %s" % one for one in (*kept, (PEER_HEADER, passport(peer, client)), *more)]
    return b"\r\n".join([b"%s %s HTTP/1.1" % (method, target), *lines, b"", b""])
