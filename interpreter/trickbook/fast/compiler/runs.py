"""Runs and sets of cards as programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.fast.instructions import Op

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer


def _melded(w: Writer, term: Term) -> int:
    """Return the register of the cards that lie in one of the term's melds."""
    melds = term.detail
    sizes = w.block([len(melds), *(number for meld in melds for number in (len(meld.parts), meld.least))])
    parts = w.card_block([part for meld in melds for part in meld.parts])
    return w.gives_cards(Op.MELDED, w.find(term.parts[0]), sizes, parts)


def _tops(w: Writer, term: Term) -> int:
    """Return the register of the cards that no card of the next rank follows."""
    pairs = w.card_block([cards for pair in term.detail for cards in pair])
    return w.gives_cards(Op.TOPS, w.find(term.parts[0]), len(term.detail), pairs)


RUN_TERMS: Final[Mapping[str, Callable[[Writer, Term], int]]] = {"melded": _melded, "tops": _tops}
"""How to compute what is said of melds."""
