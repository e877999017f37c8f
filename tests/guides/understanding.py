"""Whether an expression is understood in some shipped ruleset, wherever in it all is at hand that can be."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import trickbook
from trickbook.expression.scope import EVERYTHING, Scope
from trickbook.expression.semantics import meaning
from trickbook.expression.types import Term
from trickbook.problems import Place, Problem
from trickbook.sections.context import Context


def misunderstood(text: str) -> str | None:
    """None if some ruleset understands an expression; else what is wrong with it, as the last one has it."""
    wrong = None
    for name in games():
        found: list[Problem] = []
        meaning(text, _scope(name, found))
        if not found:
            return None
        wrong = str(found[0].message)
    return wrong


@cache
def games() -> tuple[str, ...]:
    """The shipped rulesets that can be played, and one with bids."""
    bids = Path(__file__).parents[1] / "bids" / "contract.yaml"
    return (*(name for name, path in trickbook.shipped().items() if path.parent.name != "parts"), str(bids))


@cache
def _reading(name: str) -> Context:
    return trickbook.load(name).engine().context


def _scope(name: str, found: list[Problem]) -> Scope:
    context = _reading(name)

    def answer(scope: Scope) -> Term:
        return context.symbols["shoot" if "shoot" in context.symbols else "hand"](scope)

    def place(begin: int, end: int) -> Place:
        return Place("guide", 1, begin + 1, end - begin)

    return Scope(context.layout, {**context.symbols, "answer": answer}, EVERYTHING, place, found.append, {})
