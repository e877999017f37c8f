"""The store of a server: a locked folder with a database, recovered if it is damaged."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from trickbook.problems import TrickbookError, visible
from trickbook.server.fleet.members import Alone, Fleet
from trickbook.server.store.backups import numbered
from trickbook.server.store.database import STORE_FILE, connect, create_schema, error_code
from trickbook.server.store.lifetimes import address_key
from trickbook.server.store.private_files import private_file
from trickbook.server.store.recovery import recover
from trickbook.server.store.table_recovery import Damage
from trickbook.server.store.writer import Writer

__all__ = ["LOCK_FILE", "STORE_FILE", "FolderInUseError", "Store", "locked", "open_store"]

LOCK_FILE: Final = "server.lock"


class FolderInUseError(TrickbookError):
    """Another server keeps its tables in the folder."""


class Store(NamedTuple):
    """An open store in a folder: connections for writing and reading, and a lock against other servers.

    ``damage`` describes the damaged store that it replaced, if any; ``key`` hashes addresses.
    """

    writing: sqlite3.Connection
    reading: sqlite3.Connection
    lock: sqlite3.Connection
    damage: Damage | None
    key: bytes
    folder: Path

    @property
    def fleet(self) -> Fleet:
        """The server keeps others out."""
        return Alone()

    def writer(self) -> Writer:
        """A writer, to be started."""
        return Writer(self.writing)

    def close(self) -> None:
        """Close the connections."""
        for database in self[:3]:
            database.close()


def open_store(folder: Path, *, rows: bool = True) -> Store:
    """Open or create the store in a folder; TrickbookError if that is impossible.

    A damaged store is renamed, and replaced by one with its tables, each up to its last whole move. Without
    ``rows``, the checksums of rows are not checked: somebody else has to.
    """
    path = folder / STORE_FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = locked(folder)
        try:
            return _opened(path, lock, rows=rows)
        except BaseException:
            lock.close()
            raise
    except OSError as error:
        where = f"{visible(str(folder))} cannot hold the tables: {visible(str(error.filename or folder))}"
        raise TrickbookError(f"{where}: {error.strerror}") from None
    except sqlite3.DatabaseError as error:
        where = visible(str(path))
        raise TrickbookError(f"{where} cannot be opened: {error}; is it in use, or the disk full?") from None


def _opened(path: Path, lock: sqlite3.Connection, *, rows: bool) -> Store:
    damage = recover(path, [*reversed(numbered(path.parent).values())], rows=rows)
    writing = connect(private_file(path))
    create_schema(writing)
    return Store(writing, connect(path), lock, damage, address_key(path.parent), path.parent)


def locked(folder: Path) -> sqlite3.Connection:
    """A lock on the folder, released when this process ends; TrickbookError if another server has it."""
    path = folder / LOCK_FILE
    lock = sqlite3.connect(private_file(path), timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        lock.close()
        if error_code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            where = f"another server keeps its tables in {visible(str(folder))}"
            raise FolderInUseError(f"{where}: stop it first, or name another folder by --data") from None
        where = f"{visible(str(path))} cannot keep other servers out: {error}"
        raise TrickbookError(f"{where}; it holds nothing, and may be deleted") from None
    return lock
