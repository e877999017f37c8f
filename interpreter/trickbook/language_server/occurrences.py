"""The words of a file: where entries are named, and what each word of an expression is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.sections.table import WORD_SECTIONS, is_about, is_prose
from trickbook.source import Mapping, Scalar
from trickbook.source.text import offset

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server.cursor import Path
    from trickbook.language_server.document import Document

NAME: Final = re.compile(r"(?<![\w.])[^\W\d]\w*")

HEADS: Final = ("name", "summary", "short", "source", "note", "trickbook")
"""Keys of the file under which no expression stands."""

VISITED: Final = (["examples"], ["needs"])
"""Keys that say something about the rules by their names."""

DOTTED: Final = re.compile(r"(?<![\w.])((?:\w+\.)+)(\w+)")
"""A name with its section before it."""

KINDS: Final = ("keyword", "function", "variable", "property", "enumMember", "number", "operator")
"""What a word can be: of the grammar, of the language, the author's, an option, a card or a suit."""

TOKEN: Final = re.compile(r"(?P<operator>>=|<=|[-+*<>=])|[^\s()\[\]{},:<>=+*'\"-]+")


class Occurrence(NamedTuple):
    """A name in a file: its characters from ``begin`` to ``end``, and the path of the value that it is in.

    ``key``: it is the key of an entry. ``section`` is written before it, with dots.
    """

    name: str
    begin: int
    end: int
    path: Path
    key: bool = False
    section: tuple[str, ...] = ()


def expressions(root: Mapping) -> Iterator[tuple[Path, Scalar]]:
    """Every value that is no prose, with its path."""
    return ((path, node) for path, node in root.walk(_is_prose) if isinstance(node, Scalar))


def _is_prose(path: Path) -> bool:
    keys = [step for step in path if isinstance(step, str)]
    if keys[0] == "groups":
        keys = keys[1:] or ["examples"]
    return keys[0] in HEADS or is_prose(keys) or (is_about(keys) and keys not in VISITED)


def occurrences(root: Mapping, text: str) -> Iterator[Occurrence]:
    """Every name in the values and keys of a file."""
    for path, scalar in expressions(root):
        for found in NAME.finditer(text, *scalar.span):
            yield Occurrence(found[0], found.start(), found.end(), path)
        for found in DOTTED.finditer(text, *scalar.span):
            section = tuple(found[1].rstrip(".").split("."))
            yield Occurrence(found[2], *found.span(2), path, section=section)
    for path, node in root.walk():
        for key, pair in node.pairs.items():
            begin = offset(text, pair.key_place)
            begin += text[begin : begin + 1] in "\"'"
            yield Occurrence(key, begin, begin + len(key), (*path, key), key=True)


class Colour(NamedTuple):
    """Characters of a file, from ``begin`` to ``end``, and what they are."""

    begin: int
    end: int
    kind: str


def colours(document: Document, playable: Document) -> Iterator[Colour]:
    """What each word of an expression is, in the order of the file, by its words when it could be played."""
    if document.own is None:
        return
    known = _known(playable)
    spans = sorted(scalar.span for path, scalar in expressions(document.own) if path[0] != "examples")
    for begin, end in spans:
        for found in TOKEN.finditer(document.text, begin, end):
            if kind := _kind(found, known):
                yield Colour(found.start(), found.end(), kind)


def _kind(found: re.Match[str], known: dict[str, str]) -> str | None:
    if found["operator"]:
        return "operator"
    word = found[0]
    return known.get(word) or ("number" if word.isdecimal() else None)


def _known(document: Document) -> dict[str, str]:
    """Every word that the ruleset and the language know, with what it is."""
    found: dict[str, str] = {}
    for path in reversed(WORD_SECTIONS):
        kind = {"options": "property", "deck": "enumMember"}.get(path[0], "variable")
        found |= dict.fromkeys(document.entries(path, merged=True), kind)
    if document.rules:
        found |= dict.fromkeys(document.rules.deck.names, "enumMember")
    return found | dict.fromkeys(TABLE, "function") | dict.fromkeys(GRAMMAR, "keyword")
