"""A store of each earlier version is upgraded when a server opens it, also if it is damaged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.stores import with_checksums
from tests.server.test_lifetimes import BOTS, stored

from trickbook.server.store import SCHEMAS, STORE_FILE, STORE_VERSION, select, table_names
from trickbook.server.store.restore import restored
from trickbook.server.store.store import open_store
from trickbook.server.table import TableState

FIRST_WITH_USES, FIRST_WITH_CUTS, FIRST_WITH_MAKERS = 2, 5, 6


def columns(base: sqlite3.Connection, part: str) -> list[str]:
    return [f'"{name}"' for _, name, *_ in select(base, f"PRAGMA table_info({part})")]


def rewritten(file: Path, version: int) -> None:
    """Write a store as an earlier version kept it."""
    older = file.with_suffix(".older")
    with closing(sqlite3.connect(file)) as new, closing(sqlite3.connect(older)) as old:
        old.executescript("".join(SCHEMAS[:version]))
        for part in table_names(version) - {"uses"}:
            common = ", ".join(one for one in columns(old, part) if one in columns(new, part))
            rows = select(new, f"SELECT {common} FROM {part}")  # noqa: S608 - it is ours
            marks = ", ".join("?" * len(common.split(", ")))
            old.executemany(f"INSERT INTO {part} ({common}) VALUES ({marks})", rows)  # noqa: S608 - likewise
        if FIRST_WITH_USES <= version < FIRST_WITH_MAKERS:
            uses = "SELECT uses.name, maker, used FROM uses JOIN makers USING (name)"
            more = ", 0" * (len(columns(old, "uses")) - 3)
            old.executemany(f"INSERT INTO uses VALUES (?, ?, ?{more})", select(new, uses))  # noqa: S608 - likewise
        old.execute(f"PRAGMA user_version = {version}")
        old.commit()
    older.replace(file)


def an_older_store(folder: Path, version: int) -> TableState:
    """A store of a version in a folder; the table in it."""
    file = folder / STORE_FILE
    with closing(open_store(folder)) as kept:
        before = restored(kept.reading, stored(kept, BOTS, 5).update.table.name)
    assert before is not None
    if version < FIRST_WITH_CUTS:  # packs were not cut, and the second one is as good as the first
        orders = "\n".join(before.sealed[1].orders)
        with closing(sqlite3.connect(file)) as base:
            base.executemany(
                "UPDATE deals SET orders = ? WHERE deal = ?", [(orders, deal) for deal in before.sealed]
            )
            with_checksums(base)
            base.commit()
    rewritten(file, version)
    return before


@pytest.mark.parametrize("version", range(1, STORE_VERSION))
def test_an_older_store_is_upgraded(tmp_path: Path, version: int) -> None:
    before = an_older_store(tmp_path, version)
    older = (tmp_path / STORE_FILE).read_bytes()
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is None
        again = restored(kept.reading, before.name)
    assert again is not None
    assert again.game is not None
    assert before.game is not None
    assert (again.game.state.piles, again.log) == (before.game.state.piles, before.log)
    (tmp_path / STORE_FILE).write_bytes(older[:-4096] + bytes(4096))
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is not None
        assert kept.damage.saved == 1
        assert restored(kept.reading, before.name) is not None
