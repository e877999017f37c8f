"""From the characters of a scalar back to the characters of the file."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final, NamedTuple

from yaml.scanner import Scanner

from trickbook.problems import Place
from trickbook.source.nodes import Scalar
from trickbook.source.text import page

_ESCAPES: Final[dict[str, str]] = Scanner.ESCAPE_REPLACEMENTS
_UNIT: Final = {
    '"': re.compile(r"\\(?:x..|u.{4}|U.{8}|\r?\n|.)|[^\\]", re.DOTALL),
    "'": re.compile(r"''|.", re.DOTALL),
}
_ANY: Final = re.compile(r".", re.DOTALL)
_BLOCK_HEADER: Final = re.compile(r"[|>][^\n]*")


class _Letter(NamedTuple):
    """A character that is no blank, and where it is written."""

    char: str
    begin: int
    end: int


def within(scalar: Scalar, start: int, end: int, source: str) -> Place:
    """Find where the characters ``start`` to ``end`` of ``scalar.text`` stand in the file.

    Folding and indentation only ever change blanks, so the characters that are none
    are matched one by one. A scalar that cannot be matched answers with its own place.
    """
    sheet = page(scalar.place.file, source)
    letters = _letters(sheet.source, *scalar.span)
    indexes = [index for index, char in enumerate(scalar.text) if not char.isspace()]
    if not letters or [letter.char for letter in letters] != [scalar.text[i] for i in indexes]:
        return scalar.place
    first, after = bisect_left(indexes, start), bisect_left(indexes, end)
    if first < len(indexes) and (first < after or indexes[first] == start):
        begin = letters[first].begin
    else:
        begin = letters[first - 1].end if first else letters[0].begin
    stop = letters[after - 1].end if after else begin
    return sheet.between(begin, stop, scalar.place.path)


def _letters(source: str, begin: int, end: int) -> list[_Letter]:
    """List the written characters of a scalar, escapes decoded and blanks left out."""
    style = source[begin : begin + 1]
    if style in _UNIT:
        begin, end = begin + 1, end - 1
    elif header := _BLOCK_HEADER.match(source, begin, end):
        begin = header.end()
    units = _UNIT.get(style, _ANY).finditer(source, begin, end)
    letters = (_Letter(_decoded(unit[0]), *unit.span()) for unit in units)
    return [letter for letter in letters if letter.char.strip()]


def _decoded(unit: str) -> str:
    if unit == "''":
        return "'"
    if not unit.startswith("\\") or len(unit) == 1:
        return unit
    letter, digits = unit[1], unit[2:]
    return chr(int(digits, base=16)) if letter in "xuU" and digits else _ESCAPES.get(letter, " ")
