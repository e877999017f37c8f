"""``orders``: what suit cards count as and how high they stand, by what the table has agreed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.expression import orders
from trickbook.expression.operations import Operation
from trickbook.expression.types import BROKEN, CARDS, COLUMN, CONDITION, Term, constant, union
from trickbook.problems import shown
from trickbook.source import Listing, Scalar
from trickbook.source.nodes import scalars
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.cards.deck import Rank
    from trickbook.expression.scope import Scope
    from trickbook.sections.context import Context
    from trickbook.source.nodes import Entry

KEY = "orders"
"""The section."""


def read(context: Context) -> None:
    """Make ``rank`` mean the declared orders; they are understood when they are first used.

    In what they rest on themselves, cards have the rank and the suit that are printed on them.
    """
    known: list[Term] = []
    printed = constant(COLUMN, context.layout.deck.heights[:-1])

    def understand(_scope: Scope) -> Term:
        if not known:
            if KEY in context.understanding:
                return printed
            context.understanding.append(KEY)
            found = [order for entry in context.entries(KEY) if (order := _order(context, entry))]
            known.append(orders.orders(context.layout.deck, found))
            context.understanding.pop()
        return known[0]

    if any(True for _ in context.entries(KEY)):
        context.symbols[orders.WORD] = understand


def settle(context: Context, scope: Scope) -> None:
    """Tell the layout the orders of the cards, once everything is declared that they may rest on."""
    if (column := orders.declared(scope)) and column.detail:
        context.layout.orders = column.detail


def _order(context: Context, entry: Entry) -> orders.Order | None:
    """Read one order; None if its condition never holds, or if it is wrong."""
    when = context.part(entry, "when", CONDITION, frozenset())
    cards = context.part(entry, "cards", CARDS, frozenset()) or constant(CARDS, context.layout.deck.cards)
    suit = context.part(entry, "suit", CARDS, frozenset())
    grades = [_grade(context, item) for item in items(entry)]
    _once(context, items(entry))
    if not grades:
        message = Message("order {name} does not say how its cards rank", name=shown(entry.name))
        context.wrong(
            "missing-key",
            message,
            entry.place,
            Message("write `ranks:` from the lowest up, such as `[7, 8, 9, T]`"),
        )
        return None
    if BROKEN in (when, cards, suit, *grades) or (when and when.constant and not when.value):
        return None
    if when and not when.constant:
        nobody = constant(CARDS, 0)
        cards = Term(CARDS, **union(Operation.IF, (when, cards, nobody)))
    letters = tuple(rank.letter if (rank := _rank(context, item)) else "" for item in items(entry))
    return orders.Order(entry.name, entry.place, cards, suit, tuple(grades), letters)


def items(entry: Entry) -> Sequence[Scalar]:
    """The places of an order, from the lowest up."""
    ranks = entry.node.get("ranks")
    return scalars(entry.node, "ranks") if isinstance(ranks, Listing) else ()


def _once(context: Context, places: Sequence[Scalar]) -> None:
    """Report what stands twice in an order."""
    found = [rank.name if (rank := _rank(context, item)) else item.text for item in places]
    for number, item in enumerate(places):
        if found[number] in found[:number]:
            message = Message("{rank} stands twice in this order", rank=shown(item.text))
            context.wrong("duplicate-item", message, item.place, Message("leave one of them out"))


def _grade(context: Context, item: Scalar) -> Term:
    """The cards of one place: those of a rank by its letter, or any cards."""
    if (rank := _rank(context, item)) is not None:
        return context.symbols[rank.name](context.scope(item))
    if item.text.isdecimal() or (len(item.text) == 1 and item.text.isupper()):
        known = listing(rank.letter for rank in context.layout.deck.ranks)
        context.wrong(
            "unknown-word",
            Message("{rank} is no rank of this deck", rank=shown(item.text)),
            item.place,
            Message("one of {list}, or cards", list=known),
        )
        return BROKEN
    return context.term(item, CARDS, frozenset())


def _rank(context: Context, item: Scalar) -> Rank | None:
    """The rank that a place is, by its letter or figure."""
    ranks = context.layout.deck.ranks
    return next((rank for rank in ranks if item.text in (rank.letter, rank.also)), None)
