"""A recovered store takes the place of the damaged one, whenever a server is killed during the recovery."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from tests.server.stores import TABLES, Stored, again, everything

from trickbook.problems import TrickbookError
from trickbook.server.store import STORE_FILE, STORE_VERSION, connect, create_schema, select
from trickbook.server.store.store import PARTIAL_FILE, RECOVERED_FILE, open_store


def damaged(file: bytes) -> bytes:
    """A store with its last page overwritten."""
    return file[:-4096] + bytes(4096)


def played(base: sqlite3.Connection) -> set[tuple[str, object]]:
    """The tables of a store and their moves: what was lost may be drawn another way each time."""
    return {*select(base, "SELECT name, seq FROM moves"), *select(base, "SELECT name, NULL FROM tables")}


KILLED = """
import os, sys, pathlib
from trickbook.server.store.store import open_store

doing, steps = getattr(pathlib.Path, sys.argv[2]), int(sys.argv[3])
def done(*given, **named):
    global steps
    steps -= 1
    if not steps:
        os._exit(9)
    return doing(*given, **named)

setattr(pathlib.Path, sys.argv[2], done)
open_store(pathlib.Path(sys.argv[1])).close()
"""
"""A server that is killed before it does something for the nth time."""


@pytest.mark.parametrize(("doing", "every"), [("touch", 1), ("unlink", 3), ("rename", 1)])
def test_a_server_that_is_killed_during_a_recovery(
    store: Stored, tmp_path: Path, doing: str, every: int
) -> None:
    """The damaged store stays until the recovered one is complete; the next server saves the same tables."""
    broken = damaged(store.file)
    with closing(open_store(again(tmp_path / "whole", broken))) as kept:
        saved = played(kept.reading)
    assert len(saved) > TABLES
    for step in count(1, every):
        folder = again(tmp_path / str(step), broken)
        (folder / f"{STORE_FILE}-journal").touch()
        killed = subprocess.run([sys.executable, "-c", KILLED, folder, doing, str(step)], check=False)
        assert killed.returncode in (0, 9)
        with closing(open_store(folder)) as kept:
            assert played(kept.reading) == saved
        assert (folder / "tables-damaged-1.sqlite").read_bytes() == broken
        assert not any(path.name.startswith((PARTIAL_FILE, RECOVERED_FILE)) for path in folder.iterdir())
        if killed.returncode == 0:
            assert step > 1
            return


def test_a_newer_store_is_left_alone(store: Stored, tmp_path: Path) -> None:
    folder = again(tmp_path / "newer", store.file)
    with closing(sqlite3.connect(folder / STORE_FILE, isolation_level=None)) as base:
        base.execute(f"PRAGMA user_version = {STORE_VERSION + 1}")
    newer = (folder / STORE_FILE).read_bytes()
    for _ in range(2):
        with pytest.raises(TrickbookError, match="written by a newer Trickbook"):
            open_store(folder)
        assert (folder / STORE_FILE).read_bytes() == newer
        assert not list(folder.glob("*damaged*"))


@pytest.mark.parametrize("begun", [False, True])
def test_an_unfinished_recovery_is_not_taken_for_a_store(
    store: Stored, tmp_path: Path, *, begun: bool
) -> None:
    """A server without room on the disk may have left such a file."""
    folder = again(tmp_path / "here", store.file)
    if begun:
        with closing(connect(folder / PARTIAL_FILE)) as base:
            create_schema(base)
    (folder / RECOVERED_FILE).touch()
    with closing(open_store(folder)) as kept:
        assert kept.damage is None
        assert everything(kept.reading) == store.rows
    assert not (folder / PARTIAL_FILE).exists()
    assert not (folder / RECOVERED_FILE).exists()


def test_damage_is_reported_after_a_server_was_killed(store: Stored, tmp_path: Path) -> None:
    folder = again(tmp_path / "here", damaged(store.file))
    with closing(open_store(folder)) as kept:
        saved = everything(kept.reading)
    (folder / STORE_FILE).rename(folder / RECOVERED_FILE)  # as it is for a moment
    for ending in ("-wal", "-shm"):
        (folder / (STORE_FILE + ending)).touch()
    with closing(open_store(folder)) as kept:
        assert kept.damage == (folder / "tables-damaged-1.sqlite", len(saved), None)
        assert everything(kept.reading) == saved
    assert (folder / "tables-damaged-1.sqlite-wal").exists()
