"""What was saved from a damaged store takes its place, whenever a server that does it is killed."""

from __future__ import annotations

import errno
import io
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest
from tests.server.stores import LOG, TABLES, Left, again, everything

from trickbook.problems import TrickbookError
from trickbook.server.store import recovery
from trickbook.server.store.database import STORE_VERSION, connect, create_schema
from trickbook.server.store.recovery import COPY_FILE, PAGE_BYTES, PARTIAL_FILE, RECOVERED_FILE
from trickbook.server.store.store import STORE_FILE, open_store


def bent(log: bytes) -> bytes:
    """A log with a damaged place."""
    place = len(log) // 2
    return log[:place] + bytes([log[place] ^ 1]) + log[place + 1 :]


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
"""A server that is killed before it does something for the so-manieth time."""


@pytest.mark.parametrize(("doing", "every"), [("touch", 1), ("unlink", 4), ("rename", 1), ("write_bytes", 1)])
def test_a_server_that_is_killed_while_it_saves(left: Left, tmp_path: Path, doing: str, every: int) -> None:
    """What is damaged stays as it is until all that can be saved is; the next one saves the same tables."""
    broken = bent((left.folder / LOG).read_bytes())
    with closing(open_store(again(left, tmp_path / "whole", broken))) as kept:
        saved = everything(kept.reading)
    assert len(saved) > TABLES
    for step in count(1, every):
        folder = again(left, tmp_path / str(step), broken)
        killed = subprocess.run([sys.executable, "-c", KILLED, folder, doing, str(step)], check=False)
        assert killed.returncode in (0, 9)
        with closing(open_store(folder)) as kept:
            assert everything(kept.reading) == saved
        names = {path.name for path in folder.iterdir()}
        assert {"tables-damaged-1.sqlite", "tables-damaged-1.sqlite-wal"} < names
        assert not any(name.startswith((PARTIAL_FILE, RECOVERED_FILE, COPY_FILE)) for name in names)
        if killed.returncode == 0:
            assert step > 1
            return


def test_a_newer_store_whose_log_is_damaged_is_left_alone(left: Left, tmp_path: Path) -> None:
    folder = tmp_path / "newer"
    shutil.copytree(left.folder, folder)
    with closing(sqlite3.connect(folder / STORE_FILE, isolation_level=None)) as base:
        base.execute("PRAGMA wal_autocheckpoint = 0")
        base.execute(f"PRAGMA user_version = {STORE_VERSION + 1}")
        log, store = (folder / LOG).read_bytes(), (folder / STORE_FILE).read_bytes()
    log = bent(log)
    (folder / STORE_FILE).write_bytes(store)
    (folder / LOG).write_bytes(log)
    for _ in range(2):
        with pytest.raises(TrickbookError, match="written by a newer Trickbook"):
            open_store(folder)
        assert ((folder / STORE_FILE).read_bytes(), (folder / LOG).read_bytes()) == (store, log)
        assert not list(folder.glob("*damaged*"))


@pytest.mark.parametrize("begun", [False, True])
def test_what_nobody_has_finished_is_not_taken_for_the_whole(
    left: Left, tmp_path: Path, *, begun: bool
) -> None:
    """Such a file may be of a server that had no room."""
    folder = tmp_path / "here"
    shutil.copytree(left.folder, folder)
    if begun:
        with closing(connect(folder / PARTIAL_FILE)) as base:
            create_schema(base)
    (folder / RECOVERED_FILE).touch()
    with closing(open_store(folder)) as kept:
        assert kept.damage is None
        assert everything(kept.reading) == left.rows
    assert not (folder / PARTIAL_FILE).exists()
    assert not (folder / RECOVERED_FILE).exists()


def test_it_is_told_where_a_server_ended_that_had_laid_it_aside(left: Left, tmp_path: Path) -> None:
    folder = again(left, tmp_path / "here", bent((left.folder / LOG).read_bytes()))
    with closing(open_store(folder)) as kept:
        saved = everything(kept.reading)
    (folder / STORE_FILE).rename(folder / RECOVERED_FILE)  # as it is for a moment
    with closing(open_store(folder)) as kept:
        assert kept.damage == (folder / "tables-damaged-1.sqlite", len(saved), None)
        assert everything(kept.reading) == saved


def test_a_page_that_the_disk_cannot_read_is_lost() -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            if self.tell() == PAGE_BYTES:
                raise OSError(errno.EIO, "Input/output error")
            return super().read(size)

    file = Broken(bytes(range(256)) * 32)
    pages = [recovery._page(file, place) for place in (0, PAGE_BYTES)]  # noqa: SLF001 - a disk cannot be broken here
    assert pages == [bytes(range(256)) * 16, bytes(PAGE_BYTES)]
