"""The grammar says one thing in one way."""

from lark import Lark

from trickbook.expression.parser import STARTS
from trickbook.source.files import folder


def test_no_rule_and_no_token_can_be_read_in_two_ways() -> None:
    grammar = (folder("grammar") / "expression.lark").read_text(encoding="utf-8")
    parser = Lark(grammar, parser="lalr", strict=True, start=list(STARTS))
    tree = parser.parse("hearts and rank >= 5", start="start")
    assert tree.children[0].data == "both"  # type: ignore[union-attr]
