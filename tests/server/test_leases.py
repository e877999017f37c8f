"""A table is held by one server at a time; requests that reach another one are sent on."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, suppress

import pytest
from tests.server.local_server import FREELY, LONG, serving
from tests.server.raw_client import end, hello, line, status, ticket, until
from tests.server.test_table import first
from websockets.exceptions import ConnectionClosed

from trickbook.server.client import RefusedError, RemoteSeat, create_table, request, take_seat
from trickbook.server.fleet import LeaseLostError, Peer
from trickbook.server.fleet.shared_store import Leases, SharedStore, open_shared
from trickbook.server.limits import Rate
from trickbook.server.rooms.context import ServerSettings
from trickbook.server.store import STATEMENTS, NotHolderError, select, write
from trickbook.server.store.lifetimes import (
    DAY,
    DELETED,
    START,
    Lifetimes,
    Search,
    archived_matches,
    expired_tables,
    living_tables,
    next_deletion,
    played_house_rules,
)
from trickbook.server.store.postgres import PostgresDatabase
from trickbook.server.store.restore import restored
from trickbook.server.table import Row, seat_changes
from trickbook.server.table.choice import requested

BOTS = ["me", "duck", "duck", "duck"]
HERE, THERE = Peer("127.0.0.1", 1, "here"), Peer("127.0.0.1", 2, "there")


@contextmanager
def two_servers(store: str, settings: ServerSettings = FREELY) -> Iterator[tuple[str, str]]:
    with serving(store, settings) as one, serving(store, settings) as other:
        yield one, other


async def played(seat: RemoteSeat, count: int) -> None:
    """Make so many moves."""
    for _ in range(count):
        await until(seat, lambda: bool(seat.known.view and seat.known.seat in seat.known.view["actors"]))
        assert seat.known.view
        await seat.play(first(seat.known.view))


def test_people_play_at_one_table_through_two_servers(shared_store: str) -> None:
    async def tried(one: str, other: str) -> None:
        ann = await create_table(one, game="hearts", name="Ann", seats=["me", "open", "duck", "duck"])
        ben = await take_seat(other, ann.table, "Ben")
        async with RemoteSeat(ann) as here, RemoteSeat(ben) as there:
            await asyncio.gather(played(here, 6), played(there, 6))
            assert here.known.about == there.known.about
        assert await request(other, f"/api/tables/{ann.table}") == await request(
            one, f"/api/tables/{ann.table}"
        )
        book = f"/api/tables/{ann.table}/rulebook?lang=zh"
        assert await request(other, book) == await request(one, book)
        with pytest.raises(RefusedError, match="nobody else"):
            await take_seat(other, ann.table, "Cleo")

    with two_servers(shared_store) as (one, other):
        asyncio.run(tried(one, other))


def test_the_lobby_lists_the_tables_of_all_servers(shared_store: str) -> None:
    async def tried(one: str, other: str) -> None:
        ann = await create_table(one, game="hearts", name="Ann", seats=["me", "open", "duck", "duck"])
        async with RemoteSeat(ann):
            for _ in range(LONG):
                if listed := await request(other, "/api/tables"):
                    break
                await asyncio.sleep(0.1)
            assert [table["table"] for table in listed] == [ann.table]

    with two_servers(shared_store) as (one, other):
        asyncio.run(tried(one, other))


def test_a_client_keeps_its_address_and_its_limits_at_another_server(shared_store: str) -> None:
    limits = FREELY.limits._replace(coming=Rate(1e-6, 2), tables_of_one=1)
    with two_servers(shared_store, FREELY._replace(limits=limits)) as (one, other):
        ann = ticket(one)

        async def come(url: str) -> str:
            async with line(url, ann.table) as connection:
                with suppress(ConnectionClosed):
                    await connection.send(hello(ann, token="x"))
                return await end(connection)

        assert [asyncio.run(come(url)) for url in (one, other, other)] == [
            "bad-token",
            "bad-token",
            "too-fast",
        ]
        body = json.dumps({"game": "hearts", "name": "Ann", "seats": BOTS}).encode()
        assert status(other, "/api/tables", body) == 429


def test_a_table_that_there_is_not_is_nowhere(shared_store: str) -> None:
    with two_servers(shared_store) as (one, other):
        assert status(one, "/api/tables/none") == status(other, "/api/tables/none") == 404
        assert status(one, "/api/tables/%00") == 404


# Leases


@asynccontextmanager
async def members(store: str) -> AsyncIterator[tuple[SharedStore, Leases, Leases]]:
    """Two processes that share a store."""
    kept = open_shared(store)
    other = Leases(store, PostgresDatabase(store))
    await kept.fleet.join(HERE)
    await other.join(THERE)
    try:
        yield kept, kept.fleet, other
    finally:
        kept.close()
        other.close()


def stored(kept: SharedStore) -> str:
    """The name of a new table."""
    made = seat_changes.new_table(requested({"game": "hearts"}), {"name": "Ann", "seats": BOTS})
    write(kept.writing, made.update.rows)
    return made.update.table.name


def test_a_lease_has_one_holder_until_it_is_given_back(shared_store: str) -> None:
    async def tried() -> None:
        async with members(shared_store) as (kept, here, there):
            table = stored(kept)
            assert await here.claim(table) is None
            assert await here.claim(table) is None
            assert await there.claim(table) == HERE
            await there.release(table)
            assert await there.claim(table) == HERE
            await here.release(table)
            assert await there.claim(table) is None
            assert await here.claim(table) == THERE
            await there.leave()
            assert select(kept.reading, "SELECT * FROM holders") == []
            assert await here.claim(table) is None

    asyncio.run(tried())


def test_a_process_that_is_not_heard_loses_its_leases_and_stores_nothing(shared_store: str) -> None:
    async def tried() -> None:
        async with members(shared_store) as (kept, here, there):
            table = stored(kept)
            assert await here.claim(table) is None
            write(kept.writing, [Row("use", (table, 1.0))], [here.name])
            late = "UPDATE nodes SET heard = heard - INTERVAL '1 hour' WHERE name = ?"
            kept.writing.execute(late, [here.name])
            assert await there.beat([{"table": "open"}]) == []
            with pytest.raises(NotHolderError):
                write(kept.writing, [Row("use", (table, 2.0))], [here.name])
            assert select(kept.reading, "SELECT used FROM uses") == [(1.0,)]
            with pytest.raises(NotHolderError):
                await here.claim(table)
            assert await there.claim(table) is None
            with pytest.raises(LeaseLostError):
                await here.beat([])
            await here.join(HERE)
            assert await here.beat([]) == [{"table": "open"}]
            assert await here.claim(table) == THERE

    asyncio.run(tried())


def test_a_server_that_lost_its_leases_sends_its_players_on(shared_store: str) -> None:
    """Nothing is lost: the move that nobody has stored is repeated where the table is now."""

    async def tried(one: str) -> None:
        ann = await create_table(one, game="hearts", name="Ann", seats=BOTS)
        base = PostgresDatabase(shared_store)
        async with RemoteSeat(ann) as seat:
            await played(seat, 1)
            base.execute("DELETE FROM nodes")
            await played(seat, 3)
            live = restored(base, ann.table)
            assert live is not None
            assert live.seq >= seat.known.seq
        base.close()

    with serving(shared_store) as one:
        asyncio.run(tried(one))


def test_every_statement_is_understood(shared_store: str) -> None:
    with closing(open_shared(shared_store)) as kept:
        for statement in STATEMENTS.values():
            assert select(kept.writing, f"EXPLAIN {statement.replace('?', 'NULL')}")


def test_a_match_is_found_in_the_archive_and_its_table_ends(shared_store: str) -> None:
    """All that SQLite is asked, PostgreSQL is asked, too."""
    with closing(open_shared(shared_store)) as kept:
        table = stored(kept)
        rows = [Row("archive", (table, 1, player, 9, "hearts", "{}")) for player in ("", "ann")]
        write(kept.writing, [*rows, *rows, Row("record", (table, 1, "played"))])
        found = archived_matches(kept.reading, Search(player="ann", game="hearts"), START)
        assert [one["table"] for one in found] == [table]
        assert played_house_rules(kept.reading) == {}
        assert living_tables(kept.reading) == 1
        assert [use.name for use in expired_tables(kept.reading, 40 * DAY, Lifetimes())] == [table]
        write(kept.writing, [Row("use", (table, DELETED))])
        while gone := next_deletion(kept.reading, table):
            write(kept.writing, gone)
        assert restored(kept.reading, table) is None
        assert select(kept.reading, "SELECT * FROM tables") == []


def test_while_the_store_cannot_be_reached_nothing_is_accepted(shared_store: str) -> None:
    async def tried(one: str) -> None:
        ann = await create_table(one, game="hearts", name="Ann", seats=BOTS)
        base = PostgresDatabase(shared_store)
        async with RemoteSeat(ann) as seat:
            await played(seat, 1)
            base.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            await played(seat, 3)
            live = restored(base, ann.table)
            assert live is not None
            assert live.seq >= seat.known.seq
        base.close()

    with serving(shared_store) as one:
        asyncio.run(tried(one))
