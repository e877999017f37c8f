"""The parser of expressions, and their limits."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.expression import lalr
from trickbook.expression.grammar import tables
from trickbook.expression.tree import Tree

if TYPE_CHECKING:
    from trickbook.expression.diagnostics.repair import Hint

LONGEST: Final = 600
"""The most characters of an expression."""


DEEPEST: Final = 24
"""The most brackets, one within another."""


DEEPEST_TREE: Final = 104
"""The most parts, one within another: as many as joined cards fit into the longest expression."""


class Slip(NamedTuple):
    """A syntax error: its characters (from, to), the reason, and suggestions, the likeliest first."""

    begin: int
    end: int
    message: str
    hints: tuple[Hint, ...] = ()
    code: str = "bad-expression"


def tree(text: str, start: str = "start") -> Tree | None:
    """The tree of an expression, a range (``1 to 2``) or a place (``hand of dealer``); None if it is none."""
    return _tree(text, start)


@lru_cache(maxsize=4096)
def _tree(text: str, start: str) -> Tree | None:
    """The tree of a text; each is parsed once, however its start is given."""
    if len(text) > LONGEST or _depth(text) > DEEPEST:
        return None
    found = lalr.parse(tables(), text, start)
    return None if isinstance(found, lalr.Stop) or depth(found) > DEEPEST_TREE else found


def parse(text: str, start: str = "start") -> Tree | Slip:
    """The tree of an expression, a range or a place, or why it is none."""
    found = tree(text, start)
    return _slip(text, start) if found is None else found


@lru_cache(maxsize=1024)
def _slip(text: str, start: str) -> Slip:
    """Return why a text is no expression."""
    if len(text) > LONGEST:
        return _too_much("too-long", f"this expression has {len(text)} characters; the limit is {LONGEST}")
    if _depth(text) > DEEPEST:
        return _too_much("too-deep", f"more than {DEEPEST} brackets are nested")
    found = lalr.parse(tables(), text, start)
    if isinstance(found, Tree):
        return _too_much("too-deep", f"more than {DEEPEST_TREE} parts are nested")
    from trickbook.expression.diagnostics.syntax_errors import slip

    return Slip(*slip(text, found, start))


def _too_much(code: str, message: str) -> Slip:
    return Slip(0, 1, message, ("give a part of it a name in `words:`",), code)


def deep(text: str) -> int:
    """Return the depth of parsing an expression: its parts, and a little for the expression itself."""
    found = tree(text)
    return 3 if found is None else depth(found) + 3


def depth(whole: Tree) -> int:
    """Return how many parts of a tree stand one within another."""
    level, found = [whole], 0
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
