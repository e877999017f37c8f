"""A connection: somebody says hello and comes to a table; what they say is done there, until they go."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Final

from starlette.websockets import WebSocketDisconnect

from trickbook.problems import TrickbookError
from trickbook.seat.texts import DEFAULT_LANGUAGE, language_of
from trickbook.server import limits
from trickbook.server.messages import (
    BadMessage,
    ClientMessage,
    closing,
    encoded,
    parsed_message,
    refusal,
)
from trickbook.server.protocol import PROTOCOL
from trickbook.server.rooms.connection import Connection
from trickbook.server.table import seat_changes
from trickbook.server.web import origins

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.websockets import WebSocket

    from trickbook.server.limits import RateLimiter
    from trickbook.server.rooms.registry import RoomRegistry
    from trickbook.server.rooms.room import Room

HELLO_TIMEOUT: Final = 10
"""How many seconds there are for the hello."""

POLICY_VIOLATION: Final = 1008
"""The code with which a connection is closed by the server; the reason stands in the message before."""


class HelloRefused(Exception):  # noqa: N818 - it is not an error of this program
    """Why somebody cannot come to a table."""

    def __init__(self, code: str, message: str) -> None:
        """Tell why."""
        super().__init__(message)
        self.code, self.message = code, message


async def websocket_endpoint(socket: WebSocket) -> None:
    """A connection from its beginning to its end."""
    registry: RoomRegistry = socket.app.state.registry
    settings, headers = registry.context.settings, socket.headers
    if not origins.allowed(headers.get("origin"), headers.get("host"), settings.origins):
        await socket.close(POLICY_VIOLATION)  # before it is accepted, this is the status 403
        return
    await socket.accept()
    who = socket.client.host if socket.client else ""
    if not socket.app.state.buckets["coming"].take(who, monotonic()):
        await _last(socket, "too-fast", "you come too often; wait a little")
        return
    if not socket.app.state.crowd.enter(who):
        await _last(socket, "busy", "too many are here already")
        return
    try:
        await _welcomed(socket, registry, who)
    finally:
        socket.app.state.crowd.leave(who)


async def _welcomed(socket: WebSocket, registry: RoomRegistry, who: str) -> None:
    """Hear the hello, and come to the table."""
    try:
        room, connection, seen = await _hello(socket, registry)
    except (HelloRefused, BadMessage) as error:
        await _last(socket, error.code, error.message)
    except TrickbookError as error:
        await _last(socket, "not-now", str(error))
    except (WebSocketDisconnect, KeyError):
        return
    else:
        buckets: RateLimiter = socket.app.state.buckets["address"]
        await _sitting(socket, room, (connection, seen), lambda: buckets.take(who, monotonic()))


async def _last(socket: WebSocket, code: str, message: str) -> None:
    """Say why, and close."""
    with suppress(Exception):
        await socket.send_text(encoded(closing(code, message)))
        await socket.close(POLICY_VIOLATION)


async def _hello(socket: WebSocket, registry: RoomRegistry) -> tuple[Room, Connection, int]:
    """Hear the hello, and find the table and the seat."""
    try:
        async with asyncio.timeout(HELLO_TIMEOUT):
            said = parsed_message(await _frame(socket))
    except TimeoutError:
        raise HelloRefused("bad-message", "say hello first") from None
    if said.type != "hello":
        raise HelloRefused("bad-message", "say hello first")
    if said.body["protocol"] != PROTOCOL:
        raise HelloRefused("bad-message", f"this server speaks protocol {PROTOCOL}")
    room = await registry.room(said.body["table"])
    token = said.body.get("token")
    seat = seat_changes.seat_of(room.table, token) if room and token else None
    if room is None or (seat is None and not seat_changes.may_watch(room.table, token)):
        raise HelloRefused("no-such-table", "there is no such table, or you were not invited to it")
    if seat is None and token and not seat_changes.is_invitation(room.table, token):
        raise HelloRefused("bad-token", "this token is not that of a seat here")
    lang = language_of(said.body.get("lang") or DEFAULT_LANGUAGE) or DEFAULT_LANGUAGE
    key = "" if seat is None else room.table.seats[seat].token
    return room, Connection(seat, lang, registry.context.settings.limits, key), said.body.get("seen") or 0


async def _frame(socket: WebSocket) -> str | bytes:
    """The next frame, as text or bytes."""
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes | None = message.get("text")
    return text if text is not None else message.get("bytes") or b""


async def _sitting(
    socket: WebSocket, room: Room, come: tuple[Connection, int], granted: Callable[[], bool]
) -> None:
    """Be at a table until somebody goes, or is sent."""
    connection, seen = come
    sending = asyncio.ensure_future(_send(socket, connection))
    try:
        await room.join(connection, seen)
        await _listen(socket, room, connection, granted)
    except (WebSocketDisconnect, RuntimeError):
        pass
    finally:
        room.part(connection)
        connection.close("elsewhere", "")
        await asyncio.wait([sending], timeout=1)
        sending.cancel()


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Send what the line holds; then close."""
    with suppress(Exception):
        await connection.send(socket.send_text)
        await socket.close(POLICY_VIOLATION)


async def _listen(socket: WebSocket, room: Room, connection: Connection, more: Callable[[], bool]) -> None:
    """Do what is said, one after the other."""
    rate = connection.limits.socket
    bucket = limits.full_bucket(rate, monotonic())
    while not connection.closed:
        given = await _frame(socket)
        bucket, granted = limits.consumed(bucket, rate, monotonic())
        if not granted or not more():
            connection.close("too-fast", "you say more than anybody can do")
            return
        try:
            said = parsed_message(given)
        except BadMessage as error:
            if error.code == "too-large":
                connection.close(error.code, error.message)
                return
            connection.tell(encoded(refusal(error.id, error.code, error.message)))
            continue
        await _answered(room, connection, said)


async def _answered(room: Room, connection: Connection, said: ClientMessage) -> None:
    if not connection.closed:
        await room.said(connection, said)
