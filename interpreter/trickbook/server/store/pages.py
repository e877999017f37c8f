"""Rows in the pages of a damaged file, read without SQLite, which gives up where a tree of pages is broken.

Each page of a tree lists where its rows lie. Rows that are not listed, as the list is damaged, are looked for
in all other bytes. Nothing tells to which table a row belongs, or whether it is whole: its checksum does.
See https://sqlite.org/fileformat2.html for the format.
"""

from __future__ import annotations

import mmap
import struct
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    Values = tuple[str | int | float | None, ...]

HEADER: Final = 100
"""The length of the header of the file, in its first page."""

USUAL_SIZE: Final = 4096
"""The size of a page, if the header does not tell."""

INNER, OF_NUMBERED, OF_KEYED = 0x02, 0x0D, 0x0A
"""The kinds of pages with rows: inner pages and leaves of tables with keys, leaves of tables with numbers."""

LEAST_VALUES: Final = 3
"""The fewest values of a row."""

MAX_VALUES: Final = 30
"""The most values of a row."""


NULL, FLOAT, ZERO, ONE, TEXT = 0, 7, 8, 9, 13
"""The types of values: numbers below FLOAT are in bytes, odd ones from TEXT on are texts."""

NUMBER_LENGTHS: Final = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0)
"""The lengths of values by their types, up to those with a length of their own."""

LONGEST_VARINT: Final = 9
"""The most bytes of a number."""

MORE_BYTES: Final = 0x80
"""The bit of a byte of a number that another one follows."""


class Pages(NamedTuple):
    """The bytes of a file, and the size of its pages."""

    data: mmap.mmap
    size: int


class Cell(NamedTuple):
    """The values of a row, and where its bytes in the page end."""

    values: Values
    end: int


class BrokenRowError(ValueError):
    """There is no row here."""


def file_rows(path: Path) -> Iterator[Values]:
    """The values of all rows in a file, as far as they can be read, also those of damaged rows.

    Rows that their page lists come first, rows that were found elsewhere next.
    """
    if not path.stat().st_size:
        return
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        pages, unlisted = Pages(data, _page_size(data)), list[tuple[int, int]]()
        for start in range(0, len(data), pages.size):
            covered = []
            for place in _row_places(pages, start):
                cell = _cell(pages, *place)
                if cell is not None:
                    covered.append((place[0], cell.end))
                    yield cell.values
            unlisted += _gaps(pages, start, covered)
        for start, end in unlisted:
            yield from _unlisted(pages, start, end)


def file_version(path: Path) -> int:
    """The version of the schema that the header of a file tells."""
    with path.open("rb") as file:
        header = file.read(HEADER)
    return int.from_bytes(header[60:64], "big")


def _page_size(data: mmap.mmap) -> int:
    size = int.from_bytes(data[16:18], "big")
    return size if size in (512, 1024, 2048, 4096, 8192, 16384, 32768) else USUAL_SIZE


def _row_places(pages: Pages, start: int) -> Iterator[tuple[int, bool]]:
    """The places of the rows that a page lists, and whether they have a number."""
    data, header = pages.data, start or HEADER
    if header + 8 > len(data) or (kind := data[header]) not in (INNER, OF_NUMBERED, OF_KEYED):
        return
    count, first = int.from_bytes(data[header + 3 : header + 5], "big"), header + (12 if kind == INNER else 8)
    for place in range(first, min(first + 2 * count, start + pages.size, len(data)) - 1, 2):
        offset = start + int.from_bytes(data[place : place + 2], "big")
        yield offset + (4 if kind == INNER else 0), kind == OF_NUMBERED


