"""Hidden cards dealt again: every pile keeps its size, and no card is lost."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

import trickbook
from trickbook.bots.compiled_duck import duck_data
from trickbook.fast import compile_engine
from trickbook.fast.machine.card_sets import MOST_CARDS
from trickbook.fast.machine.redeal import redeal
from trickbook.fast.redeal import Decision, play_redealt

MANY = 4000


def dealt_again(first: list[list[int]], registers: list[int]) -> list[list[list[int]]]:
    """The sets after they were dealt again so many times, as words."""
    sets = np.array([first] * MANY, np.uint64)
    rows = np.array([registers] * MANY, np.int64)
    redeal(sets, rows, np.arange(MANY, dtype=np.uint64), np.zeros(MOST_CARDS, np.uint64))
    found: list[list[list[int]]] = sets.tolist()
    return found


def test_sizes_and_cards_stay_and_other_sets_are_left_alone() -> None:
    for first, open_, second in dealt_again([[0b111], [0b11000], [0b1100000]], [0, 2, -1]):
        assert open_ == [0b11000]
        assert (first[0].bit_count(), second[0].bit_count()) == (3, 2)
        assert first[0] | second[0] == 0b1100111


def test_each_card_lies_anywhere_with_the_same_chance() -> None:
    hands = [hand[0] for hand, _ in dealt_again([[0b111], [0b1111000]], [0, 1])]
    shares = [sum(hand >> card & 1 for hand in hands) / MANY for card in range(7)]
    assert shares == pytest.approx([3 / 7] * 7, abs=0.04)  # five standard errors
    apart = [(one & other).bit_count() for one, other in pairwise(hands)]
    assert sum(apart) / len(apart) == pytest.approx(9 / 7, abs=0.06)  # neighbours are independent


def test_large_packs_have_two_words() -> None:
    for one, other in dealt_again([[1, 1 << 63], [0, 0b11]], [0, 1]):
        assert [sum(word.bit_count() for word in words) for words in (one, other)] == [2, 2]
        assert (one[0] | other[0], one[1] | other[1]) == (1, 1 << 63 | 0b11)


def test_what_a_seat_sees_decides_what_may_come() -> None:
    rules = trickbook.load("hearts", {"passing": ["hold"]})
    game = rules.new_game(hands=["2C", "3C", "4C", "5H"])
    engine, state = game.engine, game.state.copy()
    hand = engine.layout.piles["hand"].base
    compiled = compile_engine(engine, duck_data(rules, 4))

    def points(*seats: int) -> set[tuple[int, ...]]:
        hidden = [hand + seat for seat in seats]
        found = play_redealt(compiled, [Decision(state, [state.piles[hand]], hidden, 1)], 40)
        assert not found.endings.any()
        return {*map(tuple, found.points.tolist())}

    assert points() == {(0, 0, 1, 0)}
    assert points(1, 2) == {(0, 1, 0, 0), (0, 0, 1, 0)}
    assert points(1, 2, 3) == {(0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1)}
