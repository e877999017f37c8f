"""Orders of cards as programs: one order after the other, each from its highest place down."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from trickbook.cards.order import CardOrder
from trickbook.expression.orders import lowest, places
from trickbook.fast.compiler.writer import COMPARED
from trickbook.fast.instructions import CardRegister, Op

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from trickbook.expression.orders import Orders
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer

    TermCompiler = Callable[[Writer, Term], int]


def levels(w: Writer, orders: Orders, cards: int) -> Iterator[tuple[int | None, int]]:
    """Yield the number of each place, from the highest down, and the register of those of the cards there.

    What is written meanwhile runs only if there are any. The number is None for cards that stand as printed.
    """
    left, placeless = w.gives_cards(Op.CARDS, cards), w.sets()
    w.do(Op.CLEAR, b=1, d=placeless)
    for order, numbers in zip(orders.all, places(w.layout.deck, orders.sizes), strict=True):
        with w.scratch():
            which = w.find(order.cards)
            own = w.gives_cards(Op.MEET, left, which)
            w.do(Op.WITHOUT, left, which, d=left)
            for number, grade in zip(reversed(numbers), reversed(order.grades), strict=True):
                with w.scratch(), _if_any(w, own, there := w.find(grade)):
                    level = w.gives_cards(Op.MEET, own, there)
                    w.do(Op.WITHOUT, own, there, d=own)
                    yield number, level
            w.do(Op.JOIN, placeless, own, d=placeless)
    with _if_any(w, left, left):
        yield None, left
    with _if_any(w, placeless, placeless):
        yield lowest(w.layout.deck), placeless


@contextmanager
def _if_any(w: Writer, cards: int, among: int) -> Iterator[None]:
    """Write code that runs only if some of the cards are among others."""
    past = w.label()
    w.do(Op.MISS, cards, among, d=past)
    yield
    w.here(past)


def _rank(w: Writer, term: Term) -> int:
    found, end = w.gives(Op.COPY, w.number(0)), w.label()
    for number, cards in levels(w, term.detail, w.find(term.parts[0])):
        if number is None:
            w.do(Op.RANK, cards, d=found)
        else:
            w.do(Op.COPY, w.number(number), d=found)
        w.do(Op.JUMP, d=end)
    w.here(end)
    return found


def best(w: Writer, orders: Orders, cards: int, *, highest: bool) -> int:
    """Return the register of the highest of some cards, or of the lowest."""
    found, end = w.sets(), w.label()
    w.do(Op.CLEAR, b=1, d=found)
    for number, level in levels(w, orders, cards):
        if number is None:
            w.do(Op.HIGHEST if highest else Op.LOWEST, level, d=found)
        else:
            w.do(Op.CARDS, level, d=found)
        if highest:
            w.do(Op.JUMP, d=end)
    w.here(end)
    return found


def suit(w: Writer, orders: Orders, cards: int) -> int:
    """Return the register of all cards that share a suit with some."""
    left, found = w.gives_cards(Op.CARDS, cards), w.sets()
    w.do(Op.CLEAR, b=1, d=found)
    printed = w.sets()
    w.do(Op.CLEAR, b=1, d=printed)
    for order in orders.all:
        with w.scratch():
            which = w.find(order.cards)
            own = w.gives_cards(Op.MEET, left, which)
            w.do(Op.WITHOUT, left, which, d=left)
            with _if_any(w, own, own):
                if order.suit is None:
                    w.do(Op.JOIN, printed, own, d=printed)
                else:
                    w.do(Op.JOIN, found, w.find(order.suit), d=found)
    w.do(Op.JOIN, printed, left, d=printed)
    w.do(Op.SUIT, printed, d=printed)
    w.do(Op.JOIN, found, _printed(w, orders, printed), d=found)
    return found


def _printed(w: Writer, orders: Orders, cards: int) -> int:
    """Return the register of those of the cards that count as the suit that is printed on them."""
    left, taken = w.gives_cards(Op.CARDS, cards), w.sets()
    w.do(Op.CLEAR, b=1, d=taken)
    for order in orders.all:
        with w.scratch():
            own = w.gives_cards(Op.WITHOUT, w.find(order.cards), taken)
            w.do(Op.JOIN, taken, own, d=taken)
            if order.suit is not None:
                w.do(Op.WITHOUT, left, own, d=left)
    return left


def lay(w: Writer, orders: Orders) -> None:
    """Tell ducks how all cards stand."""
    left = w.gives_cards(Op.CARDS, whole := w.cards(w.layout.deck.cards))
    w.do(Op.PRINTED, _printed(w, orders, whole))
    for number, cards in levels(w, orders, whole):
        if number is not None:
            w.do(Op.STAND, cards, w.number(number))
    for order in orders.all:
        with w.scratch():
            which = w.find(order.cards)
            own = w.gives_cards(Op.MEET, left, which)
            w.do(Op.WITHOUT, left, which, d=left)
            if order.suit is not None:
                w.do(Op.BELONG, own, w.find(order.suit))


def _led(w: Writer, term: Term) -> int:
    found, end = suit(w, term.detail, CardRegister.LEAD), w.label()
    w.do(Op.TOUCH, found, found, d=end)
    w.do(Op.CARDS, _printed(w, term.detail, CardRegister.LED), d=found)
    w.here(end)
    return found


def _compared(w: Writer, term: Term) -> int:
    column, number = term.parts
    limit, found = w.find(number), w.sets()
    w.do(Op.CLEAR, b=1, d=found)
    for height, cards in _grades(w, column):
        past, sides = w.label(), (w.number(height), limit)
        _, otherwise, swapped = COMPARED[term.detail]
        w.do(otherwise, *(sides[::-1] if swapped else sides), d=past)
        w.do(Op.JOIN, found, cards, d=found)
        w.here(past)
    return found


def _grades(w: Writer, column: Term) -> Iterator[tuple[int, int]]:
    """Yield each number of a column, and the register of the cards that have it."""
    if column.constant:
        yield from ((height, w.cards(cards)) for height, cards in CardOrder(column.value, ()).grades)
        return
    for number, cards in levels(w, column.detail, w.cards(w.layout.deck.cards)):
        if number is not None:
            yield number, cards
            continue
        for height, grade in w.layout.deck.order.grades:
            with w.scratch():
                yield height, w.gives_cards(Op.MEET, cards, w.cards(grade))


ORDER_TERMS: Final[Mapping[str, TermCompiler]] = {
    "rank in order": _rank,
    "highest in order": lambda w, term: best(w, term.detail, w.find(term.parts[0]), highest=True),
    "lowest in order": lambda w, term: best(w, term.detail, w.find(term.parts[0]), highest=False),
    "suit in order": lambda w, term: suit(w, term.detail, w.find(term.parts[0])),
    "led in order": _led,
    "column compared": _compared,
}
"""How to compute what rests on the orders."""
