"""YAML 1.2 by a parser of 1.1: what a scalar means, how it is quoted, and where its characters stand."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import Final, NamedTuple

import yaml
from yaml.scanner import Scanner

from trickbook.problems import Edit, Place, Remedy, short
from trickbook.source.files import SourceText, source_text
from trickbook.source.nodes import Scalar

_BLANKS: Final = frozenset("\0 \t\r\n\x85\u2028\u2029")
_FLOW: Final = frozenset(",[]{}")
_LETTER: Final = "x"
_WHOLE_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")

_WORDS: Final[dict[str, bool | None]] = {
    "": None,
    "~": None,
    "null": None,
    "true": True,
    "false": False,
}

LONGEST_HINT: Final = 200
"""Characters of a text that is written out, better, in a hint."""

_UNTIL_FLOW_ENDS: Final = re.compile(r"[^\n,{}\[\]]*")
_ESCAPES: Final[dict[str, str]] = Scanner.ESCAPE_REPLACEMENTS

_UNIT: Final = {
    '"': re.compile(r"\\(?:x..|u.{4}|U.{8}|\r?\n|.)|[^\\]", re.DOTALL),
    "'": re.compile(r"''|.", re.DOTALL),
}

_ANY: Final = re.compile(r".", re.DOTALL)
_BLOCK_HEADER: Final = re.compile(r"[|>][^\n]*")


class Loader(yaml.SafeLoader):
    """Reads events as YAML 1.2 has them."""

    def __init__(self, text: str) -> None:
        """Open a text."""
        super().__init__(text)
        self.questions = "?" in text

    def check_key(self) -> bool:
        """Return whether a question mark begins a key: not where text goes on behind it."""
        return self.peek(1) in (_BLANKS | _FLOW if self.flow_level else _BLANKS)

    def check_plain(self) -> bool:
        """Return whether text begins here."""
        if self.flow_level and self.peek() == "?":
            return not self.check_key()
        return bool(super().check_plain())

    def scan_plain(self) -> yaml.ScalarToken:
        """Read text; question marks look like letters meanwhile."""
        if self.questions and self.flow_level:
            vars(self)["peek"] = self._peek_letter
        try:
            token: yaml.ScalarToken = super().scan_plain()
        finally:
            vars(self).pop("peek", None)
        return token

    def _peek_letter(self, index: int = 0) -> str:
        found: str = super().peek(index)
        return _LETTER if found == "?" else found


def meaning(text: str, *, is_plain: bool) -> str | int | bool | None:
    """Read a scalar: whole numbers, ``true``, ``false`` and ``null``; all else is text.

    So ``no``, ``off``, ``10:30``, ``1e3`` and ``007`` are text, as is all that is quoted.
    """
    if not is_plain:
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if _WHOLE_NUMBER.fullmatch(text) else text


def quoted(text: str) -> str:
    """Put text in double quotes, or in single ones if it holds double ones or a backslash."""
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


def write_quoted(text: str) -> Remedy:
    """Advise to write a text in quotes."""
    whole = quoted(text)
    return Remedy("write {what_piece}", whole, what_piece=short(whole, LONGEST_HINT))


def text_at(document: SourceText, begin: int) -> str:
    """Give the text from a character on: to the end of its entry, or of its line."""
    before = document.source[document.line_start(begin) : begin]
    if before.count("{") + before.count("[") > before.count("}") + before.count("]"):
        found = _UNTIL_FLOW_ENDS.match(document.source, begin)
        text = found[0] if found else ""
    else:
        text = document.source[begin : document.line_end(begin)]
    return text.partition(" #")[0].rstrip()


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
    found = _written(scalar, start, end, source)
    return (
        source_text(scalar.place.file, source).between(*found, scalar.place.path) if found else scalar.place
    )


def rewritten(scalar: Scalar, start: int, end: int, text: str, source: str) -> Edit | None:
    """Write a text for the characters ``start`` to ``end`` of ``scalar.text``, where that is exact."""
    document = source_text(scalar.place.file, source)
    found = _written(scalar, start, end, source)
    if found is None or found[0] == found[1]:
        return None
    return document.edit(*found, text)


def _written(scalar: Scalar, start: int, end: int, source: str) -> tuple[int, int] | None:
    """The characters of the file in which those of a text are written; None if they cannot be matched."""
    letters = _letters(source_text(scalar.place.file, source).source, *scalar.span)
    indexes = [index for index, char in enumerate(scalar.text) if not char.isspace()]
    if not letters or [letter.char for letter in letters] != [scalar.text[i] for i in indexes]:
        return None
    first, after = bisect_left(indexes, start), bisect_left(indexes, end)
    if first < len(indexes) and (first < after or indexes[first] == start):
        begin = letters[first].begin
    else:
        begin = letters[first - 1].end if first else letters[0].begin
    return begin, letters[after - 1].end if after else begin


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
