"""The visibility of a move: how it is logged, and what the other players see of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from trickbook.engine.answers import DONE
from trickbook.engine.ask import AskStep
from trickbook.engine.tricks import TrickStep

if TYPE_CHECKING:
    from trickbook.game.game import Game
    from trickbook.state import Log


class VisibleMove(NamedTuple):
    """A move as logged, and as the others see it: None if it is face down."""

    step: str
    said: str
    heard: str | None


def visible_move(before: Game, after: Game, seat: int) -> VisibleMove:
    """The move of a seat that led from one position to the next."""
    step = before.engine.waiting[before.state.step]
    ended = len(after.deals) > len(before.deals)
    if isinstance(step, TrickStep):
        said = _played(before, after, ended=ended)
        return VisibleMove(step.name, said, said)
    past = after.state.match.history[len(before.deals)] if ended else None
    said = _last(past.log if past else after.state.log, step.name, seat)
    lies = not ended and step.how == "together" and _waiting(before, after)
    return VisibleMove(step.name, said, None if lies or not _shown(step, said) else said)


def _played(before: Game, after: Game, *, ended: bool) -> str:
    """The cards of a play, as written after it."""
    if ended:
        past = after.state.match.history[len(before.deals)]
        return " ".join(after.engine.deck.written(past.tricks[-1].plays[-1][1], past.exposed))
    s, before_done = after.state, len(before.state.done)
    plays = s.done[before_done].plays if len(s.done) > before_done else s.plays
    return " ".join(after.engine.deck.written(plays[-1][1], after.engine.marked(s)))


def _last(log: Log | None, step: str, seat: int) -> str:
    """The last answer of a seat at a step."""
    while log is not None:
        if log.move.step == step and log.move.seat == seat:
            return str(log.move.text)
        log = log.before
    raise AssertionError


def _waiting(before: Game, after: Game) -> bool:
    """Return whether answers to the same question are still face down."""
    return bool(after.state.step == before.state.step and after.state.answered)


def _shown(step: AskStep, said: str) -> bool:
    """Return whether an answer is public once nothing is face down."""
    return said == DONE or not step.covered
