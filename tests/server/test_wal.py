"""A server that is killed leaves a log. Where that is damaged, SQLite reads on behind the place."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.stores import LOG, TABLES, Left, again, everything

from trickbook.server.store.store import STORE_FILE, open_store
from trickbook.server.store.wal import HEADER_BYTES, repaired_wal

TRIES = 12


def test_a_whole_log_is_read(left: Left, tmp_path: Path) -> None:
    log = (left.folder / LOG).read_bytes()
    assert repaired_wal(log) is None
    with closing(open_store(again(left, tmp_path / "whole", log))) as kept:
        assert kept.damage is None
        assert everything(kept.reading) == left.rows


@pytest.mark.parametrize("part", [0.3, 0.7, 0.999])
def test_a_log_with_a_torn_end_is_no_damaged_one(left: Left, tmp_path: Path, part: float) -> None:
    """A table stands where the log ends: what came after was told to nobody."""
    log = (left.folder / LOG).read_bytes()
    with closing(open_store(again(left, tmp_path / "torn", log[: int(len(log) * part)]))) as kept:
        assert kept.damage is None
        assert set(everything(kept.reading)) <= set(left.rows)


def test_most_tables_are_saved_and_as_they_were(left: Left, tmp_path: Path) -> None:
    """What was found is laid aside."""
    log, rng, saved = (left.folder / LOG).read_bytes(), random.Random(3), 0  # noqa: S311 - any place
    for number in range(TRIES):
        broken, length = bytearray(log), rng.choice([1, 8, 300, 5000])
        place = rng.randrange(HEADER_BYTES, len(log) * 9 // 10)
        broken[place : place + length] = bytes(byte ^ 0x55 for byte in log[place : place + length])
        folder = again(left, tmp_path / str(number), bytes(broken))
        with closing(open_store(folder)) as kept:
            found = everything(kept.reading)
        assert kept.damage is not None
        assert {name: left.rows[name] for name in found} == found
        assert kept.damage.saved == len(found) < 2 * TABLES
        assert (folder / f"tables-damaged-1.sqlite{LOG.removeprefix(STORE_FILE)}").read_bytes() == broken
        saved += len(found)
    assert saved > TRIES * TABLES


def test_a_log_whose_head_is_damaged(left: Left, tmp_path: Path) -> None:
    """SQLite would read nothing of it."""
    log = bytearray((left.folder / LOG).read_bytes())
    log[17] ^= 1
    folder = again(left, tmp_path / "head", bytes(log))
    with closing(open_store(folder)) as kept:
        assert kept.damage is not None
        assert everything(kept.reading) == {}


def test_a_log_that_began_anew(tmp_path: Path) -> None:
    """Behind its end stands what was written into it the last time."""
    with closing(sqlite3.connect(tmp_path / STORE_FILE, isolation_level=None)) as base:
        base.execute("PRAGMA journal_mode = WAL")
        base.execute("CREATE TABLE notes (note TEXT)")
        for number in range(50):
            base.execute("INSERT INTO notes VALUES (?)", [str(number)])
        long = (tmp_path / LOG).stat().st_size
        base.execute("PRAGMA wal_checkpoint(RESTART)")
        base.execute("INSERT INTO notes VALUES ('anew')")
        assert (tmp_path / LOG).stat().st_size == long
        assert repaired_wal((tmp_path / LOG).read_bytes()) is None
