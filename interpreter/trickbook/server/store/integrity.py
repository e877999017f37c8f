"""Integrity: whether a file is a whole store, and whether rows have the checksums of their values.

The rows of a table are checked when it is read, all others while the server runs. So a server answers at
once, however many rows there are, and no table goes on from a damaged one.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Final

from trickbook.problems import TrickbookError, visible
from trickbook.server.process import failure_text
from trickbook.server.store import (
    STORE_VERSION,
    TABLE_NAMES,
    connect,
    error_code,
    is_environmental,
    select,
    table_names,
)
from trickbook.server.store.checksums import CHECKED, CHECKED_SINCE, checked_parts, is_checked
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.server.store import Database

LOG: Final = logging.getLogger(__name__)

PAUSE: Final = 0.005
"""Seconds between two tables, for the moves of others."""

RETRY_DELAY: Final = 1.0
"""Seconds before a table that cannot be read now is tried again."""

DAMAGED_MESSAGE: Final = "the file of the tables is damaged; it is opened again, and its tables are saved"

COMPANIONS: Final = ("-journal", "-wal", "-shm")
"""What SQLite may keep beside a store, by the endings of the file names; older servers wrote a WAL."""


class DamagedRowsError(sqlite3.DatabaseError):
    """A row of the store is damaged."""


def check_table(database: Database, name: str) -> None:
    """Check the rows of a table; DamagedRowsError if one has not the checksum of its values."""
    for part in CHECKED.values():
        for row in select(database, f"SELECT * FROM {part} WHERE name = ?", name):  # noqa: S608 - it is ours
            if not is_checked(part, row):
                raise DamagedRowsError(f"a row of {part} is damaged")


def next_table(database: Database, after: str | None) -> str | None:
    """The id after another one, in the order of the alphabet, of which there are rows; the first after None.

    DamagedRowsError if there is something else in the place of an id.
    """
    found = list[str]()
    for part in CHECKED.values():
        if after is None and select(database, f"SELECT 1 FROM {part} WHERE name < '' LIMIT 1"):  # noqa: S608 - ours
            raise DamagedRowsError(f"a row of {part} is damaged")
        ((name,),) = select(database, f"SELECT min(name) FROM {part} WHERE name > ?", after or "")  # noqa: S608 - ours
        found += [] if name is None else [name]
    if not all(isinstance(name, str) for name in found):
        raise DamagedRowsError("an id of a table is damaged")
    return min(found, default=None)


async def check_tables(database: Database, damaged: Callable[[], None]) -> None:
    """Check the rows of all tables, one table after the other; ``damaged`` is called if one is damaged.

    What cannot be read is tried again; other failures of one kind in a row are one line in the log.
    """
    name, again, known = None, True, ""
    while name is not None or again:
        again = False
        try:
            name = await asyncio.to_thread(_next_checked, database, name)
        except sqlite3.Error as error:
            if not is_environmental(error):
                damaged()
                return
            again = True
        except Exception as error:  # noqa: BLE001 - whatever it was, it is tried again
            again = True
            if known != (known := failure_text(error)):
                LOG.warning("rows of tables cannot be checked: %s; trying again", known)
        else:
            known = ""
        await asyncio.sleep(RETRY_DELAY if again else PAUSE)


def _next_checked(database: Database, after: str | None) -> str | None:
    """Check the table after another one; its id."""
    name = next_table(database, after)
    if name is not None:
        check_table(database, name)
    return name


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
                raise TrickbookError(
                    Message("{path} was written by a newer Trickbook", path=visible(str(path)))
                )
            found = {
                name for (name,) in select(database, "SELECT name FROM sqlite_schema WHERE type = 'table'")
            }
            if version <= 0:
                return version == 0 and not found
            known = found & TABLE_NAMES
            if known != table_names(version) or _has_checksums(database) != (version >= CHECKED_SINCE):
                return False
            return not (rows or version < STORE_VERSION) or _has_only_whole_rows(database, version)
    except sqlite3.DatabaseError as error:
        readonly = error_code(error) == sqlite3.SQLITE_READONLY and not os.access(path, os.W_OK)
        if readonly or is_environmental(error):
            raise
        return False
    except UnicodeDecodeError:  # a complaint quotes the damaged text
        return False


def _has_checksums(database: sqlite3.Connection) -> bool:
    """Return whether rows have checksums: a damaged version tells another thing."""
    return bool(select(database, "SELECT 1 FROM pragma_table_info('moves') WHERE name = 'checksum'"))


def _has_only_whole_rows(database: sqlite3.Connection, version: int) -> bool:
    """Return whether all rows have the checksums of their values."""
    return all(
        is_checked(part, row)
        for part in checked_parts(version)
        for row in database.execute(f"SELECT * FROM {part}")  # noqa: S608 - it is ours
    )
