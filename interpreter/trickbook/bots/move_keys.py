"""What a move is to a search tree: a number and a set of cards, as ``fast.machine.search`` notes them."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from trickbook.cards.deck import bits
from trickbook.engine.answers import DONE
from trickbook.engine.ask import AskStep
from trickbook.fast.machine.search import DONE_KEY, EXPOSED
from trickbook.fast.search_tree import MoveKey

if TYPE_CHECKING:
    from collections.abc import Mapping

    from trickbook.game.game import Game


def move_key(names: Mapping[str, int], game: Game, seat: int, move: str) -> MoveKey:
    """Return the key of a seat's move; ``names`` are the machine's numbers of answers."""
    engine, s = game.engine, game.state.copy()
    step, owner = engine.waiting[s.step], engine.owner(s, seat)
    if not isinstance(step, AskStep):
        play = step.read(engine, s, owner, move)
        exposed = (play & engine.marked(s)).bit_count()
        alike = [engine.deck.alike[card.bit_length() - 1] for card in bits(play)]
        return MoveKey(play.bit_count() + EXPOSED * exposed, reduce(or_, alike, 0))
    if move == DONE:
        return MoveKey(DONE_KEY)
    answer = step.read(engine, s, owner, move)
    if step.source is not None:
        return MoveKey(0, int(answer))
    return MoveKey(names[answer] if isinstance(answer, str) else int(answer))
