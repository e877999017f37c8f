"""When a table was used last is a row like others: damaged, it ends no table, and neither does a clock."""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.stores import full_table
from tests.server.test_lifetimes import BOTS, SHORT, parts, registry, stored
from tests.server.test_table_recovery import finished

from trickbook.server.fleet.shared_store import open_shared
from trickbook.server.rooms.upkeep import keep_up
from trickbook.server.store import SCHEMAS, STORE_FILE, lifetimes, select, write
from trickbook.server.store import postgres as postgres_store
from trickbook.server.store.checksums import is_checked
from trickbook.server.store.lifetimes import (
    CLOSED,
    DAY,
    GRACE,
    LONGEST_STEP,
    Lifetimes,
    expired_tables,
    living_tables,
    running_time,
)
from trickbook.server.store.restore import restored
from trickbook.server.store.store import Store, open_store
from trickbook.server.table import Row

USED = 100 * DAY
FORMER = """
ALTER TABLE uses RENAME TO later_uses;
CREATE TABLE uses (name TEXT PRIMARY KEY, maker TEXT NOT NULL, used REAL NOT NULL) WITHOUT ROWID;
INSERT INTO uses SELECT name, 'maker', used FROM later_uses;
DROP TABLE later_uses; DROP TABLE makers; CREATE INDEX makers ON uses (maker);
PRAGMA user_version = 5; VACUUM;
"""
"""What makes a store one of version 5, in which uses have no checksums."""


def used_tables(kept: Store, count: int = 3) -> list[str]:
    """Tables that were used a day after each other, each by another maker."""
    names = [stored(kept, BOTS, 5).update.table.name for _ in range(count)]
    write(kept.writing, [Row("use", (name, USED + place * DAY)) for place, name in enumerate(names)])
    return names


async def rounds(kept: Store, seconds: float = 0) -> None:
    """Two rounds of a server that has run for so long."""
    async with registry(kept) as rooms:
        rooms.clock.time += seconds
        for _ in range(2):
            await keep_up(rooms)


@pytest.mark.parametrize("used", [0.0, USED * 2.0**60, CLOSED, -USED])
def test_a_damaged_last_use_ends_no_table(tmp_path: Path, used: float) -> None:
    """Its table counts as used last of all; the others keep their uses, and time goes on from the latest."""
    with closing(open_store(tmp_path)) as kept:
        names = used_tables(kept)
        kept.writing.execute("UPDATE uses SET used = ? WHERE name = ?", [used, names[0]])
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is not None
        uses = dict(select(kept.reading, "SELECT name, used FROM uses"))
        assert uses == {names[0]: USED + 2 * DAY, names[1]: USED + DAY, names[2]: USED + 2 * DAY}
        asyncio.run(rounds(kept, 27 * DAY))
        assert all(restored(kept.reading, name) for name in names)
        asyncio.run(rounds(kept, 29.5 * DAY))
        assert [bool(parts(kept, name)) for name in names] == [True, False, True]


@pytest.mark.parametrize("used", [0.0, USED * 2.0**60, CLOSED])
def test_a_last_use_that_is_damaged_while_a_server_runs_ends_no_table(tmp_path: Path, used: float) -> None:
    with closing(open_store(tmp_path)) as kept:
        names = used_tables(kept)
        kept.writing.execute("UPDATE uses SET used = ? WHERE name = ?", [used, names[2]])
        assert running_time(kept.reading) == USED + DAY
        asyncio.run(rounds(kept, 28 * DAY))
        assert all(parts(kept, name) for name in names)


@pytest.mark.parametrize("use", ["kept", "lost"])
def test_a_table_with_a_record_alone_is_used_for_as_long_as_others(tmp_path: Path, use: str) -> None:
    """Its only match lost a move, and so its beginning; later, its last use may be lost, too."""
    with closing(open_store(tmp_path)) as kept:
        made = full_table(SHORT, {"name": "Ann", "seats": BOTS}).update
        write(kept.writing, made.rows)
        name = finished(kept, made.table, random.Random(7)).name  # noqa: S311 - any moves will do
        kept.writing.execute("DELETE FROM moves WHERE seq = (SELECT max(seq) FROM moves)")
        kept.writing.execute("UPDATE seats SET who = 'Bea' WHERE place = 2")
    with closing(open_store(tmp_path)) as kept:
        assert "matches" not in parts(kept, name)
        if use == "lost":
            kept.writing.execute("DROP TABLE uses")
    with closing(open_store(tmp_path)) as kept:
        assert (kept.damage is not None) == (use == "lost")
        asyncio.run(rounds(kept, 29 * DAY))
        assert restored(kept.reading, name) is not None
        asyncio.run(rounds(kept, 31 * DAY))
        assert restored(kept.reading, name) is None
        assert "records" in parts(kept, name)


