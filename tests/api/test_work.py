"""What a question costs does not grow with the deal or the match: lines and calls are counted, no seconds."""

from functools import partial

import pytest
from tests.counting import steps

import trickbook
from trickbook import Game
from trickbook.state import Move, add_to_log


def test_a_free_answer_costs_the_same_after_many_others() -> None:
    game = trickbook.load("chinese-hearts").new_game(seed=3)
    while game.phase != "expose":
        game = game.apply(game.actors[0], game.legal(game.actors[0])[0])
    seat, state = game.actors[0], game.state.copy()
    for _ in range(1000):
        state.log = add_to_log(state.log, Move("expose", seat, "done"))
    long = Game(game.engine, state, game.origin)
    least = [min(steps(partial(one.apply, seat, "done")) for _ in range(5)) for one in (long, game)]
    assert least[0] == least[1], "the least of five: what is made once, or collected just then, is none of it"


def test_a_hash_needs_no_record(monkeypatch: pytest.MonkeyPatch) -> None:
    game, records = trickbook.load("hearts").new_game(seed=7), list[Game]()
    write = Game.record

    def counted(game: Game) -> str:
        records.append(game)
        return write(game)

    monkeypatch.setattr(Game, "record", counted)
    after, other = (game.apply(0, move) for move in game.legal(0)[:2])
    assert hash(after) == hash(other) != hash(game)
    assert after != game
    assert not records
    assert after != other
    assert len(records) == 2
    assert hash(game) == hash(trickbook.replay(write(game)))
