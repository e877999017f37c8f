"""Conditions on seats as programs: for which of some seats they hold, all seats at once where possible."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from trickbook.expression.types import Kind
from trickbook.expression.vocabulary import TABLE
from trickbook.fast.compiler.words import register_of
from trickbook.fast.instructions import NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer

HAVE: Final[Mapping[str, tuple[Op, bool]]] = MappingProxyType({
    "has": (Op.WHO_HAS, True),
    "has_no": (Op.WHO_HAS, False),
    "has_all": (Op.WHO_HAS_ALL, True),
})  # fmt: skip
"""What the seats' own cards have: the instruction, and whether it finds those who do or who do not."""

COMPARE: Final[Mapping[str, tuple[Op, bool]]] = MappingProxyType({
    "is": (Op.WHO_IS, True),
    "<": (Op.WHO_LESS, True),
    ">=": (Op.WHO_LESS, False),
    ">": (Op.WHO_MORE, True),
    "<=": (Op.WHO_MORE, False),
})  # fmt: skip
"""How the seats' own numbers compare, likewise."""


def seats_where(w: Writer, seats: int, condition: Term) -> int:
    """Return the register of those of some seats for which a condition holds."""
    if at_once(condition):
        return _found(w, seats, condition)
    found = w.gives(Op.COPY, w.number(0))

    def look() -> None:
        past = w.label()
        w.unless(condition, past)
        w.do(Op.EITHER, found, w.gives(Op.SEAT_BIT), d=found)
        w.here(past)

    w.each(seats, look)
    return found


def at_once(term: Term) -> bool:
    """Return whether a condition can be looked at for all seats at once."""
    if term.constant or term.type.kind is not Kind.CONDITION:
        return False
    if term.does in ("and", "or", "not"):
        return all(map(at_once, term.parts))
    if term.does == "own slot" or "player" not in term.reads or _asks_who(term):
        return True
    if term.does not in HAVE and term.does not in COMPARE:
        return False
    own, other = term.parts
    its = own.does == "own pile" if term.does in HAVE else has_own_number(own)
    return its and "player" not in other.reads and other.type.kind in (Kind.CARDS, Kind.NUMBER, Kind.CHOICE)


def _asks_who(term: Term) -> bool:
    """Return whether a condition asks if the player is somebody in particular, or one of some seats."""
    if term.does not in ("is", "has", "has_no") or term.parts[0].type.kind is not Kind.SEATS:
        return False
    one, other = term.parts
    if is_player(one) and term.does == "is":
        one, other = other, one
    return is_player(other) and "player" not in one.reads


def is_player(term: Term) -> bool:
    """Return whether a term is the player alone."""
    return not term.constant and term.does in TABLE and TABLE[term.does].machine == ("SEAT_BIT",)


def _found(w: Writer, seats: int, term: Term) -> int:
    if term.does == "not":
        return w.gives(Op.EXCEPT, seats, _found(w, seats, term.parts[0]))
    if term.does in ("and", "or"):
        one, other = term.parts
        first = _found(w, seats, one)
        if term.does == "and":
            return _found(w, first, other)
        return w.gives(Op.EITHER, first, _found(w, seats, other))
    if "player" not in term.reads:  # the same for all
        return w.gives(Op.MULTIPLY, seats, w.find(term))
    if term.does == "own slot":
        return w.gives(Op.WHO_MORE, w.slots[term.detail], w.number(0), seats)
    return _is_it(w, seats, term) if _asks_who(term) else _compared(w, seats, term)


def _is_it(w: Writer, seats: int, term: Term) -> int:
    """Return the register of those of some seats that are asked for, or of the others."""
    one, other = term.parts
    found = w.find(other if is_player(one) else one)
    if term.does != "is":
        return w.gives(Op.BOTH if term.does == "has" else Op.EXCEPT, seats, found)
    alone = w.gives(Op.IS, w.gives(Op.HEADS, found), w.number(1))
    return w.gives(Op.MULTIPLY, w.gives(Op.BOTH, seats, found), alone)


