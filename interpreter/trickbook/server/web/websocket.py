"""The WebSocket endpoint: a hello, then messages for a room that the client may see, until the end."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from starlette.websockets import WebSocketDisconnect

from trickbook.problems import TrickbookError
from trickbook.server import (
    PROTOCOL,
    BadMessage,
    ClientMessage,
    closing,
    encoded,
    parsed_message,
    refusal,
)
from trickbook.server.door.websocket_protocol import POLICY_VIOLATION, TOO_FAST
from trickbook.server.rooms.frames import Connection, Opened, localized
from trickbook.server.store.lifetimes import living_tables
from trickbook.server.store.writer import StoreUnavailableError
from trickbook.server.table import seat_changes
from trickbook.server.table.match import accepted
from trickbook.server.web import RequestRefused, client_address, origins
from trickbook.server.workers import BusyError
from trickbook.texts.languages import ENGLISH, spoken_language
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.websockets import WebSocket

    from trickbook.server.limits import ServerLimits
    from trickbook.server.rooms import RoomRegistry
    from trickbook.server.rooms.room import Room
    from trickbook.server.table import TableState


NO_SUCH_TABLE: Final = Message("there is no such table, or it has ended, or you were not invited to it")
"""One text for all, so that it tells of no hidden table that there is one."""


def registry_of(request: Request) -> RoomRegistry:
    """The rooms of the server."""
    registry: RoomRegistry = request.app.state.registry
    return registry


async def admitted_room(request: Request, invitation: str) -> Room:
    """The room of a table that may be watched, or whose token the request has."""
    room = await registry_of(request).room(request.path_params["table"])
    if room is None or not _admits(room.table, invitation):
        raise _no_such_table()
    return room


async def known_room(request: Request) -> Room:
    """The room of a table that is listed, or whose invitation or token the request has."""
    return await admitted_room(request, _bearer(request))


async def stored_table(request: Request) -> TableState:
    """The table of a record: one as above, or one that has ended."""
    registry, name = registry_of(request), request.path_params["table"]
    room = await registry.room(name)
    table = room.table if room else await registry.stored(name)
    if table is None or not _admits(table, _bearer(request)):
        raise _no_such_table()
    return table


def _admits(table: TableState, key: str) -> bool:
    return seat_changes.may_watch(table, key) or seat_changes.seat_of(table, key) is not None


def _no_such_table() -> RequestRefused:
    """The refusal for a table that there is not, that has ended, or that is hidden: all in one text."""
    return RequestRefused(404, "no-such-table", NO_SUCH_TABLE)


def _bearer(request: Request) -> str:
    """The token or invitation of a request."""
    kind, _, secret = request.headers.get("authorization", "").partition(" ")
    return secret.strip() if kind.lower() == "bearer" else ""


def check_room(registry: RoomRegistry, maker: str) -> None:
    """Check that there is room for another table, and for another one of its maker."""
    limits = registry.context.settings.limits
    if living_tables(registry.database) >= limits.tables:
        raise RequestRefused(503, "busy", Message("there are too many tables already"))
    if living_tables(registry.database, maker) >= limits.tables_of_one:
        message = Message(
            "your address has too many tables already; tables end when nobody uses them for some time"
        )
        raise RequestRefused(429, "busy", message)


LOG: Final = logging.getLogger(__name__)

HELLO_TIMEOUT: Final = 10
"""Seconds for the hello."""

FAILED_CLOSING: Final = "busy", Message("the server has failed; connect again")
"""The reason to close a connection after an error of the server."""


class ClientRefused(Exception):  # noqa: N818 - the client's error, not ours
    """A connection is refused: a code, and a sentence."""

    def __init__(self, code: str, message: Message) -> None:
        """Keep the reason."""
        super().__init__(message)
        self.code, self.message = code, message


async def websocket_endpoint(socket: WebSocket) -> None:
    """Handle a connection from beginning to end."""
    registry: RoomRegistry = socket.app.state.registry
    settings, headers = registry.context.settings, socket.headers
    if not origins.allowed(headers.get("origin"), headers.get("host"), settings.origins):
        await socket.close(POLICY_VIOLATION)  # before it is accepted, this is the status 403
        return
    await socket.accept()
    who = client_address(socket)
    if not socket.app.state.buckets["coming"].take(who, monotonic()):
        await _last(socket, TOO_FAST, Message("too many connections in a short time; wait a little"))
        return
    if not socket.app.state.crowd.enter(who):
        await _last(socket, "busy", Message("too many connections"))
        return
    try:
        await _welcomed(socket, registry)
    except Exception as error:  # noqa: BLE001 - whatever it is, the log has it, and the client connects again
        _log_failure(socket, error)
        await _last(socket, *FAILED_CLOSING)
    finally:
        socket.app.state.crowd.leave(who)


async def _welcomed(socket: WebSocket, registry: RoomRegistry) -> None:
    """Receive the hello, and join the room."""
    try:
        room, connection, seen = await _hello(socket, registry)
    except (ClientRefused, BadMessage) as error:
        await _last(socket, error.code, error.message)
    except BusyError as error:
        await _last(socket, "going-down", error.message)
    except StoreUnavailableError as error:
        await _last(socket, "busy", error.message)
    except TrickbookError as error:
        await _last(socket, "not-now", error.message)
    except WebSocketDisconnect:
        return
    else:
        await _sitting(socket, room, connection, seen)


async def _last(socket: WebSocket, code: str, message: Message) -> None:
    """Send the reason, and close."""
    text = encoded(localized(closing(code, message), ENGLISH))
    with suppress(WebSocketDisconnect):
        await _send_frame(socket, text)
        await _closed(socket)


async def _send_frame(socket: WebSocket, text: str) -> None:
    """Send a frame; WebSocketDisconnect if the connection has ended."""
    try:
        await socket.send_text(text)
    except RuntimeError:  # it was closed meanwhile
        raise WebSocketDisconnect from None


async def _closed(socket: WebSocket) -> None:
    """Close a connection, unless it has ended."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(POLICY_VIOLATION)


