"""Backups: copies of the store, made by SQLite while the server writes, and put back by an operator.

The copies have numbers, not times: a clock that jumps deletes none of them too early.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from tempfile import mkstemp
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import TrickbookError, visible
from trickbook.server.store import STORE_FILE, connect, create_schema, give_to_owner, select
from trickbook.server.store.integrity import COMPANIONS, is_sound
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

FOLDER: Final = "backups"
"""The folder of the backups, beside the store."""

NAME: Final = re.compile(r"tables-([0-9]{1,9})\.sqlite")

PART: Final = ".part"
"""The ending of a copy's name until it is complete."""

LONGEST_STEM: Final = 40
"""How much of a file's name is in that of its partial copy: names have a limit, too."""

PAGES: Final = 256
"""How many pages are copied at once where something runs between two such steps."""

HOUR: Final = 3600.0


class BackupPlan(NamedTuple):
    """How often the store is copied, in seconds, and how many copies are kept."""

    interval: float = 24 * HOUR
    kept: int = 3


class NoSpaceError(TrickbookError):
    """A backup would leave too little space for the store."""


def numbered(folder: Path) -> dict[int, Path]:
    """The backups in the folder of a store, by number, the oldest first."""
    inside = folder / FOLDER
    found = [(match, path) for path in inside.glob("*") if (match := NAME.fullmatch(path.name))]
    return dict(sorted((int(match[1]), path) for match, path in found))


def next_backup(folder: Path) -> Path:
    """The file of the next backup."""
    inside = folder / FOLDER
    inside.mkdir(mode=0o700, exist_ok=True)
    return inside / f"tables-{max(numbered(folder), default=0) + 1:06}.sqlite"


def is_due(folder: Path, interval: float, now: float) -> bool:
    """Return whether the last backup is so many seconds old, or from the future: then the clock was wrong."""
    last = max(numbered(folder).items(), default=None)
    return last is None or not 0 <= now - last[1].stat().st_mtime < interval


def check_space(folder: Path) -> None:
    """Check that a copy leaves as much space again; NoSpaceError otherwise: moves need it more."""
    if shutil.disk_usage(folder).free < 2 * (folder / STORE_FILE).stat().st_size:
        raise NoSpaceError(Message("{path} has too little space for a backup", path=visible(str(folder))))


def drop_oldest(folder: Path, kept: int) -> None:
    """Delete the oldest backups beyond a number."""
    for path in list(numbered(folder).values())[:-kept]:
        path.unlink(missing_ok=True)


def copy_store(database: sqlite3.Connection, file: Path, between: Callable[..., Any] | None = None) -> None:
    """Copy a store to a file, which appears when it is complete; ``between`` runs between two steps.

    What the same connection writes meanwhile is in the copy, too. Without ``between`` there is one step, in
    which others cannot write: each of their commits would begin the copy anew. sqlite3.Error or OSError if
    that fails.
    """
    part = _new_file_beside(file)
    try:
        copy_pages(database, part, between)
        finish_copy(part, file)
    finally:
        part.unlink(missing_ok=True)


def _new_file_beside(file: Path) -> Path:
    """Create a file that only its owner can read, under a new name: the folder may be anybody's."""
    handle, name = mkstemp(PART, f".{file.stem[:LONGEST_STEM]}-", file.parent)
    os.close(handle)
    return Path(name)


def partial_copy(file: Path) -> Path:
    """The name of a copy until it is complete, in a folder of the server's own."""
    return file.with_name(file.name + PART)


def begin_copy(part: Path) -> None:
    """Create a partial copy, which only its owner can read, in place of one that a killed server left."""
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)


def copy_pages(database: sqlite3.Connection, part: Path, between: Callable[..., Any] | None) -> None:
    """Copy the pages of a store to a partial copy, which need not be on the disk then."""
    with closing(sqlite3.connect(part)) as copy:
        copy.execute("PRAGMA synchronous = OFF")
        database.backup(copy, pages=PAGES if between else -1, progress=between)


def finish_copy(part: Path, file: Path) -> None:
    """Wait until a partial copy is on the disk, and give it its name."""
    with part.open("rb") as written:
        os.fsync(written.fileno())
    part.replace(file)


def check_backup(file: Path) -> None:
    """Check that a backup can be put back; TrickbookError if it is damaged, or newer than this program."""
    if not file.is_file() or not file.stat().st_size or not is_sound(file):
        raise TrickbookError(
            Message("{path} is no whole backup; the store stays as it is", path=visible(str(file)))
        )


def put_back(folder: Path, file: Path) -> Path | None:
    """Put a checked backup in the place of a store that no server has open; returns where that one is now."""
    path = folder / STORE_FILE
    _undo_unfinished(path)
    fresh = partial_copy(path)
    try:
        begin_copy(fresh)
        with closing(sqlite3.connect(file)) as backup:
            copy_pages(backup, fresh, None)
        give_to_owner(fresh)
        aside = _set_aside(path)
        finish_copy(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
    with closing(connect(path)) as database:
        create_schema(database)
    return aside


def _undo_unfinished(path: Path) -> None:
    """Let SQLite undo what a killed server left unfinished; then no journal belongs to the store any more."""
    if path.exists():
        with suppress(sqlite3.DatabaseError), closing(connect(path)) as database:
            select(database, "SELECT count(*) FROM sqlite_schema")


def _set_aside(path: Path) -> Path | None:
    """Give a store, if there is one, a second name, and its journal: it would be played into the next one."""
    aside = next(
        name for number in count(1) if not (name := path.with_name(f"tables-before-{number}.sqlite")).exists()
    )
    if found := path.exists():
        aside.hardlink_to(path)
    for ending in COMPANIONS:
        companion = path.with_name(path.name + ending)
        if companion.exists():
            companion.rename(aside.with_name(aside.name + ending))
    return aside if found else None


def count_tables(path: Path) -> int:
    """How many tables a store has."""
    with closing(connect(path)) as database:
        ((found,),) = select(database, "SELECT count(*) FROM tables")
    return int(found)
