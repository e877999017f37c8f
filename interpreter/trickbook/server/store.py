"""The store: what happens at the tables, in SQLite. What is committed there is never lost."""

from __future__ import annotations

import sqlite3
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import TrickbookError, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trickbook.server.live import Row

VERSION: Final = 1
"""The version of the store; a server refuses a newer one."""

FILE: Final = "tables.sqlite"
LOCK: Final = "server.lock"

SCHEMA: Final = """
CREATE TABLE tables (name TEXT PRIMARY KEY, choice TEXT NOT NULL, digest TEXT NOT NULL,
    invitation TEXT NOT NULL, listed INTEGER NOT NULL);
CREATE TABLE seats (name TEXT, place INTEGER, who TEXT NOT NULL, plays TEXT NOT NULL, bot TEXT NOT NULL,
    token TEXT NOT NULL, "left" INTEGER NOT NULL, PRIMARY KEY (name, place)) WITHOUT ROWID;
CREATE TABLE matches (name TEXT, number INTEGER, seq INTEGER NOT NULL, seed TEXT NOT NULL,
    PRIMARY KEY (name, number)) WITHOUT ROWID;
CREATE TABLE deals (name TEXT, number INTEGER, deal INTEGER, nonce TEXT NOT NULL, orders TEXT NOT NULL,
    PRIMARY KEY (name, number, deal)) WITHOUT ROWID;
CREATE TABLE moves (name TEXT, seq INTEGER, number INTEGER NOT NULL, seat INTEGER, move TEXT NOT NULL,
    played REAL NOT NULL, PRIMARY KEY (name, seq)) WITHOUT ROWID;
CREATE TABLE answers (name TEXT, seat INTEGER, id TEXT, seq INTEGER NOT NULL,
    PRIMARY KEY (name, seat, id)) WITHOUT ROWID;
CREATE TABLE records (name TEXT, number INTEGER, record TEXT NOT NULL,
    PRIMARY KEY (name, number)) WITHOUT ROWID;
"""

STATEMENTS: Final[Mapping[str, str]] = {
    "table": "INSERT INTO tables VALUES (?, ?, ?, ?, ?)",
    "seat": "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
    "match": "INSERT INTO matches VALUES (?, ?, ?, ?)",
    "deal": "INSERT INTO deals VALUES (?, ?, ?, ?, ?)",
    "move": "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)",
    "answer": "INSERT INTO answers VALUES (?, ?, ?, ?)",
    "record": "INSERT INTO records VALUES (?, ?, ?)",
}


class Store(NamedTuple):
    """An open store: for who writes, and for who reads; it is locked against other servers.

    ``damaged`` is where a damaged file lies that was found in its place.
    """

    writing: sqlite3.Connection
    reading: sqlite3.Connection
    lock: sqlite3.Connection
    damaged: Path | None

    def close(self) -> None:
        """Close it."""
        for base in self[:3]:
            base.close()


def opened(folder: Path) -> Store:
    """Open the store in a folder, or make it; TrickbookError says what is in the way.

    A damaged file is laid aside, for somebody may save what is in it, and an empty one takes its place.
    """
    path = folder / FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for name in (FILE, LOCK):  # what lies there tells how the pack lies, and is nobody else's business
            (folder / name).touch(mode=0o600)
        lock = _locked(folder)
        damaged = _aside(path) if path.exists() and not _sound(path) else None
        writing = connected(path)
        _made(writing)
        return Store(writing, connected(path), lock, damaged)
    except OSError as error:
        raise TrickbookError(f"{visible(str(folder))} cannot hold the tables: {error.strerror}") from None
    except sqlite3.DatabaseError as error:
        where = visible(str(path))
        raise TrickbookError(f"{where} cannot be opened: {error}; is it in use, or the disk full?") from None


def connected(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
    base = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    return base


def _locked(folder: Path) -> sqlite3.Connection:
    """What keeps other servers out of a folder, until this one ends in whatever way."""
    lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        lock.close()
        where = visible(str(folder))
        raise TrickbookError(
            f"another server keeps its tables in {where} ({error}); --data is for one"
        ) from None
    return lock


def _sound(path: Path) -> bool:
    """Whether a file is a whole store; TrickbookError if it is newer than this program."""
    base = None
    try:
        base = connected(path)
        (version,) = base.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise TrickbookError(f"{visible(str(path))} was written by a newer Trickbook")
        return bool(base.execute("PRAGMA quick_check(1)").fetchone() == ("ok",))
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        return False
    finally:
        if base is not None:
            base.close()


def _aside(path: Path) -> Path:
    """Lay a damaged store aside, with what belongs to it."""
    number = next(number for number in count(1) if not _damaged(path, number).exists())
    for suffix in ("", "-wal", "-shm"):
        part = path.with_name(path.name + suffix)
        if part.exists():
            part.rename(_damaged(path, number).with_name(_damaged(path, number).name + suffix))
    return _damaged(path, number)


def _damaged(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")


def _made(base: sqlite3.Connection) -> None:
    """Make a new store."""
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if version == 0:
        base.executescript(f"BEGIN;{SCHEMA}PRAGMA user_version = {VERSION};COMMIT;")


def write(base: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Store rows, all or none; they are on the disk when this returns."""
    base.execute("BEGIN IMMEDIATE")
    try:
        for row in rows:
            base.execute(STATEMENTS[row.statement], row.values)
        base.execute("COMMIT")
    except BaseException:
        if base.in_transaction:
            base.execute("ROLLBACK")
        raise


def rows(base: sqlite3.Connection, query: str, *values: object) -> list[tuple[Any, ...]]:
    """What a query finds."""
    return base.execute(query, values).fetchall()
