"""A hint that shows a whole expression can be followed: it has the right types, whatever its names mean."""

import re

import pytest
from tests.bad.test_bad import FOLDER

from trickbook import load
from trickbook.expression.diagnostics import codes, repair
from trickbook.expression.diagnostics.repair import MISFITS
from trickbook.expression.diagnostics.rewrites import Rewrite
from trickbook.expression.diagnostics.slips import OTHER_WORDS
from trickbook.expression.parser import SyntaxMistake, parse
from trickbook.expression.scope import EVERYTHING, Rewritten, Scope
from trickbook.problems import Place

HINT = re.compile(r"^\S+: (?P<code>[a-z-]+): .*\n.*\n.*\n  hint: write `(?P<right>[^`…:\[]+)`$", re.MULTILINE)
OF_EXPRESSIONS = {"bad-expression", "mixed", "cards-compared", "unknown-word", "unquoted-comma"}
SHOWN = sorted(
    {
        found["right"]
        for path in FOLDER.rglob("*.txt")
        for found in HINT.finditer(path.read_text("utf-8"))
        if found["code"] in OF_EXPRESSIONS
    }
)
MEANT = sorted(meant.format(seat="player") for meant in OTHER_WORDS.values() if not {"`", "…"} & {*meant})


@pytest.fixture(scope="module")
def hearts() -> Scope:
    """A scope in which everything is at hand."""
    context = load("hearts").engine(4).context
    return Scope(context.layout, context.symbols, EVERYTHING, lambda _begin, _end: Place(""), print, {})


def test_many_hints_show_an_expression() -> None:
    assert len(SHOWN) >= 100


def test_no_hint_is_computed_after_the_first_that_fits(
    hearts: Scope, monkeypatch: pytest.MonkeyPatch
) -> None:
    def needless(_found: re.Match[str]) -> str:
        raise AssertionError("an expression is mended that nobody asked for")

    signs = re.compile("&&")
    monkeypatch.setattr(repair, "TRIES", ((Rewrite(signs, "and"),), (Rewrite(signs, needless),)))
    slip = parse("leading && first_trick")
    assert isinstance(slip, SyntaxMistake)
    hint = repair.fitting(slip.hints, lambda text: codes(text, hearts))
    assert isinstance(hint, Rewritten)
    assert hint.text == "leading and first_trick"


def misleads(text: str, hearts: Scope) -> bool:
    wrong = (codes(text, hearts._replace(start=start)) for start in ("start", "range", "place"))
    return not any(MISFITS.isdisjoint(one) and "bad-expression" not in one for one in wrong)


@pytest.mark.parametrize("hints", [SHOWN, MEANT], ids=["of wrong rulesets", "of words"])
def test_what_hints_show_can_be_written(hints: list[str], hearts: Scope) -> None:
    assert [text for text in hints if misleads(text, hearts)] == []
