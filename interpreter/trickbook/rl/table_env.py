"""PettingZoo environments: agents in turn (AEC), and all at once (parallel)."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import randbelow
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from trickbook.cards.chance import SEEDS, stream
from trickbook.problems import TrickbookError, described, needs
from trickbook.rl.actions import a_seed, at_most, has_begun, legal_action, place_of
from trickbook.rl.table_spaces import after, deal, observation, reward, spaces
from trickbook.texts.message import Message

with needs(Message("`aec_env` needs Gymnasium and PettingZoo: run `make rl` in your clone of Trickbook")):
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

if TYPE_CHECKING:
    from pettingzoo import ParallelEnv

    from trickbook.rl.table_spaces import Moment, Spaces
    from trickbook.ruleset import Ruleset

AGENT: Final = "seat_"
"""The beginning of an agent's name: ``seat_0`` is seat 0."""


WITH_RESET: Final = (
    "_cumulative_rewards",
    "agent_selection",
    "agents",
    "infos",
    "moment",
    "rewards",
    "terminations",
    "truncations",
)
"""What an environment has from the first reset on."""


class TableEnv(AECEnv[str, Any, int | None]):  # type: ignore[misc]
    """A table as a PettingZoo environment: an agent for each seat."""

    metadata: Final[dict[str, Any]] = {
        "name": "trickbook",
        "render_modes": ["ansi"],
        "is_parallelizable": True,
    }
    moment: Moment
    """Where the episode stands, from the first reset on."""

    def __init__(self, of: Spaces, deals: int | None, max_cycles: int | None) -> None:
        """Set a table; ``aec_env`` describes the arguments."""
        super().__init__()
        self.of, self.deals = of, at_most("deals", deals)
        self.max_cycles = at_most("max_cycles", max_cycles)
        self.render_mode = "ansi"
        self.possible_agents = [f"{AGENT}{seat}" for seat in range(of.players)]
        self._actions = {agent: Discrete(len(of.actions.labels)) for agent in self.possible_agents}
        self._observed = {agent: _observed(of) for agent in self.possible_agents}
        self._seed = randbelow(SEEDS)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Say what is missing before the first reset."""
            raise has_begun(name, WITH_RESET)

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations."""
        return self._observed[self.possible_agents[place_of(agent, self.possible_agents)]]

    def action_space(self, agent: str) -> Discrete[Any]:
        """Return the space of an agent's actions."""
        return self._actions[self.possible_agents[place_of(agent, self.possible_agents)]]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002 - there are none
        """Deal; without a seed, the next deals of the last one."""
        self._seed = stream(self._seed, 1) % SEEDS if seed is None else a_seed(seed)
        self.moment, self._cycle = deal(self.of, self._seed, self.deals), 0
        self.agents = self.possible_agents[:]
        self.rewards, self._cumulative_rewards = (
            dict.fromkeys(self.agents, 0.0),
            dict.fromkeys(self.agents, 0.0),
        )
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent sees, and which actions it may choose."""
        seat = place_of(agent, self.possible_agents)
        legal = self.moment.legal if seat == self.moment.seat else ()
        return {"observation": observation(self.of, self.moment, seat), "action_mask": self.of.mask(legal)}

    def step(self, action: int | None) -> None:
        """Act for the agent whose turn it is; an illegal action counts as the first legal one."""
        agent = self.agent_selection
        if agent not in self.terminations:
            raise TrickbookError(Message("the episode is over: call reset()"))
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        before, legal = self.moment, self.moment.legal
        self._cumulative_rewards[agent] = 0.0
        meant = legal_action(action, legal)
        self.infos[agent] = {"illegal": True} if meant is None else {}
        self.moment = after(self.of, before, legal[0] if meant is None else meant)
        self.rewards = dict(zip(self.agents, reward(self.of, before, self.moment), strict=True))
        self._cycle += 1
        self.terminations = dict.fromkeys(self.agents, self.moment.seat is None)
        self.truncations = dict.fromkeys(self.agents, self._cycle == self.max_cycles)
        self.agent_selection = self._next()
        self._accumulate_rewards()

    def _next(self) -> str:
        return self.possible_agents[self.moment.seat or 0]

    def render(self) -> str:
        """Return where the game stands, in a line."""
        return repr(self.moment.game)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        """Name the environment."""
        return "trickbook"


class ParallelTableEnv(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]
    """The same as a parallel environment."""

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Say what is missing before the first reset."""
            raise has_begun(name, ("agents",))

    def step(self, actions: Any) -> Any:
        """Act for the agent whose turn it is; TrickbookError if its action is missing."""
        agents, agent = self.agents, self.aec_env.agent_selection
        if not agents:
            return {}, {}, {}, {}, {}
        if not isinstance(actions, Mapping) or agent not in actions:
            template = "actions are a mapping with an action of {name}, whose turn it is, not {text}"
            raise TrickbookError(Message(template, name=agent, text=described(actions)))
        return super().step(actions)


def _observed(of: Spaces) -> Dict:
    """Return the space of observations: the numbers, and the mask of legal actions."""
    return Dict(
        {"observation": Box(*of.bounds()), "action_mask": Box(0, 1, (len(of.actions.labels),), dtype=np.int8)}
    )


def aec_env(
    rules: Ruleset, players: int | None = None, *, deals: int | None = 1, max_cycles: int | None = None
) -> TableEnv:
    """Return a PettingZoo AEC environment of a ruleset, with an agent ``seat_0``, ``seat_1`` … for each seat.

    An episode is one deal, or so many ``deals``; None plays the match to its end. ``max_cycles`` truncates it
    after so many actions.
    """
    return TableEnv(spaces(rules, players), deals, max_cycles)


def parallel_env(
    rules: Ruleset, players: int | None = None, *, deals: int | None = 1, max_cycles: int | None = None
) -> ParallelEnv[str, Any, int | None]:
    """Return the same as a parallel environment: all give an action, and that of the seat in turn counts."""
    return ParallelTableEnv(aec_env(rules, players, deals=deals, max_cycles=max_cycles))