async def _hello(socket: WebSocket, registry: RoomRegistry) -> tuple[Room, Connection, int]:
    """Receive the hello, and find the room and the seat."""
    try:
        async with asyncio.timeout(HELLO_TIMEOUT):
            said = parsed_message(await _frame(socket))
    except TimeoutError:
        raise ClientRefused("bad-message", Message("send `hello` first")) from None
    if said.type != "hello":
        raise ClientRefused("bad-message", Message("send `hello` first"))
    if said.body["protocol"] != PROTOCOL:
        raise ClientRefused("bad-message", Message("this server speaks protocol {number}", number=PROTOCOL))
    room = await registry.room(socket.path_params["table"])
    token = said.body.get("token")
    seat = seat_changes.seat_of(room.table, token) if room and token else None
    if room is None or (seat is None and not seat_changes.may_watch(room.table, token)):
        raise ClientRefused("no-such-table", NO_SUCH_TABLE)
    if seat is None and token and not seat_changes.is_invitation(room.table, token):
        raise ClientRefused("bad-token", Message("this token does not belong to a seat at this table"))
    connection = _connection(room, seat, said.body, registry.context.settings.limits)
    connection.client = client_address(socket)
    return room, connection, said.body.get("seen") or 0


def _connection(room: Room, seat: int | None, hello: Mapping[str, Any], limits: ServerLimits) -> Connection:
    """The connection that a hello opens."""
    client, key = hello.get("client"), "" if seat is None else room.table.seats[seat].token
    opened = Opened(client, hello.get("attempt") or 0) if client else None
    return Connection(seat, spoken_language(hello.get("lang")), limits, key, opened)


async def _frame(socket: WebSocket) -> str | bytes:
    """The next message, as text or bytes."""
    message = await socket.receive()
    if message.get("reason") == TOO_FAST:
        raise ClientRefused(TOO_FAST, Message("too many messages"))
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1000))
    text: str | bytes | None = message.get("text")
    return text if text is not None else message.get("bytes") or b""


async def _sitting(socket: WebSocket, room: Room, connection: Connection, seen: int) -> None:
    """Exchange messages until the connection ends."""
    sending = asyncio.ensure_future(_send(socket, connection))
    try:
        await room.join(connection, seen)
        await _listen(socket, room, connection)
    except ClientRefused as error:
        connection.close(error.code, error.message)
    except StoreUnavailableError as error:
        connection.close("busy", error.message)
    except WebSocketDisconnect:
        pass
    except Exception:
        connection.close(*FAILED_CLOSING)
        raise
    finally:
        room.part(connection)
        connection.close("elsewhere", Message(""))
        await asyncio.wait([sending], timeout=1)
        sending.cancel()


async def _send(socket: WebSocket, connection: Connection) -> None:
    """Send the queued frames, then close."""
    try:
        await connection.send(partial(_send_frame, socket))
    except WebSocketDisconnect:
        return
    except Exception as error:  # noqa: BLE001 - likewise
        _log_failure(socket, error)
    await _closed(socket)


def _log_failure(socket: WebSocket, error: Exception) -> None:
    """Log and count the error that ends a connection."""
    LOG.error("a connection to a table has failed", exc_info=error)
    socket.app.state.door.note_failure()


async def _listen(socket: WebSocket, room: Room, connection: Connection) -> None:
    """Carry out the messages, one by one."""
    while not connection.closed:
        given = await _frame(socket)
        try:
            said = parsed_message(given)
        except BadMessage as error:
            if error.code == "too-large":
                connection.close(error.code, error.message)
                return
            connection.tell(refusal(error.id, error.code, error.message))
            continue
        await _answered(room, connection, said)


async def _answered(room: Room, connection: Connection, said: ClientMessage) -> None:
    if said.type == "ping":
        connection.tell(accepted(said.id, room.table.seq))
    elif not connection.closed:
        await room.receive(connection, said)
