"""The store: what happens at the tables, in SQLite. What is committed there is never lost."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError, visible

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from trickbook.server.live import Row

VERSION: Final = 1
"""The version of the store; a server refuses a newer one."""

FILE: Final = "tables.sqlite"

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
    id TEXT, played REAL NOT NULL, PRIMARY KEY (name, seq)) WITHOUT ROWID;
CREATE TABLE records (name TEXT, number INTEGER, record TEXT NOT NULL,
    PRIMARY KEY (name, number)) WITHOUT ROWID;
"""

STATEMENTS: Final[Mapping[str, str]] = {
    "table": "INSERT INTO tables VALUES (?, ?, ?, ?, ?)",
    "seat": "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
    "match": "INSERT INTO matches VALUES (?, ?, ?, ?)",
    "deal": "INSERT INTO deals VALUES (?, ?, ?, ?, ?)",
    "move": "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?)",
    "record": "INSERT INTO records VALUES (?, ?, ?)",
}


def opened(folder: Path) -> sqlite3.Connection:
    """Open the store in a folder, or make it; TrickbookError says what is in the way.

    A damaged file is kept as it is, for somebody may save what is in it.
    """
    path = folder / FILE
    try:
        folder.mkdir(parents=True, exist_ok=True)
        base = connected(path)
        _checked(base, path)
    except OSError as error:
        raise TrickbookError(f"{visible(str(folder))} cannot hold the tables: {error.strerror}") from None
    except sqlite3.DatabaseError as error:
        raise TrickbookError(_told(path, error)) from None
    return base


def connected(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
    base = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute("PRAGMA synchronous = FULL")
    return base


def _checked(base: sqlite3.Connection, path: Path) -> None:
    """Make a new store; refuse one that is damaged, or newer than this program."""
    (version,) = base.execute("PRAGMA user_version").fetchone()
    if version > VERSION:
        raise TrickbookError(f"{visible(str(path))} was written by a newer Trickbook")
    if version == 0:
        base.executescript(f"BEGIN;{SCHEMA}PRAGMA user_version = {VERSION};COMMIT;")
    (found,) = base.execute("PRAGMA quick_check(1)").fetchone()
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def _told(path: Path, error: sqlite3.DatabaseError) -> str:
    """What is the matter with a store, and what to do."""
    where = visible(str(path))
    if isinstance(error, sqlite3.OperationalError):
        return f"{where} cannot be opened: {error}; does another server use it, or is the disk full?"
    return f"{where} is damaged: {error}; it is left as it is: move it away to begin with no tables"


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
