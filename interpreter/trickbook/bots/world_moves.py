"""The duck in a state: how everyone plays on in a sampled world."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.engine.ask import AskStep
from trickbook.game.game import Game

if TYPE_CHECKING:
    from trickbook.bots.duck import Duck
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine


def others_answered(duck: Duck, game: Game, seat: int) -> Game:
    """Return the game after the others' answers, if they answer together with a seat, or freely.

    Nobody sees an answer before all are in, so the others' answers do not depend on the seat's own; where all
    answer freely, ducks have nothing to say.
    """
    engine, step = game.engine, game.engine.waiting[game.state.step]
    if not isinstance(step, AskStep) or step.how == "in_turn":
        return game
    s = game.state.copy()
    if step.how == "freely":
        s.waiting = 1 << seat
        s.answered = sum(1 << other for other in s.asked if other != seat)
        return Game(engine, s, game.origin)
    for other in engine.seat_sets[s.waiting & ~(1 << seat)]:
        engine.act(s, other, duck.answer(s, other))
    return Game(engine, s, game.origin)


def after_move(duck: Duck, game: Game, seat: int, move: str) -> Game:
    """Return the game after a move and the duck's answers that follow, up to the next play.

    A question after the tricks is left open, but not one upon an event.
    """
    engine, s, deals = game.engine, game.state.copy(), len(game.deals)
    apply_move(engine, s, engine.owner(s, seat), move)
    while len(s.match.deals) == deals and (not s.done or s.step > len(engine.steps)):
        step = engine.waiting[s.step]
        if not isinstance(step, AskStep):
            break
        turn = s.turns[0]
        apply_move(engine, s, turn, duck.answer(s, turn))
    return Game(engine, s, game.origin)


def apply_move(engine: Engine, s: State, seat: int, move: str) -> None:
    """Make a move, and go on to the next decision."""
    engine.act(s, seat, move)
    engine.proceed(s)


def apply_play(engine: Engine, s: State, seat: int, cards: int) -> None:
    """Make a play that is known to be legal, and go on to the next decision."""
    engine.play(s, seat, cards)
    engine.proceed(s)
