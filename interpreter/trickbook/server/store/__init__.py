"""The store: all tables, in SQLite or PostgreSQL; here its schema, its rows, and its file in SQLite."""

from __future__ import annotations

import os
import re
import sqlite3
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, Protocol

from trickbook.server.store.checksums import CHECKSUM_COLUMNS, checksums_of_older_rows, stored_values

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from trickbook.server.table import Row


STORE_FILE: Final = "tables.sqlite"

SCHEMAS: Final = (
    """
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
""",
    """
ALTER TABLE tables ADD COLUMN clock INTEGER NOT NULL DEFAULT 0;
CREATE TABLE uses (name TEXT PRIMARY KEY, maker TEXT NOT NULL, used REAL NOT NULL) WITHOUT ROWID;
CREATE INDEX makers ON uses (maker);
INSERT INTO uses SELECT name, '', 0 FROM tables;
""",
    """
CREATE TABLE archive (name TEXT, number INTEGER, player TEXT, ended INTEGER NOT NULL, game TEXT NOT NULL,
    told TEXT NOT NULL, PRIMARY KEY (name, number, player)) WITHOUT ROWID;
CREATE INDEX archived_players ON archive (player, ended, name, number);
CREATE INDEX archived_games ON archive (player, game, ended, name, number);
""",
    CHECKSUM_COLUMNS,
    """
CREATE TABLE cuts (name TEXT, number INTEGER, deal INTEGER, step INTEGER, said TEXT NOT NULL,
    checksum BIGINT NOT NULL, PRIMARY KEY (name, number, deal, step)) WITHOUT ROWID;
""",
    """
DROP INDEX makers;
ALTER TABLE uses RENAME TO former_uses;
CREATE TABLE uses (name TEXT PRIMARY KEY, used REAL NOT NULL, checksum BIGINT NOT NULL) WITHOUT ROWID;
CREATE TABLE makers (name TEXT PRIMARY KEY, maker TEXT NOT NULL, checksum BIGINT NOT NULL) WITHOUT ROWID;
CREATE INDEX made_tables ON makers (maker);
INSERT INTO uses SELECT name, used, 0 FROM former_uses;
INSERT INTO makers SELECT name, maker, 0 FROM former_uses;
DROP TABLE former_uses;
DELETE FROM answers WHERE (name, seat, id) IN (SELECT name, seat, id FROM (SELECT name, seat, id,
    row_number() OVER (PARTITION BY name, seat ORDER BY seq DESC) AS place FROM answers) AS own
    WHERE place > 16);
""",
)
"""What each version of the schema adds to the one before."""

STORE_VERSION: Final = len(SCHEMAS)
"""The version of the schema; a server refuses a newer one, and upgrades an older one."""

DROPPED_AT_ONCE: Final = 500
"""The most rows of a table that one statement deletes, so that nobody waits for long."""

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

LEASE_SECONDS: Final = 5.0
"""Seconds after which a process that is not heard has lost its leases."""

LEASES_QUERY: Final = "SELECT 1 FROM nodes WHERE name = ? FOR KEY SHARE"
"""Nobody can take over the tables of a process until the transaction ends; no row if somebody has."""


class Cursor(Protocol):
    """The rows that a statement found."""

    def fetchall(self) -> list[Any]:
        """All of them."""


class Database(Protocol):
    """A connection to a store, in SQLite or in PostgreSQL. The statements here are understood by both."""

    @property
    def in_transaction(self) -> bool:
        """True if a transaction has begun."""

    def execute(self, query: str, values: Sequence[Any] = (), /) -> Cursor:
        """Execute a statement; sqlite3.Error if that fails."""

    def close(self) -> None:
        """Close the connection."""


def table_names(version: int) -> frozenset[str]:
    """The tables of the database in a version."""
    return frozenset(re.findall(r"CREATE TABLE (\w+)", "".join(SCHEMAS[:version])))


TABLE_NAMES: Final = table_names(STORE_VERSION)
"""The tables of the database."""


def _portion(part: str, key: str) -> str:
    """The statement that deletes some rows of a table; it takes the table's id twice."""
    some = f"SELECT {key} FROM {part} WHERE name = ? LIMIT {DROPPED_AT_ONCE}"  # noqa: S608 - it is ours
    return f"DELETE FROM {part} WHERE name = ? AND ({key}) IN ({some})"  # noqa: S608 - likewise


