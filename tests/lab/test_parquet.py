"""Files of rows: an interrupt in the middle of writing is an interrupt."""

import os
import signal
from pathlib import Path
from threading import Timer
from typing import Any

import duckdb
import numpy as np
import pytest

from trickbook.lab import parquet
from trickbook.lab.study import Rows
from trickbook.problems import TrickbookError

LONG = "(SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b)"


@pytest.fixture
def interrupted() -> Timer:
    return Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))


def written(path: Path, interrupted: Timer) -> None:
    """Write for very long; the interrupt comes once that has begun."""
    with parquet.duckdb_connection(str(path)) as connection:
        interrupted.start()
        connection.execute(f"COPY {LONG} TO '{path}' (FORMAT parquet)")


def test_an_interrupt_while_a_file_is_written(tmp_path: Path, interrupted: Timer) -> None:
    """DuckDB tells of it by an error of its own, which nobody may see."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    path = tmp_path / "a.parquet"
    try:
        with pytest.raises(KeyboardInterrupt):
            written(path, interrupted)
    finally:
        interrupted.cancel()
        signal.signal(signal.SIGINT, before)


def test_an_interrupt_while_duckdb_asks_python_is_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It comes out of DuckDB as a text, with the lines of Python that were at work there."""

    def interrupted(_: object) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("numpy._core._dtype._name_get", interrupted)
    with pytest.raises(KeyboardInterrupt):
        parquet.write_rows(tmp_path / "a.parquet", rows(0, 5), {})
    assert not list(tmp_path.iterdir())


def test_other_errors_are_what_they_are() -> None:
    with pytest.raises(RuntimeError, match="something else"), parquet.duckdb_connection("a.parquet"):
        raise RuntimeError("something else")


def test_what_a_writing_thread_says_is_told_plainly() -> None:
    said = (
        'IO Error: Async write failed for range [offset=1, size=2]: {"exception_type":"IO",'
        '"exception_message":"Could not write file \\"a.half\\": No space left on device","errno":"28"}'
    )
    told = r'^a\.parquet: Could not write file "a\.half": No space left on device$'
    with pytest.raises(TrickbookError, match=told), parquet.duckdb_connection("a.parquet"):
        raise duckdb.IOException(said)


MATCHES = 300_000
"""More than lie in two groups."""


def rows(low: int, high: int) -> Rows:
    """The rows of matches of one deal each, from one to before another."""
    match = np.arange(low, high)
    points = np.stack([match * prime % 27 for prime in (7, 11, 13, 17)], axis=1)
    return Rows(match, np.ones_like(match), np.ones_like(match, bool), {"points": points})


def merged(folder: Path, *cuts: int, held: int = 0) -> bytes:
    """A file made of parts that begin at these matches, behind those that it held."""
    folder.mkdir()
    path, parts = folder / "all.parquet", []
    if held:
        parquet.write_rows(path, rows(0, held + 500), {})
    for low, high in zip((held, *cuts), (*cuts, MATCHES), strict=True):
        parts.append(folder / f"{low:012d}.parquet")
        parquet.write_rows(parts[-1], rows(low, high), {})
    parquet.merge_files(path, held, parts, {"seed": "3"})
    assert sorted(folder.iterdir()) == sorted([path, *parts])
    return path.read_bytes()


def test_files_are_alike_however_their_rows_were_parted(tmp_path: Path) -> None:
    """The third group is cut by its rows alone, though parts end and begin in all of them."""
    whole = merged(tmp_path / "whole")
    chance = np.random.default_rng(5).integers(1, MATCHES, 30)
    assert merged(tmp_path / "three", 123_847, 248_170) == whole
    assert merged(tmp_path / "exact", parquet.ROW_GROUP, 2 * parquet.ROW_GROUP) == whole
    assert merged(tmp_path / "many", *sorted(set(chance.tolist()))) == whole
    assert merged(tmp_path / "behind", 260_000, held=150_000) == whole
    path = tmp_path / "many" / "all.parquet"
    assert parquet.file_texts(path) == {"seed": "3"}
    assert parquet.read_rows(path)[1].match.tolist() == list(range(MATCHES))
    groups = duckdb.execute(
        "SELECT row_group_num_rows FROM parquet_metadata(?) WHERE column_id = 0", [str(path)]
    ).fetchall()
    assert groups == [(parquet.ROW_GROUP,), (parquet.ROW_GROUP,), (MATCHES - 2 * parquet.ROW_GROUP,)]


def test_columns_that_older_files_lack_are_empty_there(tmp_path: Path) -> None:
    older, newer = tmp_path / "older.parquet", tmp_path / "newer.parquet"
    more: dict[str, Any] = {"failed": np.ones((3, 4), int), "reason": np.full((3, 4), "no end", np.object_)}
    parquet.write_rows(older, rows(0, 2), {})
    parquet.write_rows(newer, (one := rows(2, 5))._replace(columns={**one.columns, **more}), {})
    parquet.merge_files(older, 2, [newer], {})
    found = parquet.read_rows(older)[1].columns
    assert found["failed"][:, 0].tolist() == [0, 0, 1, 1, 1]
    assert found["reason"][:, 3].tolist() == ["", "", "no end", "no end", "no end"]
