"""Integrity: whether the rows of a table are complete and well-formed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.replays import sealed_deals
from trickbook.server.table.match import with_new_match
from trickbook.server.table.state import (
    BOT,
    NOBODY,
    PERSON,
    TABLE_BOTS,
    TableState,
    free_seats,
    match_over,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Test = Callable[[Any], bool]


class TableRows(NamedTuple):
    """All rows of a table, by database table."""

    tables: Sequence[tuple[Any, ...]]
    seats: Sequence[tuple[Any, ...]]
    matches: Sequence[tuple[Any, ...]]
    deals: Sequence[tuple[Any, ...]]
    moves: Sequence[tuple[Any, ...]]
    answers: Sequence[tuple[Any, ...]]
    records: Sequence[tuple[Any, ...]]


MAX_NUMBER: Final = 10**9
"""The largest number in a store."""


def _number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= MAX_NUMBER


def _time(value: Any) -> bool:
    return type(value) is float and 0 <= value <= MAX_NUMBER


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
    "moves": (_line, _number, _number, _perhaps(_number), _line, _time),
    "answers": (_line, _number, _line, _number),
    "records": (_line, _number, _lines),
}
"""The check of each column."""


def is_complete(parts: TableRows) -> bool:
    """Return whether no row is missing between others, and each is well-formed."""
    return len(parts.tables) == 1 and _shaped(parts) and _counted(parts) and _recorded(parts)


def _shaped(parts: TableRows) -> bool:
    return all(
        len(row) == len(tests) and all(test(value) for test, value in zip(tests, row, strict=True))
        for name, tests in COLUMN_CHECKS.items()
        for row in getattr(parts, name)
    )


def _counted(parts: TableRows) -> bool:
    """Return whether numbers have no gaps, and every seat exists."""
    places, last = len(parts.seats), len(parts.matches) + len(parts.moves)
    return (
        [row[1] for row in parts.seats] == list(range(places))
        and [row[1] for row in parts.matches] == _to(len(parts.matches))
        and _followed(parts)
        and _dealt(parts)
        and all(row[3] is None or row[3] < places for row in parts.moves)
        and all(row[1] < places and row[3] <= last for row in parts.answers)
    )


def _followed(parts: TableRows) -> bool:
    """Return whether matches and moves follow each other."""
    course = sorted(
        [(row[2], row[1], True) for row in parts.matches] + [(row[1], row[2], False) for row in parts.moves]
    )
    now = 0
    for seq, (found, number, begins) in enumerate(course, 1):
        now += begins
        if (found, number) != (seq, now):
            return False
    return True


def _dealt(parts: TableRows) -> bool:
    """Return whether each match has its deals from the first on; between two, the next one's may be there."""
    found, matches = [row[1:3] for row in parts.deals], len(parts.matches)
    dealt = [
        (number, deal)
        for number in _to(matches)
        for deal in _to(max(1, sum(row[1] == number for row in parts.deals)))
    ]
    between = len(parts.records) == matches
    return found == dealt or (between and found == [*dealt, (matches + 1, 1)])


def _to(last: int) -> list[int]:
    return list(range(1, last + 1))


def has_ended(parts: TableRows) -> bool:
    """Return whether a table has ended, and only its records are kept."""
    return bool(parts.records) and not parts.matches


def _recorded(parts: TableRows) -> bool:
    """Return whether all matches but the last have a record, and its seals match the deals."""
    matches, numbers = len(parts.matches), [row[1] for row in parts.records]
    if has_ended(parts):
        return numbers == _to(len(numbers))
    sealed = {(row[1], row[2]): (row[3], tuple(row[4].split("\n"))) for row in parts.deals}
    return numbers in (_to(matches), _to(max(0, matches - 1))) and all(
        opened.sealed == sealed.get((number, deal))
        for _, number, record in parts.records
        for deal, opened in sealed_deals.opened_seals(record).items()
    )


def ends_consistently(table: TableState, parts: TableRows) -> bool:
    """Return whether a restored table is at the end of its rows, and can continue."""
    if table.coming is not None and with_new_match(table, table.match + 1, {1: table.coming}, 0).game is None:
        return False
    if table.game is None:
        return not parts.moves and bool(free_seats(table))
    made = len(parts.matches) + len(parts.moves)
    return table.seq == made and match_over(table) == (len(parts.records) == table.match)