STATEMENTS: Final[Mapping[str, str]] = {
    "table": "INSERT INTO tables VALUES (?, ?, ?, ?, ?, ?, ?)",
    "seat": "INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name, place) DO UPDATE SET "
    "who = excluded.who, plays = excluded.plays, bot = excluded.bot, token = excluded.token, "
    '"left" = excluded."left", checksum = excluded.checksum',
    "match": "INSERT INTO matches VALUES (?, ?, ?, ?, ?)",
    "deal": "INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?)",
    "cut": "INSERT INTO cuts VALUES (?, ?, ?, ?, ?, ?)",
    "move": "INSERT INTO moves VALUES (?, ?, ?, ?, ?, ?, ?)",
    "answer": "INSERT INTO answers VALUES (?, ?, ?, ?, ?) "
    "ON CONFLICT (name, seat, id) DO UPDATE SET seq = excluded.seq, checksum = excluded.checksum",
    "drop answer": "DELETE FROM answers WHERE name = ? AND seat = ? AND id = ?",
    "record": "INSERT INTO records VALUES (?, ?, ?, ?)",
    "archive": "INSERT INTO archive VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (name, number, player) "
    "DO UPDATE SET ended = excluded.ended, game = excluded.game, told = excluded.told, "
    "checksum = excluded.checksum",
    "use": "INSERT INTO uses VALUES (?, ?, ?) ON CONFLICT (name) DO UPDATE SET used = excluded.used, "
    "checksum = excluded.checksum WHERE uses.used >= 0 OR uses.used > excluded.used",
    "maker": "INSERT INTO makers VALUES (?, ?, ?)",
    "drop matches": _portion("matches", "number"),
    "drop moves": _portion("moves", "seq"),
    "drop deals": _portion("deals", "number, deal"),
    "drop cuts": _portion("cuts", "number, deal, step"),
    "drop answers": _portion("answers", "seat, id"),
    "drop records": _portion("records", "number"),
    "drop archive": _portion("archive", "number, player"),
    "drop seats": "DELETE FROM seats WHERE name = ?",
    "drop table": "DELETE FROM tables WHERE name = ?",
    "drop use": "DELETE FROM uses WHERE name = ?",
    "drop maker": "DELETE FROM makers WHERE name = ?",
}
"""What a row does, by the name of its statement."""


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits are durable."""
    database = sqlite3.connect(path, timeout=1, isolation_level=None, check_same_thread=False)
    try:
        database.execute("PRAGMA journal_mode = DELETE")  # a damaged WAL would lose commits without a word
        database.execute("PRAGMA synchronous = EXTRA")
        database.execute("PRAGMA secure_delete = ON")  # so that no former version of a row is found
    except BaseException:
        database.close()
        raise
    return database


def create_schema(database: sqlite3.Connection) -> None:
    """Create the tables in an empty database, and those that an older one lacks."""
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if version < STORE_VERSION:
        lacking = "".join(SCHEMAS[version:]) + checksums_of_older_rows(database, version)
        database.executescript(f"BEGIN;{lacking}PRAGMA user_version = {STORE_VERSION};COMMIT;")


class ConnectionLostError(sqlite3.OperationalError):
    """The store cannot be reached."""


class NotHolderError(sqlite3.OperationalError):
    """Another process may hold the tables by now, so nothing is stored for them."""


def write(database: Database, rows: Iterable[Row], holders: Collection[str] = ()) -> None:
    """Store rows, all or none; durable on return. NotHolderError if a holder has lost its leases."""
    database.execute("BEGIN IMMEDIATE")
    try:
        for holder in holders:
            _check_leases(database, holder)
        for row in rows:
            database.execute(STATEMENTS[row.statement], stored_values(row))
        database.execute("COMMIT")
    except BaseException:
        if database.in_transaction:
            database.execute("ROLLBACK")
        raise


def _check_leases(database: Database, holder: str) -> None:
    if not select(database, LEASES_QUERY, holder):
        raise NotHolderError("another server has taken over the tables of this one")


def select(database: Database, query: str, *values: object) -> list[tuple[Any, ...]]:
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


def private_file(path: Path) -> Path:
    """Create a file in the folder of a store, if there is none; only its owner can read it."""
    try:
        path.touch(mode=0o600, exist_ok=False)
    except FileExistsError:
        path.touch(mode=0o600)
    else:
        give_to_owner(path)
    return path


def give_to_owner(path: Path) -> None:
    """Give what root made to the owner of the folder: the server runs as that user, and has to open it."""
    if sys.platform != "win32" and not os.geteuid():
        owner = path.parent.stat()
        with suppress(OSError):  # some file systems let nobody do that; then the server runs as root
            os.chown(path, owner.st_uid, owner.st_gid, follow_symlinks=False)
