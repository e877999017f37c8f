"""The parser's tables, kept beside the grammar, are those of the grammar.

``TRICKBOOK_WRITE=1 pytest tests/validation`` writes them anew.
"""

import json
import os

import pytest

from trickbook.expression.parser import STARTS, build, parser, tables
from trickbook.source.files import folder

KEPT = folder("grammar") / "expression.json"
TEXTS = {
    "start": "if not hand has hearts then count of (taken and QS) + 1 else total of players (score) ^ 2",
    "range": "0 to pass_count",
    "place": "hand of (player + 1)",
}


def grammar(text: str) -> str:
    """The mark of the grammar that tables were made of."""
    _, mark = json.loads(text)["made"]
    return str(mark)


def test_the_tables_are_those_of_the_grammar() -> None:
    if "TRICKBOOK_WRITE" in os.environ and grammar(KEPT.read_text("utf-8")) != grammar(tables()):
        KEPT.write_text(tables(), "utf-8")
    assert grammar(KEPT.read_text("utf-8")) == grammar(tables())


@pytest.mark.parametrize("start", STARTS)
def test_both_parsers_read_alike(start: str) -> None:
    assert parser().parse(TEXTS[start], start=start) == build().parse(TEXTS[start], start=start)
