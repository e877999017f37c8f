"""Complex numbers as programs: two registers each, the imaginary part after the real part."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.expression.types import LARGEST, Kind
from trickbook.fast.instructions import Op

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Maker, Writer

PARTS: Final = range(2)


def complex_choice(w: Writer, term: Term) -> int:
    """``if … then … else …`` of any kind: only the chosen value is computed."""
    condition, yes, no = term.parts
    kind, otherwise, after = term.type.kind, w.label(), w.label()
    found = w.keep(kind)
    w.unless(condition, otherwise)
    w.move(kind, w.find_as(kind, yes), found)
    w.do(Op.JUMP, d=after)
    w.here(otherwise)
    w.move(kind, w.find_as(kind, no), found)
    w.here(after)
    return found


def complex_equality(w: Writer, term: Term) -> int:
    """``is``: whether both parts are equal."""
    one, other = (w.find_as(Kind.COMPLEX, part) for part in term.parts)
    return w.gives(Op.BOTH, *(w.gives(Op.IS, one + part, other + part) for part in PARTS))


def _by_part(op: Op) -> Maker:
    """Combine numbers part by part."""

    def make(w: Writer, term: Term) -> int:
        one, other = (w.find_as(Kind.COMPLEX, part) for part in term.parts)
        found = w.keep(Kind.COMPLEX)
        for part in PARTS:
            w.do(op, one + part, other + part, d=found + part)
        return found

    return make


def _times(w: Writer, term: Term) -> int:
    one, other = (w.find_as(Kind.COMPLEX, part) for part in term.parts)
    w.do(Op.CROSS, one, other, w.number(LARGEST), found := w.keep(Kind.COMPLEX))
    return found


def own_parts(w: Writer, op: Op, base: int) -> int:
    """The seat's own number, of those that begin there."""
    found = w.keep(Kind.COMPLEX)
    for part in PARTS:
        w.do(op, base + part * w.seats, d=found + part)
    return found


def _worth(w: Writer, term: Term) -> int:
    cards, found = w.find(term.parts[0]), _nothing(w)
    for value, group in term.detail:
        number = w.value(Kind.COMPLEX, value)
        for part in PARTS:
            w.do(Op.TALLY, cards, w.cards(group), number + part, found + part)
    return found


def _nothing(w: Writer) -> int:
    """Return the registers of a number that starts at 0."""
    w.move(Kind.COMPLEX, w.value(Kind.COMPLEX, 0), found := w.keep(Kind.COMPLEX))
    return found


def _added(w: Writer, term: Term) -> int:
    """Return the sum of an expression over several seats."""
    seats, asked = term.parts
    found = _nothing(w)

    def add() -> None:
        number = w.find(asked)
        for part in PARTS:
            w.do(Op.TOTAL, found + part, number + part, d=found + part)

    w.each(w.find(seats), add)
    return found


def _total(w: Writer, term: Term) -> int:
    found = _added(w, term)
    for part in PARTS:
        w.do(Op.HOLD, found + part, w.number(LARGEST), d=found + part)
    return found


COMPLEX_TERMS: Final[Mapping[str, Maker]] = {
    "own slot": lambda w, term: own_parts(w, Op.OWN, w.slots[term.detail]),
    "+": _by_part(Op.ADD),
    "-": _by_part(Op.SUBTRACT),
    "*": _times,
    "worth": _worth,
    "if": complex_choice,
    "whose": _added,
    "total of seats": _total,
}
"""How to compute a complex number."""
