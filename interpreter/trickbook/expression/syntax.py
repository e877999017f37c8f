"""From the text of an expression to its tree, or to the place where it stops being an expression."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from lark import Token, Tree, UnexpectedInput

from trickbook.expression.parser import parser

LONGEST: Final = 600
"""The most characters of an expression."""

DEEPEST: Final = 24
"""The most brackets, one within another."""

DEEPEST_TREE: Final = 104
"""The most parts, one within another: as many as joined cards fit into the longest expression."""


class Slip(NamedTuple):
    """Where a text stops being an expression (characters from, to), why, and what was likely meant."""

    begin: int
    end: int
    message: str
    hint: str | None = None
    code: str = "bad-expression"


@lru_cache(maxsize=4096)
def parse(text: str, start: str = "start") -> Tree[Token] | Slip:
    """Read an expression, a range (``1 to 2``) or a place (``hand of dealer``)."""
    if len(text) > LONGEST:
        return _too_much("too-long", f"this expression has {len(text)} characters; the limit is {LONGEST}")
    if _depth(text) > DEEPEST:
        return _too_much("too-deep", f"more than {DEEPEST} brackets are nested")
    try:
        tree = parser().parse(text, start=start)
    except UnexpectedInput as error:
        from trickbook.expression.diagnostics.syntax_errors import slip

        return Slip(*slip(text, error, start))
    if depth(tree) > DEEPEST_TREE:
        return _too_much("too-deep", f"more than {DEEPEST_TREE} parts are nested")
    return tree


def _too_much(code: str, message: str) -> Slip:
    return Slip(0, 1, message, "give a part of it a name in `words:`", code)


def deep(text: str) -> int:
    """How deep the reading of an expression goes: its parts, and a little for the expression itself."""
    tree = parse(text)
    return 3 if isinstance(tree, Slip) else depth(tree) + 3


def depth(tree: Tree[Token]) -> int:
    """How many parts of a tree stand one within another."""
    level, found = [tree], 0
    while level:
        found += 1
        level = [child for node in level for child in node.children if isinstance(child, Tree)]
    return found


def _depth(text: str) -> int:
    depth = deepest = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        deepest = max(deepest, depth)
    return deepest
