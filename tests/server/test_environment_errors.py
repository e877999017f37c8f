"""Errors of the port, the folder and the disk: each is reported in a sentence, and nothing is lost."""

from __future__ import annotations

import asyncio
import shutil
import socket
import sqlite3
import stat
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.server.local_server import serving
from tests.server.stores import with_checksums
from tests.server.test_full_disk import until

from trickbook.cli.program import program
from trickbook.problems import TrickbookError
from trickbook.server.client import RefusedError, RemoteSeat, Ticket, create_table, request
from trickbook.server.store import STORE_FILE, lifetimes, select, table_recovery, write
from trickbook.server.store.store import LOCK_FILE, open_store
from trickbook.server.store.table_recovery import Damage
from trickbook.server.table import Row
from trickbook.server.web import routes


def told(folder: Path, *words: str) -> str:
    """What ``trickbook serve`` says that cannot begin."""
    result = CliRunner().invoke(program, ["serve", "--data", str(folder), *words])
    assert result.exit_code == 1
    assert "Traceback" not in result.output
    return result.output


def test_a_port_in_use(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        assert f"127.0.0.1:{port} is in use by another program; --port" in told(tmp_path, "--port", port)


def test_an_address_of_another_machine(tmp_path: Path) -> None:
    assert "192.0.2.1:0 cannot be used" in told(tmp_path, "--port", "0", "--host", "192.0.2.1")


def test_an_address_for_peers_of_a_folder(tmp_path: Path) -> None:
    result = CliRunner().invoke(program, ["serve", "--data", str(tmp_path), "--peers", "10.0.0.1"])
    assert result.exit_code == 2
    assert "--peers is for servers that share a store: name it by --store" in result.output


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "tables").write_text("no folder")
    folder = tmp_path / "tables" / "here"
    assert f"{folder} cannot hold the tables: {folder}: Not a directory" in told(folder, "--port", "0")


def test_a_folder_of_another_server(tmp_path: Path) -> None:
    with serving(tmp_path):
        assert "another server keeps its tables" in told(tmp_path, "--port", "0")


def test_a_store_that_is_locked(tmp_path: Path) -> None:
    open_store(tmp_path).close()
    other = sqlite3.connect(tmp_path / STORE_FILE, isolation_level=None)
    other.execute("PRAGMA locking_mode = EXCLUSIVE")
    other.execute("BEGIN EXCLUSIVE")
    assert "cannot be opened: database is locked" in told(tmp_path, "--port", "0")
    other.close()


def test_a_store_of_a_newer_trickbook(tmp_path: Path) -> None:
    kept = open_store(tmp_path)
    kept.writing.execute("PRAGMA user_version = 99")
    kept.close()
    assert "written by a newer Trickbook" in told(tmp_path, "--port", "0")


