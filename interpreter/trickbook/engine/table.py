"""What the table does in a deal that no seat and no program does: it deals, draws, shows, and takes notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.cells import DEPTH, FAULT, STEP, TAKER, TRICKS, WAITING
from trickbook.core.state import Notes
from trickbook.engine.faults import error_of
from trickbook.state import Trick

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine


def settle(engine: Engine, s: State) -> None:
    """Let the table do what it is waited for, and what waits for that go on, until a seat is or nothing does.

    EndlessError if the deal does not end.
    """
    while True:
        v = s.v
        if v[TRICKS] > len(s.notes.done):
            match, log, done, shows, anew, chance = s.notes
            trick = Trick(s.gathered, v[TAKER].bit_length() - 1 if v[TAKER] else None)
            s.notes = Notes(match, log, (*done, trick), shows, anew, chance)
        if v[FAULT]:
            raise error_of(engine, s, v[FAULT])
        if v[WAITING] == engine.table:
            place, v[WAITING] = v[STEP], 0
            engine.acting[place].take(engine, s)
            engine.functions[f"table{place}"](s.v)
        elif v[WAITING] or not v[DEPTH]:
            return
        else:
            engine.functions["advance"](v)
