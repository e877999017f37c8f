"""The generator yields what it should: every line of chance.txt, which another program worked out."""

from __future__ import annotations

from itertools import accumulate, repeat
from pathlib import Path

import pytest

from trickbook.cards.chance import GOLDEN, MASK, below, mixed, shuffled, stream

LINES = (
    line.partition("#")[0].split()
    for line in Path(__file__).with_name("chance.txt").read_text("utf-8").splitlines()
)
VECTORS: dict[str, list[list[str]]] = {}
for word, *numbers in filter(None, LINES):
    VECTORS.setdefault(word, []).append(numbers)


@pytest.mark.parametrize("vector", VECTORS["yields"], ids=str)
def test_yields(vector: list[str]) -> None:
    """Splitmix64 steps its state by the golden ratio and scrambles it."""
    seed, *wanted = (int(number, 16) for number in vector)
    states = list(
        accumulate(repeat(GOLDEN, len(wanted)), lambda state, step: (state + step) & MASK, initial=seed)
    )
    assert [mixed(state) for state in states[1:]] == wanted


def test_the_first_yields_are_those_published() -> None:
    assert VECTORS["yields"][0][1:4] == ["e220a8397b1dcdaf", "6e789e6aa1b965f4", "06c45d188009454f"]


@pytest.mark.parametrize("vector", VECTORS["stream"], ids=str)
def test_stream(vector: list[str]) -> None:
    seed, deal, state = vector
    assert stream(int(seed), int(deal)) == int(state, 16)


@pytest.mark.parametrize("vector", VECTORS["below"], ids=str)
def test_below(vector: list[str]) -> None:
    state, limit, number, after = vector
    assert below(int(state, 16), int(limit)) == (int(number), int(after, 16))


@pytest.mark.parametrize("vector", VECTORS["shuffled"], ids=str)
def test_shuffled(vector: list[str]) -> None:
    state, size, order, after = vector
    wanted = [int(place) for place in order.split(",")]
    assert shuffled(int(state, 16), range(int(size))) == (wanted, int(after, 16))


def test_every_number_is_as_likely() -> None:
    """A thousand draws below 6: none is off by more than five standard deviations."""
    counts, state = [0] * 6, 1
    for _ in range(6000):
        number, state = below(state, 6)
        counts[number] += 1
    assert all(abs(count - 1000) < 5 * (1000 * 5 / 6) ** 0.5 for count in counts)
