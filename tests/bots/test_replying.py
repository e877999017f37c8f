"""Whoever replies in a world that is imagined does what the duck does by its view."""

import random
from collections.abc import Mapping

import pytest
from tests.games import GAMES

import trickbook
from trickbook.bots import BOTS, playing
from trickbook.bots.replying import TRICKS, answered, played_on, weights
from trickbook.concepts.tricks import Tricks

DUCK = BOTS["duck"]


def lying(game: trickbook.Game) -> Mapping[str, object]:
    """All that a game shows, but for the order in which cards were named."""
    shown = ("phase", "actors", "hands", "open", "tricks", "trick", "taken", "facts", "deals")
    return {name: getattr(game, name) for name in shown}


def ducked(rules: trickbook.Ruleset, game: trickbook.Game, seat: int, move: str) -> trickbook.Game:
    """The game after a move and what the duck itself plays on: this trick and the next."""
    deals, until = len(game.deals), len(game.tricks) + TRICKS
    after = game.apply(seat, move)
    for step in playing(rules, after, [DUCK] * len(game.scores)):
        table, asking = step.before.table, step.before.table.waiting[step.before.state.step]
        wide = isinstance(asking, Tricks) and asking.low is not None
        late = not isinstance(asking, Tricks) and step.before.tricks
        if len(after.deals) > deals or len(after.tricks) >= until or wide or late:
            break
        assert table is game.table
        after = step.after
    return after


@pytest.mark.parametrize("name", GAMES)
def test_replies_are_those_of_the_duck(name: str) -> None:
    rules, rng = trickbook.load(name), random.Random(name)  # noqa: S311
    known = weights(rules, rules.usual)
    game = rules.new_game(seed=rng.randrange(1000))
    while game.turn is not None and game.deal < 3:
        seat, moves = game.turn, game.legal(game.turn)
        move = moves[rng.randrange(min(len(moves), 1 << 30))]
        if len(moves) > 1 and rng.random() < 0.2:
            found = played_on(known, answered(known, game, seat), seat, move)
            assert lying(found) == lying(ducked(rules, game, seat, move))
        game = game.apply(seat, move)


def test_replies_are_made_in_a_copy() -> None:
    """A world is played on many times."""
    rules = trickbook.load("hearts")
    known, game = weights(rules, 4), rules.new_game(seed=3)
    before = lying(game), game.record()
    first, again = (played_on(known, game, game.actors[0], game.legal(0)[5]) for _ in range(2))
    assert (lying(game), game.record()) == before
    assert lying(first) == lying(again)
    assert len(first.tricks) == TRICKS
