"""Recovery: replaces a damaged store by one with its tables, and keeps the damaged file.

A server may be killed at any moment of this. The damaged file is renamed only once the recovered store is
complete, and a complete store has a name of its own: the next server either starts again or finishes.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from itertools import count, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Final

from trickbook.problems import TrickbookError, visible
from trickbook.server.store.checksums import CHECKED_SINCE, checked_parts, is_checked
from trickbook.server.store.database import (
    STORE_VERSION,
    TABLE_NAMES,
    connect,
    create_schema,
    error_code,
    is_environmental,
    select,
    table_names,
)
from trickbook.server.store.private_files import private_file
from trickbook.server.store.table_recovery import Damage, copy_tables

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

RECOVERED_FILE: Final = "tables-all-saved.sqlite"
"""A complete recovered store, until it takes the place of the damaged one."""

PARTIAL_FILE: Final = "tables-half-saved.sqlite"
"""A recovered store that is being written."""

COMPANIONS: Final = ("-journal", "-wal", "-shm")
"""What SQLite may keep beside a store, by the endings of the file names; older servers wrote a WAL."""


def recover(path: Path, backups: Sequence[Path] = (), *, rows: bool = True) -> Damage | None:
    """Replace a damaged store; None if it is sound. Without ``rows``, these are checked later.

    Backups, the newest first, have rows that it lost. TrickbookError if it is newer than this program.
    """
    recovered = path.with_name(RECOVERED_FILE)
    if recovered.exists() and not path.exists():  # an earlier server ended in between
        return _put_in_place(path, recovered, None)
    _remove_leftovers(private_file(path))
    if is_sound(path, rows=rows):
        return None
    partial = private_file(path.with_name(PARTIAL_FILE))
    with closing(connect(partial)) as new:
        create_schema(new)
        seen = copy_tables(path, backups, new)
    partial.rename(recovered)
    path.rename(next(name for name in _names(path) if not name.exists()))
    return _put_in_place(path, recovered, seen)


def is_sound(path: Path, *, rows: bool = True) -> bool:
    """Return whether a file is a whole store, or empty; TrickbookError if it is newer than this program.

    Without ``rows``, those of the present version count as whole.
    """
    try:
        with closing(connect(path)) as database:
            if select(database, "PRAGMA integrity_check(1)") != [("ok",)]:
                return False
            ((version,),) = select(database, "PRAGMA user_version")
            if version > STORE_VERSION:
                raise TrickbookError(f"{visible(str(path))} was written by a newer Trickbook")
            found = {
                name for (name,) in select(database, "SELECT name FROM sqlite_schema WHERE type = 'table'")
            }
            if version <= 0:
                return version == 0 and not found
            known = found & TABLE_NAMES
            if known != table_names(version) or has_checksums(database) != (version >= CHECKED_SINCE):
                return False
            return not (rows or version < STORE_VERSION) or has_only_whole_rows(database, version)
    except sqlite3.DatabaseError as error:
        readonly = error_code(error) == sqlite3.SQLITE_READONLY and not os.access(path, os.W_OK)
        if readonly or is_environmental(error):
            raise
        return False
    except UnicodeDecodeError:  # a complaint quotes the damaged text
        return False


def has_checksums(database: sqlite3.Connection) -> bool:
    """Return whether rows have checksums: a damaged version tells another thing."""
    return bool(select(database, "SELECT 1 FROM pragma_table_info('moves') WHERE name = 'checksum'"))


def has_only_whole_rows(database: sqlite3.Connection, version: int) -> bool:
    """Return whether all rows have the checksums of their values."""
    return all(
        is_checked(part, row)
        for part in checked_parts(version)
        for row in database.execute(f"SELECT * FROM {part}")  # noqa: S608 - it is ours
    )


def _put_in_place(path: Path, recovered: Path, seen: int | None) -> Damage:
    """Finish: the recovered store gets the name of the damaged one, whose companions follow that one."""
    aside = [*takewhile(Path.exists, _names(path))][-1]
    for ending in COMPANIONS:
        companion = path.with_name(path.name + ending)
        if companion.exists():
            companion.rename(aside.with_name(aside.name + ending))
    recovered.rename(path)
    with closing(connect(path)) as database:
        ((saved,),) = select(database, "SELECT count(*) FROM tables")
    return Damage(aside, saved, seen)


def _remove_leftovers(path: Path) -> None:
    """Remove what a server left that was killed during a recovery."""
    for name in (PARTIAL_FILE, RECOVERED_FILE):
        for ending in ("", *COMPANIONS):
            path.with_name(name + ending).unlink(missing_ok=True)


def _names(path: Path) -> Iterator[Path]:
    """The names for damaged stores, in order."""
    return (path.with_name(f"{path.stem}-damaged-{number}{path.suffix}") for number in count(1))
