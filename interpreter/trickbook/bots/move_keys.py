"""What a move is to a search tree: a number and a set of cards, as ``batch.tree`` lists them."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from trickbook.batch.nodes import DONE_KEY, EXPOSED_KEY
from trickbook.batch.search import MoveKey
from trickbook.cards.deck import bits
from trickbook.engine.answers import DONE
from trickbook.engine.ask import AskStep
from trickbook.engine.moves import answer_text

if TYPE_CHECKING:
    from trickbook.game.game import Game


def move_key(game: Game, seat: int, move: str) -> MoveKey:
    """Return the key of a seat's move."""
    engine, s = game.engine, game.state.copy()
    step, owner = engine.waiting[s.step], engine.owner(s, seat)
    if not isinstance(step, AskStep):
        play = step.read(engine, s, owner, move)
        exposed = (play & engine.marked(s)).bit_count()
        alike = [engine.deck.alike[card.bit_length() - 1] for card in bits(play)]
        return MoveKey(play.bit_count() + EXPOSED_KEY * exposed, reduce(or_, alike, 0))
    if move == DONE:
        return MoveKey(DONE_KEY)
    answer = step.read(engine, s, owner, move)
    if step.source is not None:
        return MoveKey(0, int(answer))
    if not step.names:
        return MoveKey(int(answer))
    return MoveKey([answer_text(name) for name in step.names].index(move))
