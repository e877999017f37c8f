"""The store in PostgreSQL: a connection with the interface of SQLite's, so that the queries are the same.

Servers on several machines may share it. A lost connection is made again; what was not committed is undone.
"""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing, contextmanager
from functools import lru_cache
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError, needs
from trickbook.server.store import LEASE_SECONDS, SCHEMAS, STORE_VERSION, ConnectionLostError, select
from trickbook.server.store.checksums import checked_parts, checksum
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

with needs(Message("a store in PostgreSQL needs psycopg: install Trickbook with its extra `postgres`")):
    import psycopg
    from psycopg.pq import TransactionStatus
    from psycopg.types.string import TextLoader

SESSION: Final = "-c idle_in_transaction_session_timeout=3000 -c lock_timeout=5000 -c statement_timeout=30000"
"""A transaction of a machine that died ends soon, so that others can take over its tables."""

SESSION_OPTIONS: Final = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 2,
    "tcp_user_timeout": 5_000,
}
"""A connection over which nothing comes any more ends after seconds, also one that waits for an answer."""

SCHEMA_LOCK: Final = 7_236_642
"""The advisory lock under which the schema is created."""

TYPES: Final = (
    ("choice TEXT", "choice JSON"),
    ("REAL", "DOUBLE PRECISION"),
    (" WITHOUT ROWID", ""),
)
"""What PostgreSQL calls otherwise than SQLite."""

FLEET_SCHEMA: Final = """
CREATE TABLE version (number INTEGER NOT NULL);
INSERT INTO version VALUES (0);
CREATE TABLE keys (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE nodes (name TEXT PRIMARY KEY, host TEXT NOT NULL, port INTEGER NOT NULL, key TEXT NOT NULL,
    heard TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(), tables TEXT NOT NULL DEFAULT '[]');
CREATE TABLE holders (name TEXT PRIMARY KEY, node TEXT NOT NULL);
CREATE FUNCTION json_extract(told JSON, path TEXT) RETURNS TEXT IMMUTABLE LANGUAGE SQL
    AS $$ SELECT told ->> substr(path, 3) $$;
CREATE FUNCTION json_each(told JSON, path TEXT) RETURNS TABLE (value TEXT) IMMUTABLE LANGUAGE SQL
    AS $$ SELECT * FROM json_array_elements_text(told -> substr(path, 3)) $$;
"""
"""What servers need that share a store, and SQLite's functions for JSON as the queries use them."""


class PostgresDatabase:
    """A connection to PostgreSQL; its errors are those of sqlite3."""

    def __init__(self, url: str, channel: str = "") -> None:
        """Connect on demand, and listen to a channel."""
        self.url, self.channel, self.lock = url, channel, RLock()
        self.pending: set[str] | None = None
        self.connection: psycopg.Connection[Any] | None = None

    @property
    def in_transaction(self) -> bool:
        """True if a transaction has begun."""
        held = self.connection
        return held is not None and held.info.transaction_status in (
            TransactionStatus.INTRANS,
            TransactionStatus.INERROR,
        )

    def execute(self, query: str, values: Sequence[Any] = ()) -> psycopg.Cursor[Any]:
        """Execute a statement. Outside a transaction it is tried again on a new connection.

        ConnectionLostError if there is none any more.
        """
        with self.lock:
            again, given = not self.in_transaction, [_plain(value) for value in values] or None
            try:
                return self._there().execute(translated(query), given)
            except psycopg.Error as error:
                if not again or not self._is_lost():
                    raise self._failure(error) from None
            try:
                return self._there().execute(translated(query), given)
            except psycopg.Error as error:
                raise self._failure(error) from None

    def _there(self) -> psycopg.Connection[Any]:
        if self.connection is None or self.connection.closed:
            self.connection = None  # so that it is tried once to connect, which may take long
            self.connection = psycopg.connect(
                self.url,
                autocommit=True,
                options=SESSION,
                **SESSION_OPTIONS,  # type: ignore[arg-type]
            )
            self.connection.adapters.register_loader("json", TextLoader)
            self._listen(self.connection)
        return self.connection

    def _listen(self, connection: psycopg.Connection[Any]) -> None:
        """Listen to the channel; what was told before is missed."""
        self.pending = None
        if self.channel:
            connection.add_notify_handler(self._hear)
            connection.execute(f"LISTEN {self.channel}".encode())

    def _hear(self, notice: psycopg.Notify) -> None:
        if self.pending is not None:
            self.pending.add(notice.payload)

    def notices(self) -> set[str] | None:
        """Return what the channel has told since the last call; None if some of it may be missed."""
        with self.lock:
            self._there()
            names, self.pending = self.pending, set()
            return names

    def _is_lost(self) -> bool:
        return self.connection is not None and bool(self.connection.closed)

    def _failure(self, error: psycopg.Error) -> sqlite3.OperationalError:
        lost = self.connection is None or self._is_lost()
        return (ConnectionLostError if lost else sqlite3.OperationalError)(_reason(error))

    def close(self) -> None:
        """Close the connection."""
        if self.connection is not None:
            self.connection.close()


