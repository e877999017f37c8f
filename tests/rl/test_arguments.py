"""Environments say what is wrong with what they are given, and what to write instead."""

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import trickbook
from trickbook.rl import SeatEnv, TableEnv, aec_env, gym_env, parallel_env, spaces, vector_env

HEARTS = trickbook.load("hearts")

MAKERS: dict[str, Callable[[], Any]] = {
    "aec_env": lambda: aec_env(HEARTS),
    "parallel_env": lambda: parallel_env(HEARTS),
    "gym_env": lambda: gym_env(HEARTS),
    "vector_env": lambda: vector_env(HEARTS, np.int64(1)),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("name", MAKERS)
def test_a_seed_may_be_a_number_of_numpy(name: str) -> None:
    one, other = (MAKERS[name]() for _ in range(2))
    wanted = repr(other.reset(seed=3))
    for seed in (np.int64(3), np.uint8(3), np.array(3)):
        assert repr(one.reset(seed=seed)) == wanted
        one.reset(seed=4)


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize("seed", [-1, 10**40, 1.5, math.nan, "1", [1]])
def test_other_seeds_are_refused(name: str, seed: Any) -> None:
    with pytest.raises(trickbook.TrickbookError, match=r"seed is a whole number from 0 to \d+, not "):
        MAKERS[name]().reset(seed=seed)


@pytest.mark.parametrize("value", [0, -1, 2.5, math.nan, "3", [1], 10**30])
@pytest.mark.parametrize("make", [aec_env, parallel_env, gym_env])
@pytest.mark.parametrize("limit", ["deals", "max_cycles"])
def test_limits_of_an_episode_are_checked(make: Any, limit: str, value: Any) -> None:
    limit = "deals" if make is gym_env else limit
    with pytest.raises(trickbook.TrickbookError, match=f"{limit} is a whole number from 1 to "):
        make(HEARTS, **{limit: value})


@pytest.mark.parametrize("make", [spaces, aec_env, parallel_env, gym_env, lambda rules: vector_env(rules, 1)])
@pytest.mark.parametrize(("rules", "name"), [("whist", "'whist'"), (None, "NAME"), ({}, "NAME")])
def test_rules_are_loaded_first(make: Any, rules: Any, name: str) -> None:
    says = re.escape(f"rules are a ruleset, not {rules!r}: write trickbook.load({name})")
    with pytest.raises(trickbook.TrickbookError, match=says):
        make(rules)


@pytest.mark.parametrize("players", [[4], "4", 4.5, 0, 99])
def test_the_number_of_players_is_checked(players: Any) -> None:
    with pytest.raises(trickbook.TrickbookError, match="players is a whole number from 1 to 10, not"):
        spaces(HEARTS, players)


ILLEGAL: tuple[Any, ...] = (
    math.nan,
    52,
    999,
    -1,
    "0",
    None,
    [0],
    np.array([1, 2]),
    np.array([]),
    {},
    object(),
)


@pytest.mark.parametrize("action", ILLEGAL)
def test_whatever_is_no_legal_action_counts_as_the_first(action: Any) -> None:
    seat, table = gym_env(HEARTS), aec_env(HEARTS)
    seat.reset(seed=1)
    table.reset(seed=1)
    agent, first = table.agent_selection, (seat.moment.legal[:1], table.moment.legal[:1])
    *_, info = seat.step(action)
    table.step(action)
    assert (seat.moment.chosen, table.moment.chosen) == first
    assert info["illegal"]
    assert table.infos[agent] == {"illegal": True}


CALLS: dict[str, tuple[Callable[[], Any], Callable[[Any], Any]]] = {
    "observe": (MAKERS["aec_env"], lambda env: env.observe("seat_0")),
    "step": (MAKERS["aec_env"], lambda env: env.step(0)),
    "last": (MAKERS["aec_env"], lambda env: env.last()),
    "render": (MAKERS["aec_env"], lambda env: env.render()),
    "agent_iter": (MAKERS["aec_env"], lambda env: list(env.agent_iter())),
    "step together": (MAKERS["parallel_env"], lambda env: env.step({})),
    "render together": (MAKERS["parallel_env"], lambda env: env.render()),
    "step of a seat": (MAKERS["gym_env"], lambda env: env.step(0)),
    "render of a seat": (MAKERS["gym_env"], lambda env: env.render()),
    "action_masks": (MAKERS["gym_env"], lambda env: env.action_masks()),
}


@pytest.mark.parametrize("call", CALLS)
def test_nothing_is_there_before_the_first_reset(call: str) -> None:
    make, does = CALLS[call]
    env = make()
    with pytest.raises(
        trickbook.TrickbookError, match=r"the environment has no \w+ yet: call reset\(\) first"
    ):
        does(env)
    assert not hasattr(env, "moments")


def at_the_end() -> tuple[SeatEnv, TableEnv]:
    """Environments whose episodes are over."""
    seat, table = gym_env(HEARTS), aec_env(HEARTS)
    over, _ = False, seat.reset(seed=1)
    while not over:
        _, _, over, _, _ = seat.step(seat.moment.legal[0])
    table.reset(seed=1)
    for agent in table.agent_iter():
        table.step(None if table.terminations[agent] else table.moment.legal[0])
    return seat, table


@pytest.mark.parametrize("which", [0, 1])
def test_nothing_happens_after_the_end(which: int) -> None:
    env: Any = at_the_end()[which]
    with pytest.raises(trickbook.TrickbookError, match=r"the episode is over: call reset\(\)"):
        env.step(None)


def test_agents_have_names() -> None:
    env = aec_env(HEARTS)
    env.reset(seed=1)
    says = "agents are seat_0, seat_1, seat_2, seat_3, not 'seat_9'; did you mean seat_3?"
    for ask in (env.observe, env.action_space, env.observation_space):
        with pytest.raises(trickbook.TrickbookError, match=re.escape(says)):
            ask("seat_9")


@pytest.mark.parametrize("actions", [{}, None, {"seat_9": 0}])
def test_the_agent_in_turn_gives_an_action(actions: Any) -> None:
    env = parallel_env(HEARTS)
    env.reset(seed=1)
    says = "actions are a mapping with an action of seat_1, whose turn it is, not "
    with pytest.raises(trickbook.TrickbookError, match=says):
        env.step(actions)


@pytest.mark.parametrize(
    ("others", "says"),
    [
        ("duck,duck,duck,duck", "others are 3 bots at most, one for each other seat, not 4"),
        ([lambda _: "2C"] * 2, "others are 4 bots, one for every seat, not 2"),
        (["duck"] * 4, "others are bots that can be called, not 'duck'"),
        (5, "others: a list of bots, one for every seat, or their names as text is needed here, not 5"),
    ],
)
def test_the_others_are_checked(others: Any, says: str) -> None:
    with pytest.raises(trickbook.TrickbookError, match=says):
        gym_env(HEARTS, 0, others)


def test_what_is_read_is_checked() -> None:
    of = spaces(HEARTS)
    whole = np.zeros(of.size, np.float32)
    with pytest.raises(
        trickbook.TrickbookError, match=r"called 'pile hnad'; did you mean `pile hand`\? Fields are ph"
    ):
        of.read(whole, "pile hnad")
    with pytest.raises(
        trickbook.TrickbookError, match=r"an observation has 1249 numbers, not the shape \(5,\)"
    ):
        of.read(whole[:5], "pile hand")


@pytest.mark.parametrize("action", [999, -1, "0"])
def test_a_mask_is_of_actions(action: Any) -> None:
    with pytest.raises(trickbook.TrickbookError, match="an action is a whole number from 0 to 54, not"):
        spaces(HEARTS).mask([action])


@pytest.mark.parametrize("many", [-1, 1000, "a"])
def test_masks_have_the_width_of_the_actions(many: Any) -> None:
    with pytest.raises(
        trickbook.TrickbookError, match=r"VectorEnv.actions, is a whole number from 1 to 64, not"
    ):
        vector_env(HEARTS, 1).reset(1).masks(many)
