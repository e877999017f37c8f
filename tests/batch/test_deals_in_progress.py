"""A deal in progress goes on as machine code as in the interpreter, from any turn or question of it."""

from __future__ import annotations

from itertools import count, islice

from tests.laws.deals import Table, chance, each_table, rules_of

import trickbook
from trickbook.batch.cells import Playout
from trickbook.batch.playouts import Playouts
from trickbook.bots.playouts import random_move
from trickbook.bots.turn import climbs
from trickbook.cards.chance import stream
from trickbook.core.native import QUICK
from trickbook.engine.tricks import TrickStep

MOMENTS = 12
"""From so many turns of a deal it goes on."""


def going_on(game: trickbook.Game, seed: int) -> list[trickbook.Game]:
    """The moments of a game, until the deal is over, between players whose chance comes from a seed."""
    source, found = stream(seed, 0), [game]
    for number in count(1):
        if game.turn is None or len(game.deals) > len(found[0].deals):
            return found
        moves = game.legal(game.turn)
        ladder = climbs(game.engine, game.state)
        game = game.apply(game.turn, random_move(moves, stream(source, number), ladder=ladder))
        found.append(game)
    raise AssertionError


def to_a_trick(game: trickbook.Game) -> bool:
    """Whether somebody is to play to a trick."""
    return isinstance(game.engine.waiting.get(game.state.step), TrickStep)


@each_table
def test_from_any_turn(table: Table) -> None:
    rules, rng = rules_of(*table, 0), chance(table, 0)
    turns: list[trickbook.Game] = []
    while not turns:
        start = rules.new_game(table.players, seed=rng.getrandbits(60), deal=1)
        moments = going_on(start, rng.getrandbits(60))
        turns = [game for game in moments if to_a_trick(game)]
    asked = [game for game in moments if game.turn is not None and not to_a_trick(game)]
    chosen = [game for some in (turns, asked) for game in islice(some, 0, None, max(1, len(some) // MOMENTS))]
    playouts = [Playout(place, rng.getrandbits(60)) for place in range(len(chosen))]
    points = Playouts(rules.engine(table.players), level=QUICK).play_out(
        [game.state for game in chosen], playouts
    )
    for game, playout, found in zip(chosen, playouts, points, strict=True):
        assert found == going_on(game, playout.seed)[-1].deals[len(game.deals)]