@lru_cache(maxsize=256)
def translated(query: str) -> Any:
    """A query of SQLite as PostgreSQL takes it."""
    if query == "BEGIN IMMEDIATE":
        return "BEGIN"
    return query.replace("?", "%s").replace("ORDER BY rowid", "ORDER BY ctid")


def _plain(value: object) -> object:
    """A value as SQLite stores it: truth is a number. No text has the one character that cannot be stored."""
    if isinstance(value, str):
        return value.replace("\0", "\ufffd")
    return int(value) if isinstance(value, bool) else value


def _reason(error: psycopg.Error) -> str:
    return next(iter(str(error).splitlines()), type(error).__name__)


def opened(url: str) -> PostgresDatabase:
    """A connection to a store, which is created or upgraded; TrickbookError if that is impossible."""
    database = PostgresDatabase(url)
    try:
        _create_schema(database)
    except sqlite3.Error as error:
        database.close()
        raise TrickbookError(
            Message("the store in PostgreSQL cannot be used: {reason}", reason=str(error))
        ) from None
    except BaseException:
        database.close()
        raise
    return database


@contextmanager
def visited(url: str) -> Iterator[PostgresDatabase]:
    """A connection to a store that servers have created; TrickbookError if it is missing or old."""
    try:
        with closing(PostgresDatabase(url)) as database:
            if select(database, "SELECT to_regclass('version') IS NULL") == [(True,)]:
                raise TrickbookError(
                    Message("there are no tables in this store; start a server with its --store once")
                )
            ((version,),) = select(database, "SELECT number FROM version")
            if version != STORE_VERSION:
                raise TrickbookError(
                    Message("the store is of another version; start this version's server once")
                )
            yield database
    except sqlite3.Error as error:
        raise TrickbookError(
            Message("the store in PostgreSQL cannot be used: {reason}", reason=str(error))
        ) from None


def _create_schema(database: PostgresDatabase) -> None:
    """Create what is missing, while no other server does; it may take as long as it needs."""
    database.execute("BEGIN")
    database.execute("SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0")
    database.execute(f"SELECT pg_advisory_xact_lock({SCHEMA_LOCK})")
    if select(database, "SELECT to_regclass('version') IS NULL") == [(True,)]:
        database.execute(FLEET_SCHEMA)
    ((version,),) = select(database, "SELECT number FROM version")
    if version > STORE_VERSION:
        raise TrickbookError(Message("the store in PostgreSQL was written by a newer Trickbook"))
    if 0 < version < STORE_VERSION:
        _keep_older_out(database)
    for lacking in SCHEMAS[version:]:
        for ours, theirs in TYPES:
            lacking = lacking.replace(ours, theirs)  # noqa: PLW2901 - step by step
        database.execute(lacking)
    if "uses" not in checked_parts(version):
        for use in select(database, "SELECT name, used FROM uses"):
            database.execute("UPDATE uses SET checksum = ? WHERE name = ?", [checksum("uses", use), use[0]])
    database.execute("UPDATE version SET number = ?", [STORE_VERSION])
    database.execute("COMMIT")


def _keep_older_out(database: PostgresDatabase) -> None:
    """Let no server of an older version store anything from now on; TrickbookError if one lives."""
    database.execute("LOCK TABLE nodes IN EXCLUSIVE MODE")
    silent = "DELETE FROM nodes WHERE heard < clock_timestamp() - make_interval(secs => ?)"
    database.execute(silent, [LEASE_SECONDS])
    if select(database, "SELECT 1 FROM nodes LIMIT 1"):
        raise TrickbookError(
            Message(
                "stop the other servers of this store first, and start this one again some "
                "seconds later: they are of an older version"
            )
        )


def address_key(database: PostgresDatabase) -> bytes:
    """The key with which addresses are hashed, the same for all servers of the store; made at first."""
    query = "INSERT INTO keys VALUES ('addresses', ?) ON CONFLICT (name) DO NOTHING"
    database.execute(query, [secrets.token_hex(32)])
    ((key,),) = select(database, "SELECT value FROM keys WHERE name = 'addresses'")
    return bytes.fromhex(key)
