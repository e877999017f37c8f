"""How the cards stand, told once: what the orders rest on, and how a program makes sure that it is told."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.expression.types import Kind
from trickbook.fast.compiler.plain_terms import PLAIN_TERMS
from trickbook.fast.instructions import MOST_AGREED, Op

if TYPE_CHECKING:
    from trickbook.expression.orders import Orders
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer


class Standing(NamedTuple):
    """Where a program tells how all cards stand, where it comes back to from there, on what that rests.

    The latter are the operands of the instruction that asks whether something has changed.
    """

    orders: Orders
    place: int
    back: int
    agreed: tuple[int, int, int]


def settled(w: Writer, orders: Orders) -> bool:
    """Write code after which the machine knows how all cards stand, if that can be; return whether."""
    if w.standing is None or orders is not w.standing.orders:
        return False
    past = w.label()
    w.do(Op.AGREED, *w.standing.agreed, d=past)
    w.do(Op.CALL, w.standing.back, d=w.standing.place)
    w.here(past)
    return True


def standing(w: Writer) -> Standing | None:
    """Return where a program tells how all cards stand; None if that rests on more than stored values."""
    if w.orders is None:
        return None
    orders: Orders = w.orders.detail
    terms = [term for order in orders.all for term in order.terms]
    if not all(map(_rests_on_slots, terms)):
        return None
    slots = sorted(set().union(*map(_slots, terms)))
    sets = [w.slots[slot] for slot in slots if w.kept[slot].kind is Kind.CARDS]
    numbers = [w.slots[slot] for slot in slots if w.kept[slot].kind is not Kind.CARDS]
    if len(slots) > MOST_AGREED:
        return None
    return Standing(orders, w.label(), w.numbers(), (w.block([*numbers, *sets]), len(numbers), len(sets)))


def _rests_on_slots(term: Term) -> bool:
    """Return whether a term rests on values that are stored for the whole table, and on nothing else."""
    if term.constant or term.does == "slot":
        return term.type.kind is not Kind.COMPLEX
    return bool(term.parts) and term.does in PLAIN_TERMS and all(map(_rests_on_slots, term.parts))


def _slots(term: Term) -> set[int]:
    """Return the slots on which a term rests."""
    if term.constant:
        return set()
    return {int(term.detail)} if term.does == "slot" else set().union(*map(_slots, term.parts))
