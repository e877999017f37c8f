"""A client that weighs little: frames by hand, so that the server is measured and not its clients."""

from __future__ import annotations

import asyncio
import base64
import os
from collections.abc import Callable

TEXT, PING = 1, 9


class Light(asyncio.Protocol):
    """A connection; ``heard`` is called with each text that comes."""

    def __init__(self, port: int, table: str, heard: Callable[[bytes], None]) -> None:
        self.heard, self.port, self.table = heard, port, table
        self.rest = b""
        self.open = False
        self.transport: asyncio.Transport | None = None
        self.ready: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [
            f"GET /ws/{self.table} HTTP/1.1",
            f"Host: 127.0.0.1:{self.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {key}",
            "Sec-WebSocket-Version: 13",
        ]
        transport.write(("\r\n".join(lines) + "\r\n\r\n").encode())

    def say(self, text: str) -> None:
        """Send a text, masked by nothing."""
        assert self.transport is not None
        data = text.encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        self.transport.write(b"\x81" + size + b"\0\0\0\0" + data)

    def data_received(self, data: bytes) -> None:
        assert self.transport is not None
        data = self.rest + data
        if not self.open:
            head, complete, data = data.partition(b"\r\n\r\n")
            if not complete:
                self.rest = head
                return
            if b" 101 " not in head.split(b"\r\n")[0]:
                self.ready.set_exception(ConnectionRefusedError(head.decode()))
                self.transport.close()
                return
            self.open = True
            self.ready.set_result(None)
        at = 0
        while (found := whole(data, at)) is not None:
            start, end = found
            if data[at] & 0x0F == TEXT:
                self.heard(data[start:end])
            elif data[at] & 0x0F == PING:
                self.transport.write(b"\x8a" + bytes([0x80 | end - start]) + b"\0\0\0\0" + data[start:end])
            at = end
        self.rest = data[at:]


def whole(data: bytes, at: int) -> tuple[int, int] | None:
    """Where the payload of a frame lies, if all of it has come."""
    if len(data) < at + 2:
        return None
    size, start = data[at + 1] & 0x7F, at + 2
    if size >= 126:
        wide = 2 if size == 126 else 8
        if len(data) < start + wide:
            return None
        size, start = int.from_bytes(data[start : start + wide], "big"), start + wide
    return (start, start + size) if len(data) >= start + size else None
