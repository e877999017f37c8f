"""A store in PostgreSQL is upgraded by one server, while no other one uses it."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from tests.server.local_server import LONG

from trickbook.problems import TrickbookError
from trickbook.server.fleet import Peer
from trickbook.server.fleet.shared_store import Leases
from trickbook.server.store import LEASE_SECONDS, SCHEMAS, STORE_VERSION, select
from trickbook.server.store import postgres as postgres_store
from trickbook.server.store.postgres import PostgresDatabase, opened

OLDER = STORE_VERSION - 1
ME = Peer("127.0.0.1", 1, "me")


@pytest.fixture
def older(shared_store: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[PostgresDatabase]:
    """A store of the version before, as a server of that version sees it."""
    with monkeypatch.context() as former:
        former.setattr(postgres_store, "SCHEMAS", SCHEMAS[:OLDER])
        former.setattr(postgres_store, "STORE_VERSION", OLDER)
        kept = opened(shared_store)
    with closing(kept):
        yield kept


def join(kept: PostgresDatabase, ago: float) -> None:
    """Let a server join that was heard so many seconds ago."""
    query = "INSERT INTO nodes VALUES (?, '', 1, '', clock_timestamp() - make_interval(secs => ?))"
    kept.execute(query, [f"heard {ago} s ago", ago])


def version(kept: PostgresDatabase) -> int:
    ((found,),) = select(kept, "SELECT number FROM version")
    return int(found)


def test_a_store_is_not_upgraded_while_a_server_of_an_older_version_lives(older: PostgresDatabase) -> None:
    join(older, -LONG)
    join(older, LEASE_SECONDS + 1)
    with pytest.raises(TrickbookError, match="stop the other servers of this store first"):
        opened(older.url)
    assert version(older) == OLDER
    assert len(select(older, "SELECT * FROM nodes")) == 2


def test_servers_that_have_stopped_are_gone_after_an_upgrade(older: PostgresDatabase) -> None:
    """One of them that comes back stores nothing: its row is missing."""
    join(older, LEASE_SECONDS + 1)
    opened(older.url).close()
    assert version(older) == STORE_VERSION
    assert select(older, "SELECT * FROM nodes") == []


def test_a_server_joins_only_a_store_of_its_version(older: PostgresDatabase) -> None:
    with closing(Leases(older.url, PostgresDatabase(older.url))) as leases:
        with pytest.raises(TrickbookError, match="update this server"):
            asyncio.run(leases.join(ME))
        opened(older.url).close()
        asyncio.run(leases.join(ME))
        assert [name for (name,) in select(older, "SELECT name FROM nodes")] == [leases.name]


def test_an_upgrade_takes_as_long_as_it_needs(
    older: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limits of the session do not end it; they apply again to what comes after."""
    monkeypatch.setattr(postgres_store, "SESSION", "-c lock_timeout=300 -c statement_timeout=300")
    waits = (
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"
        " AND clock_timestamp() - waitstart > interval '0.5 s'"
    )
    older.execute("BEGIN")
    older.execute(f"SELECT pg_advisory_xact_lock({postgres_store.SCHEMA_LOCK})")
    found = list[PostgresDatabase]()
    upgrade = threading.Thread(target=lambda: found.append(opened(older.url)), daemon=True)
    upgrade.start()
    while upgrade.is_alive() and not select(older, waits):
        time.sleep(0.01)
    older.execute("COMMIT")
    upgrade.join(LONG)
    with closing(found[0]) as kept:
        assert version(kept) == STORE_VERSION
        assert select(kept, "SHOW lock_timeout") == [("300ms",)]


def test_an_upgrade_that_is_cut_off_changes_nothing(
    older: PostgresDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is lost in its last statement; the next server upgrades the store."""
    with monkeypatch.context() as cut_off:
        lost = SCHEMAS[-1] + "SELECT pg_terminate_backend(pg_backend_pid());"
        cut_off.setattr(postgres_store, "SCHEMAS", (*SCHEMAS[:-1], lost))
        with pytest.raises(TrickbookError, match="cannot be used"):
            opened(older.url)
    assert version(older) == OLDER
    assert select(older, "SELECT to_regclass('made_tables') IS NULL") == [(True,)]
    opened(older.url).close()
    assert version(older) == STORE_VERSION
