"""Rows in Parquet files, by DuckDB: a column for each measure and seat, and texts about the file."""

from __future__ import annotations

import json
import re
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from os.path import isfile
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.lab.partial_files import partial_folder
from trickbook.lab.study import Rows
from trickbook.lab.task import thread_count
from trickbook.problems import TrickbookError, needs
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

DEAL_COLUMNS: Final[Mapping[str, str]] = MappingProxyType(
    {"match": "BIGINT", "deal": "BIGINT", "last": "BOOLEAN"}
)
"""The columns that identify a deal, with their types."""

WHOLE: Final = "whole"
"""The name of a file until it takes its place."""

ROW_GROUP: Final = 122_880
"""The rows in a group, as DuckDB writes them."""

NESTED_MESSAGE: Final = re.compile(r'"exception_message":"((?:[^"\\]|\\.)*)"')
"""The message of an error inside another one, as in errors of writing threads."""

INTERRUPTED_MESSAGE: Final = "Query interrupted"
"""DuckDB's message for an interrupt."""


def flat_columns(rows: Rows) -> dict[str, NDArray[Any]]:
    """Return plain columns: ``match``, ``deal``, ``last``, and ``points_0`` and so on for each seat."""
    by_seat = {
        f"{name}_{seat}": column[:, seat]
        for name, column in rows.columns.items()
        for seat in range(column.shape[1])
    }
    return {"match": rows.match, "deal": rows.deal, "last": rows.last, **by_seat}


def stacked_rows(columns: Mapping[str, NDArray[Any]]) -> Rows:
    """Return rows from plain columns."""
    by_name: dict[str, list[NDArray[Any]]] = {}
    for name, column in columns.items():
        if name not in DEAL_COLUMNS:
            by_name.setdefault(name.rpartition("_")[0], []).append(column)
    stacks = {name: np.stack(seats, axis=1) for name, seats in by_name.items()}
    return Rows(columns["match"], columns["deal"], columns["last"], stacks)


def check_utf8(about: object) -> None:
    """Check that DuckDB can be given a text; TrickbookError if it is not UTF-8."""
    try:
        str(about).encode()
    except UnicodeEncodeError:
        raise TrickbookError(
            Message("{path}: DuckDB needs UTF-8, and that is none; rename it", path=str(about))
        ) from None


class ColumnError(TrickbookError):
    """A query of a column that is not there, or of another type."""


@contextmanager
def duckdb_connection(about: object, **settings: bool) -> Iterator[Any]:
    """Connect to DuckDB with one thread, for reproducible files; its errors become TrickbookError.

    ``about`` is the file that is read, or the beginning of the message.
    """
    check_utf8(about)
    with needs(Message("files in Parquet need DuckDB: run `make lab` in your clone of Trickbook")):
        import duckdb as database  # noqa: PLC0415 - only files need it
    try:
        with database.connect(config={"threads": 1, **settings}) as connection:
            yield connection
    except (database.Error, RuntimeError) as error:
        if _stopped(error, database):
            raise KeyboardInterrupt from None
        if not isinstance(error, database.Error):
            raise
        if isinstance(about, Path) and not isinstance(error, database.IOException):
            raise TrickbookError(
                Message("{path} is no Parquet file, or a damaged one", path=str(about))
            ) from error
        nested = NESTED_MESSAGE.search(str(error))
        what = json.loads(f'"{nested[1]}"') if nested else str(error)
        kind = ColumnError if isinstance(error, database.BinderException) else TrickbookError
        raise kind(Message("{path}: {reason}", path=str(about), reason=what.splitlines()[0])) from error


def _stopped(error: Exception, database: Any) -> bool:
    """Return whether an error means an interrupt: DuckDB's own, or Python's inside it."""
    last = str(error).rpartition("\n")[2]
    raised = type(error) is database.Error and last.startswith(f"{KeyboardInterrupt.__name__}:")
    return raised or last == INTERRUPTED_MESSAGE or isinstance(error, database.InterruptException)


