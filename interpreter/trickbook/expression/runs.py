"""Melds: ``runs of 3 (hand)``, ``sets of 4 (hand)`` and ``tops of A``."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import TYPE_CHECKING, Final

from trickbook.cards.deck import MOST_CARDS
from trickbook.cards.runs import ladders, melded, sets, steps, tops_of, windows
from trickbook.expression.operations import Operation
from trickbook.expression.types import BROKEN, CARDS, NUMBER, UNKNOWN, Kind, Term, lift

if TYPE_CHECKING:
    from trickbook.expression.scope import Scope
    from trickbook.expression.tree import Tree

MELDS: Final = {"runs": windows, "sets": sets}
"""What lies together, by its word, and how to find all of it in a pack."""
MOST_KEPT: Final = 1024
"""Of how many sets of cards it is kept what lies together in them."""
FEWEST: Final = 2
"""How many cards make a meld at least."""


def melds(scope: Scope, node: Tree, word: str, least: Term, cards: Term) -> Term:
    """Return those of some cards that lie in a run, or a set, of at least so many."""
    if UNKNOWN in (least.type, cards.type):
        return BROKEN
    if cards.type.kind is not Kind.CARDS or least.type.kind is not Kind.NUMBER:
        message = f"`{word} of` asks for a number and for cards, and this is {least.type} and {cards.type}"
        return scope.wrong(node, "wrong-type", message, f"write `{word} of 3 (hand)`")
    if not least.constant:
        return scope.wrong(
            node, "not-fixed", f"the number in `{word} of` must be fixed before the first deal"
        )
    if not FEWEST <= least.value <= MOST_CARDS:
        message = f"`{word} of` asks for {FEWEST} to {MOST_CARDS} cards, not {least.value}"
        return scope.wrong(node, "bad-number", message)
    found = MELDS[word](ladders(scope.layout.deck.order), least.value)
    meld = lru_cache(MOST_KEPT)(partial(melded, found))
    return lift(CARDS, Operation.MELDS, meld, cards, detail=found)


def printed(scope: Scope, name: str, cards: Term) -> Term | None:
    """What is said of cards as the pack lists their ranks, unless the author has the word for something else.

    ``tops of`` are those that end a run or stand alone, ``height of`` is how high the highest is.
    """
    order = scope.layout.deck.order
    if name in scope.symbols or name not in ("tops", "height"):
        return None
    if name == "height":
        return lift(NUMBER, Operation.RANK, order.rank_of, cards)
    pairs = steps(ladders(order))
    return lift(CARDS, Operation.TOPS, partial(tops_of, pairs), cards, detail=pairs)
