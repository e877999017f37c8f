"""The database: its schema, and reading and writing rows."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from trickbook.server.table.state import Row

STORE_VERSION: Final = 1
"""The version of the schema; a server refuses a newer one."""

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

TABLE_NAMES: Final = frozenset({"tables", "seats", "matches", "deals", "moves", "answers", "records"})
"""The tables of the database."""

INSERTS: Final[Mapping[str, str]] = {
    "table": "INSERT INTO tables VALUES (?, ?, ?, ?, ?)",
    "seat": "INSERT OR REPLACE INTO seats VALUES (?, ?, ?, ?, ?, ?, ?)",
    "match": "INSERT INTO matches VALUES (?, ?, ?, ?)",
    "deal": "INSERT INTO deals VALUES (?, ?, ?, ?, ?)",
    "move": "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?)",
    "answer": "INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?)",
    "record": "INSERT INTO records VALUES (?, ?, ?)",
}


ENVIRONMENT_ERRORS: Final = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
}
"""Errors that do not mean a damaged file."""

READ_ERRORS: Final = {sqlite3.SQLITE_IOERR_READ, sqlite3.SQLITE_IOERR_SHORT_READ}
"""Errors of the disk that mean a damaged file."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits are durable."""
    database = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA journal_mode = DELETE")  # a damaged WAL would lose commits without a word
        database.execute("PRAGMA synchronous = EXTRA")
    except BaseException:
        database.close()
        raise
    return database


def create_schema(database: sqlite3.Connection) -> None:
    """Create the tables in an empty database."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version == 0:
        database.executescript(f"BEGIN;{SCHEMA}PRAGMA user_version = {STORE_VERSION};COMMIT;")


def write(database: sqlite3.Connection, rows: Iterable[Row]) -> None:
    """Store rows, all or none; durable on return."""
    database.execute("BEGIN IMMEDIATE")
    try:
        for row in rows:
            database.execute(INSERTS[row.statement], row.values)
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def select(database: sqlite3.Connection, query: str, *values: object) -> list[tuple[Any, ...]]:
    """All rows of a query."""
    return database.execute(query, values).fetchall()


def error_code(error: sqlite3.Error) -> int:
    """The primary error code of SQLite."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF


def is_environmental(error: sqlite3.Error) -> bool:
    """Return whether an error has another cause than a damaged file."""
    return (
        error_code(error) in ENVIRONMENT_ERRORS and getattr(error, "sqlite_errorcode", 0) not in READ_ERRORS
    )
