"""Words about the trick as it lies: the suit that was led, the play that is ahead, and whose it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.expression.operations import Operation
from trickbook.expression.orders import declared
from trickbook.expression.types import CARDS, Term, Type, union

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.expression.scope import Scope

PRINTED: Final = Term(CARDS)
"""The cards of the printed suit that was led."""


def led(scope: Scope) -> Term:
    """The cards of the suit that was led, by the orders of the ruleset if it declares any."""
    column = declared(scope)
    if column is None or column.detail is None:
        return PRINTED
    return Term(CARDS, detail=column.detail, **union(Operation.LED_SUIT_IN_ORDER, (column,)))


def ahead(kind: Type, name: str) -> Callable[[Scope], Term]:
    """A word about the play that would win the trick as it lies; 0 while nobody has played."""

    def term(scope: Scope) -> Term:
        winner = scope.layout.winning()
        if winner is None:
            return Term(kind)
        reads, cost = frozenset({"secret"} if winner.secret else ()), 1 + winner.cost
        return Term(kind, reads=reads, cost=cost, operation=name, detail=winner)

    return term
