"""Values as numbers: cards, seats and the types of facts, written into arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.cards.deck import MARK
from trickbook.cards.gaussian import of, parts
from trickbook.expression.types import Kind, Type

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from trickbook.sections.compiled import CompiledRules

Part = Any
"""A field's part of an observation: an array of its shape, at first all zeros."""


class Coder:
    """Write cards and values of a table into arrays of numbers."""

    def __init__(self, engine: CompiledRules) -> None:
        """Know the table's cards and seats."""
        self.seats, self.names = engine.layout.seats, engine.deck.names
        self.first = {name: mask.bit_length() - mask.bit_count() for name, mask in engine.deck.copies.items()}
        self.manifold = engine.manifold

    def number(self, card: str) -> int:
        """Return the number of a card; of identical copies, the first one's."""
        return self.first[card.removesuffix(MARK)]

    def put_cards(self, row: Part, cards: Iterable[str]) -> None:
        """Set the cards' numbers; of identical copies, as many from the first on as there are copies."""
        for card in cards:
            number = self.number(card)
            while self.manifold and row[number]:
                number += 1
            row[number] = 1

    def width(self, kind: Type) -> int:
        """Return how many numbers a value of a type takes."""
        many = {
            Kind.CARDS: len(self.names),
            Kind.SEATS: self.seats,
            Kind.CHOICE: len(kind.names),
            Kind.COMPLEX: 2,
        }
        return many.get(kind.kind, 1)


class Look(NamedTuple):
    """What an observation is made of: a seat's view, and the actions of its move so far."""

    coder: Coder
    view: Mapping[str, Any]
    chosen: Sequence[int]

    def place(self, seat: int) -> int:
        """Return how many places clockwise from the observer a seat is."""
        place: int = (seat - self.view["seat"]) % self.coder.seats
        return place

    def put_seats(self, row: Part, seats: Any) -> None:
        """Set the places of seats: one number, several, or None."""
        for seat in seats if isinstance(seats, list | tuple) else () if seats is None else (seats,):
            row[self.place(seat)] = 1

    def put(self, row: Part, kind: Type, value: Any) -> None:
        """Write a value of a type; one that is hidden leaves zeros."""
        match kind.kind:
            case _ if value is None:
                pass
            case Kind.CARDS:
                self.coder.put_cards(row, value)
            case Kind.SEATS:
                self.put_seats(row, value)
            case Kind.CHOICE if value in kind.names:
                row[kind.names.index(value)] = 1
            case Kind.NUMBER | Kind.CONDITION:
                row[0] = value
            case Kind.COMPLEX:
                row[:] = parts(of(value))
