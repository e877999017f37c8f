"""Plays of several cards: how many there may be."""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

from trickbook.cards.deck import MOST_CARDS
from trickbook.engine.plays import MOST_PLAYS
from trickbook.expression.types import UNKNOWN

if TYPE_CHECKING:
    from trickbook.expression.types import Term
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry


def countable(context: Context, entry: Entry, low: Term, high: Term) -> None:
    """Plays of several cards are few enough to be looked at one by one."""
    node, hand = entry.need("cards"), context.layout.deck.cards.bit_count() // context.layout.seats
    if UNKNOWN in (low.type, high.type):
        return
    if not (low.constant and high.constant):
        message = "how many cards make a play is fixed before the first deal"
        context.wrong("not-fixed", message, node.place, "give the most here, and narrow plays with `only:`")
        return
    sizes, span = range(max(low.value, 1), min(high.value, hand) + 1), f"{low.value} to {high.value}"
    if low.value < 1 or low.value > high.value:
        context.wrong("bad-number", f"a play has at least one card, and not {span}", node.place)
    elif high.value > MOST_CARDS:
        context.wrong("bad-number", f"a play has at most {MOST_CARDS} cards, and not {span}", node.place)
    elif sum(comb(hand, size) for size in sizes) > MOST_PLAYS:
        message = f"plays of {span} cards out of {hand} are too many; the limit is {MOST_PLAYS}"
        context.wrong("too-many-plays", message, node.place)
