"""A deal in progress goes on in the fast engine as in the interpreter, from any turn or question of it."""

from __future__ import annotations

from itertools import count, islice

from tests.batch.complex_parts import scored
from tests.laws.deals import Table, chance, each_table, rules_of

import trickbook
from trickbook.bots.random_player import random_move
from trickbook.bots.turn import climbs
from trickbook.cards.chance import stream
from trickbook.engine.ask import AskStep
from trickbook.engine.tricks import TrickStep
from trickbook.fast import MachinePlayout, compile_ruleset, finish_deals

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


def asked_by_a_step(game: trickbook.Game) -> bool:
    """Whether somebody is to answer a question that is a step of the deal, and asked upon no event."""
    step = game.engine.waiting.get(game.state.step)
    return isinstance(step, AskStep) and not game.state.depth


@each_table
def test_from_any_turn(table: Table) -> None:
    rules, rng = rules_of(*table, 0), chance(table, 0)
    turns: list[trickbook.Game] = []
    while not turns:
        start = rules.new_game(table.players, seed=rng.getrandbits(60), deal=1)
        moments = going_on(start, rng.getrandbits(60))
        turns = [game for game in moments if to_a_trick(game)]
    asked = [game for game in moments if asked_by_a_step(game)]
    chosen = [game for some in (turns, asked) for game in islice(some, 0, None, max(1, len(some) // MOMENTS))]
    trials = [MachinePlayout(place, rng.getrandbits(60)) for place in range(len(chosen))]
    points, endings = finish_deals(
        compile_ruleset(rules, table.players), [game.state for game in chosen], trials
    )
    assert not endings.any()
    for game, trial, found in zip(chosen, trials, points.tolist(), strict=True):
        last = going_on(game, trial.seed)[-1]
        assert last.deals[-1] == scored(found), f"{game.record()}\n{last.record()}"
