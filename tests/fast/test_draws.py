"""Chance in the machine, many numbers drawn at once, is the interpreter's, even where one is drawn again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numba import njit

from trickbook.cards.chance import GOLDEN, MASK, below, mixed, shuffled
from trickbook.fast.machine.bit_words import U
from trickbook.fast.machine.random_choice import DRAWS, NO_LOT, random_place
from trickbook.fast.machine.shuffle import shuffle_list

FACTORS = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB


def unmixed(number: int) -> int:
    """The state that yields a number."""
    number ^= number >> 31 ^ number >> 62
    number = number * pow(FACTORS[1], -1, 1 << 64) & MASK
    number ^= number >> 27 ^ number >> 54
    number = number * pow(FACTORS[0], -1, 1 << 64) & MASK
    return number ^ number >> 30 ^ number >> 60


@njit
def place(source: Any, turn: Any, many: Any, draws: Any) -> Any:
    return random_place(source, turn, many, draws)


@njit
def shuffle(order: Any, many: Any, state: Any, draws: Any) -> Any:
    return shuffle_list(order, many, state, draws)


def test_a_number_has_one_state() -> None:
    assert [mixed(unmixed(number)) for number in (0, 1, GOLDEN, MASK)] == [0, 1, GOLDEN, MASK]


@pytest.mark.parametrize("many", [1, 2, 7, 52, 104])
@pytest.mark.parametrize("again", [0, 1, 5, 50, 200])
def test_a_shuffle(many: int, again: int) -> None:
    """The number zero is never fair, except to a power of two; here the draw with a number is zero."""
    state = -(again + 1) * GOLDEN & MASK
    order = np.arange(many, dtype=np.uint64)
    after = shuffle(order, many, U(state), np.zeros(128, np.uint64))
    pack, expected = shuffled(state, range(many))
    assert (order.tolist(), int(after)) == (pack, expected)


@pytest.mark.parametrize("source", [0, 12345, unmixed(-GOLDEN & MASK) - 40 * GOLDEN & MASK])
def test_a_place(source: int) -> None:
    """In the last of these the number of turn 40 is zero."""
    draws = np.full(DRAWS + 1, NO_LOT, np.uint64)
    for turn in (1, 2, 39, 40, 41, 3, 100):
        for many in (1, 2, 3, 52, (1 << 32) - 5):
            expected, _ = below(mixed(source + turn * GOLDEN & MASK), many)
            assert place(U(source), U(turn), many, draws) == expected, (turn, many)
