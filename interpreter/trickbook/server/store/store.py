"""The store of a server: a locked folder with a database, recovered if it is damaged.

A recovery replaces a damaged store by one with its tables, and keeps the damaged file. A server may be killed
at any moment of it. The damaged file is renamed only once the recovered store is complete, and a complete
store has a name of its own: the next server either starts again or finishes.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.problems import TrickbookError, visible
from trickbook.server.fleet import Fleet, SingleProcess
from trickbook.server.store import (
    STORE_FILE,
    connect,
    create_schema,
    error_code,
    private_file,
    select,
)
from trickbook.server.store.backups import numbered
from trickbook.server.store.integrity import COMPANIONS, is_sound
from trickbook.server.store.lifetimes import address_key
from trickbook.server.store.table_recovery import Damage, copy_tables
from trickbook.server.store.writer import Writer
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LOCK_FILE: Final = "server.lock"

RECOVERED_FILE: Final = "tables-all-saved.sqlite"
"""A complete recovered store, until it takes the place of the damaged one."""

PARTIAL_FILE: Final = "tables-half-saved.sqlite"
"""A recovered store that is being written."""


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
        return SingleProcess()

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
            return _open_file(path, lock, rows=rows)
        except BaseException:
            lock.close()
            raise
    except OSError as error:
        message = Message(
            "{path} cannot hold the tables: {path_other}: {reason}",
            path=visible(str(folder)),
            path_other=visible(str(error.filename or folder)),
            reason=str(error.strerror),
        )
        raise TrickbookError(message) from None
    except sqlite3.DatabaseError as error:
        where = visible(str(path))
        raise TrickbookError(
            Message(
                "{path} cannot be opened: {reason}; is it in use, or the disk full?",
                path=where,
                reason=str(error),
            )
        ) from None


def _open_file(path: Path, lock: sqlite3.Connection, *, rows: bool) -> Store:
    damage = _recover(path, [*reversed(numbered(path.parent).values())], rows=rows)
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
            message = Message(
                "another server keeps its tables in {path}: stop it first, or name another folder by --data",
                path=visible(str(folder)),
            )
            raise FolderInUseError(message) from None
        message = Message(
            "{path} cannot keep other servers out: {reason}; it holds nothing, and may be deleted",
            path=visible(str(path)),
            reason=str(error),
        )
        raise TrickbookError(message) from None
    return lock


def _recover(path: Path, backups: Sequence[Path] = (), *, rows: bool = True) -> Damage | None:
    """Replace a damaged store; None if it is sound. Without ``rows``, these are checked later.

    Backups, the newest first, have rows that it lost. TrickbookError if it is newer than this program.
    """
    recovered = path.with_name(RECOVERED_FILE)
    if recovered.exists() and not path.exists():  # an earlier server ended in between
        return _put_in_place(path, recovered, None)
    _remove_leftovers(private_file(path))
    if is_sound(path, rows=rows):
        return None
    partial = private_file(path.with_name(PARTIAL_FILE))
    with closing(connect(partial)) as new:
        create_schema(new)
        seen = copy_tables(path, backups, new)
    partial.rename(recovered)
    path.rename(next(name for name in _names(path) if not name.exists()))
    return _put_in_place(path, recovered, seen)


def _put_in_place(path: Path, recovered: Path, seen: int | None) -> Damage:
    """Finish: the recovered store gets the name of the damaged one, whose companions follow that one."""
    aside = [*takewhile(Path.exists, _names(path))][-1]
    for ending in COMPANIONS:
        companion = path.with_name(path.name + ending)
        if companion.exists():
            companion.rename(aside.with_name(aside.name + ending))
    recovered.rename(path)
    with closing(connect(path)) as database:
        ((saved,),) = select(database, "SELECT count(*) FROM tables")
    return Damage(aside, saved, seen)


def _remove_leftovers(path: Path) -> None:
    """Remove what a server left that was killed during a recovery."""
    for name in (PARTIAL_FILE, RECOVERED_FILE):
        for ending in ("", *COMPANIONS):
            path.with_name(name + ending).unlink(missing_ok=True)


def _names(path: Path) -> Iterator[Path]:
    """The names for damaged stores, in order."""
    return (path.with_name(f"{path.stem}-damaged-{number}{path.suffix}") for number in count(1))
