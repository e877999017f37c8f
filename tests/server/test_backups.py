"""Backups: made while moves are stored, rolled, and put back by the operator."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result
from tests.server.local_server import FREELY, LONG, serving
from tests.server.stores import Stored, again, everything

from trickbook.cli.program import program
from trickbook.server.client import create_table
from trickbook.server.store import STORE_FILE, backups, connect, select, write
from trickbook.server.store.backups import BackupPlan
from trickbook.server.store.store import open_store
from trickbook.server.store.writer import StoreUnavailableError, Writer
from trickbook.server.table import Row


def restore(folder: Path, file: Path) -> Result:
    return CliRunner().invoke(program, ["tables", "restore", "--yes", "--data", str(folder), str(file)])


def rows(folder: Path) -> object:
    """All rows of a store, which is whole."""
    with closing(open_store(folder)) as kept:
        assert kept.damage is None
        return everything(kept.reading)


def record(number: int) -> Row:
    """A row of a store; what it says does not matter."""
    return Row("record", ("table", number, "x" * 500))


def test_a_copy_has_what_was_written_meanwhile(
    store: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are written by the connection that is copied, between two steps."""
    monkeypatch.setattr(backups, "PAGES", 2)
    left, file = list[int](), tmp_path / STORE_FILE
    with closing(open_store(again(tmp_path / "store", store.file))) as kept:

        def between(_status: int, remaining: int, _total: int) -> None:
            left.append(remaining)
            write(kept.writing, [record(len(left))])

        backups.copy_store(kept.writing, file, between)
        assert len(everything(kept.reading)["table"]) == len(left)
    with closing(connect(file)) as copy:
        numbers = [number for (number,) in select(copy, "SELECT number FROM records WHERE name = 'table'")]
    assert sum(remaining > 0 for remaining in left) > 2
    assert numbers == [*range(1, len(numbers) + 1)]
    assert len(numbers) >= len(left) - 1, "only the row after the last step may lack"


