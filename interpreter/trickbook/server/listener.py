"""The server on a port of this machine, until it is stopped."""

from __future__ import annotations

import asyncio
import errno
import logging
import re
import secrets
import socket
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

import uvicorn

from trickbook.problems import TrickbookError, visible
from trickbook.server import process
from trickbook.server.app import application
from trickbook.server.door import HTTPProtocol
from trickbook.server.door.websocket_protocol import WebSocketProtocol
from trickbook.server.fleet import Peer
from trickbook.server.web import origins
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.applications import Starlette

    from trickbook.server.door import Door
    from trickbook.server.fleet.worker_backend import WorkerBackend
    from trickbook.server.rooms.context import ServerSettings
    from trickbook.server.store.table_recovery import Damage

PROBE_ADDRESS: Final = "192.0.2.1"
"""An address that nobody has, outside this machine."""

GOODBYE_SECONDS: Final = 0.2
"""Seconds for sending the last messages."""

MAX_FRAME_BYTES: Final = 16 * 1024
"""The largest frame that is read; a smaller one that is too large for a message gets an answer."""


CLIENT_FAULTS: Final = frozenset(
    {"send_receive_event_to_app", "handle_events", "_unsupported_upgrade_warning"}
)
"""The functions of uvicorn whose log records are about malformed texts of clients."""


def listening_socket(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A listening socket, which others may share; TrickbookError if the port cannot be used."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # asyncio sends small writes at once only on sockets that say they are TCP.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared and hasattr(socket, "SO_REUSEPORT"):
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise TrickbookError(_reason(host, port, error)) from None
    return listening


def for_peers(
    app: Starlette, place: Path | str | WorkerBackend, settings: ServerSettings
) -> list[socket.socket]:
    """The listening socket for the other servers of a store or workers of a server, if there may be any."""
    if isinstance(place, Path):
        return []
    listening, app.state.peer = _peers_socket(settings.peers)
    app.state.door.peers_port = app.state.peer.port
    return [listening]


def _peers_socket(peers: str) -> tuple[socket.socket, Peer]:
    """A listening socket at HOST or HOST:PORT, and where and with which key others find it."""
    host, _, port = peers.rpartition(":") if re.fullmatch(r".*[^:]:[0-9]{1,5}", peers) else (peers, "", "0")
    host = host.strip("[]")
    listening = listening_socket(host, int(port))
    return listening, Peer(host, listening.getsockname()[1], secrets.token_hex(16))


def addresses(host: str, port: int) -> tuple[str, ...]:
    """The addresses of a server: from this machine first, then from others if it listens everywhere."""
    everywhere = host in ("0.0.0.0", "::")  # noqa: S104 - the user asked for it
    hosts = dict.fromkeys(["127.0.0.1", *_lan(), origins.HOST_NAME]) if everywhere else [host]
    return tuple(f"http://{f'[{one}]' if ':' in one else one}:{port}/" for one in hosts)


def _lan() -> list[str]:
    """The address of this machine in its network, if any; finding it sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect((PROBE_ADDRESS, 9))
        return [asking.getsockname()[0]]
    return []


def _reason(host: str, port: int, error: OSError) -> Message:
    where = f"{visible(host)}:{port}"
    if error.errno == errno.EADDRINUSE:
        return Message(
            "{address} is in use by another program; --port takes another one, 0 any that is free",
            address=where,
        )
    if error.errno == errno.EACCES:
        return Message("{address} may not be used; ports from 1024 on may", address=where)
    return Message("{address} cannot be used: {reason}", address=where, reason=error.strerror or str(error))


class Server(uvicorn.Server):
    """A server that reports when it is ready, and sends last messages before it stops."""

    def __init__(self, app: Starlette, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        """Keep the application, and the callback. ``damaged`` means that it ends because its store is."""
        super().__init__(config)
        self.app, self.ready, self.damaged = app, ready, False
        app.state.reopen = self._stop_damaged

    def _stop_damaged(self) -> None:
        self.damaged = self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, and report it; TrickbookError if the application cannot begin."""
        await self.app.state.begin()
        await super().startup(sockets)
        if not self.should_exit:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Send the last messages, and stop."""
        _last(self.app)
        await asyncio.sleep(GOODBYE_SECONDS)
        await super().shutdown(sockets)


def uvicorn_server(app: Starlette, ready: Callable[[], None]) -> Server:
    """A server for an application; ``ready`` is called once it accepts connections."""
    door: Door = app.state.door
    config = uvicorn.Config(
        app,
        http=partial(HTTPProtocol, door),  # type: ignore[arg-type] # it is called, and nothing else
        ws=partial(WebSocketProtocol, door),  # type: ignore[arg-type]
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        lifespan="on",
        log_level=logging.WARNING,
        access_log=False,
        server_header=False,
        proxy_headers=door.proxied,
        backlog=process.backlog(),
        timeout_graceful_shutdown=3,
    )
    logging.getLogger("uvicorn.error").addFilter(is_own_log)
    return Server(app, config, ready)


def is_own_log(record: logging.LogRecord) -> bool:
    """Return whether the operator should see a log record: not one about a client's malformed text."""
    return record.funcName not in CLIENT_FAULTS


def _last(app: Starlette) -> None:
    """Close the rooms, and answer the requests that still wait."""
    app.state.registry.close()
    for worker in app.state.workers.values():
        worker.stop()


def serve_alone(
    listening: socket.socket,
    place: Path | str,
    settings: ServerSettings,
    ready: Callable[[Damage | None], None],
    *,
    rows: bool = False,
) -> bool:
    """Serve until stopped; return whether the store was damaged. With ``rows``, all are checked before."""
    process.raise_descriptor_limit()
    process.disable_collection()
    app = application(place, settings, rows=rows)
    with ExitStack() as held:
        sockets = [held.enter_context(listening.dup())]
        sockets += map(held.enter_context, for_peers(app, place, settings))
        server = uvicorn_server(app, lambda: ready(app.state.damage))
        server.run(sockets=sockets)
    return server.damaged
