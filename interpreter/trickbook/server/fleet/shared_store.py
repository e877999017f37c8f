"""A store that the servers of several machines share."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.server.fleet.leases import Leases
from trickbook.server.store import postgres
from trickbook.server.store.writer import Writer

if TYPE_CHECKING:
    from pathlib import Path

    from trickbook.server.store.database import Database
    from trickbook.server.store.table_recovery import Damage


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
