"""What the table does in a deal that no seat and no program does: it deals, draws, shows, and takes notes."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING

from trickbook.core.cells import DEPTH, FAULT, GATHERED, STEP, TAKER, TRICKS, WAITING
from trickbook.core.state import Notes
from trickbook.engine.course.automatic import MOST_REPEATS
from trickbook.engine.course.flow import FAULTS
from trickbook.problems import EndlessError
from trickbook.state import Trick
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine


def _note_trick(engine: Engine, v: list[int], notes: Notes) -> Notes:
    """Return the notes with the trick that was gathered last."""
    match, log, done, shows, redeals, chance = notes
    many, cells, taker = v[GATHERED], engine.cells, v[TAKER]
    players, plays = cells.players, cells.plays
    laid = tuple(zip(v[players : players + many], v[plays : plays + many]))  # noqa: B905 - as many
    trick = Trick(laid, taker.bit_length() - 1 if taker else None)
    return Notes(match, log, (*done, trick), shows, redeals, chance)


def settle(engine: Engine, s: State) -> None:
    """Let the table do what it is waited for, and what waits for that go on, until a seat is or nothing does.

    EndlessError if the deal does not end.
    """
    while True:
        v = s.v
        if v[TRICKS] > len(s.notes.done):
            s.notes = _note_trick(engine, v, s.notes)
        if v[FAULT]:
            raise _fault(engine, s, v[FAULT])
        if v[WAITING] == engine.table:
            index, v[WAITING] = v[STEP], 0
            step, listener = engine.acting[index], engine.listener
            with nullcontext() if listener is None else listener.performs(s, step):
                step.perform(engine, s)
            if goes_on := engine.functions.get(f"table{index}"):
                goes_on(s.v)
        elif v[WAITING] or not v[DEPTH]:
            return
        else:
            engine.functions["advance"](v)


def _fault(engine: Engine, s: State, number: int) -> EndlessError:
    """Return the error that a number stands for."""
    index, kind = divmod(number - 1, len(FAULTS))
    name, times = (
        engine.phases[index],
        {"repeats": MOST_REPEATS, "plays": len(s.plays), "tricks": len(s.done)},
    )
    template = {
        "repeats": "this deal does not end: {name} went back {number} times",
        "rounds": "this deal does not end: {name} goes round, and nobody has a choice",
        "plays": "this trick does not end: {number} plays were made",
        "tricks": "this deal does not end: {number} tricks were played",
    }[FAULTS[kind]]
    return EndlessError(Message(template, name=name, number=times.get(FAULTS[kind], 0)), name)
