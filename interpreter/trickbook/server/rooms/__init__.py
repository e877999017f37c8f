"""Rooms: tables with their connections, in a registry.

A table without connections is unloaded after a while, and restored on demand.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING, Final

from trickbook.problems import TrickbookError
from trickbook.server.process import collect
from trickbook.server.rooms.room import Room
from trickbook.server.store import is_environmental
from trickbook.server.store.integrity import DamagedRowsError, check_table
from trickbook.server.store.lifetimes import PlayedCounts, RunningClock
from trickbook.server.store.restore import has_sent_rules, load_table_header, restored
from trickbook.server.store.writer import StoreUnavailableError
from trickbook.server.table.seat_changes import settled
from trickbook.server.workers import BUSY_MESSAGE, BusyError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.server.fleet import Peer, Summaries
    from trickbook.server.rooms.context import ServerContext
    from trickbook.server.store import Database
    from trickbook.server.table import TableState, Update


MOVING: Final = Message("the table is moving to another server; try again")
UNREADABLE: Final = Message("what is stored cannot be read at the moment")
UNREADABLE_TABLE: Final = Message("what is stored of this table cannot be read")

MAX_LOADING: Final = 256
"""The most ids whose tables are looked for and restored at one time."""

IDLE_SECONDS: Final = 60.0
"""Seconds without connections before a table is unloaded."""

REMEMBERED_SECONDS: Final = 10.0
"""Seconds for which an id is remembered."""

REMEMBERED_NAMES: Final = 4096
"""The most ids that are remembered."""

LONGEST_NAME: Final = 40
"""No id is longer."""


class RoomRegistry:
    """All loaded rooms, by the ids of their tables."""

    def __init__(
        self, database: Database, context: ServerContext, damaged: Callable[[], None] | None = None
    ) -> None:
        """Keep the connection for reading. ``elsewhere`` are the open tables of other processes.

        ``damaged`` is called when a table with a damaged row is read; without it, no row is checked.
        """
        self.database, self.context, self.damaged = database, context, damaged
        self.rooms: dict[str, Room] = {}
        self.empty: dict[str, float] = {}
        self.loading: dict[str, asyncio.Task[None]] = {}
        self.unknown = UnknownTables()
        self.claiming: dict[tuple[str, str], asyncio.Future[Peer | None]] = {}
        self.ending: set[str] = set()
        self.elsewhere: Summaries = []
        self.clock, self.played = RunningClock(database), PlayedCounts(database)
        self.restoring, self.restoring_sent = ThreadPoolExecutor(2, "restore"), ThreadPoolExecutor(1, "sent")

    def now(self) -> float:
        """The time in which this server and those before it ran."""
        return self.clock.now()

    async def room(self, name: str) -> Room | None:
        """The room of a table, restored if necessary; None if there is no such table, or it has ended.

        BusyError if too many tables are being restored, or the table moves to another process meanwhile.
        """
        if name in self.ending or name in self.unknown:
            return None
        if name in self.rooms and self.rooms[name].moved:
            del self.rooms[name]
        if name not in self.rooms:
            if name not in self.loading:
                if len(self.loading) >= MAX_LOADING:
                    raise BusyError(BUSY_MESSAGE)
                self.loading[name] = asyncio.ensure_future(self._restore(name))
            await asyncio.shield(self.loading[name])
            if not (self.is_found(name) or name in self.ending):  # all tables were given up meanwhile
                raise BusyError(MOVING)
        self.empty.pop(name, None)
        return self.rooms.get(name)

    def is_found(self, name: str) -> bool:
        """Return whether it is known without a claim that no other process holds a table."""
        return name in self.rooms or name in self.unknown

    async def holder(self, name: str) -> Peer | None:
        """The process that holds a table, if it is another one. All who ask meanwhile share a claim."""
        if self.is_found(name):
            return None
        fleet = self.context.fleet
        key = fleet.name, name
        if key not in self.claiming:
            self.claiming[key] = claim = asyncio.ensure_future(fleet.claim(name))
            claim.add_done_callback(lambda _: self.claiming.pop(key))
        return await asyncio.shield(self.claiming[key])

    async def _restore(self, name: str) -> None:
        """Restore a table; TrickbookError if its rows cannot be read, or another process holds it now.

        StoreUnavailableError if they can be read later, as when another program locks the store.
        """
        fleet = self.context.fleet
        try:
            holder = fleet.name
            if await fleet.claim(name) is not None or fleet.name != holder:
                raise BusyError(MOVING)
            table = await self._read(restored, name)
        except (sqlite3.Error, ValueError, TypeError, KeyError, RecursionError) as error:
            if fleet.name and isinstance(error, sqlite3.Error):  # a shared store may be back in a moment
                raise BusyError(MOVING) from None
            if isinstance(error, sqlite3.Error) and is_environmental(error):
                raise StoreUnavailableError(UNREADABLE) from None
            raise TrickbookError(UNREADABLE_TABLE) from None
        finally:
            del self.loading[name]
        if fleet.name != holder:
            raise BusyError(MOVING)
        if table is None:
            self.unknown.add(name)
        elif name not in self.rooms:
            self._open(table)

    async def stored(self, name: str) -> TableState | None:
        """A table without its matches, also one that has ended; None if there is none.

        TrickbookError if its rows cannot be read.
        """
        try:
            return await self._read(load_table_header, name)
        except (ValueError, TypeError):
            raise TrickbookError(UNREADABLE_TABLE) from None

    async def _read(self, read: Callable[[Database, str], TableState | None], name: str) -> TableState | None:
        """Read a table in a thread; by sent rules that may take long, so that others do not wait for it.

        StoreUnavailableError if a row of it is damaged.
        """
        loop = asyncio.get_running_loop()
        if self.damaged is not None:
            try:
                await loop.run_in_executor(self.restoring, check_table, self.database, name)
            except DamagedRowsError:
                self.damaged()
                raise StoreUnavailableError(UNREADABLE) from None
        sent = await loop.run_in_executor(self.restoring, has_sent_rules, self.database, name)
        threads = self.restoring_sent if sent else self.restoring
        return await loop.run_in_executor(threads, read, self.database, name)

    async def add(self, new: Update) -> Room:
        """Store a new table and open its room."""
        update = settled(new, wait=self.context.cutting > 0)
        await self.context.commit(update.rows)
        await self.context.fleet.claim(update.table.name)
        return self._open(update.table)

    def _open(self, table: TableState) -> Room:
        self.context.bots.expect(table)
        room = self.rooms[table.name] = Room(table, self.context)
        return room

    def sweep(self) -> None:
        """Unload the tables that were empty for a while, and collect garbage."""
        now = monotonic()
        for name, room in list(self.rooms.items()):
            if room.connections or room.busy:
                self.empty.pop(name, None)
            elif now - self.empty.setdefault(name, now) >= IDLE_SECONDS:
                self.forget(name)
        collect(alone=not any(room.connections for room in self.rooms.values()))

    def forget(self, name: str) -> None:
        """Unload a table that has not been given up, and let any process take it up."""
        if room := self.rooms.pop(name, None):
            room.put_away()
        self.empty.pop(name, None)
        self.context.keep(asyncio.ensure_future(self._release(name)))

    async def _release(self, name: str) -> None:
        with suppress(sqlite3.Error, StoreUnavailableError):  # the lease stays, and so does this process
            await self.context.fleet.release(name)

    def give_up(self) -> None:
        """Unload all tables at once: other processes may hold them by now. Their players come again."""
        for name in list(self.rooms):
            self.rooms.pop(name).give_up()
        self.empty.clear()

    def close(self) -> None:
        """Close all rooms."""
        for threads in (self.restoring, self.restoring_sent):
            threads.shutdown(wait=False, cancel_futures=True)
        for room in self.rooms.values():
            room.close()


class UnknownTables:
    """The ids that were looked for in vain. New ids are random, so none of these becomes a table's."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Start with none."""
        self.clock = clock
        self.since: OrderedDict[str, float] = OrderedDict()

    def __contains__(self, name: str) -> bool:
        """Return whether there is no such table, as far as is remembered."""
        if len(name) > LONGEST_NAME:
            return True
        since = self.since.get(name)
        return since is not None and self.clock() - since < REMEMBERED_SECONDS

    def add(self, name: str) -> None:
        """Remember an id; the oldest one is forgotten."""
        self.since[name] = self.clock()
        self.since.move_to_end(name)
        if len(self.since) > REMEMBERED_NAMES:
            self.since.popitem(last=False)
