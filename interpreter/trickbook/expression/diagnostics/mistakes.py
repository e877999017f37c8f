"""The mistakes of an expression: where it cannot be read, and whether another in its place has fewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.expression.diagnostics.repair import fitting
from trickbook.expression.diagnostics.slips import in_one
from trickbook.expression.diagnostics.wrong_types import carded
from trickbook.expression.parser import SyntaxMistake, parse
from trickbook.expression.scope import no_edit
from trickbook.expression.semantics import understood
from trickbook.expression.tree import Token, Tree
from trickbook.expression.types import NUMBER, SEATS, Kind
from trickbook.expression.vocabulary import TABLE
from trickbook.problems import Place

if TYPE_CHECKING:
    from trickbook.expression.scope import Rewritten, Scope
    from trickbook.problems import Problem
    from trickbook.texts.message import Message


def tell(mistake: SyntaxMistake, scope: Scope) -> None:
    """Tell of a text that is no expression, range or place, and what was likely meant."""
    hint: Message | Rewritten | None = in_one(scope.text, mistake.begin, {*scope.symbols, *TABLE})
    hint = hint or fitting(mistake.hints, lambda text: codes(text, scope))
    hint = hint or carded(scope.text[mistake.begin : mistake.end], scope)
    scope.wrong(Token("", mistake.begin, mistake.end), mistake.code, mistake.message, hint)


def codes(text: str, scope: Scope) -> set[str]:
    """Return what is wrong with a text if it stood in a scope."""
    return {*_mistakes(text, scope)}


def is_better(text: str, scope: Scope, problems: list[Problem]) -> bool:
    """Return whether a text has fewer mistakes than that of a scope, those of its words included.

    What is told among the ``problems`` meanwhile does not stay there.
    """
    before, count = len(problems), list[int]()
    for one in (text, scope.text):
        found = _mistakes(one, scope)
        count.append(len(found) + len(problems) - before)
        del problems[before:]
    return count[0] < count[1]


def _mistakes(text: str, scope: Scope) -> list[str]:
    """The code of each mistake of a text."""
    found: list[Problem] = []
    tree = parse(text, scope.start)
    if isinstance(tree, SyntaxMistake):
        return [tree.code]
    silent = scope._replace(text="", report=found.append, place=lambda _begin, _end: Place(""), edit=no_edit)
    parts = {"start": (scope.wanted,), "range": (NUMBER, NUMBER), "place": (None, SEATS)}[scope.start]
    for part, kind in zip(tree.children, parts, strict=True):
        if isinstance(part, Tree):
            term = understood(part, silent, kind)
            if scope.either and term.type.kind not in (*scope.either, Kind.UNKNOWN):
                return ["wrong-type"]
    if scope.start == "place" and str(tree.children[0]) not in scope.layout.piles:
        return ["unknown-word"]
    return [problem.code for problem in found]
