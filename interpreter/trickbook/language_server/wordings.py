"""What a hint says to write, to put in, to leave out, or to add."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

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
