"""What the words of expressions are, so that an editor can colour them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression.vocabulary import GRAMMAR, TABLE
from trickbook.language_server.occurrences import expressions
from trickbook.sections.table import WORD_SECTIONS
from trickbook.source import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.language_server.document import Document

KINDS: Final = ("keyword", "function", "variable", "property", "enumMember", "number", "operator")
"""What a word can be: of the grammar, of the language, the author's, an option, a card or a suit."""

TOKEN: Final = re.compile(r"(?P<operator>>=|<=|[-+*<>=])|[^\s()\[\]{},:<>=+*'\"-]+")


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
        node = document.node(path, merged=True)
        kind = {"options": "property", "deck": "enumMember"}.get(path[0], "variable")
        found |= dict.fromkeys(node.entries, kind) if isinstance(node, Mapping) else {}
    if document.rules:
        found |= dict.fromkeys(document.rules.deck.names, "enumMember")
    return found | dict.fromkeys(TABLE, "function") | dict.fromkeys(GRAMMAR, "keyword")
