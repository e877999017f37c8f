"""Leases in PostgreSQL: a row for each process, with the time at which it was heard, and for each held table.

A process whose row is gone has lost its leases. Every transaction that stores a move locks the row of its
process first, so that none is stored after another process has taken up the table.
"""

from __future__ import annotations

import asyncio
import json
import secrets
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from trickbook.server.fleet.members import LeaseLostError, Peer
from trickbook.server.store.database import NotHolderError, select

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.server.fleet.members import Summaries
    from trickbook.server.store.database import Database

LEASE_SECONDS: Final = 5.0
"""Seconds after which a process that is not heard has lost its leases."""

JOIN: Final = "INSERT INTO nodes (name, host, port, key) VALUES (?, ?, ?, ?)"
BEAT: Final = "UPDATE nodes SET heard = clock_timestamp(), tables = ? WHERE name = ? RETURNING 1"
OTHERS: Final = "SELECT tables FROM nodes WHERE name <> ? ORDER BY name"
LEAVE: Final = "DELETE FROM nodes WHERE name = ?"
RELEASE: Final = "DELETE FROM holders WHERE name = ? AND node = ?"

EXPIRE: Final = """
DELETE FROM nodes WHERE name IN (SELECT name FROM nodes
WHERE heard < clock_timestamp() - make_interval(secs => ?) FOR UPDATE SKIP LOCKED) RETURNING name"""
"""A process in the middle of storing something is skipped; its transaction ends soon."""

FORGET: Final = "DELETE FROM holders WHERE NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.name = holders.node)"

CLAIM: Final = """
INSERT INTO holders (name, node) SELECT uses.name, nodes.name FROM uses, nodes
WHERE uses.name = ? AND uses.used >= 0 AND nodes.name = ?
ON CONFLICT (name) DO UPDATE SET node = excluded.node
WHERE NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.name = holders.node)"""
"""Only living tables are held."""

HOLDER: Final = """
SELECT nodes.name, host, port, key FROM holders JOIN nodes ON nodes.name = holders.node
WHERE holders.name = ?"""


class Leases:
    """The leases of this process. One thread asks for them, so that they change in the order of the calls."""

    def __init__(self, database: Database) -> None:
        """Keep the connection, which nothing else uses."""
        self.database, self.name = database, ""
        self.thread = ThreadPoolExecutor(1, "leases")
        self.heard = monotonic()

    async def join(self, peer: Peer) -> None:
        """Join under a new name."""
        name = secrets.token_hex(8)
        await self._run(self._execute, JOIN, name, *peer)
        self.name, self.heard = name, monotonic()

    async def claim(self, table: str) -> Peer | None:
        """Take the lease of a table if it is free; the holder if it is another process."""
        return await self._run(self._claimed, table, self.name)  # type: ignore[no-any-return]

    def _claimed(self, table: str, name: str) -> Peer | None:
        self._execute(CLAIM, table, name)
        found = select(self.database, HOLDER, table)
        if not found and not select(self.database, "SELECT 1 FROM nodes WHERE name = ?", name):
            raise NotHolderError("the leases of this server have ended")
        return Peer(*found[0][1:]) if found and found[0][0] != name else None

    async def release(self, table: str) -> None:
        """Give back the lease of a table."""
        await self._run(self._execute, RELEASE, table, self.name)

    async def beat(self, open_tables: Summaries) -> Summaries:
        """Show that this process lives, and end the leases of those that do not.

        Without an answer for so long that the others have given it up, it gives up its tables, too.
        """
        try:
            others = await self._run(self._beat, json.dumps(open_tables))
        except sqlite3.Error:
            if monotonic() - self.heard < LEASE_SECONDS:
                return []
            raise LeaseLostError("the store has not answered for some seconds") from None
        self.heard = monotonic()
        return [table for told in others for table in json.loads(told)]

    def _beat(self, open_tables: str) -> list[str]:
        if not select(self.database, BEAT, open_tables, self.name):
            raise LeaseLostError("other servers have taken over the tables of this one")
        if select(self.database, EXPIRE, LEASE_SECONDS):
            self._execute(FORGET)
        return [tables for (tables,) in select(self.database, OTHERS, self.name)]

    async def leave(self) -> None:
        """Give back all leases."""
        await self._run(self._execute, LEAVE, self.name)

    def _execute(self, query: str, *values: object) -> None:
        self.database.execute(query, values)

    async def _run(self, work: Callable[..., Any], *given: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.thread, work, *given)
