"""The hall: all rooms. A table where nobody was for a while lies in the store until somebody comes."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Final

from trickbook.problems import TrickbookError
from trickbook.server.garbage_collection import collect
from trickbook.server.rooms.room import Room
from trickbook.server.store.restore import restored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.server.rooms.context import ServerContext
    from trickbook.server.table.state import Row, TableState

IDLE_SECONDS: Final = 60.0
"""After so many seconds without anybody a table is put away."""


class RoomRegistry:
    """All rooms, by the names of their tables."""

    def __init__(self, base: sqlite3.Connection, context: ServerContext) -> None:
        """Take up the store to read from."""
        self.base, self.context = base, context
        self.rooms: dict[str, Room] = {}
        self.empty: dict[str, float] = {}
        self.coming: dict[str, asyncio.Task[None]] = {}
        self.recalling = ThreadPoolExecutor(2, "recalling")

    async def room(self, name: str) -> Room | None:
        """The room of a table, recalled if need be; None if there is no such table."""
        if name not in self.rooms:
            if name not in self.coming:
                self.coming[name] = asyncio.ensure_future(self._recall(name))
            await asyncio.shield(self.coming[name])
        self.empty.pop(name, None)
        return self.rooms.get(name)

    async def _recall(self, name: str) -> None:
        """Recall a table; TrickbookError if what is stored of it cannot be read."""
        try:
            loop = asyncio.get_running_loop()
            table = await loop.run_in_executor(self.recalling, restored, self.base, name)
        except (sqlite3.Error, ValueError, TypeError, KeyError, RecursionError):
            raise TrickbookError("what is stored of this table cannot be read") from None
        finally:
            del self.coming[name]
        if table is not None and name not in self.rooms:
            self._open(table)

    async def add(self, table: TableState, rows: Sequence[Row]) -> Room:
        """Open a new table, once it is stored."""
        await self.context.commit(rows)
        return self._open(table)

    def _open(self, table: TableState) -> Room:
        self.context.bots.expect(table)
        room = self.rooms[table.name] = Room(table, self.context)
        return room

    def sweep(self) -> None:
        """Put away the tables where nobody was for a while, and what is left of them."""
        now = monotonic()
        for name, room in list(self.rooms.items()):
            if room.connections or room.busy:
                self.empty.pop(name, None)
            elif now - self.empty.setdefault(name, now) >= IDLE_SECONDS:
                room.put_away()
                del self.rooms[name], self.empty[name]
        collect(alone=not any(room.connections for room in self.rooms.values()))

    def close(self) -> None:
        """Close all rooms."""
        self.recalling.shutdown(wait=False, cancel_futures=True)
        for room in self.rooms.values():
            room.close()
