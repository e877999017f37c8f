"""The parser of expressions. Its tables are kept beside the grammar, for making them takes long.

Without them, or with those of another grammar, all works but starts later.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import sha256
from typing import Final

import lark
from lark.grammar import Rule
from lark.lexer import TerminalDef

from trickbook.source.folders import folder

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
    """What lark makes of the grammar, as text."""
    data, memo = build().memo_serialize([TerminalDef, Rule])
    made = {"made": _made(), "data": data, "memo": memo}
    return json.dumps(made, separators=(",", ":"), sort_keys=True) + "\n"


def _grammar() -> str:
    return (folder("grammar") / "expression.lark").read_text("utf-8")


def _made() -> list[str]:
    """What the tables depend on."""
    return [lark.__version__, sha256(_grammar().encode()).hexdigest()]


def _numbered(pairs: list[tuple[str, object]]) -> dict[int | str, object]:
    """A map whose keys were numbers before they were written."""
    return {int(key) if key.isdecimal() else key: value for key, value in pairs}
