"""Choices that have an order as programs: their numbers, and the choices that belong to numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.expression.bids import NAMED, NUMBERED
from trickbook.fast.instructions import Op

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer


def _number_of_choice(w: Writer, term: Term) -> int:
    """Look up the number of a choice in a table, whose first entry is for none."""
    places = {w.name(name): number for name, number in term.detail}
    table = [places.get(place, 0) for place in range(-1, max(places, default=-1) + 1)]
    return w.gives(Op.PICK, w.block(table) + 1, w.find(term.parts[0]))


def _choice_of_number(w: Writer, term: Term) -> int:
    return w.gives(Op.PICK, w.block([-1, *map(w.name, term.detail)]), w.find(term.parts[0]))


CHOICE_TERMS: Final[Mapping[str, Callable[[Writer, Term], int]]] = {
    NUMBERED: _number_of_choice,
    NAMED: _choice_of_number,
}
"""How to compute what is said of choices."""
