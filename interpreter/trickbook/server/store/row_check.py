"""The check of rows by their checksums: those of a table when it is read, all others while the server runs.

So a server answers at once, however many rows there are, and no table goes on from a damaged one.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from typing import TYPE_CHECKING, Final

from trickbook.server.store.checksums import CHECKED, is_checked
from trickbook.server.store.database import is_environmental, select

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.server.store.database import Database

LOG: Final = logging.getLogger(__name__)

PAUSE: Final = 0.005
"""Seconds between two tables, for the moves of others."""

RETRY_DELAY: Final = 1.0
"""Seconds before a table that cannot be read now is tried again."""


DAMAGED_MESSAGE: Final = "the file of the tables is damaged; it is opened again, and its tables are saved"


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
            if known != (known := type(error).__name__):
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
