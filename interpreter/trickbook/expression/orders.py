"""Orders of cards: how high a card stands, what suit it counts as, and which lie in runs and sets."""

from __future__ import annotations

import operator
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.deck import MOST_CARDS, numbers
from trickbook.cards.runs import CardOrder, ladders, melded, sets, steps, tops_of, windows
from trickbook.expression.operations import IN_ORDER, Operation
from trickbook.expression.types import (
    BROKEN,
    CARDS,
    COLUMN,
    NUMBER,
    UNKNOWN,
    Kind,
    Term,
    constant,
    lift,
    union,
)
from trickbook.problems import shown
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickbook.cards.deck import Deck
    from trickbook.expression.scope import Scope, Tree
    from trickbook.problems import Place

MOST_KEPT: Final = 512
"""How many situations have their order kept."""

WORD: Final = "rank"
"""The word that means the orders, where a ruleset declares any."""

PHRASES: Final[dict[str, tuple[Any, Callable[[CardOrder], Callable[[int], int]]]]] = {
    "rank": (NUMBER, lambda order: order.rank_of),
    "highest": (CARDS, lambda order: order.highest_of),
    "lowest": (CARDS, lambda order: order.lowest_of),
    "suit": (CARDS, lambda order: order.suit_of),
}
"""What is said with ``of`` about cards and rests on their order."""

