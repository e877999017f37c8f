"""The course of a deal: every moment of it, played again from what is kept of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.cards.combinations import text
from trickbook.core.state import State
from trickbook.engine.ask import AskStep
from trickbook.engine.tricks import TrickStep
from trickbook.state import PastDeal, Trick, moves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.engine.engine import Engine


class Turn(NamedTuple):
    """A moment of a deal: a seat that is about to make a move in a step.

    Without a seat the step is about to begin; the last turn of a deal that is over has no step.
    """

    state: State
    step: AskStep | TrickStep | None = None
    seat: int | None = None
    move: str = ""


def so_far(s: State, engine: Engine) -> PastDeal:
    """Return what there is to keep of a deal in progress; the trick that is played is its last."""
    tricks = (*s.done, Trick(s.plays, None)) if s.plays else s.done
    return PastDeal(s.match, s.log, tricks, engine.marked(s), (), redeals=s.redeals)


def course(engine: Engine, past: PastDeal) -> Iterator[Turn]:
    """Play a deal again: each moment, and that at its end if it is over, before it is counted."""
    plays = iter([play for trick in past.tricks for play in trick.plays])
    answers = iter([move for move in moves(past.log) if move.seat is not None])
    s = State(engine.program)
    engine.start(s, past.match)
    while True:
        while not s.waiting:
            step = engine.next_step(s)
            if isinstance(step, AskStep):
                before = s.copy()
                before.step += 1
                yield Turn(before, step)
            if not engine.advance(s):
                yield Turn(s)
                return
        asked = engine.waiting[s.step]
        if isinstance(asked, TrickStep):
            seat, cards = next(plays, (None, 0))
            move = text(engine.deck, cards, engine.marked(s))
        else:
            answer = next(answers, None)
            seat, move = (answer.seat, str(answer.text)) if answer else (None, "")
        if seat is None:
            return
        yield Turn(s, asked, seat, move)
        s = s.copy()
        engine.act(s, seat, move)
