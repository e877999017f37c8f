"""Trickbook's games in OpenSpiel: its own checks, and one of its algorithms."""

import json
import unittest
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms.ismcts import ISMCTSBot
from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator
from open_spiel.python.observation import make_observation

import trickbook
from trickbook.rl.openspiel import resampler


@pytest.mark.parametrize(("rules", "written"), [("schnapsen", True), ("hearts", False)])
def test_random_simulation(rules: str, written: bool) -> None:  # noqa: FBT001 -- with states written and read
    game = pyspiel.load_game(f"trickbook(rules={rules})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=written, verbose=False)


def test_the_api() -> None:
    class Checks(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game = pyspiel.load_game("trickbook(rules=schnapsen)")
        game_name = "trickbook"

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Checks).run(result)
    assert (result.testsRun, result.errors, result.failures) == (5, [], [])


@pytest.mark.parametrize("rules", ["hearts", "hearts+no-passing", "bridge"])
def test_a_search_by_worlds_finds_a_legal_action(rules: str) -> None:
    game, chance = pyspiel.load_game(f"trickbook(rules={rules})"), np.random.RandomState(1)
    state = dealt(game)
    for _ in range(6):
        state.apply_action(chance.choice(state.legal_actions()))
    bot = ISMCTSBot(game, RandomRolloutEvaluator(1, chance), 20.0, 4, random_state=chance)
    bot.set_resampler(resampler(1))
    assert bot.step(state) in state.legal_actions()


def dealt(game: Any) -> Any:
    """The state after the deal of the seed 7."""
    state = game.new_initial_state()
    for byte in (0, 0, 0, 7):
        state.apply_action(byte)
    return state


def test_a_seed_is_the_same_deal_everywhere() -> None:
    state = dealt(pyspiel.load_game("trickbook(rules=whist)"))
    assert state.moment.game == trickbook.load("whist").new_game(seed=7)


def test_rules_come_with_house_rules_options_and_players() -> None:
    game = pyspiel.load_game("trickbook", {"rules": "hearts+omnibus+target=50", "players": 5})
    assert (game.num_players(), game.of.rules.house, game.of.rules.options["target"]) == (5, ("omnibus",), 50)


def test_a_game_needs_rules() -> None:
    with pytest.raises(trickbook.TrickbookError, match=r"name a ruleset: trickbook\(rules=NAME\)"):
        pyspiel.load_game("trickbook")


def test_returns_are_the_points() -> None:
    state = dealt(pyspiel.load_game("trickbook(rules=whist,deals=2)"))
    while not state.is_terminal():
        assert state.returns() == [0, 0, 0, 0]
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [sum(points) for points in zip(*state.moment.game.deals, strict=True)]


def kind(*, public: bool) -> Any:
    """An observation of what is public, or of what is not."""
    seen = pyspiel.PrivateInfoType.NONE if public else pyspiel.PrivateInfoType.SINGLE_PLAYER
    return pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=seen)


def test_what_is_public_and_what_is_private() -> None:
    game = pyspiel.load_game("trickbook(rules=whist)")
    state = dealt(game)
    public, private = kind(public=True), kind(public=False)
    open_, own = (json.loads(make_observation(game, of).string_from(state, 2)) for of in (public, private))
    assert "hand" not in open_["piles"]
    assert own["piles"]["hand"] == list(state.moment.game.hands[2])
    assert make_observation(game, public).string_from(game.new_initial_state(), 2) == "before the deal"