def _gaps(pages: Pages, start: int, covered: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The bytes of a page between rows that were read, where they are not all zero."""
    end = min(start + pages.size, len(pages.data))
    for begins, goes_on in [*sorted(covered), (end, end)]:
        if begins > start and pages.data[start:begins].strip(b"\0"):
            yield start, begins
        start = max(start, goes_on)


def _unlisted(pages: Pages, start: int, end: int) -> Iterator[Values]:
    """The rows that begin anywhere between two places of a page."""
    for place in range(start, end):
        for numbered in (False, True):
            cell = _cell(pages, place, numbered) if pages.data[place] else None
            if cell is not None:
                yield cell.values


def _cell(pages: Pages, place: int, numbered: bool) -> Cell | None:  # noqa: FBT001 - it comes with the place
    """The row at a place; None if there is none."""
    try:
        return _parsed(pages, place, numbered=numbered)
    except (BrokenRowError, IndexError, UnicodeDecodeError, struct.error):
        return None


def _parsed(pages: Pages, place: int, *, numbered: bool) -> Cell:
    length, place = _varint(pages.data, place)
    if numbered:
        _, place = _varint(pages.data, place)
    if not LEAST_VALUES < pages.data[place] <= MAX_VALUES + 1 or length > len(pages.data):
        raise BrokenRowError
    local = _local_length(pages.size, length, numbered=numbered)
    payload, end = pages.data[place : place + local], place + local + (4 if local < length else 0)
    types = _types(payload)
    if payload[0] + sum(map(_length, types)) != length:
        raise BrokenRowError
    if local < length:
        payload += _overflow(pages, place + local, length - local)
    return Cell(_values(payload, types), end)


def _local_length(size: int, length: int, *, numbered: bool) -> int:
    """How many bytes of a row lie in its own page."""
    most = size - 35 if numbered else (size - 12) * 64 // 255 - 23
    if length <= most:
        return length
    least = (size - 12) * 32 // 255 - 23
    wanted = least + (length - least) % (size - 4)
    return wanted if wanted <= most else least


def _overflow(pages: Pages, place: int, length: int) -> bytes:
    """The bytes of a row that lie in other pages; each begins with the number of the next one."""
    found = bytearray()
    while len(found) < length:
        start = (int.from_bytes(pages.data[place : place + 4], "big") - 1) * pages.size
        if not 0 < start < len(pages.data):
            raise BrokenRowError
        found += pages.data[start + 4 : start + pages.size]
        place = start
    return bytes(found[:length])


def _types(payload: bytes) -> list[int]:
    """The types of the values of a row, with which it begins."""
    place, types = 1, list[int]()
    while place < payload[0]:
        kind, place = _varint(payload, place)
        types.append(kind)
    if place != payload[0] or len(types) < LEAST_VALUES:
        raise BrokenRowError
    return types


def _values(payload: bytes, types: list[int]) -> Values:
    place, values = payload[0], list[str | int | float | None]()
    for kind in types:
        values.append(_value(kind, payload[place : place + _length(kind)]))
        place += _length(kind)
    return tuple(values)


def _length(kind: int) -> int:
    if kind < len(NUMBER_LENGTHS):
        return NUMBER_LENGTHS[kind]
    return (kind - len(NUMBER_LENGTHS)) // 2


def _value(kind: int, stored: bytes) -> str | int | float | None:
    if kind >= TEXT and kind % 2:
        return stored.decode()
    if kind == NULL:
        return None
    if kind == FLOAT:
        (number,) = struct.unpack(">d", stored)
        return float(number)
    if kind in (ZERO, ONE):
        return kind - ZERO
    if kind < FLOAT:
        return int.from_bytes(stored, "big", signed=True)
    raise BrokenRowError


def _varint(data: mmap.mmap | bytes, place: int) -> tuple[int, int]:
    """A number in one to eight bytes, and where it ends; nine are a negative one, which no row has."""
    number = 0
    for used in range(1, LONGEST_VARINT):
        byte = data[place + used - 1]
        number = number << 7 | byte & ~MORE_BYTES
        if byte < MORE_BYTES:
            return number, place + used
    raise BrokenRowError
