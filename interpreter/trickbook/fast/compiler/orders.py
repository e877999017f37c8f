"""Orders of cards as programs: one order after the other, each from its highest place down."""

from __future__ import annotations

from contextlib import contextmanager
from itertools import accumulate
from operator import or_
from typing import TYPE_CHECKING, Final

from trickbook.cards.order import CardOrder
from trickbook.expression.orders import lowest, places
from trickbook.expression.types import Kind
from trickbook.fast.compiler.assembler import BeyondError
from trickbook.fast.compiler.standing import settled
from trickbook.fast.instructions import CardRegister, Op

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from trickbook.expression.orders import Orders
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer

    TermCompiler = Callable[[Writer, Term], int]


MOST_STEPS: Final = 128
"""For so many numbers in a row at most, the cards up to each are kept."""


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
    if settled(w, term.detail):
        return w.gives(Op.HEIGHT, w.find(term.parts[0]))
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
    if settled(w, orders):
        return w.gives_cards(Op.TALLEST if highest else Op.SHORTEST, cards)
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
    if settled(w, orders):
        return w.gives_cards(Op.KIN, cards)
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


def tell_standing(w: Writer) -> None:
    """Write the code that tells how all cards stand, apart from all others; its registers are its own."""
    if w.standing is None or not any(line[0] == Op.AGREED for line in w.code):
        return
    w.about, w.free = None, list(w.most)
    w.here(w.standing.place)
    lay(w, w.standing.orders)
    w.do(Op.BACK, w.standing.back)


def lay(w: Writer, orders: Orders) -> None:
    """Tell how all cards stand."""
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
    w.do(Op.MISS, CardRegister.LED, CardRegister.LED, d=end)
    w.do(Op.CARDS, _printed(w, term.detail, CardRegister.LED), d=found)
    w.here(end)
    return found


def _compared(w: Writer, term: Term) -> int:
    """Return the register of the cards of which the comparison of a column with a number is true."""
    column, number = term.parts
    fixed = column.value if column.constant else ()
    if number.type.kind is Kind.COMPLEX or any(not isinstance(one, int) for one in fixed):
        raise BeyondError("cards of which a complex number is true")
    limit, below = w.find(number), term.detail in ("<", ">=")
    up_to = _up_to(w, column, w.gives(Op.TOTAL, limit, w.number(-1)) if below else limit)
    if term.detail in ("<", "<="):
        return up_to
    if term.detail == "is":
        return w.gives_cards(Op.WITHOUT, up_to, _up_to(w, column, w.gives(Op.TOTAL, limit, w.number(-1))))
    return w.gives_cards(Op.WITHOUT, w.cards(w.layout.deck.cards), up_to)


def _up_to(w: Writer, column: Term, limit: int) -> int:
    """Return the register of the cards whose number in a column is no greater than a limit."""
    if not column.constant and settled(w, column.detail):
        return w.gives_cards(Op.LOW, limit)
    found = w.sets()
    if column.constant and (steps := _steps(w, column)):
        w.do(Op.GRADED, steps[0], limit, steps[1], found)
        return found
    w.do(Op.CLEAR, b=1, d=found)
    for height, cards in _grades(w, column):
        past = w.label()
        w.do(Op.BELOW, limit, w.number(height), d=past)
        w.do(Op.JOIN, found, cards, d=found)
        w.here(past)
    return found


def _steps(w: Writer, column: Term) -> tuple[int, int] | None:
    """Return where there are the cards up to each number of a column, and which numbers; None if too many."""
    grades = dict(CardOrder(column.value, ()).grades)
    least, many = min(grades), max(grades) - min(grades) + 1
    if many > MOST_STEPS:
        return None
    sets = accumulate((grades.get(least + step, 0) for step in range(many)), or_)
    return w.card_block(list(sets)), w.block([least, many])


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
