"""The duck in a state: how everyone plays on in a sampled world."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from trickbook.bots.duck_rule import SeenTrick, best_answer, best_play, costliest
from trickbook.bots.turn import scores_if_ended
from trickbook.cards.combinations import NONE, Selections, text
from trickbook.engine.answers import DONE
from trickbook.engine.ask import AskStep
from trickbook.game.game import Game

if TYPE_CHECKING:
    from trickbook.bots.duck_rule import DuckWeights
    from trickbook.cards.order import CardOrder
    from trickbook.core.state import State
    from trickbook.engine.engine import Engine
    from trickbook.engine.tricks import TrickStep


def others_answered(known: DuckWeights, game: Game, seat: int) -> Game:
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
    for other in engine.gangs[s.waiting & ~(1 << seat)]:
        engine.act(s, other, duck_answer(known, engine, s, other, step))
    return Game(engine, s, game.origin)


def after_move(known: DuckWeights, game: Game, seat: int, move: str) -> Game:
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
        apply_move(engine, s, turn, duck_answer(known, engine, s, turn, step))
    return Game(engine, s, game.origin)


def apply_move(engine: Engine, s: State, seat: int, move: str) -> None:
    """Make a move, and go on to the next decision."""
    engine.act(s, seat, move)
    engine.proceed(s)


def apply_play(engine: Engine, s: State, seat: int, cards: int) -> None:
    """Make a play that is known to be legal, and go on to the next decision."""
    engine.play(s, seat, cards)
    engine.proceed(s)


def duck_answer(known: DuckWeights, engine: Engine, s: State, seat: int, step: AskStep) -> str:
    """Return the duck's answer: cards, the step's bid, or after the last card the best answer."""
    moves, hand = step.legal(engine, s, seat), engine.layout.piles["hand"].base
    if step.how == "freely":
        return DONE
    if isinstance(moves, Selections):
        return _gift(known, s.card_order, moves)
    holding = any(s.piles[hand : hand + engine.layout.seats])
    scores = None if holding else partial(scores_if_ended, engine, s, seat)
    return best_answer(known, step.name, seat, moves, scores)


def _gift(known: DuckWeights, order: CardOrder, moves: Selections) -> str:
    """Return the cards to give."""
    return NONE if moves[0] == NONE else text(moves.deck, sum(costliest(known, order, moves)), moves.marked)


def duck_play(known: DuckWeights, engine: Engine, s: State, seat: int, step: TrickStep) -> int:
    """Return the play with the least expected cost."""
    plays = step.plays(engine, s, seat)
    if len(plays) == 1:
        return plays[0]
    laid = s.copy()

    def winner(play: int) -> tuple[int, int] | None:
        _lay(engine, laid, s, seat, play)
        place = step.taker(laid)
        return None if place is None else laid.plays[place]

    lying, order = tuple(cards for _, cards in s.plays), s.card_order
    seen = SeenTrick(seat, lying, _unseen(engine, s, seat), order, s.resting.bit_count())
    return best_play(known, seen, plays, int, winner)


def _lay(engine: Engine, laid: State, s: State, seat: int, play: int) -> None:
    """Put a play into the trick of a copied state, and change nothing else."""
    laid.plays = (*s.plays, (seat, play))
    laid.led = s.led or engine.deck.suit_at[play.bit_length() - 1]
    for place in (engine.trick, engine.played):
        laid.lay(place, s.pile(place) | play)


def _unseen(engine: Engine, s: State, seat: int) -> int:
    """Return the cards that others may hold; whoever plays another seat's cards does not see its hand."""
    hand, open_ = (engine.layout.piles[name].base + seat for name in ("hand", "table"))
    own = s.pile(hand) if engine.actors(s) >> seat & 1 else 0
    return engine.deck.cards & ~(s.pile(engine.played) | s.pile(open_) | own)
