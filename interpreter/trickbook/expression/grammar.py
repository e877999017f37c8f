"""The grammar of expressions, as lark reads it."""

from __future__ import annotations

from functools import cache
from typing import Final

from lark import Lark

from trickbook.source.cache import place_of_another
from trickbook.source.files import folder

STARTS: Final = ("start", "range", "place")
"""What can be parsed: an expression, a range such as ``1 to 2``, a place such as ``hand of dealer``."""


@cache
def parser() -> Lark:
    """Lark's parser; its tables are kept, since making them takes longer than most commands."""
    grammar = (folder("grammar") / "expression.lark").read_text("utf-8")
    return Lark(
        grammar,
        parser="lalr",
        start=list(STARTS),
        propagate_positions=True,
        maybe_placeholders=True,
        cache=place_of_another("grammar.lark") or False,
    )
