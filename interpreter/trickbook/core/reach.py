"""How large a number can become: what cannot come near the largest one is not held there."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Final

from trickbook.expression.types import GREATEST, LARGEST, Kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.expression.types import Term

COUNTABLE: Final = 2_000
"""More than any count of cards, seats or tricks, and any place in an order."""

COMBINED: Final[Mapping[str, Callable[[Sequence[int]], int]]] = {
    **dict.fromkeys(("+", "-"), sum),
    "*": prod,
    **dict.fromkeys(
        (
            "if",
            "lesser",
            "greater",
            "size",
            "div",
            "mod",
            "highest of seats",
            "lowest of seats",
            "median of seats",
        ),
        max,
    ),
}
"""What becomes of the bounds of numbers that are reckoned with."""

BOUNDED: Final[Mapping[str, int]] = {
    **dict.fromkeys(("score", "points", "outcome"), GREATEST),
    **dict.fromkeys(("slot", "own slot", "answer", "^", "norm", "number of choice", "deal"), LARGEST),
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
    if term.does in COMBINED:
        return COMBINED[term.does](inner)
    if term.does in ("whose", "total of seats"):
        return seats * inner[-1]
    if term.does == "worth":
        return sum(abs(value) * cards.bit_count() for value, cards in term.detail)
    return BOUNDED.get(term.does, COUNTABLE)
