"""The spaces of a table: what each number of an action and of an observation means."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from trickbook.bots.costs_of_cards import highest_wins, score_size
from trickbook.problems import TrickbookError, described, nearest, shown
from trickbook.rl.actions import Actions, number_actions
from trickbook.rl.arguments import whole
from trickbook.rl.coder import Coder, Look
from trickbook.rl.fields import BIT, Field, fields
from trickbook.ruleset import Ruleset

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

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
            raise TrickbookError(f"an observation has {self.size} numbers, not the shape {described(shape)}")
        for field in self.fields:
            if field.name == name:
                return observation[start : start + field.size].reshape(field.shape)
            start += field.size
        known = [field.name for field in self.fields]
        meant = nearest(str(name), known)
        hint = f"; did you mean {shown(meant)}?" if meant else "."
        raise TrickbookError(f"no field is called {described(name)}{hint} Fields are {', '.join(known)}")

    def mask(self, legal: Iterable[int]) -> NDArray[np.int8]:
        """Return 1 for each legal action, 0 for all others."""
        found = np.zeros(len(self.actions.labels), np.int8)
        found[[whole("an action", action, 0, len(found) - 1) for action in legal]] = 1
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
        raise TrickbookError(f"rules are a ruleset, not {described(given)}: write trickbook.load({name})")
    return _spaces(rules, None if players is None else whole("players", players, 1, MOST_PLAYERS))


@lru_cache(maxsize=64)
def _spaces(rules: Ruleset, players: int | None) -> Spaces:
    engine = rules.engine(players)
    actions, coder, seats = number_actions(engine), Coder(engine), engine.layout.seats
    sign = 1 if highest_wins(rules, seats) else -1
    return Spaces(rules, seats, actions, coder, tuple(fields(engine, coder, actions)), sign)
