"""The hall: all rooms. A table where nobody was for a while lies in the store until somebody comes."""

from __future__ import annotations

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import TrickbookError
from trickbook.server.garbage_collection import collect
from trickbook.server.limits import ServerLimits
from trickbook.server.rooms.room import Room
from trickbook.server.store.restore import restored
from trickbook.server.workers.bot_worker import BotWorker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.server.store.writer import Writer
    from trickbook.server.table.state import Row, TableState

IDLE_SECONDS: Final = 60.0
"""After so many seconds without anybody a table is put away."""


class ServerSettings(NamedTuple):
    """How tables are kept: seconds until a bot plays for somebody, seconds before its moves, limits."""

    patience: float = 60.0
    pause: float = 0.8
    limits: ServerLimits = ServerLimits()
    origins: frozenset[str] = frozenset()
    proxied: bool = False


class ServerContext:
    """What all rooms share: the writer, those who think, the manners."""

    def __init__(self, writer: Writer, manners: ServerSettings) -> None:
        """Begin; ``close`` ends it."""
        self.writer, self.manners = writer, manners
        self.patience, self.pause = manners.patience, manners.pause
        self.tasks: set[asyncio.Future[Any]] = set()
        self.heads = BotWorker()

    async def commit(self, rows: Sequence[Row]) -> None:
        """Store rows before anybody is told."""
        await self.writer.commit(rows)

    def keep(self, task: asyncio.Future[Any]) -> None:
        """Hold on to a task until it is done."""
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Wait for what is being done."""
        self.heads.close()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=5)


class RoomRegistry:
    """All rooms, by the names of their tables."""

    def __init__(self, base: sqlite3.Connection, house: ServerContext) -> None:
        """Take up the store to read from."""
        self.base, self.house = base, house
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
            live = await loop.run_in_executor(self.recalling, restored, self.base, name)
        except (sqlite3.Error, ValueError, TypeError, KeyError, RecursionError):
            raise TrickbookError("what is stored of this table cannot be read") from None
        finally:
            del self.coming[name]
        if live is not None and name not in self.rooms:
            self._open(live)

    async def add(self, live: TableState, rows: Sequence[Row]) -> Room:
        """Open a new table, once it is stored."""
        await self.house.commit(rows)
        return self._open(live)

    def _open(self, live: TableState) -> Room:
        self.house.heads.expect(live)
        room = self.rooms[live.name] = Room(live, self.house)
        return room

    def sweep(self) -> None:
        """Put away the tables where nobody was for a while, and what is left of them."""
        now = monotonic()
        for name, room in list(self.rooms.items()):
            if room.lines or room.busy:
                self.empty.pop(name, None)
            elif now - self.empty.setdefault(name, now) >= IDLE_SECONDS:
                room.put_away()
                del self.rooms[name], self.empty[name]
        collect(alone=not any(room.lines for room in self.rooms.values()))

    def close(self) -> None:
        """Close all rooms."""
        self.recalling.shutdown(wait=False, cancel_futures=True)
        for room in self.rooms.values():
            room.close()
