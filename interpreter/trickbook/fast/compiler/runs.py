"""Runs and sets of cards as programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.cards.runs import union
from trickbook.fast.instructions import Op

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer


def _melded(w: Writer, term: Term) -> int:
    """Return the register of the cards that lie in one of the term's melds."""
    cards, found = w.find(term.parts[0]), w.sets()
    w.do(Op.CLEAR, b=1, d=found)
    for meld in term.detail:
        lacks = w.label()
        for part in meld:
            w.do(Op.MISS, cards, w.cards(part), d=lacks)
        w.do(Op.JOIN, found, w.cards(union(meld)), d=found)
        w.here(lacks)
    return w.gives_cards(Op.MEET, found, cards)


def _tops(w: Writer, term: Term) -> int:
    """Return the register of the cards that no card of the next rank follows."""
    cards, below = w.find(term.parts[0]), w.sets()
    w.do(Op.CLEAR, b=1, d=below)
    for low, high in term.detail:
        lacks = w.label()
        w.do(Op.MISS, cards, w.cards(high), d=lacks)
        w.do(Op.JOIN, below, w.cards(low), d=below)
        w.here(lacks)
    return w.gives_cards(Op.WITHOUT, cards, below)


RUN_TERMS: Final[Mapping[str, Callable[[Writer, Term], int]]] = {"melded": _melded, "tops": _tops}
"""How to compute what is said of melds."""
