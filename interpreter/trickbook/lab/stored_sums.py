"""Sums as a text in the file of their rows, and checksums of rows."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import TYPE_CHECKING

from trickbook.lab import parquet
from trickbook.lab.sums import NO_SUMS, StudySums, Sum
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

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


def file_sums(path: Path, texts: Mapping[str, str]) -> StudySums:
    """Return the sums in the texts of a file; TrickbookError if there are none."""
    try:
        found = sums_from_text(texts["sums"])
    except (KeyError, ValueError, TypeError, AttributeError, RecursionError):
        found = NO_SUMS
    if not _sound(found):
        raise TrickbookError(f"{path} holds no results of Trickbook's")
    return found


def _sound(found: StudySums) -> bool:
    """Return whether sums are valid: whole numbers for each seat and all seats, or for all seats alone."""
    seats = len(found.points)
    every = (
        found.matches,
        found.deals,
        *(number for of in found.measures.values() for one in of for number in one),
    )
    return (
        all(type(number) is int for number in every)
        and 0 < found.matches <= found.deals
        and "points" in found.measures
        and all(len(of) in (1, seats + 1) for of in found.measures.values())
        and all(sum(often.values()) == found.deals for often in found.points)
    )


def sums_from_text(text: str) -> StudySums:
    """Read sums from a text."""
    found = json.loads(text)
    measures = {name: tuple(Sum(*one) for one in by_seat) for name, by_seat in found["measures"].items()}
    points = tuple({int(value): many for value, many in seat.items()} for seat in found["points"])
    return StudySums(found["matches"], found["deals"], measures, points)
