"""The store: what happens at the tables, in SQLite. What is committed there is never lost."""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from trickbook.problems import TrickbookError, visible
from trickbook.server.base import PARTS, VERSION, code, connected, hindered, made, rows
from trickbook.server.salvaging import Damage, salvaged, strays

FILE: Final = "tables.sqlite"
LOCK: Final = "server.lock"
SAVED: Final = "tables-saved.sqlite"
"""Where what is saved from a damaged store is put together; it then takes its place."""

FILES: Final = ("-wal", "-shm", "")
"""What belongs to a store, by the endings of the files, in the order in which it is moved."""


class Store(NamedTuple):
    """An open store: for who writes, and for who reads; it is locked against other servers.

    ``damage`` is what was found damaged in its place.
    """

    writing: sqlite3.Connection
    reading: sqlite3.Connection
    lock: sqlite3.Connection
    damage: Damage | None

    def close(self) -> None:
        """Close it."""
        for base in self[:3]:
            base.close()


def opened(folder: Path) -> Store:
    """Open the store in a folder, or make it; TrickbookError says what is in the way.

    A damaged file is laid aside, and what is whole in it is saved into the one that takes its place.
    """
    path = folder / FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = _locked(folder)
        try:
            return _opened(path, lock)
        except BaseException:
            lock.close()
            raise
    except OSError as error:
        raise TrickbookError(f"{visible(str(folder))} cannot hold the tables: {error.strerror}") from None
    except sqlite3.DatabaseError as error:
        where = visible(str(path))
        raise TrickbookError(f"{where} cannot be opened: {error}; is it in use, or the disk full?") from None


def _opened(path: Path, lock: sqlite3.Connection) -> Store:
    saved = path.with_name(SAVED)
    if not path.exists() and saved.exists():  # a server ended between laying one aside and putting the other
        _moved(saved, path)
    damage = _orphaned(path)
    _touched(path)
    damage = damage or (None if _sound(path) else _saved(path, saved))
    writing = connected(path)
    made(writing)
    with suppress(sqlite3.Error):  # the file itself holds all that there is, if there is room
        writing.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return Store(writing, connected(path), lock, damage)


def _touched(path: Path) -> None:
    """Make a file: what lies there tells how the pack lies, and is nobody else's business."""
    path.touch(mode=0o600)


def _locked(folder: Path) -> sqlite3.Connection:
    """What keeps other servers out of a folder, until this one ends in whatever way."""
    path = folder / LOCK
    _touched(path)
    lock = sqlite3.connect(path, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.DatabaseError as error:
        lock.close()
        if code(error) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            where = f"another server keeps its tables in {visible(str(folder))}"
            raise TrickbookError(f"{where} ({error}); --data is for one") from None
        where = f"{visible(str(path))} cannot keep other servers out: {error}"
        raise TrickbookError(f"{where}; it holds nothing, and may be deleted") from None
    return lock


def _sound(path: Path) -> bool:
    """Whether a file is a whole store, or empty; TrickbookError if it is newer than this program."""
    try:
        with closing(connected(path)) as base:
            if rows(base, "PRAGMA integrity_check(1)") != [("ok",)]:
                return False
            ((version,),) = rows(base, "PRAGMA user_version")
            if version > VERSION:
                raise TrickbookError(f"{visible(str(path))} was written by a newer Trickbook")
            found = {name for (name,) in rows(base, "SELECT name FROM sqlite_schema WHERE type = 'table'")}
            if version != VERSION:
                return version == 0 and not found
            return found >= PARTS and not strays(base)
    except sqlite3.DatabaseError as error:
        readonly = code(error) == sqlite3.SQLITE_READONLY and not os.access(path, os.W_OK)
        if readonly or hindered(error):
            raise
        return False
    except UnicodeDecodeError:  # of a complaint that quotes what is damaged
        return False


def _saved(path: Path, place: Path) -> Damage:
    """Save what is whole in a damaged store; it is laid aside, and what was saved takes its place."""
    for part in FILES:
        place.with_name(place.name + part).unlink(missing_ok=True)
    _touched(place)
    with closing(sqlite3.connect(path)) as damaged, closing(connected(place)) as new:
        made(new)
        saved, seen = salvaged(damaged, path, new)
    aside = _aside(path)
    _moved(place, path)
    return Damage(aside, saved, seen)


def _orphaned(path: Path) -> Damage | None:
    """Lay aside a log whose store has gone; under its own name SQLite would throw it away."""
    log = path.with_name(f"{path.name}-wal")
    if not (log.exists() and log.stat().st_size) or (path.exists() and path.stat().st_size):
        return None
    to = next(to for number in count(1) if not (to := _damaged(path, number).with_suffix(".log")).exists())
    return Damage(log.rename(to), 0, 0)


def _aside(path: Path) -> Path:
    """Lay a store aside; where it lies."""
    to = next(to for number in count(1) if not (to := _damaged(path, number)).exists())
    _moved(path, to)
    return to


def _moved(path: Path, to: Path) -> None:
    """Move a store, with what belongs to it."""
    for part in FILES:
        if path.with_name(path.name + part).exists():
            path.with_name(path.name + part).rename(to.with_name(to.name + part))


def _damaged(path: Path, number: int) -> Path:
    return path.with_name(f"{path.stem}-damaged-{number}{path.suffix}")
