"""Tables that nobody uses end, a few rows at once; what was finished at them stays."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest
from tests.server.local_server import FREELY
from tests.server.offline_tables import Kept
from tests.server.stores import everything, full_table, moves

from trickbook.seat.rules_request import RulesRequest
from trickbook.server import store
from trickbook.server.fleet.shared_store import SharedStore
from trickbook.server.rooms import RoomRegistry, upkeep
from trickbook.server.rooms.context import ServerContext
from trickbook.server.rooms.upkeep import keep_up
from trickbook.server.store import STORE_FILE, select, write
from trickbook.server.store.lifetimes import (
    CLOSED,
    DAY,
    DELETED,
    living_tables,
    next_deletion,
)
from trickbook.server.store.restore import load_table_header, restored
from trickbook.server.store.store import Store, open_store
from trickbook.server.store.writer import Writer
from trickbook.server.table import Row
from trickbook.server.table.seat_changes import NewTable

SHORT = RulesRequest("hearts", None, options={"target": 1}, players=3)
BOTS = ["me", "duck", "duck"]


def stored(kept: Store | SharedStore, seats: list[str], count: int = 0, *, listed: bool = True) -> NewTable:
    """A table of a short match, with so many moves."""
    made = full_table(SHORT, {"name": "Ann", "seats": seats, "listed": listed})
    rows = [*made.update.rows]
    if count:
        for _, more in moves(made.update.table, random.Random(count), count):  # noqa: S311 - any moves will do
            rows += more
    write(kept.writing, rows)
    return made


@asynccontextmanager
async def registry(kept: Store) -> AsyncIterator[RoomRegistry]:
    """The rooms of a store, without a network."""
    writer = Writer(kept.writing)
    writer.start()
    rooms = RoomRegistry(kept.reading, ServerContext(writer, FREELY))
    try:
        yield rooms
    finally:
        rooms.close()
        await rooms.context.close()
        writer.stop()


def parts(kept: Store, name: str) -> list[str]:
    """Where in the store something is kept of a table."""
    return sorted({part for part, _ in everything(kept.reading).get(name, [])})


def test_tables_that_nobody_uses_end(tmp_path: Path) -> None:
    """Never-begun ones after a day, others after thirty; the records of finished matches stay."""

    async def tried(kept: Store) -> None:
        empty, begun = stored(kept, ["me"]), stored(kept, BOTS, 5)
        finished = stored(kept, BOTS, 200)
        names = [one.update.table.name for one in (empty, begun, finished)]
        async with registry(kept) as rooms:
            rooms.clock.time += DAY + 1
            await keep_up(rooms)
            assert [bool(parts(kept, name)) for name in names] == [False, True, True]
            rooms.clock.time += 29 * DAY
            await keep_up(rooms)
            assert [parts(kept, name) for name in names] == [
                [],
                [],
                ["archive", "records", "seats", "tables"],
            ]
            assert await rooms.room(names[2]) is None
        assert living_tables(kept.reading) == 0
        assert load_table_header(kept.reading, names[2]) is not None

    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))


def test_a_round_ends_a_few_tables_and_marked_ones_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two rounds uses are noted, however many tables end."""
    times = iter(step * upkeep.ROUND_SECONDS / 2 for step in range(99))
    monkeypatch.setattr(upkeep, "monotonic", lambda: next(times))

    async def tried(kept: Store) -> None:
        names = [stored(kept, ["me"]).update.table.name for _ in range(4)]
        write(kept.writing, [Row("use", (names[3], CLOSED))])
        async with registry(kept) as rooms:
            rooms.clock.time += DAY + 1
            left = list[int]()
            for _ in range(4):
                await keep_up(rooms)
                left.append(sum(bool(parts(kept, name)) for name in names))
                assert not parts(kept, names[3])
            assert left == [3, 2, 1, 0]

    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))


