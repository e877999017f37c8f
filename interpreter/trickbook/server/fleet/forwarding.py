"""Forwarding: a request for a table goes to the process that holds it, with the address of the client."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

import h11
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from trickbook.server.door.websocket_protocol import SOCKET
from trickbook.server.fleet import FORWARDED, PEER_HEADER, WRONG_KEY, passport
from trickbook.server.rooms import MOVING
from trickbook.server.store.writer import StoreUnavailableError
from trickbook.server.web import MAX_SEAT_BYTES, TOO_MANY_REQUESTS, client_address, refusal_response
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

    from starlette.responses import Response
    from starlette.types import ASGIApp, Receive, Scope, Send

    from trickbook.server.door.websocket_protocol import WebSocketProtocol
    from trickbook.server.fleet import Peer

TABLE_PATH: Final = re.compile(r"/(?:ws|api/tables)/([^/]+)(?:/.*)?")
"""The paths that name a table."""

ANSWER_TIMEOUT: Final = 60.0
"""Seconds for the answer of another process."""

READ_BYTES: Final = 64 * 1024

HOP_HEADERS: Final = frozenset({b"connection", b"transfer-encoding", b"keep-alive", b"date"})
"""The headers of an answer that concern one connection only."""

FAILURES: Final = (sqlite3.Error, OSError, TimeoutError, h11.RemoteProtocolError, StoreUnavailableError)
"""What happens where the store or the holder of a table cannot be reached."""

CONNECT_TIMEOUT: Final = 3.0
"""Seconds for reaching another process."""


class Forwarding:
    """Middleware that sends requests for the tables of other processes on to these."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request. Nobody looks for tables without limit; peers have counted what they send on."""
        found = TABLE_PATH.fullmatch(scope.get("path", ""))
        if found is None or scope["app"].state.registry.is_found(found[1]):
            await self.app(scope, receive, send)
        elif not (scope["state"].get(FORWARDED) or _granted(scope)):
            await _refusal(scope, "too-fast", TOO_MANY_REQUESTS, 429)(scope, receive, send)
        elif await self._is_answered(scope, receive, send, found[1]):
            return
        else:
            await self.app(scope, receive, send)

    async def _is_answered(self, scope: Scope, receive: Receive, send: Send, name: str) -> bool:
        """Return whether the request is for a table of another process, and is answered.

        An answer that breaks off on its way here breaks off for the client, too: its connection is closed.
        """
        begun = False

        async def sent(message: MutableMapping[str, Any]) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            peer = await _holder(scope, name)
            if peer is None:
                return False
            await _send_on(scope, receive, sent, peer)
        except FAILURES:
            if not begun:
                await _refusal(scope, "busy", MOVING, 503)(scope, receive, send)
        return True


def _granted(scope: Scope) -> bool:
    """Return whether a client may look for one more table."""
    state, client = scope["app"].state, _client(scope)
    granted: bool = state.buckets["finding"].take(client, monotonic())
    if not granted:
        state.door.turn_away("searches for tables", client)
    return granted


def _refusal(scope: Scope, code: str, message: Message, status: int) -> Response:
    return refusal_response(HTTPConnection(scope), {"code": code, "message": message}, status)


async def _holder(scope: Scope, name: str) -> Peer | None:
    """The process that holds a table, if it is another one; a WebSocket is not read meanwhile."""
    registry = scope["app"].state.registry
    socket = scope["state"].get(SOCKET)
    if socket is None:
        return await registry.holder(name)  # type: ignore[no-any-return]
    socket.transport.pause_reading()
    try:
        return await registry.holder(name)  # type: ignore[no-any-return]
    finally:
        socket.transport.resume_reading()


async def _send_on(scope: Scope, receive: Receive, send: Send, peer: Peer) -> None:
    """Send a request on to another process. One that came from there is answered here: the table moves."""
    if scope["state"].get(FORWARDED):
        raise StoreUnavailableError(MOVING)
    if scope["type"] == "websocket":
        await _relay(scope["state"][SOCKET], scope, peer, _client(scope))
    else:
        await _forward(Request(scope, receive), send, peer)


def _client(scope: Scope) -> str:
    return client_address(HTTPConnection(scope))


async def _forward(request: Request, send: Send, peer: Peer) -> None:
    """Send a request to another process, and its answer to the client."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > MAX_SEAT_BYTES:
                break  # the holder refuses it
    except ClientDisconnect:
        return
    scope = request.scope
    more = (b"connection", b"close"), (b"content-length", b"%d" % len(body))
    head = _request_head(scope, peer, _client(scope), scope["method"].encode(), *more)
    async with asyncio.timeout(CONNECT_TIMEOUT):
        reader, writer = await asyncio.open_connection(peer.host, peer.port)
    with closing(writer):
        writer.write(head + body)
        async with asyncio.timeout(ANSWER_TIMEOUT):
            await _answer(reader, scope["method"].encode(), send)


async def _answer(reader: asyncio.StreamReader, method: bytes, send: Send) -> None:
    """Pass on an answer, part by part; StoreUnavailableError if another process answers there by now."""
    connection = h11.Connection(h11.CLIENT)
    connection.send(h11.Request(method=method, target=b"/", headers=[(b"host", b"peer")]))
    connection.send(h11.EndOfMessage())
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(READ_BYTES))
        elif isinstance(event, h11.Response):
            if event.status_code == WRONG_KEY:
                raise StoreUnavailableError(MOVING)
            kept: list[Any] = [pair for pair in event.headers if pair[0] not in HOP_HEADERS]
            await send({"type": "http.response.start", "status": event.status_code, "headers": kept})
        elif isinstance(event, h11.Data):
            await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        elif isinstance(event, h11.EndOfMessage):
            await send({"type": "http.response.body", "body": b""})
            return


class _FarSide(asyncio.Protocol):
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


async def _relay(near: WebSocketProtocol, scope: Mapping[str, Any], peer: Peer, client: str) -> None:
    """Relay a WebSocket until it ends; OSError or TimeoutError if the holder cannot be reached."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(CONNECT_TIMEOUT):
        transport, far = await loop.create_connection(lambda: _FarSide(near), peer.host, peer.port)
    transport.write(_request_head(scope, peer, client, b"GET"))
    near.hand_over(transport)
    await far.ended


def _request_head(
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
