"""Servers for tests: on a free port, in a thread or a process, with tables in a folder."""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn

from trickbook.server.app import application
from trickbook.server.limits import Rate, ServerLimits
from trickbook.server.listener import for_peers, is_own_log, listening_socket, uvicorn_server
from trickbook.server.rooms.context import ServerSettings
from trickbook.server.store.backups import BackupPlan

LOGGERS = ("uvicorn.error", "asyncio", "trickbook.server.web.websocket")
"""The loggers of a server's errors."""

LONG = 300
"""So many seconds nothing takes, on however slow a machine."""

PLENTY = Rate(1e9, 1e9)
RATES = [name for name, kind in ServerLimits.__annotations__.items() if "Rate" in str(kind)]
FREELY = ServerSettings(
    patience=3600,
    pause=0,
    cutting=0,
    limits=ServerLimits(
        **dict.fromkeys(RATES, PLENTY),  # type: ignore[arg-type]
        sockets_of_one=10_000,
        connections_of_one=10_000,
        tables_of_one=ServerLimits().tables,
    ),
    backups=BackupPlan(kept=0),
)
"""Nobody waits, and nobody asks too much."""


@contextmanager
def unharmed() -> Iterator[None]:
    """Whatever comes to a server while this lasts, it ends in no error of the server's."""
    found = list[str]()

    def kept(record: logging.LogRecord) -> bool:
        if record.levelno >= logging.ERROR and is_own_log(record):
            found.append(f"{record.getMessage()} {record.exc_info or ''}")
        return True

    loggers = [logging.getLogger(name) for name in LOGGERS]
    for logger in loggers:
        logger.addFilter(kept)
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeFilter(kept)
    assert not found, found


@contextmanager
def serving(place: Path | str, manners: ServerSettings = FREELY, *, buffer: int = 0) -> Iterator[str]:
    """A server while this lasts; its address. ``buffer`` is how much the system keeps of what was sent."""
    with unharmed(), served(place, manners, buffer) as url:
        yield url


@contextmanager
def served(place: Path | str, manners: ServerSettings = FREELY, buffer: int = 0) -> Iterator[str]:
    """A server that may have errors."""
    listening = listening_socket("127.0.0.1", 0)
    if buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, buffer)
    up, app = threading.Event(), application(place, manners)
    sockets = [listening, *for_peers(app, place, manners)]
    server: uvicorn.Server = uvicorn_server(app, up.set)
    thread = threading.Thread(target=server.run, args=(sockets,), daemon=True)
    thread.start()
    assert up.wait(LONG)
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(LONG)
        assert not thread.is_alive()
