"""Sums and intervals, on numbers that are known beforehand."""

import math
from functools import reduce
from itertools import pairwise

import numpy as np
import pytest

from trickbook.lab.intervals import Estimate, estimate, estimates, t_quantile
from trickbook.lab.measures import measure_matches, measures
from trickbook.lab.study import Rows, row_range
from trickbook.lab.sums import NO_SUMS, Sum, added_sums, sum_matches

SEATS = 2


def made(*matches: list[tuple[int, int]], **others: int) -> Rows:
    """Rows with these points; each seat has had 3 moves a deal, of 6 to choose from, one of them forced."""
    points = np.array([deal for match in matches for deal in match], np.int64)
    last = np.array([place == len(match) - 1 for match in matches for place in range(len(match))])
    number = np.array([match for match, deals in enumerate(matches) for _ in deals], np.int64)
    ones = np.ones_like(points)
    columns = {"points": points, "score": points, "tricks": ones, "choices": 3 * ones, "forced": ones}
    columns |= {
        "moves": 6 * ones,
        "exposed": 0 * ones,
        **{name: value * ones for name, value in others.items()},
    }
    columns["won"] = (points == points.min(axis=1, keepdims=True)) * last[:, None]
    return Rows(number, np.arange(len(points)), last, columns)


ROWS = made([(0, 26), (26, 0), (4, 22)], [(13, 13)], [(20, 6), (0, 26)], [(5, 21), (7, 19)])


def test_means_are_by_deal_by_match_and_by_move() -> None:
    found = {name: [one.mean for one in seats] for name, seats in estimates(sum_matches(ROWS)).items()}
    assert found["points"] == [75 / 8, 133 / 8, 208 / 16]
    assert found["won"] == [0.875, 0.125, 0.5]  # the second match is shared
    assert found["forced"] == [1 / 3] * 3
    assert found["branching"] == [2.0] * 3
    assert found["length"] == [2.0]
    assert list(found) == ["points", "won", "tricks", "forced", "branching", "exposed", "length"]
    assert list(measures([*ROWS.columns, "slam"]))[2] == "slam"
    assert sum_matches(ROWS).points[0] == {0: 2, 26: 1, 4: 1, 13: 1, 20: 1, 5: 1, 7: 1}


def test_the_variance_is_that_of_the_linearised_ratio() -> None:
    """Worked out by hand: R = 75/8, and what each match is off from R times its deals."""
    ratio = 75 / 8
    off = [30 - 3 * ratio, 13 - ratio, 20 - 2 * ratio, 12 - 2 * ratio]
    error = math.sqrt(4 / 3 * sum(one**2 for one in off)) / 8
    first = estimates(sum_matches(ROWS))["points"][0]
    assert first.low == pytest.approx(ratio - 3.182446 * error)
    assert first.high == pytest.approx(ratio + 3.182446 * error)


def test_where_all_matches_have_one_deal_it_is_the_standard_error_of_the_mean() -> None:
    points = [int(one) for one in np.random.default_rng(1).integers(27, size=50)]
    found = estimates(sum_matches(made(*[[(one, 26 - one)] for one in points])))["points"][0]
    mean = sum(points) / 50
    error = math.sqrt(sum((one - mean) ** 2 for one in points) / 49 / 50)
    assert found.mean == pytest.approx(mean)
    assert found.high == pytest.approx(mean + t_quantile(49) * error)


def test_where_all_matches_are_alike_there_is_no_interval() -> None:
    """That nobody shot the moon in so many matches does not say that nobody ever does."""
    found = estimates(sum_matches(made(*[[(13, 13)]] * 50)))
    assert found["points"] == (Estimate(13), Estimate(13), Estimate(13))
    assert found["length"] == (Estimate(1),)


def test_sums_are_the_same_in_any_order_and_chunks() -> None:
    ends = [0, *(np.flatnonzero(ROWS.last) + 1).tolist()]
    pieces = [sum_matches(row_range(ROWS, begin, end)) for begin, end in pairwise(ends)]
    whole = sum_matches(ROWS)
    assert reduce(added_sums, pieces) == reduce(added_sums, reversed(pieces), NO_SUMS) == whole
    assert added_sums(added_sums(pieces[0], pieces[1]), added_sums(pieces[2], pieces[3])) == whole
    assert added_sums(whole, sum_matches(row_range(ROWS, 0, 0))) == whole


def test_sums_are_exact_beyond_64_bits() -> None:
    huge = 10**15
    rows = made(*[[(huge + one, -huge)] * 40 for one in range(300)])
    much = sum(40 * (huge + one) for one in range(300))
    squared = sum((40 * (huge + one)) ** 2 for one in range(300))
    first = sum_matches(rows).measures["points"][0]
    assert (first.much, first.much_squared, first.many) == (much, squared, 12_000)
    assert estimates(sum_matches(rows))["points"][0].mean == pytest.approx(huge + 149.5, abs=0.2)
    long = Rows(
        np.zeros(20_000, np.int64),
        np.arange(20_000),
        np.arange(20_000) == 19_999,
        {name: np.full((20_000, SEATS), huge) for name in ROWS.columns},
    )
    assert measure_matches(long)["points"].much.tolist() == [[20_000 * huge] * SEATS + [40_000 * huge]]


def test_without_matches_or_with_one_there_is_no_interval() -> None:
    one = estimates(sum_matches(made([(3, 23), (5, 21)])))["points"]
    assert [(seat.mean, seat.low, seat.high) for seat in one] == [
        (4, None, None),
        (22, None, None),
        (13, None, None),
    ]
    none = estimates(sum_matches(row_range(ROWS, 0, 0)))["points"][0]
    assert none == (None, None, None)
    never = made([(3, 23)], [(4, 22)])
    idle = never._replace(columns={**never.columns, "choices": np.zeros((2, SEATS), np.int64)})
    assert estimates(sum_matches(idle))["branching"][0].mean is None


def test_quantiles_are_students() -> None:
    """Held against a printed table, and against the normal distribution."""
    printed = {
        1: 12.706,
        2: 4.303,
        5: 2.571,
        9: 2.262,
        10: 2.228,
        12: 2.179,
        20: 2.086,
        30: 2.042,
        100: 1.984,
    }
    assert {freedom: round(t_quantile(freedom), 3) for freedom in printed} == printed
    assert t_quantile(10**9) == pytest.approx(1.959964, abs=1e-6)


def test_intervals_hold_the_truth_about_95_times_in_100() -> None:
    """Matches of 1 to 5 deals, the longer the more points: 600 studies of 30 matches each."""
    draw = np.random.default_rng(5)
    truth = sum((n + 0.5) * n for n in range(1, 6)) / sum(range(1, 6))
    inside = 0
    for _ in range(600):
        lengths = [int(n) for n in draw.integers(1, 6, size=30)]
        matches = [n * n + int(draw.binomial(n, 0.5)) for n in lengths]
        of = Sum(
            sum(matches),
            sum(lengths),
            sum(one * one for one in matches),
            sum(one * n for one, n in zip(matches, lengths, strict=True)),
            sum(n * n for n in lengths),
        )
        found = estimate(of, 30)
        assert found.low is not None
        assert found.high is not None
        inside += found.low <= truth <= found.high
    assert 0.92 <= inside / 600 <= 0.975
