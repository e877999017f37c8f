"""Complex numbers in the fast engine: all that can be said of them, held where the interpreter holds them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from numba import njit
from tests.batch.complex_parts import by_part

import trickbook
from trickbook.bots import random_deal
from trickbook.cards.gaussian import Gaussian
from trickbook.expression.types import LARGEST, held
from trickbook.fast import compile_ruleset, play_deals
from trickbook.fast.machine.arithmetic import complex_product

RULES = """\
trickbook: 1
extends: complex-hearts
name: More complex
facts:
  luck: {starts: 1 - 2i, owned: yes, lasts: match, upon: end, becomes: luck * luck + points}
  pot:  {starts: 0i, upon: trick, when: trick has hearts, becomes: pot - worth of trick * 3i}
  far:  {starts: no, upon: end, becomes: norm of pot > 20}
points:
  wild:   {before: moon_added, when: taken has 2D, cards: penalty, times: if taken has 3D then 2-1i else 3}
  even:   {after: ten, when: points is 13i or points is 4, player: 7}
  shared: {after: even, when: taken has AS, others: points + luck of others - total of others (points)}
  pots:   {after: shared, when: far or not (pot is 0), player: if far then points * pot else 5}
  high:   {after: pots, when: taken has KC, player: luck * 1000000}
metrics:
  far_away: {is: norm of (score + points) > norm of luck}
match: {starts: 2 - 7i, ends: {target: null}, max_deals: 12}
"""


@pytest.fixture
def rules(tmp_path: Path) -> trickbook.Ruleset:
    path = tmp_path / "more.yaml"
    path.write_text(RULES, "utf-8")
    return trickbook.load(path)


def test_points_are_pairs() -> None:
    hearts = trickbook.load("complex-hearts")
    points, _ = play_deals(compile_ruleset(hearts, 4), [17, 18], [1, 1])
    assert points.shape == (2, 4, 2)
    games = [random_deal(hearts, 4, seed, 1) for seed in (17, 18)]
    assert (
        points[:, :, 1].tolist()
        == by_part("points", [game.deals[0] for game in games], both=True)["points_imaginary"]
    )


EDGES = (0, 1, -7, 3_037_000_500, 10**15, LARGEST, -LARGEST)


@pytest.mark.parametrize("largest", [10**15, LARGEST])
def test_products_are_exact_and_held(largest: int) -> None:
    numbers = list(product(EDGES, repeat=4))

    @njit
    def all_crossed(given, found, largest):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        for place in range(len(given)):
            one, two, three, four = given[place]
            found[place, 0], found[place, 1] = complex_product(one, two, three, four, largest)

    found = np.zeros((len(numbers), 2), np.int64)
    all_crossed(np.array(numbers), found, largest)
    for (a, b, c, d), pair in zip(numbers, found.tolist(), strict=True):
        assert held(Gaussian(a, b) * Gaussian(c, d), largest) == Gaussian(*pair)
