"""A store in PostgreSQL that the servers of several machines share: leases on tables, and open tables.

There is a row for each process, with the time at which it was heard, and for each held table. A process whose
row is gone has lost its leases. Every transaction that stores a move locks the row of its process first, so
that none is stored after another process has taken up the table. NOTIFY tells whose open tables changed.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import TrickbookError
from trickbook.server.fleet import LeaseLostError, Peer
from trickbook.server.store import LEASE_SECONDS, STORE_VERSION, NotHolderError, postgres, select
from trickbook.server.store.lifetimes import is_living
from trickbook.server.store.postgres import PostgresDatabase
from trickbook.server.store.writer import StoreUnavailableError, Writer
from trickbook.server.workers import BUSY_MESSAGE
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from trickbook.server.fleet import Summaries
    from trickbook.server.store import Database
    from trickbook.server.store.table_recovery import Damage

JOIN: Final = """
INSERT INTO nodes (name, host, port, key) SELECT ?, ?, ?, ?
FROM version WHERE number = ? RETURNING 1"""
"""A process joins only a store of its own version."""

BEAT: Final = "UPDATE nodes SET heard = clock_timestamp() WHERE name = ? RETURNING 1"
RELEASE: Final = "DELETE FROM holders WHERE name = ? AND node = ?"

GONE: Final = """
WITH gone AS (DELETE FROM nodes WHERE name IN (%s) RETURNING name)
SELECT pg_notify('listings', name) FROM gone"""

LEAVE: Final = GONE % "?"

EXPIRE: Final = (
    GONE
    % """
SELECT name FROM nodes WHERE heard < clock_timestamp() - make_interval(secs => ?) FOR UPDATE SKIP LOCKED"""
)
"""A process in the middle of storing something is skipped; its transaction ends soon."""

FORGET: Final = "DELETE FROM holders WHERE NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.name = holders.node)"

CLAIM: Final = """
INSERT INTO holders (name, node) SELECT uses.name, nodes.name FROM uses, nodes
WHERE uses.name = ? AND uses.used >= 0 AND nodes.name = ?
ON CONFLICT (name) DO UPDATE SET node = excluded.node
WHERE holders.node = excluded.node OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.name = holders.node)
RETURNING 1"""
"""Only living tables are held. There is no row if another process holds the table, or this one has ended."""

HOLDER: Final = """
SELECT nodes.name, host, port, key FROM holders JOIN nodes ON nodes.name = holders.node
WHERE holders.name = ?"""

MAX_WAITING: Final = 256
"""The most calls of a connection that wait or run."""

CHANNEL: Final = "listings"
"""What processes listen to: it names those whose open tables have changed."""

LIST: Final = """
WITH changed AS (UPDATE nodes SET tables = ? WHERE name = ? RETURNING name)
SELECT pg_notify('listings', name) FROM changed"""

ALL: Final = "SELECT name, tables FROM nodes"
CHANGED: Final = f"{ALL} WHERE name = ANY(?)"


class SharedStore(NamedTuple):
    """An open store in PostgreSQL, which repairs and copies itself by means of its own."""

    writing: Database
    reading: Database
    fleet: Leases
    key: bytes
    damage: Damage | None = None
    folder: Path | None = None

    def writer(self) -> Writer:
        """A writer, to be started."""
        return Writer(self.writing)

    def close(self) -> None:
        """Close the connections."""
        for connection in (self.writing, self.reading, self.fleet):
            connection.close()


def open_shared(url: str) -> SharedStore:
    """Open or create a store in PostgreSQL; TrickbookError if that is impossible."""
    writing = postgres.opened(url)
    key = postgres.address_key(writing)
    reading = postgres.PostgresDatabase(url)
    return SharedStore(writing, reading, Leases(url, reading), key)


class _LeaseConnection:
    """A connection and a thread that does one call after the other."""

    def __init__(self, database: Database) -> None:
        """Keep the connection."""
        self.database = database
        self.thread = ThreadPoolExecutor(1, "leases")
        self.waiting = 0

    async def run(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do something with the connection; StoreUnavailableError if too many calls wait."""
        if self.waiting >= MAX_WAITING:
            raise StoreUnavailableError(BUSY_MESSAGE)
        self.waiting += 1
        loop = asyncio.get_running_loop()
        done = loop.run_in_executor(self.thread, work, self.database, *given)
        done.add_done_callback(self._has_ended)
        return await done

    def _has_ended(self, _: object) -> None:
        self.waiting -= 1


