"""Replacing: a damaged store is laid aside, and what is whole in it takes its place.

A server may be killed at any moment of it: nothing is laid aside before what was saved is complete, as its
name says then. A log that is damaged stays as it is; one that is whole SQLite takes up into its store.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from contextlib import closing, suppress
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

from trickbook.problems import TrickbookError, visible
from trickbook.server.store.database import (
    STORE_VERSION,
    TABLE_NAMES,
    connect,
    create_schema,
    error_code,
    is_environmental,
    select,
)
from trickbook.server.store.table_recovery import Damage, copy_whole_tables, has_orphans
from trickbook.server.store.wal import repaired_wal

if TYPE_CHECKING:
    from collections.abc import Iterator

RECOVERED_FILE: Final = "tables-all-saved.sqlite"
"""What was saved from a damaged store, complete, until it takes its place."""

PARTIAL_FILE: Final = "tables-half-saved.sqlite"
"""Where that is put together."""

COPY_FILE: Final = "tables-copied.sqlite"
"""A store with its log mended, to read from: where they lie SQLite would cut a damaged log off."""

PAGE_BYTES: Final = 4096
"""So many bytes are copied at once; where the disk cannot read them any more, they are lost."""

FILE_SUFFIXES: Final = ("-wal", "-shm", "")
"""What belongs to a store, by the endings of the files, in the order in which it is moved."""


def recover(path: Path) -> Damage | None:
    """Lay a damaged store aside, and put what is whole in it into its place; None if nothing is damaged.

    TrickbookError if it is newer than this program.
    """
    saved = path.with_name(RECOVERED_FILE)
    if saved.exists() and not path.exists():  # a server ended before that took its place
        _moved(saved, path)
        return _replaced(path) or _laid_aside(path)
    if saved.exists() and saved.stat().st_size and _sound(saved):  # or before the other was laid aside
        return _placed(path, None)
    return _orphaned(path) or _replaced(path)


def _replaced(path: Path) -> Damage | None:
    _removed(private_file(path))
    log = _log(path)
    found = repaired_wal(log.read_bytes()) if log.exists() else None
    if found is not None:
        seen = _saved(_copied(path, found.log), found.damaged)
    elif _sound(path):
        return None
    else:
        seen = _saved(path, b"")
    return _placed(path, seen)


def private_file(path: Path) -> Path:
    """Make a file: what lies there tells how the pack lies, and is nobody else's business."""
    path.touch(mode=0o600)
    return path


def _sound(path: Path) -> bool:
    """Whether a file is a whole store, or empty; TrickbookError if it is newer than this program."""
    try:
        with closing(connect(path)) as base:
            if select(base, "PRAGMA integrity_check(1)") != [("ok",)]:
                return False
            version = _version(base, path)
            found = {name for (name,) in select(base, "SELECT name FROM sqlite_schema WHERE type = 'table'")}
            if version != STORE_VERSION:
                return version == 0 and not found
            return found >= TABLE_NAMES and not has_orphans(base)
    except sqlite3.DatabaseError as error:
        readonly = error_code(error) == sqlite3.SQLITE_READONLY and not os.access(path, os.W_OK)
        if readonly or is_environmental(error):
            raise
        return False
    except UnicodeDecodeError:  # of a complaint that quotes what is damaged
        return False


def _version(base: sqlite3.Connection, path: Path) -> int:
    """The version of a store; TrickbookError if it is newer than this program."""
    ((version,),) = select(base, "PRAGMA user_version")
    if version > STORE_VERSION:
        raise TrickbookError(f"{visible(str(path))} was written by a newer Trickbook")
    return int(version)


def _copied(path: Path, log: bytes) -> Path:
    """A copy of a store, with what stands in a log; TrickbookError if it is newer than this program."""
    copy = private_file(path.with_name(COPY_FILE))
    with path.open("rb") as file, copy.open("wb") as other:
        for place in range(0, path.stat().st_size, PAGE_BYTES):
            other.write(_page(file, place))
    private_file(_log(copy)).write_bytes(log)
    with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(copy)) as base:
        _version(base, path)
        base.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return copy


def _page(file: BinaryIO, place: int) -> bytes:
    """A page of a file, or zeros where the disk cannot read it any more."""
    try:
        file.seek(place)
        return file.read(PAGE_BYTES)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return bytes(PAGE_BYTES)


def _saved(path: Path, bad: bytes) -> int:
    """Save what is whole in a damaged store; how many tables were seen in it.

    ``bad`` are the pages of its log that were damaged.
    """
    half = private_file(path.with_name(PARTIAL_FILE))
    with closing(sqlite3.connect(path)) as damaged, closing(connect(half)) as new:
        create_schema(new)
        seen = copy_whole_tables(damaged, path, new, bad)
    _moved(half, path.with_name(RECOVERED_FILE))
    return seen


def _placed(path: Path, seen: int | None) -> Damage:
    """Lay a store aside, and put what was saved from it into its place; ``seen`` were the tables in it."""
    saved, aside = path.with_name(RECOVERED_FILE), _free(path, path.suffix)
    kept = _many(saved)
    _moved(path, aside)
    _moved(saved, path)
    _removed(path)
    return Damage(aside, kept, seen)


def _laid_aside(path: Path) -> Damage | None:
    """What lies aside since the server ended that a store was saved by."""
    lying = [*takewhile(Path.exists, _names(path, path.suffix))]
    return Damage(lying[-1], _many(path), None) if lying else None


def _many(path: Path) -> int:
    """How many tables a store has."""
    with closing(connect(path)) as base:
        return int(select(base, "SELECT count(*) FROM tables")[0][0])


def _orphaned(path: Path) -> Damage | None:
    """Lay aside a log whose store has gone; under its own name SQLite would throw it away."""
    log = _log(path)
    if not (log.exists() and log.stat().st_size) or (path.exists() and path.stat().st_size):
        return None
    return Damage(log.rename(_free(path, ".log")), 0, 0)


def _log(path: Path) -> Path:
    return path.with_name(f"{path.name}-wal")


def _moved(path: Path, to: Path) -> None:
    """Move a store, with what belongs to it."""
    for part in FILE_SUFFIXES:
        if path.with_name(path.name + part).exists():
            path.with_name(path.name + part).rename(to.with_name(to.name + part))


def _removed(path: Path) -> None:
    """Remove what only helped to save something, this time or when a server was killed over it."""
    for name in (COPY_FILE, PARTIAL_FILE, RECOVERED_FILE):
        for part in FILE_SUFFIXES:
            path.with_name(name + part).unlink(missing_ok=True)


def _free(path: Path, suffix: str) -> Path:
    """A name for what was damaged that nothing has."""
    return next(name for name in _names(path, suffix) if not name.exists())


def _names(path: Path, suffix: str) -> Iterator[Path]:
    """Names for what was damaged."""
    return (path.with_name(f"{path.stem}-damaged-{number}{suffix}") for number in count(1))
