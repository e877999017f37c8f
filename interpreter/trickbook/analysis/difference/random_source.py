"""The random source of a search, reproducible by its seed."""

from __future__ import annotations

from trickbook.cards.chance import Stream


class RandomSource(Stream):
    """A stream of random numbers."""

    def once_in(self, times: int) -> bool:
        """True with probability 1 / ``times``."""
        return not self.below(times)
