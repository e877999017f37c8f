"""Numbers, and phrases with ``of``: counting, choosing among cards, asking each of several seats."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from trickbook.expression import bids, orders
from trickbook.expression.operations import OF_SEATS, Operation
from trickbook.expression.types import (
    BROKEN,
    CARDS,
    COLUMN,
    COMPLEX,
    CONDITION,
    LARGEST,
    NUMBER,
    SEATS,
    UNKNOWN,
    Kind,
    Term,
    Type,
    constant,
    held,
    lift,
)
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from trickbook.expression.scope import Scope, Tree


def _power(base: int, exponent: int) -> Any:
    if exponent < 0:
        return 0
    if abs(base) > 1 and exponent * (abs(base).bit_length() - 1) > LARGEST.bit_length():
        return held(LARGEST * (-1 if base < 0 and exponent % 2 else 1))
    return held(base**exponent) if abs(base) > 1 else base ** (exponent % 2 + 2 * (exponent > 0))


RECKON: Final[dict[str, Callable[[int, int], int]]] = {
    Operation.ADD: lambda a, b: held(a + b),
    Operation.SUBTRACT: lambda a, b: held(a - b),
    Operation.MULTIPLY: lambda a, b: held(a * b),
    Operation.DIVIDE: lambda a, b: a // b if b else 0,
    Operation.REMAINDER: lambda a, b: a % b if b else 0,
    Operation.POWER: _power,
}
"""What is divided by nothing gives 0, and so does a negative power."""

COMPLEX_TOO: Final = (Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY)
"""What can be reckoned of complex numbers."""


def reckon(scope: Scope, node: Tree, sign: str, left: Term, right: Term) -> Term:
    """Arithmetic of numbers; of columns, card by card; seats plus a number are seats further on."""
    kinds = (left.type.kind, right.type.kind)
    if Kind.UNKNOWN in kinds:
        return BROKEN
    if kinds == (Kind.SEATS, Kind.NUMBER) and sign in "+-":
        layout, by = scope.layout, (1 if sign == "+" else -1)
        return lift(
            SEATS,
            Operation.ONWARD,
            lambda seats, places: layout.onward(seats, by * places),
            left,
            right,
            detail=by,
        )
    known = (Kind.NUMBER, Kind.COLUMN, *((Kind.COMPLEX,) if sign in COMPLEX_TOO else ()))
    for term in (left, right):
        if term.type.kind not in known:
            from trickbook.expression.diagnostics.wrong_types import unreckoned

            return unreckoned(scope, node, sign, term, kinds)
    if Kind.COLUMN in kinds:
        return _by_card(scope, node, RECKON[sign], left, right)
    found = lift(COMPLEX if Kind.COMPLEX in kinds else NUMBER, Operation(sign), RECKON[sign], left, right)
    if sign == "*" and found.type is COMPLEX:
        return replace(found, cost=1 + 2 * (left.cost + right.cost))  # each part asks both parts of both
    return found


def minus(scope: Scope, node: Tree, term: Term) -> Term:
    """A number, or one for each card, on the other side of zero."""
    return reckon(scope, node, "-", constant(NUMBER, 0), term)


def _by_card(scope: Scope, node: Tree, function: Callable[[int, int], int], left: Term, right: Term) -> Term:
    if not (left.constant and right.constant):
        return scope.wrong(
            node,
            "not-fixed",
            Message("a number for each card is reckoned with what is fixed before the first deal"),
            None,
        )
    size = len(scope.layout.deck.names)
    lefts, rights = (
        term.value if term.type.kind is Kind.COLUMN else (term.value,) * size for term in (left, right)
    )
    if function not in (RECKON[sign] for sign in COMPLEX_TOO) and complex_column(lefts + rights):
        message = Message("this is reckoned of whole numbers, and some cards have complex ones")
        return scope.wrong(node, "wrong-type", message)
    return constant(COLUMN, tuple(map(function, lefts, rights)))


def complex_column(values: Sequence[Any]) -> bool:
    """Return whether some card has a complex number."""
    return any(not isinstance(value, int) for value in values)


def _worth(groups: Sequence[tuple[Any, int]], cards: int) -> Any:
    return sum(value * (cards & mask).bit_count() for value, mask in groups)


def _of_cards(scope: Scope, name: str, term: Term) -> Term | None:
    """A phrase about a set of cards; None if it is none."""
    deck, column = scope.layout.deck, orders.declared(scope)
    if name in orders.PHRASES and column:
        return orders.ordered(column, name, term) if column.type is COLUMN else BROKEN
    if name == "worth":
        column = scope.symbols["worth"](scope) if "worth" in scope.symbols else BROKEN
        kind = COMPLEX if scope.layout.complex else NUMBER
        if not column.constant:
            return BROKEN
        values = by_worth(column.value)
        return lift(kind, Operation.WORTH, partial(_worth, values), term, detail=values)
    phrases: dict[str, tuple[Type, Callable[[int], int]]] = {
        "count": (NUMBER, int.bit_count),
        "rank": (NUMBER, deck.order.rank_of),
        "lowest": (CARDS, deck.order.lowest_of),
        "highest": (CARDS, deck.order.highest_of),
        "suit": (CARDS, deck.order.suit_of),
        "copies": (CARDS, deck.copies_of),
        "twins": (CARDS, deck.twins_of),
    }
    if name not in phrases:
        return None
    kind, function = phrases[name]
    found = lift(kind, Operation(name), function, term)
    if name == "count" and term.column == tuple(1 << bit for bit in range(len(deck.names))):
        return replace(found, reads=frozenset({"size"}))
    return found


PHRASES: Final = (
    "count", "rank", "lowest", "highest", "suit", "copies", "twins", "tops", "height", "worth", "size",
    "norm",
)  # fmt: skip
"""What is said with ``of`` about cards, seats or a number."""


def phrase(scope: Scope, name: str, term: Term) -> Term | None:
    """A phrase such as ``count of hand``; None if it is none, or none about such a term."""
    match term.type.kind:
        case Kind.CHOICE:
            return bids.phrase(scope.layout.deck, name, term)
        case Kind.CARDS:
            return orders.printed(scope, name, term) or _of_cards(scope, name, term)
        case Kind.SEATS if name == "count":
            return lift(NUMBER, Operation.COUNT, int.bit_count, term)
        case Kind.NUMBER if name == "size":
            return lift(NUMBER, Operation.SIZE, abs, term)
        case Kind.NUMBER | Kind.COMPLEX if name == "norm":
            return lift(NUMBER, Operation.NORM, lambda number: held(number.real**2 + number.imag**2), term)
    return None


def by_worth(column: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """Group the cards by what they are worth: pairs of a value and its cards, without the worthless."""
    groups: dict[int, int] = {}
    for bit, value in enumerate(column):
        if value:
            groups[value] = groups.get(value, 0) | 1 << bit
    return tuple(groups.items())


GATHER: Final[dict[str, tuple[Type, Type]]] = {
    "any": (CONDITION, CONDITION),
    "all": (CONDITION, CONDITION),
    "count": (CONDITION, NUMBER),
    **dict.fromkeys(("total", "highest", "lowest", "median"), (NUMBER, NUMBER)),
}
"""What is asked of each seat, and what comes out."""

OF_TWO: Final[dict[str, Callable[[int, int], int]]] = {"lesser": min, "greater": max}
"""What is said of two numbers: ``lesser of (a) (b)``."""


def of_two(scope: Scope, node: Tree, name: str, one: Term, other: Term) -> Term:
    """``lesser of (a) (b)``, ``greater of (a) (b)``: one of two numbers."""
    for term in (one, other):
        if term.type.kind not in (Kind.NUMBER, Kind.UNKNOWN):
            return scope.wrong(node, "wrong-type", _asks(f"{name} of (…) (…)", NUMBER, term), None)
    return lift(NUMBER, Operation(name), OF_TWO[name], one, other)


def _asks(phrase: str, wanted: Type, found: Term) -> Message:
    template = "`{phrase}` asks for {what}, and this is {what_found}"
    return Message(template, phrase=phrase, what=wanted.phrase, what_found=found.type.phrase)


def over(scope: Scope, node: Tree, name: str, group: Term, asked: Term) -> Term:
    """``any of players (…)`` and its like: ask each seat of a group."""
    if UNKNOWN in (group.type, asked.type):
        return BROKEN
    if name not in GATHER:
        return scope.unknown(node, name, GATHER)
    wanted, given = GATHER[name]
    if group.type.kind is not Kind.SEATS:
        template = "`{phrase}` asks each of several seats, and this is {what}"
        message = Message(template, phrase=f"{name} of … (…)", what=group.type.phrase)
        return scope.wrong(node, "wrong-type", message, Message("write `players` or `others`"))
    if (name, asked.type) == ("total", COMPLEX):
        wanted = given = COMPLEX
    if asked.type.kind is Kind.CHOICE and name in ("highest", "lowest"):
        return bids.named(over(scope, node, name, group, bids.place(asked)), asked.type.names)
    if asked.type.kind is not wanted.kind:
        return scope.wrong(node, "wrong-type", _asks(f"{name} of … (…)", wanted, asked), None)
    seats = scope.layout.seats
    asks = seats * (seats + 1) if name == "median" else seats  # it compares each with all
    return Term(
        given,
        reads=others_reads(group, asked),
        cost=1 + group.cost + asks * asked.cost,
        operation=OF_SEATS[name],
        parts=(group, asked),
    )


def where(scope: Scope, node: Tree, group: Term, asked: Term) -> Term:
    """``players where (…)``: the seats of which a condition is true."""
    if UNKNOWN in (group.type, asked.type):
        return BROKEN
    if group.type.kind is not Kind.SEATS or asked.type.kind is not Kind.CONDITION:
        types = {"what": group.type.phrase, "what_other": asked.type.phrase}
        what = Message("{what} by {what_other}", **types)
        message = Message("`where` picks seats by a condition, and this is {what}", what=what)
        from trickbook.expression.diagnostics.wrong_types import unpicked

        return scope.wrong(node, "wrong-type", message, unpicked(scope, node, group, asked))
    return Term(
        SEATS,
        reads=others_reads(group, asked),
        cost=1 + group.cost + scope.layout.seats * asked.cost,
        operation=Operation.WHERE,
        parts=(group, asked),
    )


def whose(scope: Scope, node: Tree, name: str, word: Term, group: Term) -> Term:
    """``hand of dealer``: a player's word for other seats; several seats' cards are joined, numbers added."""
    if UNKNOWN in (word.type, group.type):
        return BROKEN
    if group.type.kind is not Kind.SEATS or "player" not in word.reads or word.type.kind is Kind.CONDITION:
        from trickbook.expression.diagnostics.wrong_types import nobodys

        return nobodys(scope, node, name, word, group)
    return Term(
        word.type,
        reads=others_reads(group, word),
        cost=1 + group.cost + scope.layout.seats * word.cost,
        operation=Operation.WHOSE,
        parts=(group, word),
    )


def others_reads(group: Term, asked: Term) -> frozenset[str]:
    """Return what a question to other seats reads: the player's own secrets become somebody else's."""
    inner = asked.reads - {"player", "own"}
    return group.reads | inner | ({"secret"} if "own" in asked.reads else set())
