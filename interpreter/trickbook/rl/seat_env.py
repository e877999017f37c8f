"""A Gymnasium environment: one seat among bots."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from trickbook.bots import parse_players, seated_players
from trickbook.bots.turn import turn_of
from trickbook.cards.chance import SEEDS, stream
from trickbook.problems import TrickbookError, described, needs
from trickbook.problems.arguments import listed
from trickbook.rl.actions import a_seed, at_most, has_begun, legal_action, whole
from trickbook.rl.table_spaces import MOST_DEALS, after, deal, moment, observation, reward, spaces
from trickbook.texts.message import Message

with needs(Message("`gym_env` needs Gymnasium: run `make rl` in your clone of Trickbook")):
    from gymnasium import Env
    from gymnasium.spaces import Box, Discrete

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from trickbook.bots.turn import Bot
    from trickbook.rl.table_spaces import Moment, Spaces
    from trickbook.ruleset import Ruleset


class SeatEnv(Env[Any, Any]):
    """A seat among bots as a Gymnasium environment."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - Gymnasium declares it so
    moment: Moment
    """Where the episode stands, from the first reset on."""

    def __init__(self, of: Spaces, seat: int, others: str | Sequence[Bot], deals: int | None) -> None:
        """Sit down; ``gym_env`` describes the arguments."""
        self.of, self.seat, self.deals = of, whole("seat", seat, 0, of.players - 1), at_most("deals", deals)
        self.render_mode = "ansi"
        self.action_space = Discrete(len(of.actions.labels))
        self.observation_space = Box(*of.bounds())
        self._stack = ExitStack()
        self._bots = self._bots_by_name(others) if isinstance(others, str) else self._checked_bots(others)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Say what is missing before the first reset."""
            raise has_begun(name, ("moment",))

    def _bots_by_name(self, others: str) -> list[Bot]:
        """Create the bots by name; the list repeats around the table."""
        names, most = parse_players(others), self.of.players - 1
        if len(names) > most:
            raise TrickbookError(
                Message(
                    "others are {number_most} bots at most, one for each other seat, not {number}",
                    number_most=most,
                    number=len(names),
                )
            )
        seats = [names[place % len(names)] for place in range(most)]
        seats.insert(self.seat, "random")
        return self._stack.enter_context(seated_players(seats, self.of.rules, self.of.players))

    def _checked_bots(self, others: Sequence[Bot]) -> list[Bot]:
        """Check the bots: one for every seat, though yours is not asked."""
        bots = list(listed("others", others, Message("bots, one for every seat, or their names as text")))
        if len(bots) != self.of.players:
            raise TrickbookError(
                Message(
                    "others are {number_seats} bots, one for every seat, not {number}",
                    number_seats=self.of.players,
                    number=len(bots),
                )
            )
        for bot in bots[: self.seat] + bots[self.seat + 1 :]:
            if not callable(bot):
                raise TrickbookError(
                    Message("others are bots that can be called, not {text}", text=described(bot))
                )
        return bots

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - there are none
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Deal, and let the others act until it is your turn; a deal in which it never is, is dropped."""
        super().reset(seed=None if seed is None else a_seed(seed))
        for _ in range(MOST_DEALS):
            now = deal(self.of, int(self.np_random.integers(SEEDS)), self.deals)
            self._chance, self._turns = stream(now.game.seed, 0), 0
            self.moment = self._yours(now)
            if self.moment.seat is not None:
                return self._observation(), self._info()
        raise TrickbookError(
            Message(
                "seat {seat} has nothing to do in any of {number} deals", seat=self.seat, number=MOST_DEALS
            )
        )

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Act, and let the others act; an illegal action counts as the first legal one."""
        before, legal = self.moment, self.moment.legal
        if before.seat is None:
            raise TrickbookError(Message("the episode is over: call reset()"))
        meant = legal_action(action, legal)
        illegal = {"illegal": True} if meant is None else {}
        self.moment = self._yours(after(self.of, before, legal[0] if meant is None else meant))
        earned = reward(self.of, before, self.moment)[self.seat]
        return self._observation(), earned, self.moment.seat is None, False, self._info() | illegal

    def _yours(self, now: Moment) -> Moment:
        """Let the bots act until it is your turn, or all is over."""
        while now.seat not in (self.seat, None):
            self._turns += 1
            chance = stream(self._chance, self._turns)
            move = self._bots[now.seat](turn_of(self.of.rules, now.game, now.seat, chance))
            now = moment(self.of, now.game.apply(now.seat, move), self.deals)
        return now

    def _observation(self) -> NDArray[np.float32]:
        return observation(self.of, self.moment, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> NDArray[np.int8]:
        """Return 1 for each legal action, as maskable algorithms ask for it."""
        return self.of.mask(self.moment.legal)

    def render(self) -> str:
        """Return where the game stands, in a line."""
        return repr(self.moment.game)

    def close(self) -> None:
        """End the processes of outside players."""
        self._stack.close()


def gym_env(
    rules: Ruleset,
    seat: int = 0,
    others: str | Sequence[Bot] = "duck",
    *,
    players: int | None = None,
    deals: int | None = 1,
) -> SeatEnv:
    """Return a Gymnasium environment of one seat among bots.

    ``others`` are names as after ``--bots``, for the other seats in order, repeated around the table; or a
    bot for every seat, of which yours is not asked. An episode is one deal, or so many ``deals``; None plays
    the match to its end.
    """
    return SeatEnv(spaces(rules, players), seat, others, deals)
