"""Resting as a program: who rests from a step or a trick on, and to whom the deal passes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.resting import FEWEST
from trickbook.fast.instructions import NumberRegister, Op

if TYPE_CHECKING:
    from trickbook.engine.engine import Engine
    from trickbook.fast.compiler.writer import Writer


def find_resting(w: Writer, engine: Engine, *, amid_trick: bool = False) -> None:
    """Find who rests from now on, if anybody ever does; amid a trick, nobody ceases to rest."""
    if not engine.resting:
        return
    with w.scratch():
        found = w.gives(Op.COPY, NumberRegister.RESTING if amid_trick else w.number(0))

        def look() -> None:
            rests, past = w.label(), w.label()
            for rest in engine.resting:
                w.about = rest.entry
                w.when(rest.when, rests)
            w.do(Op.JUMP, d=past)
            w.here(rests)
            w.do(Op.EITHER, found, w.gives(Op.SEAT_BIT), d=found)
            w.here(past)

        before = w.about
        w.each(w.everyone, look)
        w.about = before
        w.do(Op.COPY, found, d=NumberRegister.RESTING)


def drop_out(w: Writer, engine: Engine, too_few: int) -> None:
    """Find who begins to rest amid a trick, and who is still to play; go to a label with too few players."""
    find_resting(w, engine, amid_trick=True)
    with w.scratch():
        w.do(Op.BELOW, w.gives(Op.HEADS, awake(w)), w.number(FEWEST), d=too_few)
    w.do(Op.RECOUNT)


def awake(w: Writer) -> int:
    """Return the register of the seats that do not rest."""
    return w.gives(Op.EXCEPT, w.everyone, NumberRegister.RESTING)


def pass_deal_on(w: Writer, engine: Engine, passing: int, deal: int) -> None:
    """If the deal is to be passed on, begin it again with the next seat that does not rest as dealer."""
    here = w.label()
    w.do(Op.UNLESS, passing, d=here)
    w.do(Op.COPY, w.number(0), d=passing)
    find_resting(w, engine)
    with w.scratch():
        some, found = awake(w), w.label()
        w.do(Op.WHEN, some, d=found)
        w.do(Op.COPY, w.everyone, d=some)
        w.here(found)
        w.do(Op.COPY, w.gives(Op.FOREMOST, some), d=NumberRegister.DEALER)
    w.do(Op.JUMP, d=deal)
    w.here(here)
