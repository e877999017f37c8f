"""Faults of the orders that random deals come to: cards that tie, and cards without a place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.cards.deck import bits
from trickbook.expression import orders
from trickbook.problems import Problem, shown
from trickbook.texts.message import Listing, Message, every

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from trickbook.core.state import State
    from trickbook.expression.orders import Order
    from trickbook.sections.compiled import CompiledRules

FEW = 4
"""How many cards a note names."""


def order_faults(engine: CompiledRules, s: State) -> Iterator[Problem]:
    """Yield a note for each order in which different cards tie, or some have no place, as things stand."""
    column = orders.declared(engine.scope)
    left = engine.deck.cards
    for order in column.detail.all if column else ():
        own, left = left & s.value(order.cards), left & ~s.value(order.cards)
        yield from _ties(engine, s, order, own)
        placed = sum_of(s.value(grade) for grade in order.grades)
        if without := own & ~placed:
            yield _placeless(engine, order, without)


def sum_of(sets: Iterator[int]) -> int:
    """All cards of several sets."""
    found = 0
    for cards in sets:
        found |= cards
    return found


def _ties(engine: CompiledRules, s: State, order: Order, own: int) -> Iterator[Problem]:
    """Yield a note for a rank of which the order has several cards of one suit; the last place counts."""
    suits = s.card_order.by_suit if engine.layout.orders else {}
    grades = [s.value(grade) for grade in order.grades]
    for index, letter in enumerate(order.ranks):
        here = own & grades[index] & ~sum_of(iter(grades[index + 1 :]))
        for suit in suits.values() if letter else ():
            tied = _faces(engine, here & suit)
            if len(tied) > 1:
                cards, name = _card_list(tied), shown(order.name)
                message = Message(
                    "{cards} are equally high in {name}: the one played first wins", cards=cards, name=name
                )
                hint = Message(
                    "list them one by one in place of `{letter}`, from the lowest up", letter=letter
                )
                yield Problem("tied-cards", message, order.place, hint, "note")


def _placeless(engine: CompiledRules, order: Order, cards: int) -> Problem:
    name, faces = shown(order.name), _card_list(_faces(engine, cards))
    message = Message(
        "{name} has no place for {cards}: they rank below all other cards", name=name, cards=faces
    )
    hint = Message("add them to `ranks:`, or limit the order by `cards:`")
    return Problem("placeless-cards", message, order.place, hint, "note")


def _faces(engine: CompiledRules, cards: int) -> list[str]:
    return list(dict.fromkeys(engine.deck.names[card.bit_length() - 1] for card in bits(cards)))


def _card_list(names: Sequence[str]) -> Listing:
    if len(names) > FEW:
        return every((*names[:FEW], Message("{number} more", number=len(names) - FEW)))
    return every(names)
