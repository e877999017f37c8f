"""Words about the trick as it lies: the suit that was led, the play that is ahead, and whose it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.expression.orders import declared
from trickbook.expression.types import CARDS, Term, Type, union

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.expression.scope import Scope
    from trickbook.state import State

PRINTED: Final = Term(CARDS, lambda s, _p, _x: s.led)
"""The cards of the printed suit that was led."""


def led(scope: Scope) -> Term:
    """The cards of the suit that was led, by the orders of the ruleset if it declares any."""
    column = declared(scope)
    if column is None or column.detail is None:
        return PRINTED
    at = column.detail.at

    def meaning(s: State, _p: int, _x: Any) -> int:
        order = at(s)
        return (order.suit_of(s.plays[0][1]) if s.plays else 0) or s.led & ~order.apart

    return Term(CARDS, meaning, detail=column.detail, **union("led in order", (column,)))


def rounds(seats: int) -> Callable[[State, int, Any], int]:
    """How often everybody has played to the trick, of those who do not rest; 0 if all rest."""

    def meaning(s: State, _p: int, _x: Any) -> int:
        if not s.resting:
            return len(s.plays) // seats
        played = [seat for seat, _ in s.plays]
        awake = (seat for seat in range(seats) if not s.resting >> seat & 1)
        return min(map(played.count, awake), default=0)

    return meaning


def ahead(kind: Type, name: str, of_play: Callable[[tuple[int, int]], int]) -> Callable[[Scope], Term]:
    """A word about the play that would win the trick as it lies; 0 while nobody has played."""

    def term(scope: Scope) -> Term:
        winner = scope.layout.winning()
        if winner is None:
            return Term(kind, lambda _s, _p, _x: 0)
        find = winner.place

        def meaning(s: State, _p: int, _x: Any) -> int:
            place = find(s) if s.plays else None
            return 0 if place is None else of_play(s.plays[place])

        reads, cost = frozenset({"secret"} if winner.secret else ()), 1 + winner.cost
        return Term(kind, meaning, reads=reads, cost=cost, does=name, detail=winner)

    return term
