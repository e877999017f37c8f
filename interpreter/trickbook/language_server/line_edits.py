"""Edits of a text that a hint suggests: its words, and whole lines with comments, tabs and quotes."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple
from unicodedata import normalize

from trickbook.language_server.occurrences import offset
from trickbook.source import read
from trickbook.source.yaml import quoted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Made = Callable[[str, int, re.Match[str]], Iterator["Edit"]]

QUOTED: Final = re.compile(r"[^\n]*?[\w-]+: +([\"'].*)")
"""A line with a text in quotes behind a key."""

UNSEEN: Final = re.compile(r"[\u00ad\u200b-\u200f\u2060\ufeff]|[^\S \t\r\n]")
"""A character that nobody sees: a blank that is none to YAML, or one without width."""

CLOSE: Final = re.compile(r"(?<=\S)(?=\s*(?:[,}\]]|$)|\s+#)")
"""The end of a text in quotes."""

TABS: Final = re.compile(r"\t+")

OWN_TABS: Final = re.compile(r"[\"']|[|>][-+0-9]*\s*(?:#.*)?$")
"""A line behind which tabs may be part of a text: it has quotes, or begins a block."""

CLOSED_BY: Final = {"{": "}", "[": "]", "(": ")"}

MOST_TABS: Final = 60
"""How many times a text is read to find its tabs."""

INSTEAD: Final = re.compile(r"(?:did you mean|write(?: [^`]+,)?|put|words have small letters:) `([^`\n]+)`")
"""How a hint begins that quotes what to write."""

OTHERWISE: Final = re.compile(r",? or (?:for the cards )?`([^`\n]+)`")
"""Another way to write it, behind the first."""

BARE: Final = re.compile(r"(?:write|put a space after the colon:) ([\w-]+: .+|\".*\"|\[.*\])")
"""A hint that says what to write without quoting it."""

CLOSING: Final = re.compile(r"put `([}\])\"'])` where (?:it|the text) ends")
"""A hint that something is not closed."""

COMMA: Final = re.compile(r"put a comma before `([\w-]+:)`")
"""A hint that a comma is missing."""

LEFT_OUT: Final = re.compile(r"leave out `(\w+)`: ")
"""A hint that a word is too much."""

ADDED: Final = re.compile(
    r" is a word of the [a-z ]+ `([^`\n]+)`: (?:add it to `(house|extends):`|write `extends:)"
)
"""A hint that names a file to build on, and the key for it."""

FILLED: Final = "…"
"""What stands for the rest of what is written already."""

OPEN: Final = re.compile(rf"{FILLED}|\bA (?:has|and) ")
"""What stands for something that is not in the hint."""


class Edit(NamedTuple):
    """The characters from ``begin`` to ``end`` of a text, and what to write there instead."""

    begin: int
    end: int
    text: str

    def apply(self, text: str) -> str:
        """The text with the edit made."""
        return text[: self.begin] + self.text + text[self.end :]


def wordings(hint: str) -> Iterator[str]:
    """What to write, the first choice first; the first alone if something in it is open."""
    if found := BARE.fullmatch(hint):
        yield found[1]
    elif (found := INSTEAD.match(hint)) and not CLOSING.fullmatch(hint):
        ways = [found[1]]
        while found := OTHERWISE.match(hint, found.end()):
            ways.append(found[1])
        yield from ways[:1] if OPEN.search(ways[0]) else (way for way in ways if not OPEN.search(way))


def closing(hint: str) -> str | None:
    """The bracket or quote that is missing."""
    found = CLOSING.fullmatch(hint)
    return found[1] if found else None


def comma(hint: str) -> str | None:
    """The key with its colon before which a comma is missing."""
    found = COMMA.match(hint)
    return found[1] if found else None


def left_out(hint: str) -> str | None:
    """The word that is too much."""
    found = LEFT_OUT.match(hint)
    return found[1] if found else None


def addition(hint: str) -> tuple[str, str] | None:
    """The key that names other files, and the file to add to it."""
    found = ADDED.search(hint)
    return (found[2] or "extends", found[1]) if found else None


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


def _headed(_text: str, start: int, found: re.Match[str]) -> Iterator[Edit]:
    """The line of a section above that of its entry."""
    yield Edit(start, start, f"{found[1]}\n")


def _indented(text: str, start: int, found: re.Match[str]) -> Iterator[Edit]:
    """The line with as many blanks before it as a hint says."""
    line, _, _ = text[start:].partition("\n")
    yield Edit(start, start + len(line), " " * int(found[1].replace("no", "0")) + line.lstrip(" "))


def _without_tabs(text: str, start: int, _found: re.Match[str]) -> Iterator[Edit]:
    """The text with blanks for the tabs that YAML refuses, and for no others."""
    spaced = text
    for _ in range(MOST_TABS):
        tab = next((one.place for one in read(spaced, "")[1] if one.code == "tab"), None)
        if tab is None:
            break
        spaced = _without_tab(spaced, offset(spaced, tab))
    ends = zip(text[:start:-1], spaced[:start:-1], strict=False)
    shorter = min(len(text), len(spaced)) - start - 1
    same = next((number for number, (one, other) in enumerate(ends) if one != other), shorter)
    yield Edit(start, len(text) - same, spaced[start : len(spaced) - same])


def _without_tab(text: str, begin: int) -> str:
    """The text with blanks for a tab between words, or for those that indent some lines."""
    start = text.rfind("\n", 0, begin) + 1
    if text[start:begin].strip():
        tabs = TABS.match(text, begin)
        end = tabs.end() if tabs else begin
        return text[:begin] + "  " * (end - begin) + text[end:]
    lines = text[start:].split("\n")
    for number, line in enumerate(lines):
        bare = line.lstrip(" \t")
        indent = line[: len(line) - len(bare)]
        if "\t" not in indent:
            break
        lines[number] = indent.expandtabs(2) + bare
        if OWN_TABS.search(bare):
            break
    return text[:start] + "\n".join(lines)


def _with_plain_blanks(text: str, start: int, _found: re.Match[str]) -> Iterator[Edit]:
    """The line, or all from here on, with plain blanks for those that nobody sees."""
    line, _, _ = text[start:].partition("\n")
    for old in (line, text[start:]):
        plain = UNSEEN.sub(lambda found: " " if found[0].isspace() else "", old)
        yield Edit(start, start + len(old), plain)


def _quoted(text: str, start: int, found: re.Match[str]) -> Iterator[Edit]:
    """A text in other quotes, exactly as far as the hint has it; nothing where that is not sure."""
    value = QUOTED.match(text, start)
    if value is None:
        return
    for close in CLOSE.finditer(value[1]):
        whole, rest = value[1][: close.start()], value[1][close.start() :]
        inner = whole[1:-1] if whole[:1] == whole[-1:] else whole
        escape = "\\" if whole[0] == '"' else "''"
        if found[1] == quoted(inner) and whole[0] not in rest and escape not in whole[1:-1]:
            yield Edit(value.start(1), value.start(1) + close.start(), found[1])


def _in_half_width(text: str, start: int, found: re.Match[str]) -> Iterator[Edit]:
    """The line with a plain sign for the first one in full width, and with the bracket that closes it."""
    line, _, _ = text[start:].partition("\n")
    signs = {normalize("NFKC", sign): sign for sign in reversed(line) if sign != normalize("NFKC", sign)}
    closing = CLOSED_BY.get(found[1])
    wide = signs.get(found[1])
    if wide is None:
        return
    plain = line.replace(wide, found[1], 1)
    if closing in signs:
        plain = plain.replace(signs[closing], closing, 1)
    yield Edit(start, start + len(line), plain)


MADE: Final[dict[str, Made]] = {
    r"take the `#` off line (\d+)": _uncommented,
    r"put the line `(\w+:)` above it": _headed,
    r"give all keys of one map the same indentation: (\d+|no) blank": _indented,
    r"replace each tab by two spaces": _without_tabs,
    r"write (?:it anew, with plain blanks|a plain blank)": _with_plain_blanks,
    r"write ([\"'].*)": _quoted,
    r"write `(.)` in half width": _in_half_width,
}
