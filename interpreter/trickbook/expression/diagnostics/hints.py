"""Suggestions where a value has the wrong type, in the author's own words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from trickbook.expression.leaves import bare
from trickbook.expression.types import Kind

if TYPE_CHECKING:
    from lark import Token, Tree

    from trickbook.expression.scope import Scope
    from trickbook.expression.types import Term


def reckoned(scope: Scope, node: Tree[Token], sign: str, kinds: tuple[Kind, Kind]) -> str | None:
    """Return what arithmetic with cards likely means: those in either, those without others, their number."""
    if kinds == (Kind.CARDS, Kind.CARDS) and sign in "+-":
        left, right = (scope.written(part) for part in (node.children[0], node.children[-1]))
        return f"write `{left} {'or' if sign == '+' else 'and not'} {right}`"
    return "write `count of …`" if Kind.CARDS in kinds else None


def numbered(node: Any, sign: str, term: Term, counted: Term) -> str | None:
    """Return what is meant by cards beside a number: how many they are, or those that rank so."""
    if term.type.kind is Kind.COMPLEX:
        return "compare `norm of …`"
    if term.type.kind is not Kind.CARDS:
        return None
    left, right = (bare(node.children[place]) for place in (0, -1))
    if term is not counted:
        return f"write `{left} {sign} count of {right}`"
    return f"write `count of {left} {sign} {right}`, or for the cards `{left} and rank {sign} {right}`"


def carded(text: str, scope: Scope) -> str | None:
    """Return how cards are written, for who wrote one that is none: ``11S``."""
    deck = scope.layout.deck
    if not re.fullmatch(r"[0-9]+[A-Za-z]", text) or not deck.faces:
        return None
    ranks = " ".join(rank.letter for rank in deck.ranks)
    return f"a card is a rank, then a suit, such as `{deck.faces[-1].name}`; the ranks are {ranks}"
