"""The environments pass the checks of PettingZoo and Gymnasium, for every game."""

import warnings
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, max_cycles_test, seed_test
from pettingzoo.utils.conversions import parallel_to_aec
from tests.games import SOME_GAMES

import trickbook
from trickbook.bots import BOTS
from trickbook.rl import aec_env, gym_env, parallel_env

CYCLES = 1000
"""Enough for any deal."""


@pytest.mark.parametrize("name", SOME_GAMES)
def test_every_game_is_an_environment(name: str) -> None:
    rules = trickbook.load(name)
    match = partial(parallel_env, rules, deals=None)  # a deal may be over too soon to be cut short

    def cyclic(**limits: Any) -> Any:
        return parallel_to_aec(match(**limits))

    with warnings.catch_warnings():  # the check knows the games by name whose observations may hold a mask
        warnings.filterwarnings("ignore", "Observation (space for each agent prob|is not a NumPy)")
        api_test(aec_env(rules), CYCLES)
    seed_test(partial(aec_env, rules), 10)
    max_cycles_test(SimpleNamespace(parallel_env=match, env=cyclic))
    check_env(gym_env(rules), skip_render_check=True)


def test_an_episode_may_be_a_match() -> None:
    env = aec_env(trickbook.load("hearts", {"target": 30}), deals=None)
    env.reset(seed=7)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, _, _ = env.last()
        earned[agent] += reward
        env.step(None if over else env.moment.legal[0])
    assert [earned[f"seat_{seat}"] for seat in range(4)] == [-score for score in env.moment.game.scores]
    assert env.moment.game.phase == "over"


def test_an_illegal_action_counts_as_the_first_legal_one() -> None:
    one, other = (aec_env(trickbook.load("hearts")) for _ in range(2))
    for env in (one, other):
        env.reset(seed=7)
    agent, first = one.agent_selection, one.moment.legal[0]
    one.step(first)
    other.step(one.of.actions.done)
    assert one.moment.chosen == other.moment.chosen == (first,)
    assert (one.infos[agent], other.infos[agent]) == ({}, {"illegal": True})


def test_a_seat_among_bots_earns_the_points_of_its_deal() -> None:
    env = gym_env(trickbook.load("hearts"), 2, "duck,random")
    _, info = env.reset(seed=7)
    over, reward = False, 0.0
    while not over:
        _, reward, over, _, info = env.step(int(info["action_mask"].nonzero()[0][0]))
    assert reward == -env.moment.game.deals[0][2]
    assert env.render() == repr(env.moment.game)
    env.close()


def test_bots_may_be_functions() -> None:
    env = gym_env(trickbook.load("whist"), 0, [BOTS["random"]] * 4)
    env.reset(seed=1)
    assert env.moment.seat == 0


def test_there_is_no_such_seat() -> None:
    with pytest.raises(trickbook.TrickbookError, match="seat is a whole number from 0 to 3, not 4"):
        gym_env(trickbook.load("hearts"), 4)
