"""Expressions as programs: how to compute each word and form of the language."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from trickbook.expression.types import LARGEST, Kind, Term
from trickbook.fast.compiler.complex_numbers import complex_choice, complex_equality
from trickbook.fast.compiler.seat_sets import (
    AT_ONCE,
    at_once,
    dealers_number,
    has_own_number,
    own_number,
    seats_by_seat,
    seats_where,
)
from trickbook.fast.compiler.writer import Writer
from trickbook.fast.instructions import NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Mapping

LOWEST: Final = -(1 << 62)

TermCompiler = Callable[[Writer, Term], int]
"""Writes the code for a term; returns the register of its value."""


def _by_seat(make: TermCompiler) -> TermCompiler:
    """Look a set of seats up, if it depends on nothing but the seat that it is asked of."""

    def found(w: Writer, term: Term) -> int:
        values = seats_by_seat(w, term) if term.type.kind is Kind.SEATS else None
        return make(w, term) if values is None else w.gives(Op.OWN, w.block(values))

    return found


def _plain(op: Op, *, swapped: bool = False) -> TermCompiler:
    """Combine values by one operation, perhaps with sides swapped."""

    def make(w: Writer, term: Term) -> int:
        parts = [w.find(part) for part in term.parts]
        return w.gives(op, *(parts[::-1] if swapped else parts))

    return make


def _of_cards(op: Op) -> TermCompiler:
    return lambda w, term: w.gives_cards(op, *(w.find(part) for part in term.parts))


def _beside(op: Op, own: Op) -> TermCompiler:
    """Combine the cards of two terms; a pile of the seat needs one instruction less."""

    def make(w: Writer, term: Term) -> int:
        one, other = term.parts
        if one.does == "own pile":
            one, other = other, one
        if other.does == "own pile":
            found = w.find(one)
            return w.gives_cards(own, w.piles + other.detail, found)
        return _of_cards(op)(w, term)

    return make


def _place(of: Callable[[Writer], int]) -> TermCompiler:
    return lambda w, _term: of(w)


def _own(op: Op, base: Callable[[Writer, Term], int]) -> TermCompiler:
    if op is Op.CARDS_OWN:
        return lambda w, term: w.gives_cards(op, base(w, term))
    return lambda w, term: w.gives(op, base(w, term))


def _not(w: Writer, term: Term) -> int:
    found = w.find(term.parts[0])
    return w.gives(Op.EXCEPT, w.everyone, found) if term.type.kind is Kind.SEATS else w.gives(Op.NOT, found)


def _has(w: Writer, term: Term) -> int:
    """``has`` and similar words, of cards and of seats."""
    one, other = map(w.find, term.parts)
    if term.parts[0].type.kind is Kind.CARDS:
        op = {"has_all": Op.COVERS, "has_only": Op.WITHIN}.get(term.does, Op.TOUCHES)
        found = w.gives(op, one, other)
        return w.gives(Op.NOT, found) if term.does == "has_no" else found
    if term.does in ("has", "has_no"):
        none = w.gives(Op.NOT, w.gives(Op.BOTH, one, other))
        return none if term.does == "has_no" else w.gives(Op.NOT, none)
    if term.does == "has_all":
        return w.gives(Op.NOT, w.gives(Op.EXCEPT, other, one))
    only = w.gives(Op.NOT, w.gives(Op.EXCEPT, one, other))
    return w.gives(Op.BOTH, only, w.gives(Op.LESS, w.number(0), one))


def _count(w: Writer, term: Term) -> int:
    op = Op.COUNT if term.parts[0].type.kind is Kind.CARDS else Op.HEADS
    return w.gives(op, w.find(term.parts[0]))


def _worth(w: Writer, term: Term) -> int:
    cards, found = w.find(term.parts[0]), w.gives(Op.COPY, w.number(0))
    for value, group in term.detail:
        w.do(Op.TALLY, cards, w.cards(group), w.number(value), found)
    return found


def _onward(w: Writer, term: Term) -> int:
    seats, places = map(w.find, term.parts)
    if term.detail < 0:
        places = w.gives(Op.SUBTRACT, w.number(0), places)
    return w.gives(Op.ONWARD, seats, places)


def _is(w: Writer, term: Term) -> int:
    complex_too = Kind.COMPLEX in {part.type.kind for part in term.parts}
    return complex_equality(w, term) if complex_too else _plain(Op.IS)(w, term)


def _norm(w: Writer, term: Term) -> int:
    found = w.find(term.parts[0])
    if term.parts[0].type.kind is Kind.COMPLEX:
        return w.gives(Op.NORM, found, w.number(LARGEST))
    return w.gives(Op.MULTIPLY, found, found)


def _cycle(w: Writer, term: Term) -> int:
    """Return the turn of a cycle, by deals, by rounds of deals, or by dealer."""
    values, layout, one = term.detail, w.layout, w.number(1)
    turn = w.gives(Op.SUBTRACT, NumberRegister.DEAL, one)
    if term.does == "cycle by round":
        turn = w.gives(Op.DIVIDE, turn, w.number(layout.seats))
    elif term.does == "cycle by dealer":
        away = w.gives(Op.SUBTRACT, NumberRegister.DEALER, w.number(layout.first))
        turn = w.gives(Op.MULTIPLY, away, w.number(layout.turn))
        turn = w.gives(Op.MODULO, turn, w.number(layout.seats))
    turn = w.gives(Op.MODULO, turn, w.number(len(values)))
    return w.gives(Op.PICK, w.block([w.name(value) for value in values]), turn)


GATHERED: Final[Mapping[str, tuple[int, Op]]] = {
    "any": (0, Op.EITHER),
    "all": (1, Op.BOTH),
    "count": (0, Op.ADD),
    "total": (0, Op.TOTAL),
    "highest": (LOWEST, Op.MOST),
    "lowest": (-LOWEST, Op.LEAST),
}
"""Operations over seats: the value before any seat, and how the next one is combined with it."""


def _asked(w: Writer, term: Term) -> int:
    """``any of players (…)`` and similar forms."""
    name = term.does.partition(" ")[0]
    start, op = GATHERED[name]
    seats, asked = term.parts
    if name in AT_ONCE and at_once(asked):
        return AT_ONCE[name](w, w.find(seats), asked)
    if name == "total" and has_own_number(asked):
        found = w.gives(Op.SUM_OF, own_number(w, asked), w.find(seats))
        w.do(Op.HOLD, found, w.number(LARGEST), d=found)
        return found
    first = w.block([start])
    found = w.gives(Op.COPY, first)
    w.each(w.find(seats), lambda: w.do(op, found, w.find(asked), d=found))
    if name == "total":
        w.do(Op.HOLD, found, w.number(LARGEST), d=found)
    if op in (Op.MOST, Op.LEAST):
        some = w.label()
        w.do(Op.DIFFER, found, first, d=some)
        w.do(Op.COPY, w.number(0), d=found)
        w.here(some)
    return found


def _median(w: Writer, term: Term) -> int:
    """``median of players (…)``: the number that half of the others are below, and no more."""
    seats, asked = w.find(term.parts[0]), term.parts[1]
    values, found, one = w.numbers(w.seats), w.gives(Op.COPY, w.number(0)), w.number(1)
    w.each(seats, lambda: w.do(Op.OWN_PUT, w.find(asked), d=values))
    place = w.gives(Op.DIVIDE, w.gives(Op.SUBTRACT, w.gives(Op.HEADS, seats), one), w.number(2))
    value, below, with_it = w.numbers(), w.numbers(), w.numbers()

    def compare() -> None:
        with w.scratch():
            other = w.gives(Op.OWN, values)
            w.do(Op.ADD, below, w.gives(Op.LESS, other, value), d=below)
            w.do(Op.ADD, with_it, w.gives(Op.UP_TO, other, value), d=with_it)

    def look() -> None:
        w.do(Op.OWN, values, d=value)
        for count in (below, with_it):
            w.do(Op.COPY, w.number(0), d=count)
        w.each(seats, compare)
        past = w.label()
        w.do(Op.BELOW, place, below, d=past)
        w.do(Op.REACH, place, with_it, d=past)
        w.do(Op.COPY, value, d=found)
        w.here(past)

    w.each(seats, look)
    return found


def _where(w: Writer, term: Term) -> int:
    seats, asked = term.parts
    return seats_where(w, w.find(seats), asked)


def _whose(w: Writer, term: Term) -> int:
    """Return a word's value for other seats: cards and seats joined, numbers added, of names the first."""
    seats, word = term.parts
    if (of_dealer := dealers_number(w, seats, word)) is not None:
        return of_dealer
    gang, kind = w.find(seats), term.type.kind
    if kind is Kind.CARDS:
        found = w.sets()
        w.do(Op.CLEAR, b=1, d=found)
        w.each(gang, lambda: w.do(Op.JOIN, found, w.find(word), d=found))
        return found
    if kind is Kind.CHOICE and has_own_number(word):
        return w.gives(Op.FIRST_OF, own_number(w, word), gang)
    if kind is Kind.CHOICE:
        found, end = w.gives(Op.COPY, w.number(-1)), w.label()

        def take() -> None:
            w.do(Op.COPY, w.find(word), d=found)
            w.do(Op.JUMP, d=end)

        w.each(gang, take, end)
        return found
    found = w.gives(Op.COPY, w.number(0))
    op = Op.EITHER if kind is Kind.SEATS else Op.TOTAL
    w.each(gang, lambda: w.do(op, found, w.find(word), d=found))
    return found