class Leases:
    """The leases of this process.

    Its signs of life wait for no claim, and claims of tables that there are wait for no other ids.
    """

    def __init__(self, url: str, reading: Database) -> None:
        """Make two connections, which nothing else uses, and keep one that only reads."""
        connections = PostgresDatabase(url), PostgresDatabase(url, CHANNEL), reading
        self.claims, self.life, self.search = map(_LeaseConnection, connections)
        self.name, self.heard, self.listings = "", monotonic(), _Listings()

    async def join(self, peer: Peer) -> None:
        """Join under a new name."""
        name = secrets.token_hex(8)
        await self.life.run(_join, name, peer)
        self.name, self.heard = name, monotonic()

    async def claim(self, table: str) -> Peer | None:
        """Take the lease of a living table if it is free; the holder if it is another process."""
        if not await self.search.run(is_living, table):
            return None
        return await self.claims.run(_claimed, table, self.name)  # type: ignore[no-any-return]

    async def release(self, table: str) -> None:
        """Give back the lease of a table."""
        await self.claims.run(_execute, RELEASE, table, self.name)

    async def beat(self, open_tables: Summaries) -> Summaries:
        """Show that this process lives, and end the leases of those that do not.

        Without an answer for so long that the others have given it up, it gives up its tables, too.
        """
        try:
            others: Summaries = await self.life.run(_beat, self.listings, self.name, open_tables)
        except sqlite3.Error:
            if monotonic() - self.heard < LEASE_SECONDS:
                return []
            raise LeaseLostError(Message("the store has not answered for some seconds")) from None
        self.heard = monotonic()
        return others

    async def leave(self) -> None:
        """Give back all leases."""
        await self.life.run(_execute, LEAVE, self.name)
        await self.life.run(_execute, FORGET)

    def close(self) -> None:
        """Close the connections."""
        for connection in (self.claims, self.life, self.search):
            connection.database.close()


def _execute(database: Database, query: str, *values: object) -> None:
    database.execute(query, values)


def _join(database: Database, name: str, peer: Peer) -> None:
    if not select(database, JOIN, name, *peer, STORE_VERSION):
        raise TrickbookError(Message("a newer Trickbook has upgraded the store; update this server"))


def _claimed(database: Database, table: str, name: str) -> Peer | None:
    if select(database, CLAIM, table, name):
        return None
    found = select(database, HOLDER, table)
    if not found and not select(database, "SELECT 1 FROM nodes WHERE name = ?", name):
        raise NotHolderError("the leases of this server have ended")
    return Peer(*found[0][1:]) if found and found[0][0] != name else None


def _beat(database: PostgresDatabase, listings: _Listings, name: str, open_tables: Summaries) -> Summaries:
    if not select(database, BEAT, name):
        raise LeaseLostError(Message("other servers have taken over the tables of this one"))
    if select(database, EXPIRE, LEASE_SECONDS):
        _execute(database, FORGET)
    return listings.exchange(database, name, open_tables)


class _Listings:
    """The open tables that each process has listed; only what has changed is written and read."""

    def __init__(self) -> None:
        """Start without any."""
        self.listed = "", ""
        self.known: dict[str, Summaries] = {}

    def exchange(self, database: PostgresDatabase, name: str, own: Summaries) -> Summaries:
        """List the open tables of a process; those of the others, as far as the database tells them."""
        if self.listed != (listing := (json.dumps(own), name)):
            select(database, LIST, *listing)
            self.listed = listing
        if (changed := database.notices()) is None:
            self.known = {}
            self._read(select(database, ALL))
        elif others := changed - {name}:
            self.known = {node: tables for node, tables in self.known.items() if node not in others}
            self._read(select(database, CHANGED, sorted(others)))
        return [one for node in sorted(self.known) if node != name for one in self.known[node]]

    def _read(self, rows: list[tuple[str, str]]) -> None:
        self.known |= {node: json.loads(tables) for node, tables in rows}
