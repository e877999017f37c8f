"""Runs of cards: ``runs of 3 (hand)`` and ``tops of A``."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from trickbook.cards.runs import ladders, runs_of, steps, tops_of, windows
from trickbook.expression.types import BROKEN, CARDS, UNKNOWN, Kind, Term, lift

if TYPE_CHECKING:
    from trickbook.expression.scope import Scope
    from trickbook.expression.tree import Tree

SHORTEST: Final = 2
"""How many cards make a run at least."""


def runs(scope: Scope, node: Tree, least: Term, cards: Term) -> Term:
    """Return those of some cards that lie in a run of at least so many."""
    if UNKNOWN in (least.type, cards.type):
        return BROKEN
    if cards.type.kind is not Kind.CARDS or least.type.kind is not Kind.NUMBER:
        message = f"`runs of` asks for a number and for cards, and this is {least.type} and {cards.type}"
        return scope.wrong(node, "wrong-type", message, "write `runs of 3 (hand)`")
    if not least.constant:
        return scope.wrong(node, "not-fixed", "how long a run is must be fixed before the first deal")
    if least.value < SHORTEST:
        return scope.wrong(node, "bad-number", f"a run has at least {SHORTEST} cards, not {least.value}")
    found = windows(ladders(scope.layout.deck.order), least.value)
    return lift(CARDS, "runs", partial(runs_of, found), cards, detail=found)


def tops(scope: Scope, cards: Term) -> Term:
    """Return those of some cards that end a run, or stand alone."""
    pairs = steps(ladders(scope.layout.deck.order))
    return lift(CARDS, "tops", partial(tops_of, pairs), cards, detail=pairs)