SIGNS: Final[dict[str, Callable[[int, int], bool]]] = {
    "is": operator.eq, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip

MIRRORED: Final = {"is": "is", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

MELDS: Final = {"runs": windows, "sets": sets}
"""What lies together, by its word, and how to find all of it in a pack."""

MOST_MELDS_KEPT: Final = 1024
"""Of how many sets of cards it is kept what lies together in them."""

FEWEST: Final = 2
"""How many cards make a meld at least."""


class Order(NamedTuple):
    """Cards that stand apart: which ones, the cards of the suit that they count as, their places.

    ``suit`` is None where they count as the suit that is printed on them. ``grades`` go from the lowest up;
    ``ranks`` are the letters of those that are a rank.
    """

    name: str
    place: Place
    cards: Term
    suit: Term | None
    grades: tuple[Term, ...]
    ranks: tuple[str, ...]

    @property
    def terms(self) -> tuple[Term, ...]:
        """All its terms."""
        return (self.cards, *((self.suit,) if self.suit else ()), *self.grades)


class Masks(NamedTuple):
    """An order as things stand: sets of cards in place of terms."""

    cards: int
    suit: int | None
    grades: tuple[int, ...]


class Orders:
    """The orders of a ruleset, each above those behind it; cards of none come last, and stand as printed.

    ``varying`` are the terms whose values can change.
    """

    def __init__(self, deck: Deck, found: Sequence[Order]) -> None:
        """Look which terms can change."""
        self.all = tuple(found)
        self.terms = tuple(term for order in found for term in order.terms)
        self.varying = tuple({id(term): term for term in self.terms if not term.constant}.values())
        self._deck, self._places = deck, [_place(term, self.varying) for term in self.terms]
        self.cached_order = lru_cache(MOST_KEPT)(self._card_order)

    def _card_order(self, values: tuple[int, ...]) -> CardOrder:
        """How the cards stand with such values of the terms that vary."""
        pairs = zip(self.terms, self._places, strict=True)
        whole = [term.value if place < 0 else values[place] for term, place in pairs]
        shape = tuple((order.suit is not None, len(order.grades)) for order in self.all)
        return card_order(self._deck, _masks(shape, whole))

    @property
    def fixed(self) -> CardOrder:
        """How the cards stand where no term varies."""
        return self.cached_order(())

    @property
    def sizes(self) -> list[int]:
        """How many places each order has."""
        return [len(order.grades) for order in self.all]


def orders(deck: Deck, found: Sequence[Order]) -> Term:
    """Return a column of how high each card stands; its ``detail`` holds the orders."""
    declared = Orders(deck, found)
    read = union(Operation.ORDERS, declared.terms) | {"cost": 1 + sum(term.cost for term in declared.varying)}
    column = Term(COLUMN, detail=declared, **read)
    return column if declared.varying else replace(column, value=declared.fixed.heights)


def _place(term: Term, varying: Sequence[Term]) -> int:
    """Where a term stands among those whose value varies; -1 if its value is fixed."""
    return next((place for place, other in enumerate(varying) if other is term), -1)


def _masks(shape: Sequence[tuple[bool, int]], values: Sequence[int]) -> list[Masks]:
    """The values of all terms, in order, as sets of cards of each order."""
    found, rest = [], list(values)
    for apart, many in shape:
        cards, *rest = rest
        suit = rest.pop(0) if apart else None
        found.append(Masks(cards, suit, tuple(rest[:many])))
        rest = rest[many:]
    return found


def card_order(deck: Deck, masks: Sequence[Masks]) -> CardOrder:
    """The order of the cards of a deck where orders stand like this; a card without a place is the lowest."""
    heights, suits = list(deck.heights[:-1]), list(deck.suit_at[:-1])
    left, apart = deck.cards, 0
    for order, given in zip(masks, places(deck, [len(order.grades) for order in masks]), strict=True):
        own, left = left & order.cards, left & ~order.cards
        for bit in numbers(own):
            found = [number for number, grade in zip(given, order.grades, strict=True) if grade >> bit & 1]
            heights[bit] = found[-1] if found else lowest(deck)
            suits[bit] = suits[bit] if order.suit is None else order.suit
        apart |= own if order.suit is not None else 0
    for bit in numbers(deck.cards & ~apart):
        suits[bit] &= ~apart
    return CardOrder(tuple(heights), tuple(suits), apart)


def places(deck: Deck, sizes: Sequence[int]) -> list[range]:
    """The numbers of the places of each order: the first order has the highest, all are above the printed."""
    above, found = max(deck.heights) + sum(sizes), []
    for size in sizes:
        found.append(range(above - size + 1, above + 1))
        above -= size
    return found


def lowest(deck: Deck) -> int:
    """How high a card stands that has no place in its order: below all others."""
    return min(deck.heights) - 1


def declared(scope: Scope) -> Term | None:
    """The column of the ruleset's orders, if it declares any and the scope is none of them itself."""
    column = scope.symbols[WORD](scope) if WORD in scope.symbols else None
    return None if column is None or (column.constant and column.detail is None) else column


def ordered(column: Term, name: str, cards: Term) -> Term:
    """A phrase such as ``rank of play``, by the orders of the ruleset."""
    kind, find = PHRASES[name]
    if column.constant and cards.constant:
        return constant(kind, find(column.detail.fixed)(cards.value))
    fixed = tuple(map(find(column.detail.fixed), cards.column)) if column.constant and cards.column else None
    return Term(
        kind,
        column=fixed,
        detail=column.detail,
        **union(IN_ORDER[name], (cards, column)),
    )


def compared(column: Term, sign: str, number: Term) -> Term:
    """The cards whose number in a column is more than another, less, or the same: ``rank > rank of best``."""
    if column.constant and number.constant:
        found = [cards for one, cards in grades(column.value).items() if SIGNS[sign](one, number.value)]
        return constant(CARDS, sum(found))
    return Term(CARDS, detail=sign, **union(Operation.COLUMN_COMPARISON, (column, number)))


def grades(column: Sequence[Any]) -> dict[Any, int]:
    """Return each number of a column with all cards that have it."""
    found: dict[Any, int] = {}
    for bit, number in enumerate(column):
        found[number] = found.get(number, 0) | 1 << bit
    return found


def unranked(scope: Scope, terms: Sequence[Term], nodes: Sequence[Tree]) -> Term | None:
    """Refuse to compare the place of cards in their order with a number: a place has none of its own."""
    if not any(term.operation in (Operation.ORDERS, Operation.RANK_IN_ORDER) for term in terms):
        return None
    node = next((node for node in nodes if node.data in ("number", "rank")), None)
    if node is None:
        return None
    message = Message(
        "where orders are declared, {rank} is no rank to compare with", rank=shown(scope.written(node))
    )
    return scope.wrong(
        node, "no-rank", message, Message("write `rank of` a card or `rank of best`, or name the cards")
    )


def melds(scope: Scope, node: Tree, word: str, least: Term, cards: Term) -> Term:
    """Return those of some cards that lie in a run, or a set, of at least so many."""
    if UNKNOWN in (least.type, cards.type):
        return BROKEN
    if cards.type.kind is not Kind.CARDS or least.type.kind is not Kind.NUMBER:
        message = Message(
            "`{name} of` asks for a number and for cards, and this is {what} and {what_found}",
            name=word,
            what=least.type.phrase,
            what_found=cards.type.phrase,
        )
        return scope.wrong(node, "wrong-type", message, Message("write `{name} of 3 (hand)`", name=word))
    if not least.constant:
        return scope.wrong(
            node,
            "not-fixed",
            Message("the number in `{name} of` must be fixed before the first deal", name=word),
        )
    if not FEWEST <= least.value <= MOST_CARDS:
        message = Message(
            "`{name} of` asks for {number} to {number_most} cards, not {number_given}",
            name=word,
            number=FEWEST,
            number_most=MOST_CARDS,
            number_given=least.value,
        )
        return scope.wrong(node, "bad-number", message)
    found = MELDS[word](ladders(scope.layout.deck.order), least.value)
    meld = lru_cache(MOST_MELDS_KEPT)(partial(melded, found))
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
