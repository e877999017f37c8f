"""Clients that mean no good, and one that asks honestly meanwhile."""

from __future__ import annotations

import json
import os
import socket
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

from tests.server.local_server import FREELY, LONG

from trickbook.server.rooms.context import ServerSettings

HOME = "127.0.0.1"
ELSEWHERE = "127.0.0.2"
"""Two addresses of this machine, as if they were those of two people."""

GET = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"


def strictly(**limits: Any) -> ServerSettings:
    """Plenty of everything but this."""
    return FREELY._replace(limits=FREELY.limits._replace(**limits))


def connected(url: str, said: bytes = b"", *, source: str = HOME) -> socket.socket:
    """A connection from an address that has said something."""
    made = socket.socket()
    made.settimeout(LONG)
    made.bind((source, 0))
    made.connect((HOME, urlsplit(url).port))
    with suppress(OSError):
        made.sendall(said)
    return made


def upgraded(url: str, table: str = "none", *, source: str = HOME) -> socket.socket:
    """A connection that has become a WebSocket."""
    key = b64encode(os.urandom(16)).decode()
    made = connected(
        url,
        f"GET /ws/{table} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode(),
        source=source,
    )
    with suppress(OSError):
        made.recv(4096)
    return made


def frame(opcode: int, payload: bytes = b"", *, last: bool = True) -> bytes:
    """A frame with a mask of zeros and at most 125 bytes."""
    return bytes([opcode | (0x80 if last else 0), 0x80 | len(payload)]) + bytes(4) + payload


def heard(connection: socket.socket) -> bytes:
    """All that a connection is sent until the server ends it."""
    found = b""
    with connection, suppress(ConnectionError):
        while part := connection.recv(65536):
            found += part
    return found


@contextmanager
def crowd(made: Callable[[], socket.socket], count: int) -> Iterator[list[socket.socket]]:
    """So many connections, until they are closed."""
    with ExitStack() as stack:
        yield [stack.enter_context(made()) for _ in range(count)]


def answered(
    url: str, path: str = "/api/games", said: Mapping[str, Any] | None = None, *, source: str = ELSEWHERE
) -> int:
    """The status that an honest client gets who asks once."""
    where = urlsplit(url)
    asking = HTTPConnection(where.hostname or "", where.port, timeout=LONG, source_address=(source, 0))
    try:
        heads = {"Host": "localhost", "Content-Type": "application/json"}
        asking.request("POST" if said else "GET", path, json.dumps(said) if said else None, heads)
        return asking.getresponse().status
    finally:
        asking.close()


@contextmanager
def attacked(attack: Callable[[], None], count: int = 1) -> Iterator[None]:
    """Attack again and again while this lasts."""
    over = threading.Event()

    def again() -> None:
        while not over.is_set():
            with suppress(OSError):
                attack()

    threads = [threading.Thread(target=again, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        over.set()
        for thread in threads:
            thread.join(LONG)
