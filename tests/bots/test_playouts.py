"""Deals are played out to the same points as machine code and without it, whoever ducks."""

import random as chances
from pathlib import Path

import pytest
from tests.laws.deals import Table, chance, each_table, rules_of

import trickbook
from trickbook.batch.cells import Playout
from trickbook.batch.playouts import Playouts
from trickbook.bots import costs, play_game, playouts, random
from trickbook.core.native import QUICK
from trickbook.core.translation import BeyondError
from trickbook.engine.tricks import TrickStep
from trickbook.sections.compiled import CompiledRules

MOMENTS = 4


def begun(game: trickbook.Game, move: str) -> int:
    """The cards of a move that is a play, or 0."""
    seat, step, s = game.turn, game.engine.waiting[game.state.step], game.state.copy()
    assert seat is not None
    return step.read(game.engine, s, game.engine.owner(s, seat), move) if isinstance(step, TrickStep) else 0


def trials(game: trickbook.Game, place: int, rng: chances.Random) -> list[Playout]:
    """A deal is gone on with by chance, between ducks, and after a move in either way."""
    assert game.turn is not None
    moves, seats = game.legal(game.turn), len(game.scores)
    play = begun(game, moves[rng.randrange(min(len(moves), 1000))])
    some = [0, (1 << seats) - 1, rng.getrandbits(seats)]
    return [Playout(place, rng.getrandbits(60), ducks, cards) for ducks in some for cards in {0, play}]


def quick(rules: trickbook.Ruleset, engine: CompiledRules) -> Playouts | None:
    """A batch that is compiled quickly."""
    try:
        return Playouts(engine, costs(rules, engine.layout.seats), QUICK)
    except BeyondError:
        return None


@each_table
def test_as_machine_code_and_without(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, rng = rules_of(*table, 0), chance(table, 0)
    start = rules.new_game(table.players, seed=rng.getrandbits(60), deal=1)
    steps = [
        step
        for _, step in zip(range(40), play_game(rules, start, [random] * table.players), strict=False)
        if not step.before.deals
    ]
    games = [step.before for step in steps[:: max(1, len(steps) // MOMENTS)]]
    wanted = [trial for place, game in enumerate(games) for trial in trials(game, place, rng)]
    monkeypatch.setattr(playouts, "ready_playouts", quick)
    swift = playouts.play_out(rules, games, 0, wanted)
    monkeypatch.setattr(playouts, "ready_playouts", lambda *_: None)
    assert playouts.play_out(rules, games, 0, wanted) == swift


def test_a_world_that_leaves_no_move_is_scored_as_it_lies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "stuck.yaml"
    path.write_text("trickbook: 1\nextends: hearts\nplay: {never: {only: not hearts}}\n", "utf-8")
    rules = trickbook.load(path)
    game = rules.new_game(hands=["2C 2H", "3C 3H", "4C 4H", "5C 5H"], deal=4)
    wanted = [Playout(0, seed, ducks) for seed in range(4) for ducks in (0, 15)]
    monkeypatch.setattr(playouts, "ready_playouts", lambda *_: None)
    assert playouts.play_out(rules, [game], 0, wanted) == [(0, 0, 0, 0)] * len(wanted)
