"""Trickbook's games in OpenSpiel: importing this registers the game ``trickbook(rules=hearts)``.

Chance draws the seed of the deals, a byte at a time. A seat's information is its view as JSON.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from trickbook.bots.worlds import sample_worlds
from trickbook.expression.types import GREATEST
from trickbook.problems import TrickbookError, described, needs
from trickbook.rl.actions import MOST, a_seed, as_parameter, load_rules, whole
from trickbook.rl.table_spaces import MOST_PLAYERS, after, deal, observation, spaces
from trickbook.texts.message import Message

with needs(Message("OpenSpiel is not installed: run `pip install open_spiel`")):
    import pyspiel

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.rl.table_spaces import Moment

SEED_BYTES: Final = 4
"""How many bytes of the seed chance draws; there are as many deals as seeds."""

MAX_LENGTH: Final = 1_000_000
"""More actions than a game may have."""

BYTE: Final = 256
"""How many values a byte has."""

DERIVED: Final = frozenset({"actors", "choose", "legal"})
"""What a view tells that follows from the rest of it."""

DEFAULTS: Final[Mapping[str, Any]] = {"rules": "", "players": 0, "deals": 1}
"""``rules`` is a ruleset, perhaps with house rules and options: ``NAME+HOUSE+OPTION:VALUE``.

With 0 ``players`` the usual number plays; with 0 ``deals`` the match is played to its end.
"""

TYPE: Final = pyspiel.GameType(
    short_name="trickbook",
    long_name="Trickbook",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=10,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification=dict(DEFAULTS),
    default_loadable=False,
)


class TrickbookGame(pyspiel.Game):  # type: ignore[misc]
    """A ruleset as a game of OpenSpiel."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Load the rules that the parameters name."""
        given = {**DEFAULTS, **(params or {})}
        rules = as_parameter(str(given["rules"]))
        players = whole("players", given["players"], 0, MOST_PLAYERS)
        self.of = spaces(load_rules(rules), players or None)
        self.deals = whole("deals", given["deals"], 0, MOST) or None
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.of.actions.labels),
            max_chance_outcomes=BYTE,
            num_players=self.of.players,
            min_utility=float(-GREATEST),
            max_utility=float(GREATEST),
            utility_sum=None,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(TYPE, info, {**(params or {}), "rules": rules})

    def __reduce__(self) -> tuple[Any, ...]:
        """A game goes elsewhere as its text."""
        return load_game, (str(self),)

    def new_initial_state(self) -> TrickbookState:
        """Return the state before the deal."""
        return TrickbookState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SeatObserver:  # noqa: ARG002 - there are none
        """Return an observer of states."""
        return SeatObserver(self.of.size, iig_obs_type)


