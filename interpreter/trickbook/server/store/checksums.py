"""Checksums: a row that a table needs ends with one of all its values.

It tells a damaged row from a whole one, wherever in a file it is found. Rows do not depend on the order in
which they are stored. PostgreSQL has checksums of its own: there only those of last uses count.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping

    from trickbook.server.table import Row

CHECKED: Final[Mapping[str, str]] = {
    "table": "tables",
    "seat": "seats",
    "match": "matches",
    "deal": "deals",
    "cut": "cuts",
    "move": "moves",
    "answer": "answers",
    "record": "records",
    "archive": "archive",
    "use": "uses",
    "maker": "makers",
}
"""The statements that store rows with a checksum, and the tables of the database in which these are."""

CHECKED_SINCE: Final = 4
"""The version of the schema since which rows have checksums."""

LATER_CHECKED: Final[Mapping[str, int]] = {"cuts": 5, "uses": 6, "makers": 6}
"""The tables of the database whose rows have had them only since a later version."""

OLDER_COLUMNS: Final[Mapping[str, str]] = {
    "tables": "name, choice, digest, invitation, listed, clock",
    "seats": 'name, place, who, plays, bot, token, "left"',
    "matches": "name, number, seq, seed",
    "deals": "name, number, deal, nonce, orders",
    "moves": "name, seq, number, seat, move, played",
    "answers": "name, seat, id, seq",
    "records": "name, number, record",
    "archive": "name, number, player, ended, game, told",
}
"""The tables of the database to which that version added checksums, with their other columns."""

LATER_COLUMNS: Final[Mapping[str, str]] = {"uses": "name, used", "makers": "name, maker"}
"""Those to which a later version did."""

CHECKSUM_COLUMNS: Final = "".join(
    f"ALTER TABLE {part} ADD COLUMN checksum BIGINT NOT NULL DEFAULT 0;\n" for part in OLDER_COLUMNS
)
"""What that version adds to the schema."""


def checked_parts(version: int) -> list[str]:
    """The tables of the database whose rows have checksums in a version."""
    return [part for part in CHECKED.values() if version >= LATER_CHECKED.get(part, CHECKED_SINCE)]


def checksums_of_older_rows(database: sqlite3.Connection, version: int) -> str:
    """The statements that give the rows of an older version their checksums."""
    columns = {**OLDER_COLUMNS, **LATER_COLUMNS}
    lacking = {part: columns[part] for part in columns if part not in checked_parts(version)}
    database.create_function("row_checksum", -1, lambda part, *values: checksum(part, values))
    return "".join(
        f"UPDATE {part} SET checksum = row_checksum('{part}', {named});\n"  # noqa: S608 - they are ours
        for part, named in lacking.items()
    )


def stored_values(row: Row) -> tuple[object, ...]:
    """The values of a row as they are stored: with a checksum where it has one."""
    part = CHECKED.get(row.statement)
    if part is None:
        return row.values
    values = tuple(int(one) if isinstance(one, bool) else one for one in row.values)
    return (*values, checksum(part, values))


def checksum(part: str, values: Iterable[object]) -> int:
    """The checksum of a row in a table of the database."""
    return zlib.crc32("\n".join(map(str, (part, *values))).encode("utf-8", "surrogatepass"))


def is_checked(part: str, row: tuple[Any, ...]) -> bool:
    """Return whether a row has the checksum of its values."""
    return bool(row[-1] == checksum(part, row[:-1]))
