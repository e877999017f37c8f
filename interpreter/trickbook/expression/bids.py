"""Choices that have an order: which of two stands higher in its list, and the level and strain of a bid."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Final, Self

from trickbook.expression.operations import Operation
from trickbook.expression.types import CARDS, CONDITION, NUMBER, Kind, Term, Type, constant, lift
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.expression.scope import Scope, Tree


class Bid(str):
    """An answer with a level, such as ``3NT``; ``strain`` is what it is bid in, if that is said."""

    __slots__ = ("level", "strain")
    level: int
    strain: str

    def __new__(cls, name: str, level: int, strain: str = "") -> Self:
        """Make an answer of this name."""
        bid = super().__new__(cls, name)
        bid.level, bid.strain = level, strain
        return bid

    def __getnewargs__(self) -> tuple[str, int, str]:  # type: ignore[override]
        """Return what a copy is made of."""
        return str(self), self.level, self.strain


PHRASES: Final = ("level", "strain")
"""What is said with ``of`` about bids; an author may take these words."""


def numbered(term: Term, numbers: Sequence[int]) -> Term:
    """The number that belongs to a choice; 0 if nothing was chosen."""
    pairs = tuple(zip(map(str, term.type.names), numbers, strict=True))
    known = dict(pairs)
    return lift(NUMBER, Operation.NUMBER_OF_CHOICE, lambda name: known.get(name, 0), term, detail=pairs)


def named(term: Term, names: Sequence[str]) -> Term:
    """The choice at a place of a list, from 1; none at place 0."""
    listed = (None, *names)
    kind = Type(Kind.CHOICE, tuple(names))
    return lift(kind, Operation.CHOICE_OF_NUMBER, lambda place: listed[place], term, detail=tuple(names))


def place(term: Term, names: Sequence[str] | None = None) -> Term:
    """The place of a choice in its list, or in a longer one."""
    listed = list(term.type.names if names is None else names)
    return numbered(term, [1 + listed.index(name) for name in term.type.names])


def merged(left: Sequence[str], right: Sequence[str]) -> tuple[str, ...]:
    """The names of either of two choices, in an order that both keep if there is one."""
    shorter, longer = sorted((left, right), key=len)
    if set(shorter) <= set(longer):
        return tuple(longer)
    return tuple(dict.fromkeys((*left, *right)))


def compared(
    scope: Scope, node: Tree, compare: Callable[[Term, Term], Term], left: Term, right: Term
) -> Term:
    """Compare two choices by their places in the list that has the names of both."""
    names = merged(left.type.names, right.type.names)
    for one in (left.type.names, right.type.names):
        if len(names) > max(len(left.type.names), len(right.type.names)) or list(one) != [
            name for name in names if name in one
        ]:
            message = Message(
                "these choices have no common order: {what} and {what_other}",
                what=left.type.phrase,
                what_other=right.type.phrase,
            )
            return scope.wrong(node, "wrong-type", message, Message("compare answers to one question"))
    return compare(place(left, names), place(right, names))


def phrase(deck: Deck, name: str, term: Term) -> Term | None:
    """``level of``, ``strain of``, ``suit of`` a choice; None if it is none of these."""
    names = term.type.names
    if name == "level" and any(isinstance(one, Bid) for one in names):
        return numbered(term, [getattr(one, "level", 0) for one in names])
    if name == "strain":
        found = [getattr(one, "strain", "") for one in names]
        strains = tuple(dict.fromkeys(filter(None, found)))
        if not strains:
            return None
        return named(numbered(term, [1 + strains.index(one) if one else 0 for one in found]), strains)
    return _suit(deck, term) if name == "suit" else None


def _strain(name: str) -> str:
    """The strain of an answer; a name without one stands for itself."""
    return (name.strain if isinstance(name, Bid) else "") or str(name)


def _suit(deck: Deck, term: Term) -> Term:
    """The cards of the suit that a choice names or is bid in; no cards if that is no suit."""
    strains = [_strain(one) for one in term.type.names]
    listed = tuple(dict.fromkeys(one for one in strains if one in deck.of_suit))
    number = numbered(term, [1 + listed.index(one) if one in listed else 0 for one in strains])
    cards = constant(CARDS, 0)
    for at, name in enumerate(listed, 1):
        chosen = lift(CONDITION, Operation.IS, operator.eq, number, constant(NUMBER, at))
        cards = lift(CARDS, Operation.IF, _one_of, chosen, constant(CARDS, deck.of_suit[name]), cards)
    return cards


def _one_of(test: bool, yes: int, no: int) -> int:  # noqa: FBT001 - a value among values
    return yes if test else no
