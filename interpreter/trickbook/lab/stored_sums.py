"""Sums as a text in the file of their rows, and checksums of rows."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

from trickbook.lab import parquet
from trickbook.lab.sums import StudySums, Sum

if TYPE_CHECKING:
    from trickbook.lab.rows import Rows


def rows_checksum(rows: Rows) -> str:
    """Return the SHA-256 of rows."""
    found = sha256()
    for name, column in parquet.flat_columns(rows).items():
        found.update(name.encode())
        texts = column.dtype == object
        found.update(json.dumps([*column]).encode() if texts else column.astype("<i8").tobytes())
    return found.hexdigest()


def sums_to_text(total: StudySums) -> str:
    """Write sums as a text."""
    points = [dict(sorted(seat.items())) for seat in total.points]
    return json.dumps({**total._asdict(), "points": points})


def sums_from_text(text: str) -> StudySums:
    """Read sums from a text."""
    found = json.loads(text)
    measures = {name: tuple(Sum(*one) for one in by_seat) for name, by_seat in found["measures"].items()}
    points = tuple({int(value): many for value, many in seat.items()} for seat in found["points"])
    return StudySums(found["matches"], found["deals"], measures, points)
