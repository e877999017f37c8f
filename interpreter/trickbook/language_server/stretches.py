"""Stretches of a value: the value that a place is in, and the whole words around the place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression.diagnostics.repair import mended
from trickbook.expression.parser import Slip, parse
from trickbook.language_server.keys import slot
from trickbook.source import Listing, Mapping, Scalar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server.cursor import Path
    from trickbook.source import Node

TOKEN: Final = re.compile(r"\w+|[^\w\s]")

JOINTS: Final = frozenset({*"{},:#", "and", "or", "not", "if", "then", "else"})
"""What is never dropped: it joins what is written, or holds it together."""

NAMES: Final = re.compile(r"\w+")
SIGNS: Final = re.compile(r"[-+*<>=^]")
PAIRS: Final = ("()", "[]")
QUOTES: Final = "\"'"

FAR: Final = 14
"""How many words to each side may belong to what a hint replaces."""

MOST_LOST: Final = 3
"""How many words beside the problem's own place may fall away."""


class Region(NamedTuple):
    """The characters of the value that a place is in, and whether it is an expression."""

    begin: int
    end: int
    is_expression: bool = False


def region(text: str, root: Mapping | None, begin: int, end: int) -> Region:
    """The value that a place is in or behind; the place alone if it is in none; without a tree its line."""
    if root is None:
        last = text.find("\n", begin)
        return Region(text.rfind("\n", 0, begin) + 1, len(text) if last < 0 else last)
    for path, scalar in _scalars(root, ()):
        first, last = scalar.span
        last = first + len(text[first:last].rstrip())  # a block ends with its line
        behind = text[last:begin]
        if first <= begin and (begin < last or ("\n" not in behind and not behind.strip())):
            place = slot(path)
            return Region(first, last, place is not None and place.is_expression)
    return Region(begin, end)


def _scalars(node: Node, path: Path) -> Iterator[tuple[Path, Scalar]]:
    match node:
        case Scalar():
            yield path, node
        case Listing(items=items):
            for place, item in enumerate(items):
                yield from _scalars(item, (*path, place))
        case Mapping(entries=entries):
            for key, pair in entries.items():
                yield from _scalars(pair.node, (*path, key))


def around(text: str, wording: str, own: tuple[int, int], where: Region) -> Iterator[tuple[int, int]]:
    """Stretches of whole words around a place, the shortest first, of which a wording keeps enough."""
    tokens = [(found.start(), found.end()) for found in TOKEN.finditer(text, where.begin, where.end)]
    before = [token for token in tokens if token[1] <= own[0]][-FAR:]
    after = [token for token in tokens if token[0] >= own[1]][:FAR]
    sizes = [(i, j) for i in range(len(before) + 1) for j in range(len(after) + 1)]
    for i, j in sorted(sizes, key=sum):
        begin = before[-i][0] if i else own[0]
        end = after[j - 1][1] if j else own[1]
        parts = text[slice(*own)], text[begin : own[0]] + " " + text[own[1] : end]
        outside = text[where.begin : begin], text[end : where.end]
        if _is_whole(text[begin:end]) and _keeps(wording, *parts) and not _repeats(wording, *outside):
            yield begin, end


def _is_whole(stretch: str) -> bool:
    """Return whether brackets and quotes are closed in a stretch."""
    closed = all(stretch.count(one) == stretch.count(other) for one, other in PAIRS)
    return closed and not any(stretch.count(quote) % 2 for quote in QUOTES)


def _keeps(wording: str, own: str, beside: str) -> bool:
    """Return whether a wording has again what it replaces, but for a few words."""
    words, dropped = TOKEN.findall(wording), TOKEN.findall(beside)
    if any(dropped.count(joint) > words.count(joint) for joint in JOINTS.intersection(dropped)):
        return False
    lost = [word for word in (*TOKEN.findall(own), *dropped) if word.isalnum() and word not in wording]
    return len(lost) <= MOST_LOST


def _repeats(wording: str, before: str, after: str) -> bool:
    """Return whether a wording begins or ends with what stands beside it, a minus too."""
    words = NAMES.findall(wording)
    if wording.startswith("-") and before.rstrip().endswith("-"):
        return True
    if len(words) + len(SIGNS.findall(wording)) < 2:  # noqa: PLR2004 - a word may stand twice
        return False
    left, right = NAMES.findall(before), NAMES.findall(after)
    return any(
        left[-size:] == words[:size] or right[:size] == words[-size:] for size in range(1, len(words) + 1)
    )


def is_sentence(text: str, where: Region, longer: int) -> bool:
    """Return whether an expression can be read after an edit that made it longer by so many characters."""
    value = written(text[where.begin : where.end + longer])
    return not where.is_expression or not isinstance(parse(value), Slip)


def is_mended(value: str, wording: str) -> bool:
    """Return whether a wording is a whole expression mended, not a part of it."""
    return any(one.text == wording for one in mended(written(value)))


def unquoted(text: str, where: Region) -> tuple[int, int]:
    """The characters of a value without quotes around it."""
    quoted = text[where.begin : where.begin + 1] in {*QUOTES}
    return where.begin + quoted, where.end - quoted


def written(value: str) -> str:
    """An expression as it is read: in one line, without quotes around it."""
    return " ".join(value.strip(QUOTES).split())
