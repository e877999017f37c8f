"""Where the cursor stands in a file that may be unfinished: the keys above it, and what is written there.

The text is scanned up to the cursor, for a file has no tree while somebody types in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

KEY: Final = re.compile(r"(?P<key>\"[^\"]*\"|'[^']*'|[^\s\"'#\[\]{},:-][^:#\[\]{},]*+):(?=\s|$)")
"""A key with its colon at the beginning of a line."""

WORD: Final = re.compile(r"[\w./-]*")
"""A word of an expression, a name, or a path."""

BLOCK: Final = re.compile(r"[|>][+-]?[1-9]?[+-]?\s*(?:#.*)?")
"""What begins a text that stands below its key."""

LONGEST: Final = 2_000
"""How much of a value is kept, at least; no expression is as long."""

Path = tuple[str | int, ...]
Role = Literal["key", "value", "nowhere"]


class Cursor(NamedTuple):
    """What stands at the cursor: the keys above, and whether a key or a value is being written.

    ``text`` is what is written of it so far, ``word`` its last word, which begins at ``begin`` and may go on
    behind the cursor until ``end``, in characters of the whole text. ``flow``: whether it is in brackets.
    """

    path: Path
    role: Role
    text: str = ""
    word: str = ""
    begin: int = 0
    end: int = 0
    flow: bool = False


@dataclass
class _Level:
    """A map or list that is open: how far it is indented (-1 in brackets), the key or the place in it.

    ``single``: it is a key with its value in a list, without braces of its own.
    """

    kind: Literal["map", "list"]
    indent: int
    at: str | int | None = None
    single: bool = False


@dataclass
class _Scan:
    """What is open after the text that was read, and the key or value that is not finished."""

    levels: list[_Level] = field(default_factory=list)
    pending: str = ""
    quote: str = ""
    comment: bool = False
    below: int | None = None
    """How far the key is indented whose text stands below it."""

    def read(self, line: str) -> None:
        """Read a line, or the part of it that stands before the cursor."""
        self.comment = False
        content = line.lstrip(" ")
        indent = len(line) - len(content)
        if self.below is not None and (indent > self.below or not content):
            self.pending += content
            return
        self.below = None
        if self.quote or self.in_brackets():
            self.pending += " "
            self.characters(content)
        elif content.startswith("#"):
            self.comment = True
        else:
            self.block_line(content, indent)

    def in_brackets(self) -> bool:
        """Return whether braces or brackets are open."""
        return bool(self.levels) and self.levels[-1].indent < 0

    def block_line(self, content: str, indent: int) -> None:
        """Read a line of its own: an item of a list, a key, or more of the value above."""
        while content == "-" or content.startswith("- "):
            self.item(indent)
            rest = content[1:].lstrip(" ")
            indent, content = indent + len(content) - len(rest), rest
        if found := KEY.match(content):
            self.open_map(indent).at = found["key"].rstrip().strip("\"'")
            self.pending = ""
            self.characters(content[found.end() :], below=indent)
        elif self.goes_on(indent):
            self.pending += " "
            self.characters(content)
        else:
            if not (self.levels and self.levels[-1].kind == "list" and self.levels[-1].indent < indent):
                self.open_map(indent).at = None
            self.pending = ""
            self.characters(content)

    def goes_on(self, indent: int) -> bool:
        """Return whether a line without a key goes on with the value of the line above."""
        top = self.levels[-1] if self.levels else None
        return top is not None and top.at is not None and indent > top.indent and bool(self.pending.strip())

    def item(self, indent: int) -> None:
        """Begin an item of a list."""
        while self.levels and (self.levels[-1].indent > indent):
            self.levels.pop()
        if self.levels and self.levels[-1].kind == "list" and self.levels[-1].indent == indent:
            at = self.levels[-1].at
            self.levels[-1].at = at + 1 if isinstance(at, int) else 0
        else:
            self.levels.append(_Level("list", indent, 0))
        self.pending = ""

    def open_map(self, indent: int) -> _Level:
        """The map whose keys are indented so far; what is indented further is closed."""
        while self.levels and self.levels[-1].indent > indent:
            self.levels.pop()
        while self.levels and self.levels[-1].indent == indent and self.levels[-1].kind == "list":
            self.levels.pop()
        if not self.levels or self.levels[-1].indent < indent:
            self.levels.append(_Level("map", indent))
        return self.levels[-1]

    def characters(self, text: str, below: int | None = None) -> None:
        """Read a value, or what stands in brackets."""
        if below is not None and BLOCK.fullmatch(text.strip()):
            self.below = below
            return
        for place, char in enumerate(text):
            if len(self.pending) > 2 * LONGEST:
                self.pending = self.pending[-LONGEST:]
            if self.quote:
                self.quote = "" if char == self.quote else self.quote
                self.pending += char
            elif char == "#" and (not self.pending or self.pending[-1] == " "):
                self.comment = True
                return
            else:
                self.character(char, text[place + 1 : place + 2])

    def character(self, char: str, after: str) -> None:
        """Read one character outside quotes."""
        bare = not self.pending or self.pending.isspace()
        if char in "]}," and self.in_brackets() and self.levels[-1].single:
            self.levels.pop()
        if char in "\"'" and bare:
            self.quote, self.pending = char, char
        elif char in "{[" and bare:
            self.levels.append(_Level("map", -1) if char == "{" else _Level("list", -1, 0))
            self.pending = ""
        elif self.in_brackets() and char in "}]":
            self.levels.pop()
            self.pending = ")"  # a value that is finished
        elif self.in_brackets() and char == ",":
            self.next_in_brackets()
        elif char == ":" and after in ("", " ") and self.in_brackets() and self.takes_key():
            self.levels[-1].at, self.pending = self.pending.strip(" \"'"), ""
        else:
            self.pending += char

    def takes_key(self) -> bool:
        """Return whether what stands before a colon is a key; in a list it begins a map of its own."""
        if self.levels[-1].kind == "list":
            self.levels.append(_Level("map", -1, single=True))
        return self.levels[-1].at is None

    def next_in_brackets(self) -> None:
        """Go on behind a comma."""
        top, self.pending = self.levels[-1], ""
        top.at = top.at + 1 if isinstance(top.at, int) else None


def cursor(text: str, offset: int) -> Cursor:
    """Find out where a place in a text is, in characters from its beginning."""
    scan = _Scan()
    *lines, here = text[:offset].split("\n")
    for line in lines:
        if line.strip():  # an empty line closes nothing
            scan.read(line.rstrip("\r"))
    scan.read(here)
    path = tuple(level.at for level in scan.levels if level.at is not None)
    if scan.comment:
        return Cursor(path, "nowhere")
    written = scan.pending.lstrip(" \"'") if scan.levels else here.lstrip()
    before = WORD.match(here[::-1])  # from the cursor back
    begin = offset - (before.end() if before else 0)
    behind = WORD.match(text, offset)
    is_key = not scan.levels or (scan.levels[-1].kind == "map" and scan.levels[-1].at is None)
    return Cursor(
        path,
        "key" if is_key else "value",
        written,
        text[begin:offset],
        begin,
        behind.end() if behind else offset,
        scan.in_brackets(),
    )
