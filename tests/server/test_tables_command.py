"""``trickbook tables``: what an operator sees and does, with and without a running server."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from tests.server.local_server import serving
from tests.server.stores import everything
from tests.server.test_ended_tables import gone
from tests.server.test_lifetimes import BOTS, stored

from trickbook.cli.program import program
from trickbook.server.client import RefusedError, RemoteSeat, create_table
from trickbook.server.store import STORE_FILE, Database, inspection
from trickbook.server.store.inspection import TableSummary, delete_marked, mark_tables
from trickbook.server.store.integrity import is_sound
from trickbook.server.store.lifetimes import CLOSED, DELETED
from trickbook.server.store.store import open_store


def call(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(program, ["tables", words[0], "--data", str(folder), *words[1:]])


def listed(folder: Path) -> dict[str, Any]:
    """The state of each table by its name."""
    result = call(folder, "list", "--json")
    assert result.exit_code == 0, result.output
    return {one["name"]: one["state"] for one in json.loads(result.output)}


@pytest.fixture
def names(tmp_path: Path) -> list[str]:
    """Tables in a folder: one that waits, one that plays, one that has finished a match."""
    with closing(open_store(tmp_path)) as kept:
        made = [stored(kept, ["me"]), stored(kept, BOTS, 5), stored(kept, BOTS, 200)]
    return [one.update.table.name for one in made]


def test_tables_are_listed_and_shown(tmp_path: Path, names: list[str]) -> None:
    assert listed(tmp_path) == dict(zip(names, ("waiting", "playing", "playing"), strict=True))
    lines = call(tmp_path, "list").output.splitlines()
    assert lines[0].split() == ["table", "game", "state", "matches", "records", "moves", "unused"]
    assert lines[2].split()[:5] == [names[1], "hearts", "playing", "1", "0"]
    told = json.loads(call(tmp_path, "show", names[1]).output)
    assert [seat["plays"] for seat in told["seats"]] == ["person", "bot", "bot"]
    assert told["options"] == {"target": 1}


def test_no_command_tells_a_card_that_comes_or_a_token(tmp_path: Path, names: list[str]) -> None:
    with closing(open_store(tmp_path)) as kept:
        rows = everything(kept.reading)[names[1]]
    secrets = [row[3] for part, row in rows if part == "deals"]
    secrets += [row[5] for part, row in rows if part == "seats" and row[5]]
    told = "".join(call(tmp_path, *words).output for words in (("list", "--json"), ("show", names[1])))
    assert len(secrets) > 2
    assert not [one for one in secrets if one in told]


def test_tables_are_closed_and_deleted_without_a_server(tmp_path: Path, names: list[str]) -> None:
    assert call(tmp_path, "close", names[2]).output == f"Ended: {names[2]}\n"
    assert listed(tmp_path)[names[2]] == "ended"
    assert "has ended already" in call(tmp_path, "close", names[2]).output
    assert call(tmp_path, "delete", names[1]).exit_code == 1, "nobody has said yes"
    assert call(tmp_path, "delete", "--yes", *names[1:]).exit_code == 0
    assert listed(tmp_path) == {names[0]: "waiting"}
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is None
        assert set(everything(kept.reading)) == {names[0]}
    assert "there is no table nowhere" in call(tmp_path, "close", "nowhere").output


def test_a_table_that_is_being_deleted_is_not_kept_again(tmp_path: Path, names: list[str]) -> None:
    """Closing keeps records; who said `delete` before has said more."""
    with closing(open_store(tmp_path)) as kept:
        for mark in (DELETED, CLOSED):
            mark_tables(kept.writing, names[2:], mark)
        delete_marked(kept.writing, names[2:])
    assert set(listed(tmp_path)) == set(names[:2])


def test_a_running_server_ends_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.server.app.UPKEEP_INTERVAL", 0.05)

    async def tried(url: str) -> None:
        ann = await create_table(url, game="hearts", players=3, name="Ann", seats=BOTS)
        ben = await create_table(url, game="hearts", players=3, name="Ben", seats=BOTS)
        async with RemoteSeat(ann) as sitting, RemoteSeat(ben) as other:
            result = await asyncio.to_thread(call, tmp_path, "delete", "--yes", ann.table)
            assert "The running server ends 1 table within half a minute" in result.output
            with pytest.raises(RefusedError, match="has ended"):
                async for _ in sitting.heard():
                    pass
            await gone(url, ann.table)
            assert other.known.view is not None
            assert (await asyncio.to_thread(listed, tmp_path)).get(ben.table) == "playing"

    with serving(tmp_path) as url:
        asyncio.run(tried(url))


def test_records_are_exported(tmp_path: Path, names: list[str]) -> None:
    out = tmp_path / "out"
    assert call(tmp_path, "export", "--out", str(out)).exit_code == 0
    assert [path.name for path in out.iterdir()] == [names[2]]
    record = out / names[2] / "match-1.record"
    assert CliRunner().invoke(program, ["verify-deal", str(record)]).exit_code == 0


CHOICES = {
    "another key for the game": """replace(choice, '"game"', '"gane"')""",
    "another key for house rules": """replace(choice, '"house"', '"houre"')""",
    "a game that is a number": """replace(choice, '"hearts"', '5')""",
    "house rules that are no list": """replace(choice, '[]', '7')""",
    "options that are a list": """json_set(choice, '$.options', json('[1]'))""",
    "players that are a text": """json_set(choice, '$.players', 'x')""",
    "a list": "'[]'",
    "a text": """'"hearts"'""",
    "no JSON": "'{'",
    "lists in lists": "replace(hex(zeroblob(50000)), '00', '[')",
    "bytes": "x'ff00ff'",
}
ROWS = {name: f"tables SET choice = {choice}" for name, choice in CHOICES.items()}
HIDDEN = {
    "a player who is bytes": "seats SET who = x'ff'",
    "a move that is bytes": "moves SET move = x'ff'",
    "options of a bot": """tables SET choice = replace(choice, '"target"', '"tarfet"')""",
}


def damage(folder: Path, name: str, change: str) -> None:
    """Change the rows of a table, but not their checksums."""
    with closing(sqlite3.connect(folder / STORE_FILE)) as database, database:
        database.execute(f"UPDATE {change} WHERE name = ?", (name,))


@pytest.mark.parametrize("change", [*ROWS.values(), "uses SET used = 'x'"], ids=[*ROWS, "a text for a time"])
def test_a_damaged_table_is_told_and_the_others_are_listed(
    tmp_path: Path, names: list[str], change: str
) -> None:
    damage(tmp_path, names[1], change)
    states = dict(zip(names, ("waiting", "damaged", "playing"), strict=True))
    for words in ([], ["--json"]):
        result = call(tmp_path, "list", *words)
        assert result.exit_code == 0
        assert result.stderr == (
            f"Damaged: what is stored of table {names[1]} is damaged: its rules or last use cannot be read; "
            "a server that runs saves what is whole\n"
        )
    assert {one["name"]: one["state"] for one in json.loads(result.stdout)} == states


@pytest.mark.parametrize("change", [*ROWS.values(), *HIDDEN.values()], ids=[*ROWS, *HIDDEN])
def test_a_damaged_table_is_neither_shown_nor_exported(tmp_path: Path, names: list[str], change: str) -> None:
    damage(tmp_path, names[1], change)
    out = tmp_path / "out"
    told = f"what is stored of table {names[1]} is damaged: "
    for words in (["show", names[1]], ["export", *names[1:], "--out", str(out)]):
        result = call(tmp_path, *words)
        assert (result.exit_code, told in result.stderr) == (1, True), result.output
        assert isinstance(result.exception, SystemExit)
    assert [path.name for path in out.iterdir()] == [names[2]]
    assert json.loads(call(tmp_path, "show", names[2]).stdout)["options"] == {"target": 1}


@pytest.mark.parametrize("change", ROWS.values(), ids=ROWS)
def test_a_damaged_table_is_deleted_like_others(tmp_path: Path, names: list[str], change: str) -> None:
    damage(tmp_path, names[1], change)
    result = call(tmp_path, "delete", "--yes", names[1])
    assert result.exit_code == 0, result.output
    assert {*listed(tmp_path)} == {names[0], names[2]}


def test_a_damaged_backup_is_not_put_back(tmp_path: Path, names: list[str]) -> None:
    file = tmp_path / "copy.sqlite"
    assert call(tmp_path, "backup", str(file)).exit_code == 0
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE tables SET choice = replace(choice, 'house', 'houre')")
    assert "is no whole backup; the store stays as it is" in call(tmp_path, "restore", str(file)).output
    assert {*listed(tmp_path)} == {*names}


@pytest.mark.parametrize("command", ["close", "delete", "export"])
def test_however_many_tables_are_named_all_are_read_once(
    tmp_path: Path, names: list[str], monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """And if there is none of a name, nothing is asked or done."""
    readings, summaries = list[Database](), inspection.summaries

    def read(database: Database) -> list[TableSummary]:
        readings.append(database)
        return summaries(database)

    monkeypatch.setattr(inspection, "summaries", read)
    more = ["--out", str(tmp_path / "out")] if command == "export" else []
    refused = call(tmp_path, command, *more, *names, "nowhere")
    assert refused.output == "Error: there is no table nowhere\n"
    assert not (tmp_path / "out").exists()
    assert len(readings) == 1
    result = call(tmp_path, command, *more, *names, *(["--yes"] if command == "delete" else []))
    assert result.exit_code == 0, result.output
    assert len(readings) == 2


def test_a_backup_is_a_store(tmp_path: Path, names: list[str]) -> None:
    """It is made while a server runs, only its owner may read it, and a server starts from it."""
    file = tmp_path / "copies" / STORE_FILE
    file.parent.mkdir()
    with closing(open_store(tmp_path)) as kept:
        assert call(tmp_path, "backup", str(file)).output.endswith(": 3 tables.\n")
        rows = everything(kept.reading)
    assert file.stat().st_mode & 0o077 == 0
    assert "exists already; use --force" in call(tmp_path, "backup", str(file)).output
    assert call(tmp_path, "backup", "--force", str(file)).exit_code == 0
    assert "is the store itself" in call(tmp_path, "backup", "--force", str(tmp_path / STORE_FILE)).output
    with closing(open_store(file.parent)) as kept:
        assert kept.damage is None
        assert everything(kept.reading) == rows
    assert set(rows) == set(names)


def test_a_backup_leaves_the_files_beside_it(tmp_path: Path, names: list[str]) -> None:
    file, other = tmp_path / "copies" / "b.sqlite", tmp_path / "copies" / "b.sqlite.part"
    file.parent.mkdir()
    other.write_text("half of a download", "utf-8")
    assert call(tmp_path, "backup", str(file)).exit_code == 0
    assert sorted(file.parent.iterdir()) == [file, other]
    assert other.read_text("utf-8") == "half of a download"


def test_what_is_no_store_is_named(tmp_path: Path, names: list[str]) -> None:
    assert "name the folder of the server's --data" in call(tmp_path / "nowhere", "list").output
    assert not (tmp_path / "nowhere").exists()
    with closing(sqlite3.connect(tmp_path / STORE_FILE)) as base:
        base.execute("PRAGMA user_version = 99")
    assert "is of another version" in call(tmp_path, "list").output
    (tmp_path / STORE_FILE).write_bytes(b"no store at all" * 1000)
    assert "a server recovers it when it starts" in call(tmp_path, "list").output
    assert names


def test_a_store_without_its_tables_is_told_without_a_traceback(tmp_path: Path) -> None:
    with closing(open_store(tmp_path)) as kept:
        kept.writing.execute("DROP TABLE tables")
    for words in (["list"], ["backup", str(tmp_path / "copy")]):
        result = call(tmp_path, *words)
        assert (result.exit_code, "a server recovers it when it starts" in result.output) == (1, True)
        assert isinstance(result.exception, SystemExit)


def test_nothing_is_put_back_unless_somebody_says_yes(tmp_path: Path, names: list[str]) -> None:
    file = tmp_path / "other" / STORE_FILE
    open_store(tmp_path / "other").close()
    given = ["tables", "restore", "--data", str(tmp_path), str(file)]
    assert CliRunner().invoke(program, given, input="n\n").exit_code == 1
    assert [*listed(tmp_path)] == names
    assert CliRunner().invoke(program, given, input="y\n").exit_code == 0
    assert not listed(tmp_path)


def test_in_an_empty_folder_nobody_is_asked(tmp_path: Path) -> None:
    open_store(tmp_path / "other").close()
    given = ["tables", "restore", "--data", str(tmp_path / "new"), str(tmp_path / "other" / STORE_FILE)]
    result = CliRunner().invoke(program, given)
    assert (result.exit_code, "?" in result.output) == (0, False)
    assert not listed(tmp_path / "new")


def test_the_journal_of_a_store_that_is_gone_is_not_played_into_a_backup(tmp_path: Path) -> None:
    """A killed server left it, and somebody has taken the store away: it is set aside, after a question."""
    folder, file = tmp_path / "killed", tmp_path / "other" / STORE_FILE
    open_store(tmp_path / "other").close()
    with closing(open_store(tmp_path / "store")) as kept:
        many = [(str(number),) for number in range(2000)]
        kept.writing.execute("BEGIN")
        kept.writing.executemany("INSERT INTO makers VALUES (?, 'Ann', 0)", many)
        kept.writing.execute("COMMIT")
        kept.writing.execute("PRAGMA cache_size = 1")
        kept.writing.execute("BEGIN")
        kept.writing.executemany("DELETE FROM makers WHERE name = ?", many)
        shutil.copytree(tmp_path / "store", folder)
    (folder / STORE_FILE).unlink()
    assert (folder / f"{STORE_FILE}-journal").stat().st_size
    given = ["tables", "restore", "--data", str(folder), str(file)]
    assert CliRunner().invoke(program, given, input="n\n").exit_code == 1
    assert (folder / f"{STORE_FILE}-journal").stat().st_size
    assert CliRunner().invoke(program, [*given, "--yes"]).exit_code == 0
    assert is_sound(folder / STORE_FILE)
    assert not (folder / f"{STORE_FILE}-journal").exists()