@pytest.mark.parametrize("damage", [b"this is no store", None])
def test_a_damaged_store_is_laid_aside(tmp_path: Path, damage: bytes | None) -> None:
    kept = open_store(tmp_path)
    write(kept.writing, [Row("record", ("t", number, "x" * 2000)) for number in range(50)])
    kept.close()
    whole = (tmp_path / STORE_FILE).read_bytes()
    broken = damage or whole[: len(whole) // 2] + b"\x55" * 5000 + whole[len(whole) // 2 + 5000 :]
    (tmp_path / STORE_FILE).write_bytes(broken)
    kept = open_store(tmp_path)
    assert kept.damage is not None
    assert kept.damage.path.read_bytes() == broken
    assert select(kept.reading, "SELECT * FROM tables") == []
    kept.close()
    again = open_store(tmp_path)
    assert again.damage is None
    again.close()


def test_a_full_disk_is_no_damage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be saved for want of room stays where it is, to be saved when there is some."""
    kept = open_store(tmp_path)
    write(kept.writing, [Row("record", ("t", number, "x" * 2000)) for number in range(50)])
    kept.close()
    whole = (tmp_path / STORE_FILE).read_bytes()
    broken = whole[:20000] + b"\x55" * 5000 + whole[25000:]
    (tmp_path / STORE_FILE).write_bytes(broken)
    full = sqlite3.OperationalError("database or disk is full")
    full.sqlite_errorcode = sqlite3.SQLITE_FULL

    def rows_(*_: object) -> None:
        raise full

    with monkeypatch.context() as patched:
        patched.setattr(table_recovery, "select", rows_)
        assert "disk full" in told(tmp_path, "--port", "0")
    assert (tmp_path / STORE_FILE).read_bytes() == broken
    kept = open_store(tmp_path)
    assert kept.damage is not None
    kept.close()


def test_a_store_of_an_older_server_goes_on(tmp_path: Path) -> None:
    """It wrote a WAL, and was killed before that was copied into the store."""
    folder = tmp_path / "old"
    kept = open_store(folder)
    kept.writing.execute("PRAGMA journal_mode = WAL")
    write(kept.writing, [Row("seat", ("t", 0, "Ann", "person", "duck", "", 0))])
    write(kept.writing, [Row("table", ("t", "{}", "", "", 1, 0))])
    shutil.copytree(folder, tmp_path / "killed")
    kept.close()
    kept = open_store(tmp_path / "killed")
    assert kept.damage is None
    assert select(kept.reading, "SELECT name FROM tables") == [("t",)]
    assert not (tmp_path / "killed" / f"{STORE_FILE}-wal").exists()
    kept.close()


@pytest.mark.parametrize(
    "other",
    ["PRAGMA user_version = 1", "CREATE TABLE tables (of_another_program)", "PRAGMA user_version = -1"],
)
def test_a_store_that_is_none_is_laid_aside(tmp_path: Path, other: str) -> None:
    base = sqlite3.connect(tmp_path / STORE_FILE)
    base.executescript(f"{other}; CREATE TABLE more (x);")
    base.close()
    kept = open_store(tmp_path)
    assert kept.damage is not None
    assert select(kept.reading, "SELECT * FROM tables") == []
    kept.close()


def test_what_is_said_of_a_damaged_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def said(saved: int, seen: int | None) -> str:
        def serve(listening: socket.socket, *given: Any) -> None:
            listening.close()
            given[-1](Damage(tmp_path / "tables-damaged-1.sqlite", saved, seen))

        monkeypatch.setattr("trickbook.server.fleet.supervisor.serve", serve)
        result = CliRunner().invoke(program, ["serve", "--port", "0", "--data", str(tmp_path)])
        assert result.exit_code == 0
        return result.output

    assert "tables-damaged-1.sqlite now. Tables that were saved: 28 of the 30 seen in it." in said(28, 30)
    assert "All tables that were seen in it were saved: 30." in said(30, 30)
    assert "Tables that were saved and have taken its place: 28." in said(28, None)
    assert "No table could be read in it." in said(0, 0)


def test_a_lock_that_is_none(tmp_path: Path) -> None:
    (tmp_path / LOCK_FILE).write_bytes(b"x" * 5000)
    assert f"{LOCK_FILE} cannot keep other servers out: file is not a database" in told(
        tmp_path, "--port", "0"
    )


def test_a_game_that_there_is_not(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        with pytest.raises(RefusedError, match="did you mean `hearts`"):
            asyncio.run(create_table(url, game="herts", name="Ann"))
        with pytest.raises(TrickbookError, match="does not answer"):
            asyncio.run(request("http://127.0.0.1:1", "/api/games"))


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE tables SET digest = 'of other rules'",
        "UPDATE tables SET choice = 'nonsense'",
        "UPDATE deals SET nonce = 'x'",
        "UPDATE moves SET move = 'ZZ'",
        "UPDATE matches SET seed = 'x'",
    ],
)
def test_a_table_that_cannot_be_read_hinders_no_other(tmp_path: Path, damage: str) -> None:
    async def first_played(url: str) -> Ticket:
        ann = await create_table(url, game="hearts", name="Ann", seats=["me", "duck", "duck", "duck"])
        async with RemoteSeat(ann) as sitting:
            await until(sitting, lambda: sitting.known.seq > 5)
        return ann

    async def come(url: str, ann: Ticket) -> None:
        with pytest.raises(TrickbookError):
            await RemoteSeat(ann._replace(url=url)).open()
        with pytest.raises(RefusedError):
            await request(url, f"/api/tables/{ann.table}/rulebook")
        async with RemoteSeat(await create_table(url, game="hearts", name="Ben")) as other:
            assert len(await request(url, "/api/tables")) == 1
            assert other.known.seat == 0

    with serving(tmp_path) as url:
        ann = asyncio.run(first_played(url))
    base = sqlite3.connect(tmp_path / STORE_FILE)
    with base:
        base.execute(damage)
        with_checksums(base)
    base.close()
    with serving(tmp_path) as url:
        asyncio.run(come(url, ann))


def test_what_is_stored_is_nobody_elses_business(tmp_path: Path) -> None:
    with serving(tables := tmp_path / "tables"):
        modes = [stat.S_IMODE(path.stat().st_mode) for path in (tables, *tables.iterdir())]
        assert modes == [0o700, *[0o600] * (len(modes) - 1)]


def test_a_store_that_breaks_while_people_play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever asks for what cannot be read is told so; the table goes on where it need not be read."""

    def broken(*_: object) -> None:
        raise sqlite3.DatabaseError("database disk image is malformed")

    async def play(url: str) -> None:
        ann = await create_table(url, game="hearts", name="Ann", seats=["me", "duck", "duck", "duck"])
        async with RemoteSeat(ann) as sitting:
            await until(sitting, lambda: sitting.known.seq > 3)
            for module in (routes, lifetimes):
                monkeypatch.setattr(module, "select", broken)
            with pytest.raises(RefusedError, match="cannot be read") as told_:
                await request(url, f"/api/tables/{ann.table}/record?match=1", key=ann.token)
            assert told_.value.code == "busy"
            with pytest.raises(RefusedError, match="cannot be read"):
                await create_table(url, game="hearts", name="Ben")
            await until(sitting, lambda: sitting.known.view and 0 in sitting.known.view["actors"])
            assert (await sitting.ask("hint"))["move"]

    with serving(tmp_path) as url:
        asyncio.run(play(url))
