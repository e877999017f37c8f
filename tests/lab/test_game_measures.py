"""The measures of games: worked by hand, and over deals that are played."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest

import trickbook
from trickbook.lab.game_measures import measures
from trickbook.lab.game_measures.measures import Ratio, fairness_of, measure_deal, measure_game, ratio
from trickbook.lab.game_measures.table import (
    EVERYBODY,
    NOBODY,
    Choice,
    DealPlan,
    PlayedDeal,
    measured_table,
    placings,
    played_deals,
    win_shares,
)
from trickbook.lab.intervals import Estimate
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from trickbook.lab.game_measures.table import MeasuredTable


# By hand


def test_order_is_the_way_from_the_expected_share_to_all_wins() -> None:
    assert measures.order(0.25, 0.25) == 0
    assert measures.order(1, 0.25) == 1
    assert measures.order(0.61, 0.25) == pytest.approx(0.48)  # 36 of the 75 hundredths that are left
    assert measures.order(0.1, 0.25) == pytest.approx(-0.2)


def test_fairness_falls_on_both_sides_of_the_expected_share() -> None:
    assert measures.fairness(0.25, 0.25) == 1
    assert measures.fairness(0.2, 0.25) == pytest.approx(0.8)
    assert measures.fairness(0.4, 0.25) == pytest.approx(0.8)  # 60 of the 75 hundredths remain
    assert measures.fairness(0, 0.25) == measures.fairness(1, 0.25) == 0


def test_convergence_is_a_half_where_choices_stay_and_more_where_they_dwindle() -> None:
    assert measures.convergence([3, 3, 3, 3]) == 0.5
    assert measures.convergence([4, 3, 2, 1]) == 1
    assert measures.convergence([1, 2, 3]) == 0
    assert measures.convergence([5, 1, 4, 1, 2, 1]) == pytest.approx(0.5 + 4 / 14)  # the slope is -8/14
    assert measures.convergence([7]) == 0.5


def test_spread_is_the_mean_gap_of_the_best_and_the_worst_play() -> None:
    assert measures.spread([0.9, 0.5, 1.0], [0.3, 0.5, 0.1]) == pytest.approx(0.5)


def test_the_threshold_lies_between_the_first_and_the_second_place() -> None:
    assert [measures.threshold(sides) for sides in (2, 3, 4)] == [0.5, 0.75, pytest.approx(5 / 6)]


def test_drama_and_security_are_about_what_lies_below_the_threshold() -> None:
    winner = [0.59, 0.8, 0.34, 0.75, 0.9]
    assert measures.drama(winner, 0.75) == pytest.approx((0.4 + sqrt(0.41), 2))
    assert measures.security(winner, 0.75) == pytest.approx(3 / 5)
    assert measures.drama([0.8], 0.75) == Ratio(0, 0)


def test_an_estimate_on_the_threshold_is_not_below_it() -> None:
    line, seven_of_ten = measures.threshold(4), sum([1.0] * 5 + [2 / 3] * 5) / 10
    assert seven_of_ten == pytest.approx(line)
    assert measures.security([seven_of_ten, np.nextafter(line, 0)], line) == 1


def test_a_deal_is_measured_by_its_choices_and_its_winners() -> None:
    choices = (
        Choice(0, 3, 0.9, 0.4),
        Choice(1, 1, 0.59, 0.59),
        Choice(0, 2, 0.5, 0.1),
        Choice(1, 1, 0.5, 0.5),
    )
    one = measure_deal(PlayedDeal(0, 3, choices, [1.0, 0.0, 0.0]), 0.75)
    assert one.convergence == pytest.approx((0.5 + 0.25, 1))  # the slope of 3, 1, 2, 1 is -1/2
    assert one.spread == pytest.approx(((0.5 + 0 + 0.4 + 0) / 4, 1))
    assert one.drama == pytest.approx((0.5, 1))
    assert one.security == Ratio(0.5)
    both = measure_deal(PlayedDeal(0, 3, choices, [0.5, 0.5, 0.0]), 0.75)
    assert both.drama == pytest.approx(((0.5 + 0.4 + 0.5) / 2, 1.5))
    assert both.security == Ratio(0.25)


def test_a_ratio_has_the_interval_of_its_errors() -> None:
    assert ratio([]) == Estimate(None)
    assert ratio([Ratio(3, 4)]) == Estimate(0.75)
    found = ratio([Ratio(1), Ratio(0), Ratio(1), Ratio(0)])
    assert found.mean == 0.5
    assert found.high == pytest.approx(0.5 + 3.182446 * sqrt(1 / 3) / 2)
    uneven = ratio([Ratio(2, 2), Ratio(1, 3)])
    assert uneven[:2] == pytest.approx((0.6, 0.6 - 12.706205 * sqrt(2) * sqrt(2 * 0.8**2) / 5))


def test_the_interval_of_fairness_reaches_one_where_the_share_may_be_fair() -> None:
    assert fairness_of(Estimate(0.2, 0.15, 0.26), 0.25) == pytest.approx((0.8, 0.6, 1.0))
    assert fairness_of(Estimate(0.4, 0.325, 0.475), 0.25) == pytest.approx((0.8, 0.7, 0.9))


# At a table


@pytest.fixture(scope="module")
def table() -> MeasuredTable:
    return measured_table(trickbook.load("hearts"), 4)


@pytest.fixture(scope="module")
def partners() -> MeasuredTable:
    return measured_table(trickbook.load("whist"), 4, "first")


def placed(table: MeasuredTable, points: Sequence[int], leader: int = 0) -> list[float]:
    """The placing of each seat."""
    seats = np.arange(table.players)
    dealt = np.array([points] * table.players, np.int64)[:, :, None]
    return [float(one) for one in placings(table, dealt, seats, np.full(table.players, leader))]


def test_fewer_points_leave_more_rivals_behind(table: MeasuredTable) -> None:
    assert placed(table, [0, 5, 8, 13]) == pytest.approx([1, 2 / 3, 1 / 3, 0])
    assert placed(table, [0, 0, 13, 13]) == pytest.approx([5 / 6, 5 / 6, 1 / 6, 1 / 6])
    assert win_shares(table, [0, 0, 13, 13], 0) == [0.5, 0.5, 0, 0]


def test_a_tie_may_go_to_the_first_who_played() -> None:
    table = measured_table(trickbook.load("hearts"), 4, "first")
    assert placed(table, [0, 0, 13, 13], leader=1) == pytest.approx([2 / 3, 1, 1 / 3, 0])
    assert win_shares(table, [0, 0, 13, 13], 1) == [0, 1, 0, 0]


def test_partners_are_no_rivals_and_win_together(partners: MeasuredTable) -> None:
    assert placed(partners, [3, 0, 3, 0]) == [1, 0, 1, 0]
    assert win_shares(partners, [3, 0, 3, 0], 1) == [0.5, 0, 0.5, 0]
    assert partners.share == 0.5


def test_a_deal_depends_on_its_plan_alone(table: MeasuredTable, monkeypatch: pytest.MonkeyPatch) -> None:
    plans = [DealPlan(seed, 1 + seed, (EVERYBODY, NOBODY, 2)[seed % 3]) for seed in range(6)]
    together = [*played_deals(table, plans, 3)]
    monkeypatch.setattr("trickbook.lab.game_measures.table.SIDE_BY_SIDE", 2)
    assert [*played_deals(table, plans, 3)] == together
    assert [len(deal.choices) for deal in together] == [52, 0, 13] * 2
    assert [deal.thinking.bit_count() for deal in together] == [4, 0, 1] * 2
    assert all(sum(deal.wins) == pytest.approx(1) for deal in together)


def test_who_estimates_beats_chance(table: MeasuredTable) -> None:
    found = measure_game(table, 40, 20, 1)
    assert found.order.low is not None
    assert found.order.low > 0
    assert all(0 <= one.mean <= 1 for one in found if one.mean is not None)


def test_the_last_card_of_a_deal_is_known() -> None:
    table = measured_table(trickbook.load("whist"), 4)
    (deal,) = played_deals(table, [DealPlan(5, 1, EVERYBODY)], 4)
    assert [(one.legal, one.best - one.worst) for one in deal.choices[-4:]] == [(1, 0.0)] * 4
    assert {(one.best, deal.wins[one.seat] > 0) for one in deal.choices[-3:]} <= {(1.0, True), (0.0, False)}


def test_where_all_ducks_pass_questions_are_answered_at_random() -> None:
    table = measured_table(trickbook.load("skat"), 3)
    assert any(played_deals(table, [DealPlan(seed, 1, NOBODY) for seed in range(20)], 1))


def test_games_have_measures_whatever_ducks_see() -> None:
    """Cards of a meld come back to the hand, so that machine code does not duck there."""
    table = measured_table(trickbook.load("pinochle-for-two"), 2)
    (deal,) = played_deals(table, [DealPlan(5, 1, EVERYBODY)], 2)
    assert {one.seat for one in deal.choices} == {0, 1}


def test_packs_that_are_too_large_have_no_measures(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_text("trickbook: 1\nextends: hearts\ndeck: {packs: 3}\n", "utf-8")
    with pytest.raises(TrickbookError, match="127 cards at most"):
        measured_table(trickbook.load(path), 4)


@pytest.mark.parametrize("place", [EVERYBODY, NOBODY])
def test_a_seat_without_a_move_is_told(place: int, tmp_path: Path) -> None:
    path = tmp_path / "stuck.yaml"
    path.write_text(
        "trickbook: 1\nname: Stuck\nextends: hearts\nplay: {never: {when: following, only: hearts}}\n",
        "utf-8",
    )
    table = measured_table(trickbook.load(path), 4)
    with pytest.raises(TrickbookError, match=r"tricks waits for seat \d, which has no move"):
        list(played_deals(table, [DealPlan(seed, 1, place) for seed in range(4)], 2))