NUMBER_TERMS: Final[Mapping[str, TermCompiler]] = {
    **{f"{name} of seats": _asked for name in GATHERED},
    "median of seats": _median,
    "lesser": _plain(Op.LEAST),
    "greater": _plain(Op.MOST),
    "own slot": _own(Op.OWN, lambda w, term: w.slots[term.detail]),
    "answer": _place(lambda _w: NumberRegister.ANSWER),
    "and": _by_seat(_plain(Op.BOTH)),
    "or": _by_seat(_plain(Op.EITHER)),
    "not": _by_seat(_not),
    "is": _is,
    "<": _plain(Op.LESS),
    "<=": _plain(Op.UP_TO),
    ">": _plain(Op.LESS, swapped=True),
    ">=": _plain(Op.UP_TO, swapped=True),
    "has": _has,
    "has_no": _has,
    "has_all": _has,
    "has_only": _has,
    "+": _plain(Op.ADD),
    "-": _plain(Op.SUBTRACT),
    "*": _plain(Op.MULTIPLY),
    "div": _plain(Op.DIVIDE),
    "mod": _plain(Op.MODULO),
    "^": _plain(Op.POWER),
    "onward": _by_seat(_onward),
    "count": _count,
    "rank": _plain(Op.RANK),
    "worth": _worth,
    "size": _plain(Op.SIZE),
    "norm": _norm,
    "if": complex_choice,
    "where": _where,
    "whose": _whose,
    "cycle by deal": _cycle,
    "cycle by round": _cycle,
    "cycle by dealer": _cycle,
}
"""How to compute a number, a condition, seats or a choice."""

CARD_TERMS: Final[Mapping[str, TermCompiler]] = {
    "own pile": _own(Op.CARDS_OWN, lambda w, term: w.piles + term.detail),
    "own slot": _own(Op.CARDS_OWN, lambda w, term: w.slots[term.detail]),
    "and": _beside(Op.MEET, Op.MEET_OWN),
    "or": _beside(Op.JOIN, Op.JOIN_OWN),
    "not": lambda w, term: w.gives_cards(Op.WITHOUT, w.cards(w.layout.deck.cards), w.find(term.parts[0])),
    "highest": _of_cards(Op.HIGHEST),
    "lowest": _of_cards(Op.LOWEST),
    "suit": _of_cards(Op.SUIT),
    "copies": _of_cards(Op.ALIKE),
    "twins": _of_cards(Op.TWINS),
    "if": complex_choice,
    "whose": _whose,
}
"""How to compute cards."""
