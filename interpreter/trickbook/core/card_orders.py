"""Orders of cards that rest on what the table has agreed: how high cards stand, what suit they count as.

Each order stands above those behind it, and above the cards as printed. A card of an order without a place in
it is the lowest of all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from trickbook.cards.gaussian import parts
from trickbook.core.text import Body, Code, Level, binary, call, choice, complement, item
from trickbook.expression.operations import IN_ORDER
from trickbook.expression.orders import grades, lowest, places

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from trickbook.core.source import Asked, Source
    from trickbook.expression.orders import Order, Orders
    from trickbook.expression.types import Term


def function(source: Source, orders: Orders, name: str) -> str:
    """Return the name of a function of some orders and of ``cards``."""
    number = next(n for n, one in enumerate(source.orders) if one is orders)
    full = f"order{number}_{name}"
    if source.once(full):
        body = Body()
        WRITERS[name](source, orders, body)
        source.add(full, () if name == "apart" else ("cards",), body)
    return full


def phrase(source: Source, term: Term, asked: Asked) -> Code:
    """``rank of``, ``highest of``, ``lowest of`` and ``suit of`` some cards."""
    phrase = next(phrase for phrase, operation in IN_ORDER.items() if operation == term.operation)
    name = function(source, term.detail, phrase)
    return call(name, "v", source.text(term.parts[0], asked))


def led_suit(source: Source, term: Term, _asked: Asked) -> Code:
    """The suit that was led, of which a card may count that is printed otherwise."""
    orders = term.detail
    if not _any_apart(orders):
        return item("LED")
    suit = call(function(source, orders, "suit"), "v", item("CARDS_OF_PLAYS"))
    printed = binary("&", item("LED"), complement(call(function(source, orders, "apart"), "v")))
    return binary("or", choice(item("PLAYS"), suit, Code("0")), printed)


def comparison(source: Source, term: Term, asked: Asked) -> Code:
    """The cards that stand higher than a number, or lower, or as high."""
    column, limit = term.parts
    name = source.comparison(term)
    if source.once(name):
        body = Body()
        sign = {"is": "=="}.get(term.detail, term.detail)
        if column.constant:
            _write_fixed(grades(column.value), sign, body)
        else:
            with body.block("if aside"):
                body.add("return 0")
            _write_compared(source, column.detail, sign, body)
        source.add(name, ["limit", "aside"], body)
    return call(name, "v", source.text(limit, asked), source.text(limit, asked._replace(part=1)))


def _write_fixed(of_numbers: Mapping[Any, int], sign: str, body: Body) -> None:
    """Write which cards compare with ``limit`` and its imaginary part ``aside``; their numbers are fixed."""
    body.add("found = 0")
    for number, cards in of_numbers.items():
        real, imaginary = parts(number)
        also = f" and aside == {imaginary}" if sign == "==" else ""
        with body.block(f"if {real} {sign} limit{also}"):
            body.add(f"found |= {cards}")
    body.add("return found")


def _add_grades(grades: Sequence[tuple[int, int]], sign: str, body: Body, among: str = "") -> None:
    for height, grade in grades:
        with body.block(f"if {height} {sign} limit"):
            body.add(f"found |= {among}{grade}")


def _write_compared(source: Source, orders: Orders, sign: str, body: Body) -> None:
    body.add("found = 0")
    body.add(f"left = {source.deck.cards}")
    for order, numbers in _with_numbers(source, orders):
        body.add(f"own = left & {_text(source, order.cards)}")
        body.add("left ^= own")
        for height, grade in reversed(list(zip(numbers, order.grades, strict=True))):
            body.add(f"there = own & {_text(source, grade)}")
            body.add("own ^= there")
            with body.block(f"if {height} {sign} limit"):
                body.add("found |= there")
        with body.block(f"if {lowest(source.deck)} {sign} limit"):
            body.add("found |= own")
    _add_grades(source.deck.order.grades, sign, body, "left & ")
    body.add("return found")


def _with_numbers(source: Source, orders: Orders) -> Iterator[tuple[Order, range]]:
    """Each order with the numbers of its places, from the lowest up."""
    return zip(orders.all, places(source.deck, orders.sizes), strict=True)


def _text(source: Source, term: Term) -> str:
    """A term of an order, which is about nobody and no play."""
    return source.text(term, source.nobody).at(Level.SHIFT)


def _any_apart(orders: Orders) -> bool:
    """Return whether cards count as another suit than the one that is printed on them."""
    return any(order.suit is not None for order in orders.all)


def _write_from_top(source: Source, orders: Orders, body: Body, *, rank: bool) -> None:
    """Return the first place, from the top, at which there is one of the cards."""
    body.add("left = cards")
    body.add("unplaced = 0")
    for order, numbers in _with_numbers(source, orders):
        body.add(f"own = left & {_text(source, order.cards)}")
        with body.block("if own"):
            for height, grade in reversed(list(zip(numbers, order.grades, strict=True))):
                if rank:
                    with body.block(f"if own & {_text(source, grade)}"):
                        body.add(f"return {height}")
                else:
                    body.add(f"there = own & {_text(source, grade)}")
                    with body.block("if there"):
                        body.add("return there")
            body.add("left ^= own")
            body.add("unplaced |= own")
    for height, cards in source.deck.order.grades:
        with body.block(f"if left & {cards}"):
            body.add(f"return {height}" if rank else f"return left & {cards}")
    body.add(f"return {lowest(source.deck)} if unplaced else 0" if rank else "return unplaced")


def _write_rank(source: Source, orders: Orders, body: Body) -> None:
    _write_from_top(source, orders, body, rank=True)


def _write_highest(source: Source, orders: Orders, body: Body) -> None:
    _write_from_top(source, orders, body, rank=False)


def _write_lowest(source: Source, orders: Orders, body: Body) -> None:
    """Return the cards at the lowest place; a card's highest place in its order counts."""
    body.add("left = cards")
    body.add("unplaced = 0")
    levels = list[str]()
    for order, _ in _with_numbers(source, orders):
        body.add(f"own = left & {_text(source, order.cards)}")
        body.add("left ^= own")
        for grade in reversed(order.grades):
            levels.append(f"level{len(levels)}")
            body.add(f"{levels[-1]} = own & {_text(source, grade)}")
            body.add(f"own ^= {levels[-1]}")
        body.add("unplaced |= own")
    with body.block("if unplaced"):
        body.add("return unplaced")
    for _, cards in reversed(source.deck.order.grades):
        with body.block(f"if left & {cards}"):
            body.add(f"return left & {cards}")
    for level in reversed(levels):
        with body.block(f"if {level}"):
            body.add(f"return {level}")
    body.add("return 0")


