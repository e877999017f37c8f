"""Forwarding: a request for a table goes to the process that holds it, with the address of the client."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

import h11
from starlette.requests import ClientDisconnect, HTTPConnection, Request

from trickbook.server.door.websocket_protocol import SOCKET
from trickbook.server.fleet.members import FORWARDED
from trickbook.server.fleet.relay import CONNECT_TIMEOUT, relay, request_head
from trickbook.server.rooms.registry import MOVING
from trickbook.server.web.requests import MAX_BODY_BYTES, client_address, json_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from trickbook.server.fleet.members import Peer

TABLE_PATH: Final = re.compile(r"/(?:ws|api/tables)/([^/]+)(?:/.*)?")
"""The paths that name a table."""

ANSWER_TIMEOUT: Final = 60.0
"""Seconds for the answer of another process."""

READ_BYTES: Final = 64 * 1024

HOP_HEADERS: Final = frozenset({b"connection", b"transfer-encoding", b"keep-alive", b"date"})
"""The headers of an answer that concern one connection only."""


class Forwarding:
    """Middleware that sends requests for the tables of other processes on to these."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        found = TABLE_PATH.fullmatch(scope.get("path", ""))
        if found is None:
            await self.app(scope, receive, send)
            return
        try:
            peer = await _holder(scope, found[1])
            if peer is None:
                await self.app(scope, receive, send)
            elif scope["state"].get(FORWARDED):
                await json_response({"code": "busy", "message": MOVING}, 503)(scope, receive, send)
            elif scope["type"] == "websocket":
                await relay(scope["state"][SOCKET], scope, peer, _client(scope))
            else:
                await _forward(Request(scope, receive), send, peer)
        except (sqlite3.Error, OSError, TimeoutError, h11.RemoteProtocolError):
            await json_response({"code": "busy", "message": MOVING}, 503)(scope, receive, send)


async def _holder(scope: Scope, name: str) -> Peer | None:
    """The process that holds a table, if it is another one; a WebSocket is not read meanwhile."""
    registry = scope["app"].state.registry
    if name in registry.rooms:
        return None
    socket = scope["state"].get(SOCKET)
    if socket is None:
        return await registry.holder(name)  # type: ignore[no-any-return]
    socket.transport.pause_reading()
    try:
        return await registry.holder(name)  # type: ignore[no-any-return]
    finally:
        socket.transport.resume_reading()


def _client(scope: Scope) -> str:
    return client_address(HTTPConnection(scope))


async def _forward(request: Request, send: Send, peer: Peer) -> None:
    """Send a request to another process, and its answer to the client."""
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > MAX_BODY_BYTES:
                break  # the holder refuses it
    except ClientDisconnect:
        return
    scope = request.scope
    more = (b"connection", b"close"), (b"content-length", b"%d" % len(body))
    head = request_head(scope, peer, _client(scope), scope["method"].encode(), *more)
    async with asyncio.timeout(CONNECT_TIMEOUT):
        reader, writer = await asyncio.open_connection(peer.host, peer.port)
    with closing(writer):
        writer.write(head + body)
        async with asyncio.timeout(ANSWER_TIMEOUT):
            await _answer(reader, scope["method"].encode(), send)


async def _answer(reader: asyncio.StreamReader, method: bytes, send: Send) -> None:
    """Pass on an answer, part by part."""
    connection = h11.Connection(h11.CLIENT)
    connection.send(h11.Request(method=method, target=b"/", headers=[(b"host", b"peer")]))
    connection.send(h11.EndOfMessage())
    while True:
        event = connection.next_event()
        if event is h11.NEED_DATA:
            connection.receive_data(await reader.read(READ_BYTES))
        elif isinstance(event, h11.Response):
            kept: list[Any] = [pair for pair in event.headers if pair[0] not in HOP_HEADERS]
            await send({"type": "http.response.start", "status": event.status_code, "headers": kept})
        elif isinstance(event, h11.Data):
            await send({"type": "http.response.body", "body": bytes(event.data), "more_body": True})
        elif isinstance(event, h11.EndOfMessage):
            await send({"type": "http.response.body", "body": b""})
            return
