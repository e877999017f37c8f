"""The parser of expressions, and their limits. Its tables are kept beside the grammar: making them is slow.

Without them, or with those of another grammar, all works but starts later.
"""

from __future__ import annotations

import json
from functools import cache, lru_cache
from hashlib import sha256
from typing import Final, NamedTuple

import lark
from lark import Token, Tree, UnexpectedInput
from lark.grammar import Rule
from lark.lexer import TerminalDef

from trickbook.source.files import folder

STARTS: Final = ("start", "range", "place")
"""What can be parsed: an expression, a range such as ``1 to 2``, a place such as ``hand of dealer``."""


@cache
def parser() -> lark.Lark:
    """The parser, from its tables if they were made by this lark of this grammar; else from the grammar."""
    kept = folder("grammar") / "expression.json"
    tables = json.loads(kept.read_text("utf-8"), object_pairs_hook=_numbered) if kept.exists() else {}
    if tables.get("made") == _made():
        return lark.Lark.load(tables)  # it takes tables as well as files
    return build()


def build() -> lark.Lark:
    """Make the parser from the grammar."""
    return lark.Lark(
        _grammar(), parser="lalr", start=list(STARTS), propagate_positions=True, maybe_placeholders=True
    )


def tables() -> str:
    """Return what lark makes of the grammar, as text."""
    data, memo = build().memo_serialize([TerminalDef, Rule])
    made = {"made": _made(), "data": data, "memo": memo}
    return json.dumps(made, separators=(",", ":"), sort_keys=True) + "\n"


def _grammar() -> str:
    return (folder("grammar") / "expression.lark").read_text("utf-8")


def _made() -> list[str]:
    """Return what the tables depend on."""
    return [lark.__version__, sha256(_grammar().encode()).hexdigest()]


def _numbered(pairs: list[tuple[str, object]]) -> dict[int | str, object]:
    """A map whose keys were numbers before they were written."""
    return {int(key) if key.isdecimal() else key: value for key, value in pairs}


LONGEST: Final = 600
"""The most characters of an expression."""


DEEPEST: Final = 24
"""The most brackets, one within another."""


DEEPEST_TREE: Final = 104
"""The most parts, one within another: as many as joined cards fit into the longest expression."""


class Slip(NamedTuple):
    """A syntax error: its characters (from, to), the reason, and a suggestion."""

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
    """Return the depth of parsing an expression: its parts, and a little for the expression itself."""
    tree = parse(text)
    return 3 if isinstance(tree, Slip) else depth(tree) + 3


def depth(tree: Tree[Token]) -> int:
    """Return how many parts of a tree stand one within another."""
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
