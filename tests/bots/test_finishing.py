"""Deals are played out to the same points with the fast engine and without it."""

import pytest
from tests.laws.deals import Table, chance, each_table, rules_of

import trickbook
from trickbook.bots import finishing, playing, random
from trickbook.bots.finishing import Tries, tried
from trickbook.bots.worlds import sample

MOMENTS = 4


@each_table
def test_with_the_fast_engine_and_without(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, rng = rules_of(*table, 0), chance(table, 0)
    start = rules.new_game(table.players, seed=rng.getrandbits(60), deal=1)
    steps = [
        step
        for _, step in zip(range(40), playing(rules, start, [random] * table.players), strict=False)
        if not step.before.deals
    ]
    games = [step.before for step in steps[:: max(1, len(steps) // MOMENTS)]]
    chances = [rng.getrandbits(60) for _ in games]
    swift = finishing.finish(games, 0, chances)
    monkeypatch.setattr(finishing, "machine", lambda _table: None)
    assert finishing.finish(games, 0, chances) == swift


@each_table
def test_in_all_worlds_at_once_and_in_each_alone(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Moves come to the same points, whoever else has already answered and however the worlds are laid."""
    rules, rng = rules_of(*table, 0), chance(table, 1)
    start = rules.new_game(table.players, seed=rng.getrandbits(60), deal=1)
    steps = [
        step
        for _, step in zip(range(60), playing(rules, start, [random] * table.players), strict=False)
        if not step.before.deals and len(step.before.legal(step.seat)) > 1
    ]
    for step in steps[:: max(1, len(steps) // MOMENTS)]:
        game, moves = step.before, step.before.legal(step.seat)
        drawn = sample(rules, table.players, game.view(step.seat), 3, rng.getrandbits(60))
        tries = Tries(drawn, [0, 1, 2, 1], [rng.getrandbits(60) for _ in range(4)])
        some = list(dict.fromkeys([step.move, moves[0], moves[len(moves) // 2]]))
        at_once = tried(tries, step.seat, some)
        with monkeypatch.context() as patch:
            patch.setattr(finishing, "_meanwhile", lambda game, *_: (game, 0))
            patch.setattr(finishing, "_at_once", lambda *_: {})
            assert tried(tries, step.seat, some) == at_once


def test_deals_that_the_machine_gives_up_are_played_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = trickbook.load("hearts", {"passing": ["hold"]})
    game = rules.new_game(seed=5, hands=["2C 5C 7D", "KC QC 8D", "QS 9D 2D", "6C 8C TD"]).apply(0, "2C")
    tries = Tries(sample(rules, 4, game.view(1), 4, 1), [0, 1, 2, 3], [5, 6, 7, 8])
    expected = tried(tries, 1, ["KC", "QC"])
    monkeypatch.setattr(finishing, "_swiftly", lambda *_: {})
    assert tried(tries, 1, ["KC", "QC"]) == expected
