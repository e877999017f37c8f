"""Files of rows: an interrupt in the middle of writing is an interrupt."""

import os
import signal
from pathlib import Path
from threading import Timer

import duckdb
import pytest

from trickbook.lab import parquet
from trickbook.problems import TrickbookError

LONG = "(SELECT sum(a.range * b.range) FROM range(1000000) a, range(1000000) b)"


@pytest.fixture
def interrupted() -> Timer:
    return Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))


def written(path: Path, interrupted: Timer) -> None:
    """Write for very long; the interrupt comes once that has begun."""
    with parquet.duckdb(str(path)) as connection:
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


def test_other_errors_are_what_they_are() -> None:
    with pytest.raises(RuntimeError, match="something else"), parquet.duckdb("a.parquet"):
        raise RuntimeError("something else")


def test_what_a_writing_thread_says_is_told_plainly() -> None:
    said = (
        'IO Error: Async write failed for range [offset=1, size=2]: {"exception_type":"IO",'
        '"exception_message":"Could not write file \\"a.half\\": No space left on device","errno":"28"}'
    )
    told = r'^a\.parquet: Could not write file "a\.half": No space left on device$'
    with pytest.raises(TrickbookError, match=told), parquet.duckdb("a.parquet"):
        raise duckdb.IOException(said)