def _write_apart(source: Source, orders: Orders, body: Body) -> None:
    """Return the cards that do not count as the suit that is printed on them."""
    body.add(f"left = {source.deck.cards}")
    body.add("apart = 0")
    for order in orders.all:
        body.add(f"own = left & {_text(source, order.cards)}")
        body.add("left ^= own")
        if order.suit is not None:
            body.add("apart |= own")
    body.add("return apart")


def _write_suit(source: Source, orders: Orders, body: Body) -> None:
    """Return all cards that share a suit with one of the cards."""
    body.add("left = cards")
    body.add("found = 0")
    body.add("printed = 0")
    for order in orders.all:
        body.add(f"own = left & {_text(source, order.cards)}")
        body.add("left ^= own")
        if order.suit is None:
            body.add("printed |= own")
        else:
            with body.block("if own"):
                body.add(f"found |= {_text(source, order.suit)}")
    body.add("printed |= left")
    rest = f" & ~{function(source, orders, 'apart')}(v)" if _any_apart(orders) else ""
    for suit in filter(None, source.deck.of_suit.values()):
        with body.block(f"if printed & {suit}"):
            body.add(f"found |= {suit}{rest}")
    body.add("return found")


WRITERS: Final[Mapping[str, Callable[[Source, Orders, Body], None]]] = {
    "rank": _write_rank,
    "highest": _write_highest,
    "lowest": _write_lowest,
    "suit": _write_suit,
    "apart": _write_apart,
}
"""The function that writes each function of some orders."""
