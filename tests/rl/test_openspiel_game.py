"""Trickbook's games in OpenSpiel: its own checks, and one of its algorithms."""

import json
import pickle
import unittest
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np
import pytest

import trickbook


@pytest.fixture(autouse=True, scope="module")
def _registered() -> None:
    """OpenSpiel knows the games; it is too large to be imported while tests are collected."""
    import_module("trickbook.rl.openspiel")


def resampler(seed: int) -> Any:
    """What draws another state that a player cannot tell from this one."""
    return import_module("trickbook.rl.openspiel").resampler(seed)


@pytest.mark.parametrize(("rules", "written"), [("schnapsen", True), ("hearts", False)])
def test_random_simulation(rules: str, written: bool) -> None:  # noqa: FBT001 -- with states written and read
    import pyspiel

    game = pyspiel.load_game(f"trickbook(rules={rules})")
    pyspiel.random_sim_test(game, num_sims=1, serialize=written, verbose=False)


def test_the_api() -> None:
    import pyspiel
    from open_spiel.integration_tests import api_test

    class Checks(api_test.EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
        game = pyspiel.load_game("trickbook(rules=schnapsen)")
        game_name = "trickbook"

    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(Checks).run(result)
    assert (result.testsRun, result.errors, result.failures) == (5, [], [])


@pytest.mark.parametrize("rules", ["hearts", "hearts+no-passing", "bridge"])
def test_a_search_by_worlds_finds_a_legal_action(rules: str) -> None:
    import pyspiel
    from open_spiel.python.algorithms.ismcts import ISMCTSBot
    from open_spiel.python.algorithms.mcts import RandomRolloutEvaluator

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
    import pyspiel

    state = dealt(pyspiel.load_game("trickbook(rules=whist)"))
    assert state.moment.game == trickbook.load("whist").new_game(seed=7)


def test_rules_come_with_house_rules_options_and_players() -> None:
    import pyspiel

    game = pyspiel.load_game("trickbook", {"rules": "hearts+omnibus+target=50", "players": 5})
    assert (game.num_players(), game.of.rules.house, game.of.rules.options["target"]) == (5, ("omnibus",), 50)


OPTIONS = "trickbook(deals=1,players=0,rules=hearts+omnibus+target:50+passing:left across)"


@pytest.mark.parametrize(
    "given",
    [
        (OPTIONS,),
        ("trickbook", {"rules": "hearts+omnibus+target:50+passing:left across"}),
        ("trickbook", {"rules": "hearts+omnibus+target=50+passing=left,across"}),
    ],
)
def test_games_with_options_can_be_written_and_read(given: Any) -> None:
    import pyspiel

    game = pyspiel.load_game(*given)
    state = dealt(game)
    state.apply_action(state.legal_actions()[0])
    written = pyspiel.serialize_game_and_state(game, state)
    again = pickle.loads(pickle.dumps(game)), pyspiel.load_game(str(game))  # noqa: S301 -- it is its own
    others = pickle.loads(pickle.dumps(state)), pyspiel.deserialize_game_and_state(written)[1]  # noqa: S301
    assert {str(one) for one in (game, *again, *(other.get_game() for other in others))} == {OPTIONS}
    assert {str(other) for other in others} == {str(state)}
    for one in (game, *again):
        assert (one.of.rules.options["target"], one.of.rules.options["passing"]) == (50, ["left", "across"])


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ("hearts+target:50+target=60", "the option `target` is given twice"),
        ("hearts+target:(50)", r"OpenSpiel cannot read \( \) in `hearts\+target:\(50\)`"),
        ("hearts+omnibus+", "there is no house rule ``"),
    ],
)
def test_rules_that_cannot_be_read_are_refused(rules: str, says: str) -> None:
    import pyspiel

    with pytest.raises(trickbook.TrickbookError, match=says):
        pyspiel.load_game("trickbook", {"rules": rules})


@pytest.mark.parametrize(("name", "value"), [("deals", -1), ("players", -1), ("players", 11)])
def test_numbers_of_deals_and_players_are_checked(name: str, value: int) -> None:
    import pyspiel

    with pytest.raises(trickbook.TrickbookError, match=f"{name} is a whole number from 0 to"):
        pyspiel.load_game("trickbook", {"rules": "whist", name: value})


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda _, early: early.apply_action(300), "a byte of the seed is a whole number from 0 to 255, not"),
        (lambda _, early: early.apply_action(-5), "a byte of the seed is a whole number from 0 to 255, not"),
        (lambda _, early: early.resampled(0, 1), "nothing is dealt yet: apply 4 actions of chance first"),
        (lambda _, early: early.information(0), "nothing is dealt yet: apply 4 actions of chance first"),
        (lambda state, _: state.apply_action(999), "action 999 is not legal here"),
        (lambda state, _: state.apply_action(52), r"action 52 \(done\) is not legal here"),
        (
            lambda state, _: state.action_to_string(0, 999),
            "an action is a whole number from 0 to 52",
        ),
        (lambda state, _: resampler(-1)(state, 0), "seed is a whole number from 0"),
        (lambda state, _: played(state).apply_action(0), "the game is over"),
    ],
)
def test_actions_are_checked(call: Callable[[Any, Any], Any], says: str) -> None:
    import pyspiel

    game = pyspiel.load_game("trickbook(rules=whist)")
    state = dealt(game)
    with pytest.raises(trickbook.TrickbookError, match=says):
        call(state, game.new_initial_state())


def played(state: Any) -> Any:
    """The state at the end."""
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return state


def test_a_game_needs_rules() -> None:
    import pyspiel

    with pytest.raises(trickbook.TrickbookError, match=r"name a ruleset: trickbook\(rules=NAME\)"):
        pyspiel.load_game("trickbook")


def test_returns_are_the_points() -> None:
    import pyspiel

    state = dealt(pyspiel.load_game("trickbook(rules=whist,deals=2)"))
    while not state.is_terminal():
        assert state.returns() == [0, 0, 0, 0]
        state.apply_action(state.legal_actions()[0])
    assert state.returns() == [sum(points) for points in zip(*state.moment.game.deals, strict=True)]


def kind(*, public: bool) -> Any:
    """An observation of what is public, or of what is not."""
    import pyspiel

    seen = pyspiel.PrivateInfoType.NONE if public else pyspiel.PrivateInfoType.SINGLE_PLAYER
    return pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=seen)


def test_what_is_public_and_what_is_private() -> None:
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = pyspiel.load_game("trickbook(rules=whist)")
    state = dealt(game)
    public, private = kind(public=True), kind(public=False)
    open_, own = (json.loads(make_observation(game, of).string_from(state, 2)) for of in (public, private))
    assert "hand" not in open_["piles"]
    assert own["piles"]["hand"] == list(state.moment.game.hands[2])
    assert make_observation(game, public).string_from(game.new_initial_state(), 2) == "before the deal"