@contextmanager
def _reading(path: Path) -> Iterator[Any]:
    """Connect to read a file; only a regular file, since a pipe would never end."""
    if not isfile(path):  # noqa: PTH113 - no name is too odd for it
        raise TrickbookError(Message("{path} is no file", path=str(path)))
    with duckdb_connection(path) as connection:
        yield connection


READ_OPTIONS: Final = "hive_partitioning = false"
"""A folder such as ``target=50`` is no column."""


def _literal(path: Path) -> str:
    """Return a file's name for DuckDB, where a star is a star."""
    return re.sub(r"[*?\[]", r"[\g<0>]", str(path))


def _file_literal(path: Path) -> str:
    return _quoted(_literal(path))


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def identifier(name: str) -> str:
    """Return the name of a column or key for DuckDB, whatever stands in it."""
    return '"' + name.replace('"', '""') + '"'


def write_rows(path: Path, rows: Rows, texts: Mapping[str, str]) -> None:
    """Write rows into a file: all of it, or none."""
    with duckdb_connection(str(path)) as connection, partial_folder(path) as beside:
        connection.register("rows", flat_columns(rows))
        _put(connection, "rows", beside / WHOLE, texts)
        (beside / WHOLE).replace(path)


def merge_files(path: Path, held: int, parts: Sequence[Path], texts: Mapping[str, str]) -> None:
    """Append the rows of parts to the first so many matches of a file.

    The rows are regrouped, so files of the same rows are equal however they were parted.
    """
    with duckdb_connection(str(path)) as connection, partial_folder(path) as beside:
        counted = [(path, _many(connection, path, held))] if held else []
        counted += [(part, _many(connection, part)) for part in parts]
        groups = [*_groups(counted)]
        wholes = [beside / f"{number:09d}" for number in range(len(groups))]
        with ThreadPoolExecutor(thread_count()) as pool:
            deque(pool.map(partial(_write_group, path), wholes, groups), 0)
        every = f"[{', '.join(map(_file_literal, wholes))}], union_by_name = true, {READ_OPTIONS}"
        _put(connection, f"read_parquet({every})", beside / WHOLE, texts)
        (beside / WHOLE).replace(path)


def _write_group(about: Path, whole: Path, group: Sequence[RowSlice]) -> None:
    """Write the rows of a group into a file of their own."""
    with duckdb_connection(str(about)) as connection:
        connection.register("rows", _gathered(connection, group))
        _put(connection, "rows", whole, {})


class RowSlice(NamedTuple):
    """Rows of a file, from one number to another."""

    file: Path
    low: int
    high: int


def _groups(counted: Sequence[tuple[Path, int]]) -> Iterator[list[RowSlice]]:
    """Yield slices of files, given their numbers of rows, that form groups of one size."""
    group, free = list[RowSlice](), ROW_GROUP
    for file, rows in counted:
        low = 0
        while low < rows:
            group.append(RowSlice(file, low, min(rows, low + free)))
            free -= group[-1].high - low
            low = group[-1].high
            if not free:
                yield group
                group, free = [], ROW_GROUP
    if group:
        yield group


def _gathered(connection: Any, group: Sequence[RowSlice]) -> dict[str, NDArray[Any]]:
    """Return the columns of a group; what a file of an older version lacks is 0 or an empty text."""
    read = [
        connection.execute(
            "SELECT * EXCLUDE (file_row_number) "  # noqa: S608 - all is ours
            f"FROM read_parquet(?, {READ_OPTIONS}, file_row_number = true) "
            "WHERE file_row_number >= ? AND file_row_number < ?",
            [_literal(piece.file), piece.low, piece.high],
        ).fetchnumpy()
        for piece in group
    ]
    types = {name: column.dtype for one in read for name, column in one.items()}
    for one, piece in zip(read, group, strict=True):
        for name in types.keys() - one.keys():
            one[name] = np.full(piece.high - piece.low, "" if types[name].kind == "O" else 0, types[name])
    return {name: np.concatenate([one.pop(name) for one in read]) for name in types}


