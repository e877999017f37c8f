"""The rows of a store are checked while the server runs; damage is found, and the tables are saved."""

from __future__ import annotations

import asyncio
import re
import sys
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import PIPE, Popen
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.local_server import FREELY, serving
from tests.server.offline_tables import Inside
from tests.server.raw_client import ticket, until
from tests.server.stores import Stored, again, everything
from tests.server.test_table import first

from trickbook.server.app import application
from trickbook.server.client import RemoteSeat, Ticket
from trickbook.server.rooms import UNREADABLE, RoomRegistry
from trickbook.server.store import STORE_FILE, Database, checksums, connect, integrity, select
from trickbook.server.store.integrity import check_tables, next_table
from trickbook.server.store.store import open_store
from trickbook.server.store.writer import StoreUnavailableError

ROOT = Path(__file__).parents[2]


def test_a_server_checks_only_last_uses_before_it_answers(
    store: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All others while it runs."""
    rows, checked, over = sum(map(len, store.rows.values())), list[bytes](), asyncio.Event()
    following = integrity.next_table

    def counted(text: bytes) -> int:
        checked.append(text)
        return zlib.crc32(text)

    def noted(database: Database, after: str | None) -> str | None:
        if (found := following(database, after)) is None:
            loops[0].call_soon_threadsafe(over.set)
        return found

    async def served() -> None:
        loops.append(asyncio.get_running_loop())
        app = application(again(tmp_path / "here", store.file), FREELY)
        await app.state.begin()
        before = len(checked)
        async with app.router.lifespan_context(app):
            await over.wait()
        assert before == sum(part == "uses" for found in store.rows.values() for part, _ in found) < rows / 5
        assert len(checked) == before + rows

    loops = list[asyncio.AbstractEventLoop]()
    monkeypatch.setattr(checksums, "zlib", SimpleNamespace(crc32=counted))
    monkeypatch.setattr(integrity, "next_table", noted)
    asyncio.run(served())


def damage(folder: Path, statement: str, *given: Any) -> None:
    with closing(connect(folder / STORE_FILE)) as base:
        base.execute(statement, given)


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE moves SET move = move || ' ' WHERE seq = 2",
        "UPDATE tables SET choice = '{'",
        "UPDATE seats SET name = x'00' WHERE name = (SELECT max(name) FROM seats)",
        "UPDATE records SET name = 7 WHERE name = (SELECT max(name) FROM records)",
    ],
)
def test_damage_is_found_in_every_row(store: Stored, tmp_path: Path, statement: str) -> None:
    folder = again(tmp_path / "here", store.file)
    damage(folder, "INSERT INTO records SELECT name, 1, 'x', 0 FROM tables")
    damage(folder, statement)
    found = list[str]()
    with closing(connect(folder / STORE_FILE)) as base:
        asyncio.run(check_tables(base, lambda: found.append("damage")))
    assert found == ["damage"]


def test_the_tables_of_a_whole_store_are_checked_one_after_the_other(store: Stored, tmp_path: Path) -> None:
    names, found = [*store.rows], list[str]()
    with closing(connect(again(tmp_path / "here", store.file) / STORE_FILE)) as base:
        asyncio.run(check_tables(base, lambda: found.append("damage")))
        assert [next_table(base, name) for name in (None, *sorted(names))] == [*sorted(names), None]
    assert found == []


def test_a_check_that_fails_otherwise_is_in_the_log_once_and_goes_on(
    store: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    following, failures, checked = integrity.next_table, [MemoryError(), MemoryError()], list[str | None]()

    def failing(database: Database, after: str | None) -> str | None:
        if after is not None and failures:
            raise failures.pop()
        checked.append(following(database, after))
        return checked[-1]

    monkeypatch.setattr(integrity, "next_table", failing)
    monkeypatch.setattr(integrity, "RETRY_DELAY", 0)
    with closing(connect(again(tmp_path / "here", store.file) / STORE_FILE)) as base:
        asyncio.run(check_tables(base, lambda: None))
    assert checked == [*sorted(store.rows), None]
    (line,) = (one.getMessage() for one in caplog.records)
    assert re.fullmatch(r"rows of tables cannot be checked: MemoryError \(.*\); trying again", line)


def test_a_table_with_a_damaged_row_is_not_restored(store: Stored, tmp_path: Path) -> None:
    """The server is told of the damage, and clients come again."""
    folder, found = again(tmp_path / "here", store.file), list[str]()
    damage(folder, "UPDATE tables SET choice = '{'")

    async def asked(base: Database, name: str) -> None:
        registry = RoomRegistry(base, Inside(), lambda: found.append(name))
        with pytest.raises(StoreUnavailableError, match=str(UNREADABLE)):
            await registry.room(name)
        with pytest.raises(StoreUnavailableError, match=str(UNREADABLE)):
            await registry.stored(name)
        registry.close()

    with closing(connect(folder / STORE_FILE)) as base:
        name = select(base, "SELECT name FROM tables")[0][0]
    with closing(open_store(folder, rows=False)) as kept:
        asyncio.run(asked(kept.reading, name))
    assert found == [name, name]


@contextmanager
def process(folder: Path, workers: int) -> Iterator[Popen[str]]:
    command = [sys.executable, "-m", "tests.server.server_process", str(folder), "0", str(workers)]
    with Popen(command, stdout=PIPE, text=True, cwd=ROOT) as server:
        try:
            yield server
        finally:
            server.terminate()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_server_that_finds_damage_saves_its_tables_and_goes_on(tmp_path: Path, workers: int) -> None:
    """Its players come again by themselves, to their tables after the last whole move."""
    with serving(tmp_path) as url:
        ann = ticket(url)

        async def begin(ann: Ticket) -> int:
            async with RemoteSeat(ann) as seat:
                await seat.play(first(seat.known.view))
                return seat.known.seq

        seq = asyncio.run(begin(ann))
    damage(tmp_path, "UPDATE moves SET move = move || ' ' WHERE seq = 2")

    async def goes_on(ann: Ticket) -> None:
        async with RemoteSeat(ann) as seat:
            await until(seat, lambda: bool(seat.known.view and seat.known.view["actors"]))

    with process(tmp_path, workers) as server:
        assert server.stdout is not None
        ports = {int(server.stdout.readline()) for _ in range(2)}
        assert len(ports) == 1
        asyncio.run(goes_on(ann._replace(url=f"http://127.0.0.1:{ports.pop()}")))
    assert (tmp_path / "tables-damaged-1.sqlite").exists()
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is None
        assert seq > 1
        assert ann.table in everything(kept.reading)
