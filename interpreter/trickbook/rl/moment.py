"""A moment of an episode: a game, whose turn it is, and the cards of its move so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.cards.chance import SEEDS, stream
from trickbook.problems import TrickbookError
from trickbook.rl.actions import Choice, choice_of, choose, next_actions

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from trickbook.game.game import Game
    from trickbook.rl.actions import Chosen
    from trickbook.rl.table_spaces import Spaces

NO_CHOICE: Final = Choice()

MOST_DEALS: Final = 1000
"""How many deals are tried for one in which somebody may act."""


class Moment(NamedTuple):
    """A moment of an episode; ``seat`` is None once it is over.

    ``legal`` are the actions of the seat. The episode ends after so many deals; if ``ends`` is None, with the
    match.
    """

    game: Game
    ends: int | None
    seat: int | None = None
    choice: Choice = NO_CHOICE
    chosen: Chosen = ()
    legal: tuple[int, ...] = ()

    def __deepcopy__(self, _memo: object) -> Moment:
        """Return the moment itself: nothing of it changes."""
        return self


def deal(spaces: Spaces, seed: int, ends: int | None) -> Moment:
    """Return the moment after a deal of a seed, or of the first one after it in which somebody may act."""
    for number in range(MOST_DEALS):
        chance = stream(seed, number) % SEEDS if number else seed
        now = moment(spaces, spaces.rules.new_game(spaces.players, seed=chance), ends)
        if now.seat is not None:
            return now
    raise TrickbookError(f"nobody has anything to do in any of {MOST_DEALS} deals")


def moment(spaces: Spaces, game: Game, ends: int | None) -> Moment:
    """Return the moment of a game that has just been dealt, or moved on."""
    seat = game.turn
    if seat is None or (ends is not None and len(game.deals) >= ends):
        return Moment(game, ends)
    choice = choice_of(spaces.actions, game.phase, game.legal(seat))
    legal = tuple(next_actions(spaces.actions, choice))
    if not legal:
        raise TrickbookError(f"the game is stuck: {game.phase} waits for seat {seat}, which has no move")
    return Moment(game, ends, seat, choice, (), legal)


def after(spaces: Spaces, now: Moment, action: int) -> Moment:
    """Return the moment after a legal action of the seat whose turn it is."""
    assert now.seat is not None  # noqa: S101 - nobody acts when the episode is over
    chosen, move = choose(spaces.actions, now.choice, now.chosen, action)
    if move is None:
        legal = tuple(next_actions(spaces.actions, now.choice, chosen))
        return now._replace(chosen=chosen, legal=legal)
    return moment(spaces, now.game.apply(now.seat, move), now.ends)


def observation(spaces: Spaces, now: Moment, seat: int) -> NDArray[np.float32]:
    """Return what a seat observes; of another's move in the making it sees nothing."""
    return spaces.observe(now.game.view(seat), now.chosen if seat == now.seat else ())


def reward(spaces: Spaces, before: Moment, now: Moment) -> list[float]:
    """Return each seat's points in the deals that ended between two moments."""
    return spaces.total(now.game.deals[len(before.game.deals) :])
