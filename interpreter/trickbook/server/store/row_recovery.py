"""The recovery of rows: the whole rows of damaged files, collected in a database of their own.

A row is whole if it has the checksum of its values, or in an older store the form of a row of its table.
"""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards import cuts
from trickbook.server.store import create_schema, select
from trickbook.server.store.checksums import CHECKED, CHECKED_SINCE, checksum, is_checked
from trickbook.server.store.lifetimes import CLOSED, DELETED
from trickbook.server.store.pages import file_rows, file_version
from trickbook.server.table import BOT, NOBODY, PERSON, TABLE_BOTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    Test = Callable[[Any], bool]

KEYS: Final[Mapping[str, str]] = {
    "tables": "name",
    "matches": "name, number",
    "deals": "name, number, deal",
    "cuts": "name, number, deal, step",
    "moves": "name, seq",
    "records": "name, number",
    "makers": "name",
}
"""The tables of the database whose rows never change, with their keys."""

COMPLETED: Final = (*KEYS, "seats", "archive")
"""The tables of the database whose lost rows are taken from backups: not earlier uses, nor old answers."""

TIME_PLACES: Final[Mapping[str, int]] = {"moves": 5, "uses": 1}
"""The place of the time in a row."""

OLDER_USE_VALUES: Final = 3
"""The values of the last use of a table in an older store: without a checksum only a mark counts."""

OLDER_COLUMNS: Final[tuple[tuple[int, ...], ...]] = ((), (0,))
"""What rows may lack at their end that an older store has written."""

MAX_NUMBER: Final = 10**9
"""The largest number in a store."""


def found_rows(path: Path, backups: Sequence[Path]) -> sqlite3.Connection:
    """A database with the whole rows of a damaged file.

    Rows that are missing there are taken from backups, the newest first.
    """
    rows = sqlite3.connect("", isolation_level=None)
    create_schema(rows)
    _collect(rows, path)
    for backup in backups:
        with closing(sqlite3.connect("", isolation_level=None)) as older:
            create_schema(older)
            _collect(older, backup)
            _complete(rows, older)
    return rows


def _collect(rows: sqlite3.Connection, path: Path) -> None:
    """Put the whole rows of a file into a database; of a row that occurs twice, the first counts."""
    older = 0 < file_version(path) < CHECKED_SINCE
    rows.execute("BEGIN")
    for values in file_rows(path):
        for part, row in (*_checked_rows(values), *(_older_rows(values) if older else ())):
            rows.execute(f"INSERT OR IGNORE INTO {part} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - ours
    rows.execute("COMMIT")


def _checked_rows(values: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The row that values are, with its table of the database: the checksum tells."""
    if len(values) == OLDER_USE_VALUES and values[2] in (CLOSED, DELETED):
        mark = (values[0], float(values[2]))
        yield "uses", (*mark, checksum("uses", mark))
    for part in CHECKED.values():
        row = _typed(part, values)
        if is_checked(part, row):
            yield part, row


def _older_rows(values: tuple[Any, ...]) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """The row that values of an older store are: the form tells."""
    for part in COLUMN_CHECKS:
        for more in OLDER_COLUMNS:
            row = _typed(part, (*values, *more))
            if _has_form(part, row):
                yield part, (*row, checksum(part, row))


def _typed(part: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """The values as they were stored: SQLite keeps a time that is a whole number as such."""
    time = TIME_PLACES.get(part)
    return tuple(
        float(one) if place == time and isinstance(one, int) else one for place, one in enumerate(values)
    )


def _complete(rows: sqlite3.Connection, older: sqlite3.Connection) -> None:
    """Add what only an older database has.

    A table that has ended, or has gone another way since, stays as it is.
    """
    rows.execute("CREATE TEMP TABLE IF NOT EXISTS apart (name TEXT PRIMARY KEY)")
    rows.execute("DELETE FROM apart")
    rows.execute(
        "INSERT INTO apart SELECT name FROM uses WHERE used < 0 UNION SELECT name FROM records "
        "WHERE name NOT IN "
        "(SELECT name FROM matches UNION SELECT name FROM moves UNION SELECT name FROM deals)"
    )
    for part, key in KEYS.items():
        places = ", ".join("?" * len(key.split(", ")))
        query = f"SELECT checksum FROM {part} WHERE ({key}) = ({places})"  # noqa: S608 - it is ours
        for *keys, check in select(older, f"SELECT {key}, checksum FROM {part}"):  # noqa: S608 - likewise
            if select(rows, query, *keys) not in ([], [(check,)]):
                rows.execute("INSERT OR IGNORE INTO apart VALUES (?)", [keys[0]])
    rows.execute("BEGIN")
    for part in COMPLETED:
        known = {name for (name,) in select(rows, "SELECT name FROM apart")}
        for row in select(older, f"SELECT * FROM {part}"):  # noqa: S608 - likewise
            if row[0] not in known:
                marks = ", ".join("?" * len(row))
                rows.execute(f"INSERT OR IGNORE INTO {part} VALUES ({marks})", row)  # noqa: S608 - likewise
    rows.execute("COMMIT")


def _number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MAX_NUMBER


def _time(value: Any) -> bool:
    return type(value) is float and 0 <= value <= MAX_NUMBER


def _moment(value: Any) -> bool:
    return type(value) is int and value >= 0


def _yes_no(value: Any) -> bool:
    return value in (0, 1)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _line(value: Any) -> bool:
    return isinstance(value, str) and value.isprintable()


def _lines(value: Any) -> bool:
    return isinstance(value, str) and value.replace("\n", "").isprintable()


def _hash(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) is not None


def _seed(value: Any) -> bool:
    return isinstance(value, str) and re.fullmatch("[0-9]{1,20}", value) is not None


def _cuts(value: Any) -> bool:
    return isinstance(value, str) and all(
        one in (cuts.BOT, cuts.ABSENT) or cuts.HEXADECIMAL.fullmatch(one) for one in value.split(" ")
    )


def _perhaps(test: Test) -> Test:
    return lambda value: not value or test(value)


COLUMN_CHECKS: Final[Mapping[str, tuple[Test, ...]]] = {
    "tables": (_line, _text, _line, _hash, _yes_no, _number),
    "seats": (
        _line,
        _number,
        _line,
        (PERSON, BOT, NOBODY).__contains__,
        TABLE_BOTS.__contains__,
        _perhaps(_hash),
        _yes_no,
    ),
    "matches": (_line, _number, _number, _seed),
    "deals": (_line, _number, _number, _hash, _lines),
    "cuts": (_line, _number, _number, _yes_no, _cuts),
    "moves": (_line, _number, _number, _perhaps(_number), _line, _time),
    "answers": (_line, _number, _line, _number),
    "records": (_line, _number, _lines),
    "archive": (_line, _number, _line, _moment, _line, _text),
}
"""The check of each column."""


def _has_form(part: str, row: Sequence[object]) -> bool:
    """Return whether the values of a row, but for its checksum, are such as a table of the database has."""
    tests = COLUMN_CHECKS[part]
    return len(row) == len(tests) and all(test(value) for test, value in zip(tests, row, strict=True))
