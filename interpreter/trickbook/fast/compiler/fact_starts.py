"""How facts start, as a program: with the match, the deal, or each trick."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.expression.types import Kind
from trickbook.fast.compiler.events import store_value
from trickbook.fast.instructions import Op

if TYPE_CHECKING:
    from trickbook.engine.facts import Fact
    from trickbook.fast.compiler.writer import Writer


def start_fact(w: Writer, fact: Fact) -> None:
    """Set a fact to its start, for each seat if each has one; then restore the current seat."""
    w.about = fact.entry

    if fact.starts.constant and fact.type.kind is not Kind.COMPLEX:
        w.move(fact.type.kind, w.find(fact.starts), w.slots[fact.slot])
        for place in range(1, w.seats if fact.owned else 1):
            w.move(fact.type.kind, w.find(fact.starts), w.slots[fact.slot] + place)
        return

    def start() -> None:
        with w.scratch():
            store_value(
                w,
                fact.type.kind,
                w.find(fact.starts),
                w.slots[fact.slot],
                owned=fact.owned,
            )

    if fact.owned:
        w.each(w.everyone, start)
        return
    with w.scratch():
        before = w.gives(Op.SEAT_NOW)
        w.do(Op.SEAT_IS, 0)
        start()
        w.do(Op.SEAT, before)
