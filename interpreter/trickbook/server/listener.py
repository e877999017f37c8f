"""Serving: the server on a port of this machine, until it is told to stop."""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from trickbook.problems import TrickbookError, visible
from trickbook.server import garbage_collection
from trickbook.server.app import application
from trickbook.server.web import origins

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import h11
    from starlette.applications import Starlette

    from trickbook.server.rooms.context import ServerSettings
    from trickbook.server.store.table_recovery import Damage

PROBE_ADDRESS: Final = "192.0.2.1"
"""An address that nobody has; the way there leads out of this machine."""

GOODBYE_SECONDS: Final = 0.2
"""So many seconds there are to say a last thing to everybody."""

REQUEST_TIMEOUT: Final = 15.0
"""After so many seconds somebody who asks nothing is cut off."""

WRITE_TIMEOUT: Final = 5.0
"""After so many seconds somebody who reads nothing is cut off."""

MAX_FRAME_BYTES: Final = 16 * 1024
"""The largest frame that is read at all; what a message may have is told by a message."""


def listening_socket(host: str, port: int) -> socket.socket:
    """A socket that listens on a port; TrickbookError says why there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Only of a socket that says it is of TCP does asyncio send what is small at once.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        raise TrickbookError(_told(host, port, error)) from None
    return listening


def addresses(host: str, port: int) -> tuple[str, ...]:
    """Where a server can be reached: first from this machine; if it listens everywhere, from others then."""
    everywhere = host in ("0.0.0.0", "::")  # noqa: S104 - it is asked for
    hosts = dict.fromkeys(["127.0.0.1", *_lan(), origins.HOST_NAME]) if everywhere else [host]
    return tuple(f"http://{f'[{one}]' if ':' in one else one}:{port}/" for one in hosts)


def _lan() -> list[str]:
    """The address of this machine in its network, if it has one; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking, suppress(OSError):
        asking.connect((PROBE_ADDRESS, 9))
        return [asking.getsockname()[0]]
    return []


def _told(host: str, port: int, error: OSError) -> str:
    where = f"{visible(host)}:{port}"
    if error.errno == errno.EADDRINUSE:
        return f"{where} is in use by another program; --port takes another one, 0 any that is free"
    if error.errno == errno.EACCES:
        return f"{where} may not be used; ports from 1024 on may"
    return f"{where} cannot be used: {error.strerror or error}"


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """A connection that is cut off if nothing that was sent is read for a while."""

    cutting: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """More lies unread than should."""
        super().pause_writing()
        self.cutting = self.loop.call_later(WRITE_TIMEOUT, self.transport.abort)

    def resume_writing(self) -> None:
        """It was read after all."""
        super().resume_writing()
        self._leave()

    def _leave(self) -> None:
        if self.cutting is not None:
            self.cutting.cancel()
            self.cutting = None

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone; what reads frames, or was wrong with one, would hold on to all of the connection."""
        super().connection_lost(exc)
        self._leave()
        self.conn.parser.close()
        if self.conn.parser_exc is not None:
            self.conn.parser_exc.__traceback__ = None


class HTTPProtocol(H11Protocol):
    """A connection that is cut off if nothing whole is asked on it for a while."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Somebody has called."""
        super().connection_made(transport)
        self.waiting = self.loop.call_later(REQUEST_TIMEOUT, self._silent)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """They have asked for a line; from now on that is another's business."""
        self.waiting.cancel()
        super().handle_websocket_upgrade(event)

    def _silent(self) -> None:
        if self.cycle is None and self.transport.get_protocol() is self:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """They are gone."""
        self.waiting.cancel()
        super().connection_lost(exc)


class Server(uvicorn.Server):
    """A server that tells when it is ready, and says a last thing before it goes."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], last: Callable[[], None]) -> None:
        """Take up what is to be served."""
        super().__init__(config)
        self.ready, self.last = ready, last

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen."""
        await super().startup(sockets)
        if not self.should_exit:
            self.ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell everybody, and go."""
        self.last()
        await asyncio.sleep(GOODBYE_SECONDS)
        await super().shutdown(sockets)


def uvicorn_server(app: Starlette, ready: Callable[[], None], *, proxied: bool = False) -> Server:
    """A server of an application; ``ready`` is called once somebody may come.

    ``proxied`` says that a proxy on this machine tells who asks.
    """
    config = uvicorn.Config(
        app,
        http=HTTPProtocol,
        ws=WebSocketProtocol,
        ws_max_size=MAX_FRAME_BYTES,
        ws_per_message_deflate=False,
        lifespan="on",
        log_level=logging.WARNING,
        access_log=False,
        server_header=False,
        proxy_headers=proxied,
        timeout_graceful_shutdown=3,
    )
    logging.getLogger("uvicorn.error").addFilter(is_own_log)
    return Server(config, ready, partial(_last, app))


def is_own_log(record: logging.LogRecord) -> bool:
    """Whether whoever runs the server is to see this: not that some stranger's text is none."""
    return record.funcName != WebSocketProtocol.send_receive_event_to_app.__name__


def _last(app: Starlette) -> None:
    """Say that the server goes, also to those who wait for an answer that takes long."""
    app.state.registry.close()
    app.state.reader.stop()
    app.state.studies.stop()


def serve(
    listening: socket.socket, folder: Path, settings: ServerSettings, ready: Callable[[Damage | None], None]
) -> None:
    """Serve until it is told to stop; ``ready`` is told of a damaged store that was found."""
    try:
        app = application(folder, settings)
    except TrickbookError:
        listening.close()
        raise
    garbage_collection.disable_automatic()
    uvicorn_server(app, lambda: ready(app.state.damage), proxied=settings.proxied).run(sockets=[listening])