class TrickbookState(pyspiel.State):  # type: ignore[misc]
    """A state: the bytes of the seed so far, then a moment of the game.

    ``heard`` has the course of a deal by seat up to where a sampled world begins.
    """

    def __init__(self, game: TrickbookGame) -> None:
        """Begin before the deal."""
        super().__init__(game)
        self.of, self.deals, self.seed = game.of, game.deals, tuple[int, ...]()
        self.moment: Moment | None = None
        self.heard: Mapping[int, list[Any]] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """A state goes elsewhere as its game and its actions."""
        return load_state, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def current_player(self) -> int:
        """Return whose turn it is."""
        if self.moment is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.moment.seat is None else self.moment.seat

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.moment.legal) if self.moment and self.moment.seat == player else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return each byte, all as likely."""
        return [(byte, 1 / BYTE) for byte in range(BYTE)]

    def _apply_action(self, action: int) -> None:
        if self.moment is not None:
            self._act(self.moment, action)
            return
        self.seed = (*self.seed, whole(Message("a byte of the seed"), action, 0, BYTE - 1))
        if len(self.seed) == SEED_BYTES:
            self.moment = deal(self.of, int.from_bytes(self.seed, "big"), self.deals)

    def _act(self, now: Moment, action: int) -> None:
        """Make the action of the seat in turn."""
        if now.seat is None:
            raise TrickbookError(Message("the game is over: nobody acts in a terminal state"))
        if action not in now.legal:
            labels = self.of.actions.labels
            name = f"{action} ({labels[action]})" if 0 <= action < len(labels) else described(action)
            raise TrickbookError(Message("action {name} is not legal here: see legal_actions()", name=name))
        self.moment = after(self.of, now, int(action))

    def _dealt(self) -> Moment:
        """Return the moment; TrickbookError before the deal."""
        if self.moment is None:
            raise TrickbookError(
                Message("nothing is dealt yet: apply {number} actions of chance first", number=SEED_BYTES)
            )
        return self.moment

    def _action_to_string(self, player: int, action: int) -> str:
        if player < 0:
            return f"deal {action}"
        return self.of.actions.labels[whole(Message("an action"), action, 0, len(self.of.actions.labels) - 1)]

    def is_terminal(self) -> bool:
        """Return whether the last deal is over."""
        return self.moment is not None and self.moment.seat is None

    def returns(self) -> list[float]:
        """Return the points of all deals together by seat, so that more are better; 0 before the end."""
        ended = self.moment.game.deals if self.moment and self.moment.seat is None else ()
        return self.of.total(ended)

    def __str__(self) -> str:
        """Tell where the game stands."""
        return f"seed {self.seed}" if self.moment is None else f"{self.moment.game} {self.moment.chosen}"

    def information(self, seat: int) -> str:
        """Return all that a seat knows, as JSON: its view, and its move so far."""
        now = self._dealt()
        view = now.game.view(seat)
        known = {key: value for key, value in view.items() if key not in DERIVED}
        known["course"] = [*self.heard.get(seat, ()), *view["course"]]
        return json.dumps([seat, known, list(now.chosen) if seat == now.seat else []])

    def resampled(self, player: int, chance: int) -> TrickbookState:
        """Return a state with other cards in the places that a seat does not see, for search by worlds.

        TrickbookError if no deal is found that agrees with all that the seat sees.
        """
        now, found = self._dealt(), self.clone()
        game = now.game
        for world in sample_worlds(self.of.rules, self.of.players, game.view(player), 1, chance).worlds:
            found.moment = now._replace(game=world)
            if not world.view(player)["course"]:  # a world begins after what was dealt and said
                public = game.view(None)["course"]
                found.heard = dict.fromkeys(range(self.of.players), public) | {
                    player: game.view(player)["course"]
                }
            if found.information(player) == self.information(player):
                same: TrickbookState = found
                return same
        raise TrickbookError(Message("no deal was found that agrees with all that the seat sees"))


def resampler(chance: int) -> Callable[[TrickbookState, int], TrickbookState]:
    """Return what ``ISMCTSBot.set_resampler`` takes; the same seed gives the same worlds."""
    first = a_seed(chance)
    seeds = iter(range(first, first + MAX_LENGTH * MAX_LENGTH))
    return lambda state, player: state.resampled(player, next(seeds))


def load_game(text: str) -> TrickbookGame:
    """Load a game by its text, as `str` gives it."""
    game: TrickbookGame = pyspiel.load_game(text)
    return game


def load_state(text: str) -> TrickbookState:
    """Return a state from what `pyspiel.serialize_game_and_state` wrote."""
    _, state = pyspiel.deserialize_game_and_state(text)
    found: TrickbookState = state
    return found


class SeatObserver:
    """What a seat observes, as OpenSpiel asks for it."""

    def __init__(self, size: int, kind: Any = None) -> None:
        """Prepare the tensor."""
        self.kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        self.tensor = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: TrickbookState, player: int) -> None:
        """Fill the tensor with what a seat observes."""
        self.tensor[:] = 0 if state.moment is None else observation(state.of, state.moment, player)

    def string_from(self, state: TrickbookState, player: int) -> str:
        """Return what a seat knows, or the public or the private part of it alone, as JSON."""
        if state.moment is None:
            return "before the deal"
        private = self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        if self.kind.public_info and private:
            return state.information(player)
        public = state.moment.game.view(None)
        if self.kind.public_info:
            return json.dumps(public)
        own = state.moment.game.view(player) if private else public
        return json.dumps({key: value for key, value in own.items() if value != public[key]})


pyspiel.register_game(TYPE, TrickbookGame)
