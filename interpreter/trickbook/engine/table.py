"""What the table does in a deal that no seat and no program does: it deals, draws, shows, and takes notes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.core.cells import DEPTH, FAULT, GATHERED, STEP, TAKER, TRICKS, WAITING
from trickbook.core.state import Notes
from trickbook.engine.faults import error_of
from trickbook.state import Trick

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine


def _noted(engine: Engine, v: list[int], notes: Notes) -> Notes:
    """Return the notes with the trick that was gathered last."""
    match, log, done, shows, anew, chance = notes
    many, cells, taker = v[GATHERED], engine.cells, v[TAKER]
    players, plays = cells.players, cells.plays
    laid = tuple(zip(v[players : players + many], v[plays : plays + many]))  # noqa: B905 - as many
    trick = Trick(laid, taker.bit_length() - 1 if taker else None)
    return Notes(match, log, (*done, trick), shows, anew, chance)


def settle(engine: Engine, s: State) -> None:
    """Let the table do what it is waited for, and what waits for that go on, until a seat is or nothing does.

    EndlessError if the deal does not end.
    """
    while True:
        v = s.v
        if v[TRICKS] > len(s.notes.done):
            s.notes = _noted(engine, v, s.notes)
        if v[FAULT]:
            raise error_of(engine, s, v[FAULT])
        if v[WAITING] == engine.table:
            place, v[WAITING] = v[STEP], 0
            engine.acting[place].take(engine, s)
            if goes_on := engine.functions.get(f"table{place}"):
                goes_on(s.v)
        elif v[WAITING] or not v[DEPTH]:
            return
        else:
            engine.functions["advance"](v)