def test_a_clock_that_jumps_ends_no_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the one that should not: what is longer than a minute between two rounds counts as one."""
    jumps = iter(number * 365 * DAY * (-1) ** number for number in range(1000))
    monkeypatch.setattr(lifetimes, "monotonic", lambda: next(jumps))

    async def tried(kept: Store) -> None:
        names = used_tables(kept)
        async with registry(kept) as rooms:
            for _ in range(20):
                await keep_up(rooms)
            assert rooms.clock.time <= rooms.clock.started + 40 * LONGEST_STEP
        assert all(restored(kept.reading, name) for name in names)

    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))


def test_a_server_that_has_just_begun_ends_only_marked_tables(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as kept:
        old, marked, used = used_tables(kept)
        write(kept.writing, [Row("use", (old, 0.0)), Row("use", (marked, CLOSED))])
        asyncio.run(rounds(kept))
        assert [bool(parts(kept, name)) for name in (old, marked, used)] == [True, False, True]
        asyncio.run(rounds(kept, GRACE))
        assert [bool(parts(kept, name)) for name in (old, marked, used)] == [False, False, True]


@pytest.mark.parametrize("damaged", [False, True])
def test_uses_without_checksums_get_them(tmp_path: Path, *, damaged: bool) -> None:
    """They say nothing of a damaged store: the time of all its tables begins anew."""
    with closing(open_store(tmp_path)) as kept:
        names = used_tables(kept)
    with closing(sqlite3.connect(tmp_path / STORE_FILE)) as base:
        base.executescript(FORMER)
    if damaged:
        with (tmp_path / STORE_FILE).open("r+b") as file:
            file.seek(-1, 2)
            file.write(b"!")
    with closing(open_store(tmp_path)) as kept:
        assert (kept.damage is not None) == damaged
        rows = select(kept.reading, "SELECT * FROM uses ORDER BY used")
        assert all(is_checked("uses", row) for row in rows)
        assert {row[0] for row in rows} == {*names}
        assert running_time(kept.reading) == (0.0 if damaged else USED + 2 * DAY)
        assert living_tables(kept.reading, "maker") == (0 if damaged else 3)
        assert all(restored(kept.reading, name) for name in names)


def test_a_version_that_is_damaged_tells_no_other_schema(tmp_path: Path) -> None:
    """A store of this version is not upgraded again."""
    with closing(open_store(tmp_path)) as kept:
        names = used_tables(kept)
        kept.writing.execute(f"PRAGMA user_version = {len(SCHEMAS) - 1}")
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is not None
        assert running_time(kept.reading) == USED + 2 * DAY
        assert all(restored(kept.reading, name) for name in names)


def test_uses_in_postgresql_get_checksums_too(shared_store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """There a damaged one ends no table, either."""
    with monkeypatch.context() as former:
        former.setattr(postgres_store, "SCHEMAS", SCHEMAS[:5])
        former.setattr(postgres_store, "STORE_VERSION", 5)
        with closing(open_shared(shared_store)) as kept:
            kept.writing.execute("INSERT INTO uses VALUES ('old', 'maker', 0.1), ('new', 'maker', 1e7)")
    with closing(open_shared(shared_store)) as kept:
        assert running_time(kept.reading) == 1e7
        assert living_tables(kept.reading, "maker") == 2
        old, new = expired_tables(kept.reading, 1e9, Lifetimes())
        assert (old.name, new.name) == ("old", "new")
        kept.writing.execute("UPDATE uses SET used = 0.2 WHERE name = 'old'")
        assert expired_tables(kept.reading, 1e9, Lifetimes()) == [new]
        write(kept.writing, [Row("use", ("old", 0.2))])
        assert len(expired_tables(kept.reading, 1e9, Lifetimes())) == 2
