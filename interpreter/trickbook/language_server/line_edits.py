"""Edits of whole lines and of what YAML reads: comments, indentation, tabs and quotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from trickbook.language_server.text_edit import Edit

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Made = Callable[[str, int, re.Match[str]], Iterator[Edit]]

QUOTED: Final = re.compile(r"[^\n]*?[\w-]+: +([\"'].*)")
"""A line with a text in quotes behind a key."""

UNSEEN: Final = re.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff]|[^\S \t\r\n]")
"""A character that nobody sees: a blank that is none to YAML, or one without width."""

CLOSE: Final = re.compile(r"(?<=\S)(?=\s*(?:[,}\]]|$))")
"""The end of a text in quotes."""


def line_edits(text: str, begin: int, hint: str) -> Iterator[Edit]:
    """What a hint says of the line that a character is on, or of another."""
    start = text.rfind("\n", 0, begin) + 1
    for pattern, made in MADE.items():
        if found := re.match(pattern, hint):
            yield from made(text, start, found)


def _uncommented(text: str, _start: int, found: re.Match[str]) -> Iterator[Edit]:
    """The line that a hint names, without its sign of a comment."""
    lines = text.split("\n")
    number = int(found[1]) - 1
    begin = sum(len(line) + 1 for line in lines[:number])
    yield Edit(begin, begin + len(lines[number]), re.sub("^# ?", "", lines[number]))


def _indented(text: str, start: int, found: re.Match[str]) -> Iterator[Edit]:
    """The line with as many blanks before it as a hint says."""
    line, _, _ = text[start:].partition("\n")
    yield Edit(start, start + len(line), " " * int(found[1].replace("no", "0")) + line.lstrip(" "))


def _without_tabs(text: str, start: int, _found: re.Match[str]) -> Iterator[Edit]:
    """The lines with blanks for their tabs: all from here on where tabs indent, else all tabs."""
    end = text.rfind("\t") + 1
    spaced = re.sub(r"^[ \t]+", lambda indent: indent[0].expandtabs(2), text[start:end], flags=re.MULTILINE)
    yield Edit(start, end, spaced)
    yield Edit(start, end, text[start:end].replace("\t", "  "))


def _with_plain_blanks(text: str, start: int, _found: re.Match[str]) -> Iterator[Edit]:
    """The line, or all from here on, with plain blanks for those that nobody sees."""
    line, _, _ = text[start:].partition("\n")
    for old in (line, text[start:]):
        plain = UNSEEN.sub(lambda found: " " if found[0].isspace() else "", old)
        yield Edit(start, start + len(old), plain)


def _quoted(text: str, start: int, found: re.Match[str]) -> Iterator[Edit]:
    """A text in other quotes, up to each place at which its value may end."""
    if value := QUOTED.match(text, start):
        for close in CLOSE.finditer(value[1]):
            yield Edit(value.start(1), value.start(1) + close.start(), found[1])


MADE: Final[dict[str, Made]] = {
    r"take the `#` off line (\d+)": _uncommented,
    r"give all keys of one map the same indentation: (\d+|no) blank": _indented,
    r"replace each tab by two spaces": _without_tabs,
    r"write (?:it anew, with plain blanks|a plain blank)": _with_plain_blanks,
    r"write ([\"'].*)": _quoted,
}
