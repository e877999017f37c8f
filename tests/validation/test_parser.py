"""The parser's tables, kept beside the grammar, are those of the grammar; what they read, lark reads alike.

``TRICKBOOK_WRITE=1 pytest tests/validation`` writes them anew.
"""

import json
import os
from collections.abc import Iterator
from functools import cache
from typing import Any, cast

import lark
import pytest
from lark import Lark
from tests.selection import broad

from trickbook.expression import grammar, parser
from trickbook.expression.tree import Token, Tree
from trickbook.loading import shipped
from trickbook.source import Listing, Mapping, Node, Scalar, read
from trickbook.source.files import folder

KEPT = folder("grammar") / "expression.json"
GRAMMAR = (folder("grammar") / "expression.lark").read_text("utf-8")

LONG = 150
"""Longer texts are sentences."""

MORE = (
    "if not hand has hearts then count of (taken and QS) + 1 else total of players (score) ^ 2",
    "((hearts) or (spades and not (QS)))",
    "order_of_play is only_one and notice",
    "3i mod 2 - -T",
    "hand of (player + 1)",
    "0 to pass_count",
    "",
    " ",
)


def mark(text: str) -> str:
    """The mark of the grammar that tables were made of."""
    return str(json.loads(text)["made"])


def test_the_tables_are_those_of_the_grammar() -> None:
    if "TRICKBOOK_WRITE" in os.environ and mark(KEPT.read_text("utf-8")) != mark(grammar.written()):
        KEPT.write_text(grammar.written(), "utf-8")
    assert mark(KEPT.read_text("utf-8")) == mark(grammar.written())


@cache
def peer() -> Lark:
    """The parser that lark makes of the grammar."""
    return Lark(
        GRAMMAR, parser="lalr", start=list(grammar.STARTS), propagate_positions=True, maybe_placeholders=True
    )


def ours(node: Any) -> Any:
    """A tree of lark's as one of ours."""
    if isinstance(node, lark.Tree):
        return Tree(node.data, tuple(map(ours, node.children)), node.meta.start_pos, node.meta.end_pos)
    return node if node is None else Token(node, node.start_pos, node.end_pos)


def seen(node: Any) -> object:
    """All that is in a tree, places too."""
    if isinstance(node, Tree):
        return node.data, node.begin, node.end, [seen(child) for child in node.children]
    return node if node is None else (str(node), node.begin, node.end)


def read_by_peer(text: str, start: str) -> object:
    """What lark makes of a text: its tree, or where it stops, at what, and whether a word could follow."""
    try:
        return seen(ours(peer().parse(text, start=start)))
    except lark.UnexpectedToken as error:
        token = error.token
        begin = len(text) if token.type == "$END" else token.start_pos
        return begin, str(token), token.type, error.expected & {"NAME", "OF", "THEN", "LPAR", "$END"}
    except lark.UnexpectedCharacters as error:
        return cast("int", error.pos_in_stream), ""


def read_by_us(text: str, start: str) -> object:
    """The same of our parser."""
    found = parser.derive(grammar.tables(), text, start)
    if isinstance(found, Tree):
        return seen(found)
    if not found.symbol:
        return found.token.begin, ""
    expected = found.expected & {"NAME", "OF", "THEN", "LPAR", "$END"}
    return found.token.begin, str(found.token), found.symbol, expected


def texts(node: Node) -> Iterator[str]:
    """All texts of a document: expressions, and sentences, which are none."""
    match node:
        case Scalar(text=text):
            yield text
        case Listing(items=items):
            for item in items:
                yield from texts(item)
        case Mapping(entries=entries):
            for entry in entries.values():
                yield from texts(entry.node)


def spoiled(text: str) -> Iterator[str]:
    """A text, and the same with a part missing or doubled."""
    yield text
    words = text.split(" ")
    for place in range(len(words)):
        yield " ".join(words[:place] + words[place + 1 :])
        yield " ".join(words[: place + 1] + words[place:])
    for place in range(0, len(text), 3):
        yield text[:place] + text[place + 1 :]


@pytest.mark.parametrize("name", broad([*shipped(), ""], but=lambda name: name in ("hearts", "bridge", "")))
def test_both_parsers_read_alike(name: str) -> None:
    root, _ = read(shipped()[name].read_text("utf-8"), "file.yaml") if name else (None, ())
    written = {text for text in (texts(root) if root else MORE) if len(text) < LONG}
    for text in sorted({other for one in written for other in spoiled(one)}):
        for start in grammar.STARTS:
            assert read_by_us(text, start) == read_by_peer(text, start), (text, start)
