"""Luck: what a search draws at random, the same for the same seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from trickbook.cards.chance import below, stream

if TYPE_CHECKING:
    from collections.abc import Sequence

Thing = TypeVar("Thing")


class RandomSource:
    """A stream of chance that goes on with each draw."""

    def __init__(self, seed: int) -> None:
        """Begin the stream of a seed."""
        self.state = stream(seed, 0)

    def below(self, limit: int) -> int:
        """A number from 0 to one less than the limit."""
        found, self.state = below(self.state, limit)
        return found

    def once_in(self, times: int) -> bool:
        """Whether something happens that happens once in so many times."""
        return not self.below(times)

    def one(self, things: Sequence[Thing]) -> Thing:
        """One of some things."""
        return things[self.below(len(things))]
