"""A server of its own for tests: on a free port, in a thread or a process, with tables in a folder."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from trickbook.server.app import application
from trickbook.server.hall import Manners
from trickbook.server.limits import Limits, Rate
from trickbook.server.serving import bound, made

PLENTY = Rate(1e9, 1e9)
FREELY = Manners(
    patience=60,
    pause=0,
    limits=Limits(PLENTY, PLENTY, PLENTY, PLENTY, PLENTY, coming=PLENTY, sockets_of_one=10_000),
)
"""Nobody waits, and nobody asks too much."""


@contextmanager
def serving(folder: Path, manners: Manners = FREELY, *, buffer: int = 0) -> Iterator[str]:
    """A server while this lasts; its address. ``buffer`` is how much the system keeps of what was sent."""
    listening = bound("127.0.0.1", 0)
    if buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    up = threading.Event()
    server: uvicorn.Server = made(application(folder, manners), up.set)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    assert up.wait(20)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()
