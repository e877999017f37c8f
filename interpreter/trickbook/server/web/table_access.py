"""Access to tables: for each client, the tables that it may see, and whether it may make another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.server.store.lifetimes import living_tables
from trickbook.server.table import seat_changes
from trickbook.server.web import RequestRefused
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from starlette.requests import Request

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