def _compared(w: Writer, seats: int, term: Term) -> int:
    own, other = term.parts
    op, holds = HAVE[term.does] if term.does in HAVE else COMPARE[term.does]
    base = w.piles + int(own.detail) if term.does in HAVE else own_number(w, own)
    found = w.gives(op, base, w.find(other), seats)
    return found if holds else w.gives(Op.EXCEPT, seats, found)


def _whether_all(w: Writer, seats: int, asked: Term) -> int:
    return w.gives(Op.NOT, w.gives(Op.EXCEPT, seats, seats_where(w, seats, asked)))


AT_ONCE: Final[Mapping[str, Callable[[Writer, int, Term], int]]] = {
    "any": lambda w, seats, asked: w.gives(Op.LESS, w.number(0), seats_where(w, seats, asked)),
    "all": _whether_all,
    "count": lambda w, seats, asked: w.gives(Op.HEADS, seats_where(w, seats, asked)),
}
"""Operations over seats, where a condition is looked at for all of them at once."""


def has_own_number(term: Term) -> bool:
    """Return whether a term is a number that each seat has in a register of its own."""
    if term.constant or term.type.kind not in (Kind.NUMBER, Kind.CHOICE):
        return False
    machine = TABLE[term.does].machine if term.does in TABLE else ()
    return term.does == "own slot" or (isinstance(machine, tuple) and machine[:1] == ("OWN",))


def own_number(w: Writer, term: Term) -> int:
    """Return the register of the first seat's number."""
    if term.does == "own slot":
        return w.slots[term.detail]
    machine = TABLE[term.does].machine
    assert isinstance(machine, tuple)  # noqa: S101 - so `has_own_number` found
    return register_of(w, machine[1])


def dealers_number(w: Writer, seats: Term, word: Term) -> int | None:
    """Return the register of a word's number for the dealer, if the seats are that one; else None."""
    if seats.constant or seats.does not in TABLE or not has_own_number(word):
        return None
    if TABLE[seats.does].machine != ("BIT", "DEALER"):
        return None
    return w.gives(Op.PICK, own_number(w, word), NumberRegister.DEALER)


def seats_by_seat(w: Writer, term: Term) -> tuple[int, ...] | None:
    """Return a set of seats for each seat that it may be asked of; None if it depends on anything else."""
    if term.constant:
        return (int(term.value),) * w.seats
    if term.does in TABLE:
        own = tuple(1 << seat for seat in range(w.seats))
        machine = TABLE[term.does].machine
        others = tuple(w.layout.everyone & ~bit for bit in own)
        if machine == ("SEAT_BIT",):
            return own
        return others if machine == ("EXCEPT", "everyone", ("SEAT_BIT",)) else None
    parts = [seats_by_seat(w, part) for part in term.parts] if term.does in SEATS_BY_SEAT else []
    known = [part for part in parts if part is not None]
    if not known or len(known) < len(parts):
        return None
    return tuple(SEATS_BY_SEAT[term.does](w, term, values) for values in zip(*known, strict=True))


def _onward(w: Writer, term: Term, values: tuple[int, ...]) -> int:
    seats, places = values
    by = (places if term.detail > 0 else -places) * w.layout.turn % w.seats
    return (seats << by | seats >> (w.seats - by)) & w.layout.everyone


SEATS_BY_SEAT: Final[Mapping[str, Callable[[Writer, Term, tuple[int, ...]], int]]] = MappingProxyType({
    "and": lambda _w, _term, values: values[0] & values[1],
    "or": lambda _w, _term, values: values[0] | values[1],
    "not": lambda w, _term, values: w.layout.everyone & ~values[0],
    "onward": _onward,
})  # fmt: skip
"""How sets of seats are found from others, before anything is played."""
