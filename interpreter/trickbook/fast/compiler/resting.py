"""Resting as a program: who rests from a step or a trick on, and to whom the deal passes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.engine.ask import AskStep
from trickbook.engine.resting import FEWEST
from trickbook.fast.compiler.plain_terms import PLAIN_TERMS
from trickbook.fast.compiler.seat_sets import is_player, seats_where
from trickbook.fast.instructions import NumberRegister, Op

if TYPE_CHECKING:
    from collections.abc import Collection
    from collections.abc import Set as AbstractSet

    from trickbook.engine.engine import Engine
    from trickbook.expression.types import Term
    from trickbook.fast.compiler.writer import Writer


SEAT_TERMS: Final = PLAIN_TERMS | {"onward", "where", "any of seats", "all of seats", "count of seats"}
"""Operations that depend on their parts alone, some of which are meant for other players."""


def find_resting(w: Writer, engine: Engine, *, amid_trick: bool = False) -> None:
    """Find who rests from now on, if anybody ever does; amid a trick, nobody ceases to rest."""
    if not engine.resting:
        return
    with w.scratch():
        found = w.gives(Op.COPY, NumberRegister.RESTING if amid_trick else w.number(0))

        before = w.about
        for rest in engine.resting:
            w.about = rest.entry
            with w.scratch():
                w.do(Op.EITHER, found, seats_where(w, w.everyone, rest.when), d=found)
        w.about = before
        w.do(Op.COPY, found, d=NumberRegister.RESTING)


def steady_amid_tricks(engine: Engine) -> bool:
    """Return whether nothing on which resting depends can change while a trick is played."""
    between = _entailed(engine, {step.name for step in engine.steps})
    between -= _entailed(engine, engine.upon.keys() - between)
    varying = {fact.slot for fact in engine.facts if fact.anew or not between.issuperset(fact.events)}
    varying |= {one.slot for one in engine.every_step if isinstance(one, AskStep) and one.name not in between}
    return all(_rests_on_others(rest.when, varying) for rest in engine.resting)


def _entailed(engine: Engine, events: AbstractSet[str]) -> set[str]:
    """Return events, and the steps that come about because of them, which are events again."""
    found, new = set(events), set(events)
    while new:
        new = {step.name for event in new for step in engine.upon.get(event, ())} - found
        found |= new
    return found


def _rests_on_others(term: Term, slots: Collection[int]) -> bool:
    """Return whether a term depends on who the player is, and on stored values of other slots; on no more."""
    if term.constant or is_player(term):
        return True
    if term.does in ("slot", "own slot"):
        return term.detail not in slots
    return term.does in SEAT_TERMS and all(_rests_on_others(part, slots) for part in term.parts)


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