def test_a_table_at_which_somebody_sits_goes_on(tmp_path: Path) -> None:
    """However long; when they have gone, its time begins."""

    async def tried(kept: Store) -> None:
        made = stored(kept, BOTS, 5)
        name, token = made.update.table.name, made.update.table.seats[0].token
        async with registry(kept) as rooms:
            rooms.clock.time += 31 * DAY
            room = await rooms.room(name)
            assert room is not None
            line = Kept(0, key=token)
            await room.join(line, 0)
            await keep_up(rooms)
            room.part(line)
            rooms.forget(name)
            rooms.clock.time += 29 * DAY
            await keep_up(rooms)
            assert restored(kept.reading, name) is not None
            rooms.clock.time += 2 * DAY
            await keep_up(rooms)
            assert restored(kept.reading, name) is None

    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))


def test_a_spectator_is_no_use_of_a_table(tmp_path: Path) -> None:
    async def tried(kept: Store) -> None:
        name = stored(kept, BOTS, 5).update.table.name
        async with registry(kept) as rooms:
            rooms.clock.time += 31 * DAY
            room = await rooms.room(name)
            assert room is not None
            await room.join(Kept(None), 0)
            await keep_up(rooms)
            assert name in rooms.rooms
            rooms.forget(name)
            await keep_up(rooms)
            assert not parts(kept, name)

    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))


def test_time_goes_on_from_the_latest_use(tmp_path: Path) -> None:
    """Another server, however much later, does not find all tables old."""
    with closing(open_store(tmp_path)) as kept:
        name = stored(kept, BOTS, 5).update.table.name
        write(kept.writing, [Row("use", (name, 100 * DAY))])

    async def tried(kept: Store) -> None:
        async with registry(kept) as rooms:
            assert 100 * DAY <= rooms.now() < 101 * DAY
            await keep_up(rooms)
            assert restored(kept.reading, name) is not None

    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))


@pytest.mark.parametrize("mark", [CLOSED, DELETED])
def test_few_rows_are_deleted_at_once_and_a_server_may_be_killed_at_any_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mark: float
) -> None:
    few = {
        name: said.replace(f"LIMIT {store.DROPPED_AT_ONCE}", "LIMIT 25")
        for name, said in store.STATEMENTS.items()
    }
    monkeypatch.setattr(store, "STATEMENTS", few)
    with closing(open_store(tmp_path)) as kept:
        name = stored(kept, BOTS, 200).update.table.name
        write(kept.writing, [Row("use", (name, mark))])
    for _ in range(500):
        with closing(open_store(tmp_path)) as kept:
            assert kept.damage is None
            before = kept.writing.total_changes
            if not (rows := next_deletion(kept.reading, name)):
                assert parts(kept, name) == (
                    ["archive", "records", "seats", "tables"] if mark == CLOSED else []
                )
                return
            write(kept.writing, rows)
            assert 1 <= kept.writing.total_changes - before <= 25
    pytest.fail("the table never ends")


def test_a_damaged_store_keeps_the_records_of_ended_tables(tmp_path: Path) -> None:
    """Also of those whose moves were being deleted."""
    with closing(open_store(tmp_path)) as kept:
        names = [stored(kept, BOTS, 200).update.table.name for _ in range(2)]
        ended = stored(kept, BOTS, 200).update.table.name
        for _ in ("mark", "matches", "deals"):
            write(kept.writing, [*next_deletion(kept.reading, ended)])
        assert "moves" in parts(kept, ended)
        records = select(kept.reading, "SELECT * FROM records ORDER BY name, number")
        kept.writing.execute("DROP TABLE uses")
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is not None
        assert (kept.damage.saved, kept.damage.seen) == (3, 3)
        assert select(kept.reading, "SELECT * FROM records ORDER BY name, number") == records
        assert parts(kept, ended) == ["archive", "records", "seats", "tables"]
        assert all(restored(kept.reading, name) for name in names)
        assert restored(kept.reading, ended) is None


def test_no_table_is_lost_with_its_last_use(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as kept:
        names = [stored(kept, BOTS, 5).update.table.name for _ in range(3)]
        ((page,),) = select(kept.reading, "SELECT rootpage FROM sqlite_schema WHERE name = 'uses'")
    damaged = bytearray((tmp_path / STORE_FILE).read_bytes())
    damaged[(page - 1) * 4096 : (page - 1) * 4096 + 8] = b"damaged!"
    (tmp_path / STORE_FILE).write_bytes(damaged)
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is not None
        assert all(restored(kept.reading, name) for name in names)
