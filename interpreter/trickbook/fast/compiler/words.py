"""Words as programs: each as its entry in the vocabulary says where the machine has it."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from trickbook.expression.types import Kind
from trickbook.expression.vocabulary import TABLE
from trickbook.fast.compiler.complex_numbers import own_parts
from trickbook.fast.instructions import CardRegister, NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.expression.types import Term
    from trickbook.expression.vocabulary import Machine
    from trickbook.fast.compiler.writer import Maker, Writer

REGISTERS: Final[Mapping[str, int]] = MappingProxyType(
    {**NumberRegister.__members__, **CardRegister.__members__}
)
"""What has a fixed place at every table."""


def _last(w: Writer) -> int:
    w.sees_last = True
    return int(NumberRegister.LAST)


def _rounds(w: Writer) -> int:
    """Return the register of how often everybody has played to the trick, of those who do not rest."""
    if w.rests:
        return w.gives(Op.GONE_ROUND)
    return w.gives(Op.DIVIDE, NumberRegister.PLAYS, w.number(w.seats))


PLACES: Final[Mapping[str, Callable[[Writer], int]]] = MappingProxyType(
    {
        "last": _last,
        "seats": lambda w: w.number(w.seats),
        "rounds": _rounds,
        "everyone": lambda w: w.everyone,
        "scores": lambda w: w.scores,
        "points": lambda w: w.points,
        "outcome": lambda _w: 0,
        "closing": lambda w: w.seats * w.parts,
        "ahead": lambda w: w.seats * w.parts + 1,
    }
)
"""What has another place at each table; the last three are places among what was weighed."""


def word_makers() -> dict[str, Maker]:
    """Return how to find each word of the vocabulary that is no constant."""
    return {name: _word for name, word in TABLE.items() if word.machine != ()}


def _word(w: Writer, term: Term) -> int:
    machine = TABLE[term.does].machine
    if term.type.kind is Kind.COMPLEX and isinstance(machine, tuple):
        op, base = machine
        return own_parts(w, Op[str(op)], register_of(w, base))
    return register_of(w, machine, cards=term.type.kind is Kind.CARDS)


def register_of(w: Writer, machine: Machine, *, cards: bool = False) -> int:
    """Return the register of a part of what a word's entry says."""
    if isinstance(machine, int):
        return w.number(machine)
    if isinstance(machine, str):
        return REGISTERS[machine] if machine in REGISTERS else PLACES[machine](w)
    op, *parts = machine
    return (w.gives_cards if cards else w.gives)(Op[str(op)], *(register_of(w, part) for part in parts))
