"""What a choice says of who made it, and which exchanges of cards stay."""

from __future__ import annotations

from math import exp, inf, log

import pytest

from trickbook.batch import reckoning


@pytest.mark.parametrize(
    ("many", "agreed", "wanted"),
    [(1, 1, 0.0), (4, 1, log(0.97 * 4)), (4, 0, log(0.03 * 4 / 3)), (2, 0, log(0.06))],
)
def test_a_duck_makes_its_own_choice_and_others_any(many: int, agreed: int, wanted: float) -> None:
    assert reckoning.odds_of_choice(0.97, many, agreed) == pytest.approx(wanted)


@pytest.mark.parametrize("number", [-800.0, -3.0, 0.0, 0.5, 40.0, 800.0])
def test_a_seat_may_duck_or_not(number: float) -> None:
    """A seat ducks or not with equal probability, so its plays count as log(1 + e^odds)."""
    wanted = number if number > 700 else log(1 + exp(number))
    assert reckoning.likelihood(number) == pytest.approx(wanted)


def test_an_illegal_play_is_hardly_likely() -> None:
    assert reckoning.likelihood(-inf) == reckoning.ILLEGAL


@pytest.mark.parametrize(
    ("gain", "luck", "kept"),
    [(0.1, 0.99, 1), (0.0, 0.99, 1), (log(0.5), 0.49, 1), (log(0.5), 0.51, 0), (-inf, 0.0, 0)],
)
def test_a_worse_world_stays_with_the_ratio_of_the_likelihoods(gain: float, luck: float, kept: int) -> None:
    assert reckoning.is_kept(gain, luck) == kept
