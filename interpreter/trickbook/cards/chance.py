"""Chance: one specified generator, so that a seed gives the same deals everywhere.

The generator is splitmix64 (Steele, Lea and Flood, 2014) on a 64-bit state. Every deal has a
stream of its own, derived from the match's seed and the number of the deal, so a deal
never depends on how much chance the deals before it needed.
"""

from __future__ import annotations

from functools import lru_cache
from struct import Struct
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Thing = TypeVar("Thing")

MASK: Final = (1 << 64) - 1
GOLDEN: Final = 0x9E3779B97F4A7C15
LAST_RUNG: Final = 63
"""The last number that can be drawn where each is half as likely as the one before."""

MIXED_AT_ONCE: Final = 8
"""So many numbers of a stream are mixed at once."""

MAX_MOVES: Final = 1 << 32
"""Of more moves than this, only the first so many can be chosen."""

SEEDS: Final = 1 << 63
"""Seeds are whole numbers from 0 to one less than this."""


def mixed(state: int) -> int:
    """Scramble a state into the 64-bit number that it yields."""
    state = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    state = ((state ^ (state >> 27)) * 0x94D049BB133111EB) & MASK
    return state ^ (state >> 31)


def stream(seed: int, deal: int) -> int:
    """Give the state from which the chance of one deal starts; deals count from 1."""
    return mixed((mixed(seed & MASK) + deal * GOLDEN) & MASK)


def below(state: int, limit: int) -> tuple[int, int]:
    """Draw a number from 0 to ``limit - 1``, each as likely; give it and the next state.

    The upper 32 bits are scaled to the limit; the few draws that would favour some
    numbers are drawn again (Lemire, 2019).
    """
    while True:
        state = (state + GOLDEN) & MASK
        scaled = (mixed(state) >> 32) * limit
        low = scaled & 0xFFFFFFFF
        if low >= limit or low >= (1 << 32) % limit:
            return scaled >> 32, state


def rung(state: int, limit: int) -> int:
    """Draw a number from 0 to ``limit - 1``, each half as likely as the one before, the last two alike."""
    number = mixed((state + GOLDEN) & MASK)
    return min((number & -number).bit_length() - 1 if number else LAST_RUNG, LAST_RUNG, limit - 1)


class Stream:
    """A stream of chance that is drawn from again and again."""

    def __init__(self, seed: int) -> None:
        """Start the stream of a seed."""
        self.state = stream(seed, 0)
        self._ahead: list[int] = []

    def below(self, limit: int) -> int:
        """Draw a number from 0 below a limit; several are mixed ahead, since searches draw very often."""
        before = self.state
        if not self._ahead:
            self._ahead = [*reversed(upper_halves(before, MIXED_AT_ONCE))]
        scaled = self._ahead.pop() * limit
        self.state = (before + GOLDEN) & MASK
        if scaled & 0xFFFFFFFF >= limit:
            return scaled >> 32
        found, self.state = below(before, limit)
        self._ahead = []
        return found

    def rung(self, limit: int) -> int:
        """Draw a number from 0 below a limit, each half as likely as the one before."""
        before, self.state = self.state, (self.state + GOLDEN) & MASK
        self._ahead = self._ahead[:-1]
        return rung(before, limit)

    def one(self, things: Sequence[Thing]) -> Thing:
        """Draw one of some things."""
        return things[self.below(len(things))]


def shuffled(state: int, things: Sequence[int]) -> tuple[list[int], int]:
    """Shuffle by Fisher and Yates, from the last place down; give the list and the next state."""
    pack, most = list(things), max(len(things), 1)
    for limit, number in zip(range(most, 1, -1), upper_halves(state, most - 1), strict=True):
        scaled = number * limit
        if scaled & 0xFFFFFFFF < limit:
            return _shuffled_one_by_one(state, things)
        place = scaled >> 32
        pack[limit - 1], pack[place] = pack[place], pack[limit - 1]
    return pack, (state + (most - 1) * GOLDEN) & MASK


def _shuffled_one_by_one(state: int, things: Sequence[int]) -> tuple[list[int], int]:
    """Shuffle where a number may have to be drawn again."""
    pack = list(things)
    for last in range(len(pack) - 1, 0, -1):
        index, state = below(state, last + 1)
        pack[last], pack[index] = pack[index], pack[last]
    return pack, state


class Lanes(NamedTuple):
    """Numbers of 64 bits side by side in a long one, 128 bits apart, so that their products have room."""

    ones: int
    steps: int
    masks: int
    upper_halves: Callable[[bytes], tuple[int, ...]]


@lru_cache(maxsize=64)
def lanes(count: int) -> Lanes:
    """So many lanes: a 1 in each, how far each state is from the first, all bits, how to read them."""
    ones = sum(1 << 128 * lane for lane in range(count))
    steps = sum(((lane + 1) * GOLDEN & MASK) << 128 * lane for lane in range(count))
    return Lanes(ones, steps, ones * MASK, Struct("<" + "4xI8x" * count).unpack)


def upper_halves(state: int, count: int) -> tuple[int, ...]:
    """The upper 32 bits of the next numbers of a stream, all mixed at once."""
    if count < 1:
        return ()
    ones, steps, masks, unpacked = lanes(count)
    long = (ones * state + steps) & masks
    long = ((long ^ (long >> 30 & masks)) * 0xBF58476D1CE4E5B9) & masks
    long = ((long ^ (long >> 27 & masks)) * 0x94D049BB133111EB) & masks
    return unpacked((long ^ (long >> 31 & masks)).to_bytes(16 * count, "little"))
