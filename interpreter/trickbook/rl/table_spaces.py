"""The spaces of a table: what each number of an action and of an observation means."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from trickbook.bots.costs_of_cards import highest_wins, score_size
from trickbook.cards.chance import SEEDS, stream
from trickbook.problems import TrickbookError, described, nearest, shown
from trickbook.rl.actions import Actions, Choice, choice_of, choose, next_actions, number_actions, whole
from trickbook.rl.coder import Coder, Look
from trickbook.rl.fields import BIT, Field, fields
from trickbook.ruleset import Ruleset
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from trickbook.game import Game
    from trickbook.rl.actions import Chosen


MOST_PLAYERS: Final = 10
"""No ruleset is for more."""

LARGEST: Final = 1e18
"""No number of an observation is larger, on either side of zero."""


@dataclass(frozen=True)
class Spaces:
    """The spaces of a ruleset for so many players: its actions, and the fields of an observation.

    They depend on the rules alone, not on their prose. ``sign`` is 1 where points are good, else -1.
    """

    rules: Ruleset
    players: int
    actions: Actions
    coder: Coder
    fields: tuple[Field, ...]
    sign: int

    def __deepcopy__(self, _memo: object) -> Spaces:
        """Return the spaces themselves: they never change."""
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Spaces go elsewhere as their rules."""
        return spaces, (self.rules, self.players)

    @cached_property
    def size(self) -> int:
        """How many numbers an observation has."""
        return sum(field.size for field in self.fields)

    def observe(self, view: Mapping[str, Any], chosen: Sequence[int] = ()) -> NDArray[np.float32]:
        """Return the observation of a seat: what its view tells, and the cards of its move so far."""
        found, start, look = np.zeros(self.size, np.float32), 0, Look(self.coder, view, chosen)
        for field in self.fields:
            field.fill(found[start : start + field.size].reshape(field.shape), look)
            start += field.size
        return found

    def read(self, observation: NDArray[np.float32], name: str) -> NDArray[np.float32]:
        """Return a field of an observation in its shape."""
        start, shape = 0, np.shape(observation)
        if shape != (self.size,):
            raise TrickbookError(
                Message(
                    "an observation has {number} numbers, not the shape {text}",
                    number=self.size,
                    text=described(shape),
                )
            )
        for field in self.fields:
            if field.name == name:
                return observation[start : start + field.size].reshape(field.shape)
            start += field.size
        known = [field.name for field in self.fields]
        meant = nearest(str(name), known)
        message = Message("no field is called {text}", text=described(name))
        if meant:
            message = Message(
                "{what}; {hint}", what=message, hint=Message("did you mean {word}?", word=shown(meant))
            )
        template = "{what} Fields are {list}" if meant else "{what}. Fields are {list}"
        raise TrickbookError(Message(template, what=message, list=listing(known)))

    def mask(self, legal: Iterable[int]) -> NDArray[np.int8]:
        """Return 1 for each legal action, 0 for all others."""
        found = np.zeros(len(self.actions.labels), np.int8)
        found[[whole(Message("an action"), action, 0, len(found) - 1) for action in legal]] = 1
        return found

    def bounds(self) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        """Return the least and the greatest value of each number of an observation."""
        bits = np.concatenate([np.full(field.size, field.unit == BIT) for field in self.fields])
        return np.where(bits, 0, -LARGEST).astype(np.float32), np.where(bits, 1, LARGEST).astype(np.float32)

    def total(self, deals: Iterable[Sequence[Any]]) -> list[float]:
        """Return each seat's points in some deals together, so that more are better."""
        found = [0] * self.players
        for points in deals:
            found = [so_far + self.sign * score_size(own) for so_far, own in zip(found, points, strict=True)]
        return [float(own) for own in found]


def spaces(rules: Ruleset, players: int | None = None) -> Spaces:
    """Return the spaces of a ruleset, for its usual number of players or another."""
    given: object = rules
    if not isinstance(given, Ruleset):
        name = described(given) if isinstance(given, str) else "NAME"
        raise TrickbookError(
            Message(
                "rules are a ruleset, not {text}: write trickbook.load({name})",
                text=described(given),
                name=name,
            )
        )
    return _spaces(rules, None if players is None else whole("players", players, 1, MOST_PLAYERS))


@lru_cache(maxsize=64)
def _spaces(rules: Ruleset, players: int | None) -> Spaces:
    engine = rules.engine(players)
    actions, coder, seats = number_actions(engine), Coder(engine), engine.layout.seats
    sign = 1 if highest_wins(rules, seats) else -1
    return Spaces(rules, seats, actions, coder, tuple(fields(engine, coder, actions)), sign)


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
    raise TrickbookError(Message("nobody has anything to do in any of {number} deals", number=MOST_DEALS))


def moment(spaces: Spaces, game: Game, ends: int | None) -> Moment:
    """Return the moment of a game that has just been dealt, or moved on."""
    seat = game.turn
    if seat is None or (ends is not None and len(game.deals) >= ends):
        return Moment(game, ends)
    choice = choice_of(spaces.actions, game.phase, game.legal(seat))
    legal = tuple(next_actions(spaces.actions, choice))
    if not legal:
        raise TrickbookError(
            Message(
                "the game is stuck: {phase} waits for seat {seat}, which has no move",
                phase=game.phase,
                seat=seat,
            )
        )
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
