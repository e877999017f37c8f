"""Integrity: whether a row has the form of those in a table of the database, also without a checksum."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from trickbook.cards import cuts
from trickbook.server.table.state import BOT, NOBODY, PERSON, TABLE_BOTS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    Test = Callable[[Any], bool]

MAX_NUMBER: Final = 10**9
"""The largest number in a store."""


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


def has_form(part: str, row: Sequence[object]) -> bool:
    """Return whether the values of a row, but for its checksum, are such as a table of the database has."""
    tests = COLUMN_CHECKS[part]
    return len(row) == len(tests) and all(test(value) for test, value in zip(tests, row, strict=True))
