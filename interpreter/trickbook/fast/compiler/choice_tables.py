"""Tables of what rests on one choice: the cards of the suit that was bid, or whether that is a slam."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.core.state import State
from trickbook.expression.types import Kind
from trickbook.fast.compiler.assembler import bounded
from trickbook.fast.compiler.plain_terms import PLAIN_TERMS
from trickbook.fast.instructions import Op

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer

SMALL: Final = 2
"""So many operations are done as they are."""


class Choice(NamedTuple):
    """A choice that is stored: its slot, whether each seat has its own, and the names that it can have."""

    does: str
    slot: int
    names: tuple[str, ...]


def tabled(w: Writer, term: Term) -> int | None:
    """Return the register of a term that rests on one choice, from a table; None if it does not."""
    if term.type.kind not in (Kind.CARDS, Kind.NUMBER, Kind.CONDITION) or term.does not in PLAIN_TERMS:
        return None
    leaves = list(_leaves(term))
    if None in leaves or len(set(leaves)) != 1 or _operations(term) <= SMALL:
        return None
    (choice,) = {leaf for leaf in leaves if leaf}
    values = {w.name(name): _value(w, term, choice, name) for name in (None, *choice.names)}
    table = [values.get(number, 0) for number in range(-1, max(values) + 1)]
    own = choice.does == "own slot"
    stored = w.gives(Op.OWN, w.slots[choice.slot]) if own else w.slots[choice.slot]
    if term.type.kind is Kind.CARDS:
        return w.gives_cards(Op.PICK_CARDS, w.card_block(table) + 1, stored)
    return w.gives(Op.PICK, w.block(bounded(*table)) + 1, stored)


def _leaves(term: Term) -> Iterator[Choice | None]:
    """Yield the choices on which a term rests; None for what is no choice."""
    if term.constant:
        return
    if term.does in ("slot", "own slot") and term.type.kind is Kind.CHOICE:
        yield Choice(term.does, term.detail, term.type.names)
    elif term.parts and term.does in PLAIN_TERMS:
        for part in term.parts:
            yield from _leaves(part)
    else:
        yield None


def _operations(term: Term) -> int:
    """Return how many operations a term takes."""
    return 0 if term.constant or not term.parts else 1 + sum(map(_operations, term.parts))


def _value(w: Writer, term: Term, choice: Choice, name: str | None) -> int:
    """Return what a term is for one value of its choice."""
    s = State(w.program)
    w.program.remember(s.v, choice.slot, [name])
    return int(s.value(term))
