"""Copying the whole tables out of a damaged store; incomplete ones are left out.

Rows that end before an unreadable place may lack later ones. So a table is also left out if it lies beside
such a place, or has rows on a page that SQLite reports as faulty.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.server.store.database import STATEMENTS, is_environmental, select
from trickbook.server.store.integrity import TableRows, ends_consistently, has_ended, is_complete
from trickbook.server.store.restore import RulesChangedError, restored

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

ROW_KEYS: Final[Mapping[str, str]] = {
    "seats": "name, place",
    "matches": "name, number",
    "deals": "name, number, deal",
    "moves": "name, seq",
    "answers": "name, seat, id",
    "records": "name, number",
}
"""The order of the rows in each database table."""

MAX_ROWS: Final = 1_000_000
"""The most rows, and the most faults, to look for."""


OLDER_COLUMNS: Final = ("", "", "", "", 0, 0)
"""What the row of a table has in the columns that an older store lacks."""


class Damage(NamedTuple):
    """A damaged file: its path, the number of tables saved from it, and the number seen in it.

    ``seen`` is None if an earlier server saved the tables and ended.
    """

    path: Path
    saved: int
    seen: int | None


class InterleavedRowsError(Exception):
    """The rows of a table do not lie between those of known tables."""


def copy_whole_tables(damaged: sqlite3.Connection, path: Path, new: sqlite3.Connection) -> int:
    """Copy the whole tables of a damaged store into a new one; returns how many tables were seen."""
    with _perhaps():
        damaged.execute("PRAGMA writable_schema = ON")  # a file that was cut short is read as far as it goes
    laid = _laid(damaged)
    seen = [name for name, places in _names(damaged, laid).items() if places > 1]
    doubtful = _doubtful(damaged, path, seen)
    new.execute("BEGIN")
    for name in [name for name in laid if name in seen and name not in doubtful]:
        parts = _parts(damaged, laid[name], frozenset(seen))
        if parts is not None:
            _take(new, name, parts)
    new.execute("COMMIT")
    return len(seen)


def has_orphans(database: sqlite3.Connection) -> bool:
    """Return whether there are rows of a table that does not exist."""
    known = {name for (name,) in select(database, "SELECT name FROM tables")}
    return any(name not in known for part in ROW_KEYS for name in _along(database, part))


def _laid(database: sqlite3.Connection) -> dict[str, tuple[Any, ...]]:
    """The row of each table in `tables`; each is read by itself, by its number."""
    highest = 0
    for where in ("NOT INDEXED", "INDEXED BY sqlite_autoindex_tables_1"):
        for (number,) in _found(database, f"SELECT max(rowid) FROM tables {where}"):  # noqa: S608 - it is ours
            highest = max(highest, number if isinstance(number, int) else 0)
    query = "SELECT * FROM tables WHERE rowid = ?"
    found = (
        row for number in range(1, min(highest, MAX_ROWS) + 1) for row in _found(database, query, number)
    )
    return {row[0]: (*row, *OLDER_COLUMNS[len(row) :]) for row in found if isinstance(row[0], str)}


def _found(database: sqlite3.Connection, query: str, *values: object) -> list[tuple[Any, ...]]:
    """The rows of a query; none if they cannot be read."""
    with _perhaps():
        return select(database, query, *values)
    return []


@contextmanager
def _perhaps() -> Iterator[None]:
    """Ignore errors of a damaged file, but not others, such as a full disk."""
    try:
        yield
    except Exception as error:
        if isinstance(error, sqlite3.Error) and is_environmental(error):
            raise


def _names(database: sqlite3.Connection, laid: Collection[str]) -> Counter[str]:
    """The ids of tables, and in how many database tables each occurs."""
    names = Counter(list(laid))
    for part in ROW_KEYS:
        found: set[str] = set()
        for sign, order in ((">", "ASC"), ("<", "DESC")):
            with _perhaps():
                found.update(_along(database, part, sign, order))
        names.update(found)
    return names


def _along(database: sqlite3.Connection, part: str, sign: str = ">", order: str = "ASC") -> Iterator[str]:
    """The ids in a database table, from one of its ends."""
    query = f"SELECT name FROM {part} WHERE name {sign} ? ORDER BY name {order} LIMIT 1"  # noqa: S608 - likewise
    name, known = "" if order == "ASC" else "\U0010ffff", set[str]()
    while found := select(database, query, name):
        name = found[0][0]
        if not isinstance(name, str) or name in known:
            return
        known.add(name)
        yield name


def _doubtful(database: sqlite3.Connection, path: Path, names: Sequence[str]) -> set[str]:
    """The tables with rows on a page that SQLite reports as faulty, except for uses, which nobody needs."""
    ((size,),) = _found(database, "PRAGMA page_size") or [(4096,)]
    doubtful: set[str] = set()
    with path.open("rb") as file:
        for number in _faulty_pages(database, MAX_ROWS) - _faulty_pages(database, "'uses'"):
            file.seek(max(0, number - 1) * size)
            page = file.read(size)
            doubtful.update(name for name in names if name.encode() in page)
    return doubtful


def _faulty_pages(database: sqlite3.Connection, checked: int | str) -> set[int]:
    """The pages that SQLite reports as faulty in a database table, or for so many faults."""
    faults: list[str] = []
    database.create_function("told", 1, faults.append)  # what is told before the check itself comes to grief
    _found(database, f"SELECT told(integrity_check) FROM pragma_integrity_check({checked})")  # noqa: S608 - likewise
    return {int(one) for fault in faults for one in re.findall(r"[Pp]age (\d+)", fault)}


def _parts(database: sqlite3.Connection, table: tuple[Any, ...], known: frozenset[str]) -> TableRows | None:
    """All rows of a table; None if they are unreadable or incomplete."""
    with _perhaps():
        parts = TableRows([table], *[_between(database, part, table[0], known) for part in ROW_KEYS])
        if has_ended(parts):  # the server may have been deleting the rest
            parts = parts._replace(deals=(), moves=(), answers=())
        return parts if is_complete(parts) else None
    return None


def _between(
    database: sqlite3.Connection, part: str, name: str, known: frozenset[str]
) -> Sequence[tuple[Any, ...]]:
    """The rows of a table in a database table; InterleavedRowsError if a neighbour is unknown.

    The rows are visited one by one: a search could be misled past some of them by a damaged one.
    """
    before = f"SELECT name FROM {part} WHERE name < ? ORDER BY name DESC LIMIT 1"  # noqa: S608 - likewise
    from_ = f"FROM {part} WHERE name >= ? ORDER BY {ROW_KEYS[part]}"
    beside, count = [one for (one,) in select(database, before, name)], 0
    for (one,) in database.execute(f"SELECT name {from_}", [name]):
        if one != name:
            beside.append(one)
            break
        count += 1
    if not known.issuperset(beside):
        raise InterleavedRowsError
    return select(database, f"SELECT * {from_} LIMIT ?", name, count)


def _take(new: sqlite3.Connection, name: str, parts: TableRows) -> None:
    """Copy a table, if it can be restored to the end of its rows."""
    new.execute("SAVEPOINT one")
    for part, found in parts._asdict().items():
        for row in found:
            marks = ", ".join("?" * len(row))
            new.execute(f"INSERT INTO {part} VALUES ({marks})", row)  # noqa: S608 - likewise
    if not has_ended(parts):  # its time begins anew, as that of all
        new.execute(STATEMENTS["use"], [name, "", 0])
    if not _recallable(new, name, parts):
        new.execute("ROLLBACK TO one")
    new.execute("RELEASE one")


def _recallable(database: sqlite3.Connection, name: str, parts: TableRows) -> bool:
    """Return whether a table can be restored; tables whose rules have changed count."""
    try:
        table = restored(database, name)
        return has_ended(parts) or (table is not None and ends_consistently(table, parts))
    except RulesChangedError:
        return True
    except Exception as error:
        if isinstance(error, sqlite3.Error) and is_environmental(error):
            raise
        return False