def test_a_copy_beside_a_server_has_one_step(
    store: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two steps the server would write, and the copy would begin anew."""
    monkeypatch.setattr(backups, "PAGES", 2)
    left = list[int]()

    class Watched(sqlite3.Connection):
        def backup(self, target: sqlite3.Connection, *, pages: int = -1, **_given: object) -> None:
            super().backup(target, pages=pages, progress=lambda _status, rest, _total: left.append(rest))

    with closing(open_store(again(tmp_path / "store", store.file))) as kept:
        with closing(sqlite3.connect(kept.folder / STORE_FILE, factory=Watched)) as beside:
            backups.copy_store(beside, tmp_path / STORE_FILE)
        assert left == [0]
        before = everything(kept.reading)
    with closing(connect(tmp_path / STORE_FILE)) as copy:
        assert everything(copy) == before


def test_no_row_waits_for_a_copy(store: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The copy here ends when other rows are on the disk, and not before."""
    written = threading.Event()

    def slow_copy(_database: object, _file: Path, between: Callable[[], None]) -> None:
        while not written.is_set():
            between()

    monkeypatch.setattr("trickbook.server.store.writer.copy_pages", slow_copy)
    monkeypatch.setattr("trickbook.server.store.writer.finish_copy", lambda *_files: None)

    async def both(writer: Writer) -> None:
        copying = asyncio.ensure_future(writer.copy(tmp_path / STORE_FILE))
        for number in range(5):
            await writer.commit([record(number)])
        assert not copying.done()
        written.set()
        await copying

    with closing(open_store(again(tmp_path / "store", store.file))) as kept:
        writer = Writer(kept.writing)
        writer.start()
        asyncio.run(both(writer))
        writer.stop()
        assert len(everything(kept.reading)["table"]) == 5


def test_a_server_that_stops_copies_no_further(store: Stored, tmp_path: Path) -> None:
    with closing(open_store(again(tmp_path / "store", store.file))) as kept:
        writer = Writer(kept.writing)

        async def stopped() -> None:
            copying = asyncio.ensure_future(writer.copy(tmp_path / STORE_FILE))
            await asyncio.sleep(0)
            writer.waiting.put(None)
            writer.start()
            with pytest.raises(StoreUnavailableError):
                await copying

        asyncio.run(stopped())
        writer.thread.join()
    assert [path.name for path in tmp_path.iterdir()] == ["store"]


@pytest.mark.parametrize(
    ("age", "due"),
    [(0, False), (59, False), (60, True), (1e9, True), (-5, True)],
    ids=["new", "young", "old", "clock went far ahead", "clock went back"],
)
def test_when_a_backup_is_due(tmp_path: Path, age: float, *, due: bool) -> None:
    assert backups.is_due(tmp_path, 60, 0)
    file = backups.next_backup(tmp_path)
    file.touch()
    now = time.time()
    os.utime(file, (now - age, now - age))
    assert backups.is_due(tmp_path, 60, now) == due


def test_the_oldest_backups_go(tmp_path: Path) -> None:
    """The numbers go on, and what is no backup stays."""
    for _ in range(5):
        backups.next_backup(tmp_path).touch()
    other = tmp_path / backups.FOLDER / "tables-mine.sqlite"
    other.touch()
    backups.drop_oldest(tmp_path, 2)
    assert [*backups.numbered(tmp_path)] == [4, 5]
    assert backups.next_backup(tmp_path).name == "tables-000006.sqlite"
    assert other.exists()


def test_a_server_makes_backups_that_can_be_put_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.server.app.UPKEEP_INTERVAL", 0.02)
    open_store(tmp_path / "other").close()
    folder = tmp_path / "tables"

    async def made(url: str) -> None:
        await create_table(url, game="hearts", name="Ann")
        first = max(backups.numbered(folder), default=0)
        async with asyncio.timeout(LONG):
            while max(backups.numbered(folder), default=0) < first + 5:  # noqa: ASYNC110 - nobody is told
                await asyncio.sleep(0.02)
        refused = await asyncio.to_thread(restore, folder, tmp_path / "other" / STORE_FILE)
        assert refused.exit_code == 1
        assert "another server keeps its tables" in refused.output

    with serving(folder, FREELY._replace(backups=BackupPlan(0, 2))) as url:
        asyncio.run(made(url))
    assert len(backups.numbered(folder)) in (2, 3), "the server may stop before it deletes the oldest one"
    before, last = rows(folder), max(backups.numbered(folder).items())[1]
    (folder / STORE_FILE).write_bytes(b"rubbish" * 1000)
    told = restore(folder, last)
    assert told.output.splitlines() == [
        f"Put back from {last}: 1 table.",
        f"The store before it is {folder / 'tables-before-1.sqlite'}.",
    ]
    assert rows(folder) == before
    assert last.stat().st_mode & 0o077 == 0


def test_a_backup_leaves_space_for_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is tried again, without another line in the log each time."""
    monkeypatch.setattr("trickbook.server.app.UPKEEP_INTERVAL", 0.02)
    tried, enough = list[Path](), threading.Event()

    def usage(folder: Path) -> SimpleNamespace:
        tried.append(folder)
        if len(tried) > 3:
            enough.set()
        return SimpleNamespace(free=2 * (folder / STORE_FILE).stat().st_size - 1)

    monkeypatch.setattr(shutil, "disk_usage", usage)
    with serving(tmp_path, FREELY._replace(backups=BackupPlan(0, 2))):
        assert enough.wait(LONG)
    assert backups.numbered(tmp_path) == {}
    (line,) = caplog.messages
    assert re.fullmatch(r"the store cannot be copied: NoSpaceError \(.*\); trying again", line)


@pytest.mark.parametrize("doing", ["hardlink_to", "rename", "replace"])
def test_a_restore_that_ends_half_way_loses_nothing(
    store: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, doing: str
) -> None:
    """Before the last step the old store is in its place, and after it the backup."""
    folder, file = again(tmp_path / "store", store.file), tmp_path / "backup.sqlite"
    before = rows(folder)
    with closing(open_store(again(tmp_path / "other", store.file))) as kept:
        kept.writing.execute("DELETE FROM answers")
        backups.copy_store(kept.reading, file)

    def fails(*_given: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        (folder / f"{STORE_FILE}-shm").touch()
        patch.setattr(Path, doing, fails)
        refused = restore(folder, file)
        assert (refused.exit_code, "No space left" in refused.output) == (1, True)
    assert rows(folder) == before
    assert restore(folder, file).exit_code == 0
    assert rows(folder) == rows(tmp_path / "other")


def test_a_restore_over_an_unfinished_store_ends_half_way(
    store: Stored, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A killed server left a store that only its journal makes whole: that is done before anything else."""
    folder, file = again(tmp_path / "store", store.file), tmp_path / "backup.sqlite"
    before = rows(folder)
    file.write_bytes(store.file)
    with closing(connect(folder / STORE_FILE)) as kept:
        kept.execute("PRAGMA cache_size = 1")
        kept.execute("BEGIN IMMEDIATE")
        for part in ("moves", "deals", "seats", "tables", "matches", "answers"):
            kept.execute(f"UPDATE {part} SET checksum = checksum + 1")  # noqa: S608 - it is ours
        shutil.copytree(folder, tmp_path / "killed")
    folder = tmp_path / "killed"
    assert (folder / f"{STORE_FILE}-journal").stat().st_size
    assert (folder / STORE_FILE).read_bytes() != store.file
    replace = Path.replace

    def fails(self: Path, target: Path) -> Path:
        if target.name == STORE_FILE:
            raise OSError(28, "No space left on device")
        return replace(self, target)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", fails)
        assert restore(folder, file).exit_code == 1
    assert rows(folder) == before


def test_what_is_no_backup_is_not_put_back(store: Stored, tmp_path: Path) -> None:
    folder, file = again(tmp_path / "store", store.file), tmp_path / "broken.sqlite"
    before = rows(folder)
    file.write_bytes(store.file[:-4096] + bytes(4096))
    (tmp_path / "empty.sqlite").touch()
    for path in (file, tmp_path / "nowhere.sqlite", tmp_path / "empty.sqlite"):
        refused = CliRunner().invoke(program, ["tables", "restore", "--data", str(folder), str(path)])
        assert refused.exit_code == 1
        assert refused.output == f"Error: {path} is no whole backup; the store stays as it is\n"
    assert rows(folder) == before


def test_what_root_puts_back_belongs_to_the_owner_of_the_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A service runs as a user of its own, and opens what root puts back. A copy elsewhere stays root's."""
    given, folder = list[tuple[object, ...]](), tmp_path / "tables"
    open_store(folder).close()
    file = backups.next_backup(folder)
    with closing(open_store(folder)) as kept:
        backups.copy_store(kept.writing, file)

    def chown(path: Path, *owner: int, follow_symlinks: bool) -> None:
        assert not follow_symlinks, "the owner of the folder chooses no other file"
        given.append((path.name, *owner))

    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "chown", chown)
    here = folder.stat()
    put = restore(folder, file)
    assert put.exit_code == 0, put.output
    assert given == [(f"{STORE_FILE}.part", here.st_uid, here.st_gid)]
    copied = CliRunner().invoke(
        program, ["tables", "backup", "--data", str(folder), str(tmp_path / "copy.sqlite")]
    )
    assert copied.exit_code == 0, copied.output
    assert len(given) == 1
    open_store(tmp_path / "new").close()
    assert {name for name, *_ in given[1:]} == {"server.lock", STORE_FILE, "addresses.key"}