def _put(connection: Any, source: str, path: Path, texts: Mapping[str, str]) -> None:
    pairs = ", ".join(f"{identifier(name)}: {_quoted(text)}" for name, text in texts.items())
    about = f", KV_METADATA {{{pairs}}}" if texts else ""
    connection.execute(f"COPY (FROM {source}) TO {_quoted(str(path))} (FORMAT parquet{about})")


def file_texts(path: Path) -> dict[str, str]:
    """Return the texts of a file."""
    with _reading(path) as connection:
        return _texts(connection, path)


class FileOutline(NamedTuple):
    """The texts of a file, its columns with their types, and how many rows and which matches it has."""

    texts: Mapping[str, str]
    columns: Mapping[str, str]
    rows: int
    matches: range


def file_outline(path: Path) -> FileOutline:
    """Return the outline of a file; without the columns that identify a deal, it has no rows."""
    with _reading(path) as connection:
        texts = _texts(connection, path)
        source, given = f"FROM read_parquet(?, {READ_OPTIONS})", [_literal(path)]
        described = f"SELECT column_name, column_type FROM (DESCRIBE {source})"  # noqa: S608 - all is ours
        columns = dict(connection.execute(described, given).fetchall())
        if not DEAL_COLUMNS.items() <= columns.items():
            return FileOutline(texts, columns, 0, range(0))
        counted = f"SELECT count(*), count(*) FILTER (last), min(match), max(match) {source}"
        rows, many, low, high = connection.execute(counted, given).fetchone()
    return FileOutline(texts, columns, rows, range(low, high + 1) if many and high - low < many else range(0))


def _many(connection: Any, path: Path, matches: int | None = None) -> int:
    """Return the number of rows in a file, or in its first so many matches."""
    only = "" if matches is None else f" WHERE match < {matches}"
    query = f"SELECT count(*) FROM read_parquet(?, {READ_OPTIONS}){only}"  # noqa: S608 - a number
    return int(connection.execute(query, [_literal(path)]).fetchone()[0])


def file_columns(path: Path) -> dict[str, NDArray[Any]]:
    """Return the columns of a file."""
    with _reading(path) as connection:
        return _columns(connection, path)


def read_rows(path: Path, matches: range | None = None) -> tuple[dict[str, str], Rows]:
    """Return the texts and rows of a file, or of some of its matches; TrickbookError if it has none."""
    with _reading(path) as connection:
        about, found = _texts(connection, path), _columns(connection, path, matches)
    missing = [name for name in (*DEAL_COLUMNS, "points_0") if name not in found]
    if missing:
        raise TrickbookError(
            Message("{path} holds no deals: it has no column `{missing}`", path=str(path), missing=missing[0])
        )
    return about, stacked_rows(found)


def _texts(connection: Any, path: Path) -> dict[str, str]:
    query = "SELECT decode(key), decode(value) FROM parquet_kv_metadata(?)"
    return dict(connection.execute(query, [_literal(path)]).fetchall())


def _columns(connection: Any, path: Path, matches: range | None = None) -> dict[str, NDArray[Any]]:
    """Return the columns of a file, or of some of its matches; TrickbookError if a number is missing."""
    only = f" WHERE match >= {matches.start} AND match < {matches.stop}" if matches else ""
    found: dict[str, NDArray[Any]] = connection.execute(
        f"FROM read_parquet(?, {READ_OPTIONS}){only}", [_literal(path)]
    ).fetchnumpy()
    if any(isinstance(column, np.ma.MaskedArray) for column in found.values()):
        raise TrickbookError(Message("{path} is damaged: some of its numbers are missing", path=str(path)))
    return found
