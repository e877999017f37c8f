"""What the table does in a deal that no seat and no program does: it deals, draws, shows, and takes notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.cells import DEPTH, FAULT, STEP, TAKER, TRICKS, WAITING
from trickbook.engine.ask import AskStep
from trickbook.engine.deal import DealStep, ShowStep
from trickbook.engine.draws import draw
from trickbook.engine.faults import error_of
from trickbook.engine.tricks import TrickStep
from trickbook.state import Anew, Move, Trick, logged

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine, Step


def settle(engine: Engine, s: State) -> None:
    """Let the table do what it is waited for, and what waits for that go on, until a seat is or nothing does.

    EndlessError if the deal does not end.
    """
    while True:
        v = s.v
        if v[TRICKS] > len(s.notes.done):
            taker = v[TAKER]
            trick = Trick(s.gathered, taker.bit_length() - 1 if taker else None)
            s.notes = s.notes._replace(done=(*s.notes.done, trick))
        if v[FAULT]:
            raise error_of(engine, s, v[FAULT])
        if v[WAITING] == engine.table:
            _act(engine, s, engine.places[v[STEP]])
        elif v[WAITING] or not v[DEPTH]:
            return
        else:
            engine.functions["advance"](v)


def _act(engine: Engine, s: State, step: Step | None) -> None:
    """Let the table do what a step asks of it, and the program go on."""
    place = s.v[STEP]
    match step:
        case DealStep() | ShowStep():
            step.take(engine, s)
        case AskStep():
            draw(engine, s, step)
        case TrickStep():
            s.log = logged(s.log, Move(step.name, None, str(len(s.done)), (len(s.done), 0)))
        case _:
            _deal_anew(engine, s, engine.phases[place])
    engine.functions[f"table{place}"](s.v)


def _deal_anew(engine: Engine, s: State, name: str) -> None:
    """Start the deal again, with the facts of the match as they are, and chance as it goes on."""
    chance, log, repeats = s.chance, s.log, s.repeats
    begun = (*s.anew, Anew(name, log.number if log else 0))
    lasting = {fact.slot: engine.remembered(fact, s) for fact in engine.facts if fact.lasting}
    engine.begin(s, s.match)
    s.notes = s.notes._replace(chance=chance, log=log, anew=begun)
    s.repeats = repeats
    for slot, values in lasting.items():
        engine.program.remember(s.v, slot, values)
