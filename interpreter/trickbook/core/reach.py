"""How large a number can become: what cannot come near the largest one is not held there."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from trickbook.expression.operations import SLOTS, Operation
from trickbook.expression.types import GREATEST, LARGEST, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.expression.types import Term

COUNTABLE: Final = 2_000
"""More than any count of cards, seats or tricks, and any place in an order."""

COMBINED: Final[Mapping[str, Callable[[Sequence[int]], int]]] = {
    Operation.ADD: sum,
    Operation.SUBTRACT: sum,
    Operation.MULTIPLY: prod,
    Operation.IF: max,
    Operation.LESSER: max,
    Operation.GREATER: max,
    Operation.SIZE: max,
    Operation.DIVIDE: max,
    Operation.REMAINDER: max,
    Operation.HIGHEST_OF_SEATS: max,
    Operation.LOWEST_OF_SEATS: max,
    Operation.MEDIAN_OF_SEATS: max,
}
"""What becomes of the bounds of numbers that are reckoned with."""

BOUNDED: Final[Mapping[str, int]] = {
    **dict.fromkeys(("score", "points", "outcome"), GREATEST),
    **dict.fromkeys((*SLOTS, "answer", "deal"), LARGEST),
    Operation.POWER: LARGEST,
    Operation.NORM: LARGEST,
    Operation.NUMBER_OF_CHOICE: LARGEST,
}
"""The bounds of other numbers, where these are not counts."""


def within_reach(seats: int, term: Term) -> bool:
    """Return whether a whole number never comes to the largest one."""
    return term.type.kind is Kind.NUMBER and reach(seats, term) < LARGEST


def reach(seats: int, term: Term) -> int:
    """Return a bound of a number's distance from zero."""
    if term.constant:
        return abs(term.value) if isinstance(term.value, int) else LARGEST
    inner = [reach(seats, part) for part in term.parts if part.type.kind is Kind.NUMBER]
    if term.operation in COMBINED:
        return COMBINED[term.operation](inner)
    if term.operation in (Operation.WHOSE, Operation.TOTAL_OF_SEATS):
        return seats * inner[-1]
    if term.operation == Operation.WORTH:
        return sum(abs(value) * cards.bit_count() for value, cards in term.detail)
    return BOUNDED.get(term.operation, COUNTABLE)
