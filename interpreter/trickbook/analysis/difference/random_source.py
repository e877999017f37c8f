"""The random source of a search, reproducible by its seed."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from trickbook.cards.chance import below, stream

if TYPE_CHECKING:
    from collections.abc import Sequence

Thing = TypeVar("Thing")


class RandomSource:
    """A stream of random numbers."""

    def __init__(self, seed: int) -> None:
        """Start the stream of a seed."""
        self.state = stream(seed, 0)

    def below(self, limit: int) -> int:
        """A number from 0 up to, but not including, the limit."""
        found, self.state = below(self.state, limit)
        return found

    def once_in(self, times: int) -> bool:
        """True with probability 1 / ``times``."""
        return not self.below(times)

    def one(self, things: Sequence[Thing]) -> Thing:
        """A random element."""
        return things[self.below(len(things))]
