"""Paired differences: on made-up rows with known answers, and on matches of the same seeds."""

from __future__ import annotations

from functools import reduce
from math import isclose, sqrt
from typing import TYPE_CHECKING

import numpy as np
import pytest
from tests.lab.test_runner import Shuffled

import trickbook
from trickbook.lab import chunks, comparison, interpreter_rows
from trickbook.lab.chunks import run_chunks
from trickbook.lab.comparison import (
    MIN_MATCHES,
    Comparison,
    added_comparisons,
    compare_rows,
    empty_comparison,
)
from trickbook.lab.intervals import ComparedCell, Estimate, holm_corrected, p_value, t_tails
from trickbook.lab.process_pool import ProcessPool
from trickbook.lab.runner import THIS_PROCESS, WorkerOptions
from trickbook.lab.study import COLUMNS, Rows, Study, new_study, row_range
from trickbook.lab.task import Quota, Task, rows_in_quota

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from trickbook.lab.intervals import Difference

SEATS = 2


def made_up(lengths: Sequence[int], points: NDArray[np.int64]) -> Rows:
    """Rows of matches of these lengths, with these points a deal for both seats, and nothing else."""
    ends = np.cumsum(lengths)
    count = int(ends[-1])
    last = np.zeros(count, bool)
    last[ends - 1] = True
    columns = dict.fromkeys(COLUMNS, np.zeros((count, SEATS), np.int64))
    match, deal = np.repeat(np.arange(len(lengths)), lengths), np.arange(count)
    return Rows(match, deal, last, {**columns, "points": np.stack([points] * SEATS, axis=1)})


def found(of: Comparison, measure: str, *, seats: bool = False) -> Difference:
    return next(one for one in of.differences(seats=seats) if one.where == ComparedCell(0, measure, None))


def compare(studies: Sequence[Study], deals: int, hands: WorkerOptions = THIS_PROCESS) -> Comparison:
    *_, last = comparison.run_comparison(studies, deals, hands)
    return last.found


def a_pair(*bots: str, names: tuple[str, str] = ("hearts", "omnibus")) -> list[Study]:
    return [new_study(trickbook.load(name), bots or ("random",), 7) for name in names]


def test_a_difference_by_hand() -> None:
    """Four matches of one deal: differences of 1, 2, 3 and 6, so 3 with an error of √(14/3)/2."""
    base = made_up([1] * 4, np.array([5, 0, 2, 9]))
    other = made_up([1] * 4, np.array([6, 2, 5, 15]))
    points = found(compare_rows([base, other]), "points")
    error = sqrt(14 / 3) / 2
    assert (points.base, points.other, points.estimate.mean) == (4, 7, 3)
    assert points.estimate.high is not None
    assert isclose(points.estimate.high - 3, error * 3.182446, rel_tol=1e-6)
    assert points.p == max(2**-3, t_tails(3 / error, 3))


def test_matches_of_several_deals_count_as_one_thing_each() -> None:
    """The ratios' errors are subtracted match by match, as reckoned here in floating point."""
    rng = np.random.default_rng(3)
    lengths = rng.integers(1, 9, (2, 50))
    points = [rng.integers(-9, 30, total) for total in lengths.sum(axis=1)]
    rows = [made_up(lengths[one].tolist(), points[one]) for one in (0, 1)]
    sums = [
        np.add.reduceat(one.columns["points"][:, 0], np.cumsum([0, *one_len[:-1]]))
        for one, one_len in zip(rows, lengths.tolist(), strict=True)
    ]
    ratios = [float(y.sum() / n.sum()) for y, n in zip(sums, lengths, strict=True)]
    errors = [(y - ratio * n) / n.mean() for y, n, ratio in zip(sums, lengths, ratios, strict=True)]
    error = float(np.std(errors[1] - errors[0], ddof=1)) / sqrt(50)
    points_apart = found(compare_rows(rows), "points")
    assert isclose(points_apart.estimate.mean or 0, ratios[1] - ratios[0])
    assert isclose(points_apart.p, t_tails(abs(ratios[1] - ratios[0]) / error, 49))
    length = found(compare_rows(rows), "length")
    assert isclose(length.estimate.mean or 0, float(lengths[1].mean() - lengths[0].mean()))


def test_numbers_beyond_64_bits_stay_exact() -> None:
    huge = 1 << 61
    base, other = (made_up([1] * 3, np.array([huge, -huge, more])) for more in (huge, huge - 3))
    points = found(compare_rows([base, other]), "points")
    assert points.estimate.mean == -1
    assert isclose((points.estimate.high or 0) + 1, 4.302653, rel_tol=1e-6)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Ratios over matches of unequal length, of two studies that are alike in part: 19 of 20 hold it."""
    rng = np.random.default_rng(20)
    rounds, held, narrower = 600, 0, 0
    for _ in range(rounds):
        luck = rng.normal(0, 4, 60)
        rows = []
        for mean in (6.0, 7.5):
            lengths = rng.integers(3, 12, 60)
            deals = np.repeat(luck, lengths) + rng.normal(mean, 3, lengths.sum())
            rows.append(made_up(lengths.tolist(), np.rint(1000 * deals).astype(np.int64)))
        low, high = found(compare_rows(rows), "points").estimate[1:]
        assert low is not None
        assert high is not None
        held += low <= 1500 <= high
        alone = found(compare_rows([rows[0], made_up([1] * 60, np.zeros(60, np.int64))]), "points").estimate
        narrower += high - low < (alone.high or 0) - (alone.low or 0)
    assert 0.93 <= held / rounds <= 0.97
    assert narrower / rounds > 0.9


@pytest.mark.parametrize("matches", [3, 8, 40])
def test_chance_alone_marks_hardly_anything(matches: int) -> None:
    """Of families of differences where there is none, at most one in twenty has a mark."""
    rng = np.random.default_rng(matches)
    marked = 0
    for _ in range(300):
        base, *others = (
            made_up([1] * matches, (rng.random(matches) < 0.3).astype(np.int64)) for _ in range(6)
        )
        marked += any(one.significant for one in compare_rows([base, *others]).differences(seats=True))
    assert marked / 300 <= 0.06


def test_corrected_for_how_many_were_looked_at() -> None:
    """Holm: the least times all of them, the next times one less, and none below one before it."""
    assert holm_corrected([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm_corrected([0.5, 0.0, 0.9]) == [1.0, 0.0, 1.0]
    assert holm_corrected([]) == []


@pytest.mark.parametrize(
    ("t", "freedom", "both"),
    [
        (12.706205, 1, 0.05),
        (4.302653, 2, 0.05),
        (3.182446, 3, 0.05),
        (2.228139, 10, 0.05),
        (3.883406, 19, 0.001),
        (1.959964, 5000, 0.05),
        (0.0, 4, 1.0),
    ],
)
def test_tails_are_those_of_the_tables(t: float, freedom: int, both: float) -> None:
    assert isclose(t_tails(t, freedom), both, rel_tol=1e-3)


def test_a_few_matches_that_all_differ_alike_prove_little() -> None:
    assert p_value(1.0, 0.0, 3) == 0.25
    assert p_value(1.0, 0.0, 200) < 1e-50
    assert p_value(0.0, 0.0, 200) == 1


def test_the_same_rules_are_the_same_in_everything() -> None:
    whole = compare(a_pair("duck", names=("hearts", "hearts")), 30)
    assert whole.sums[0] == whole.sums[1]
    assert {(one.estimate, one.p) for one in whole.differences(seats=True)} == {(Estimate(0), 1)}
    assert {one.where.seat for one in whole.differences(seats=True)} == {None, 0, 1, 2, 3}
    assert {one.where.seat for one in whole.differences()} == {None}


def test_parts_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = a_pair()
    whole = compare(pair, 60)
    monkeypatch.setattr(chunks, "CHUNK_SECONDS", 0)
    parts = [one.found for one in comparison.run_comparison(pair, 60)]
    assert len(parts) > 2
    assert parts[-1] == whole
    rows = [interpreter_rows.interpreter_rows(one, 0, whole.matches) for one in pair]
    assert compare_rows(rows) == whole
    ends = [int(np.flatnonzero(one.last)[0]) + 1 for one in rows]
    first = compare_rows([row_range(one, 0, end) for one, end in zip(rows, ends, strict=True)])
    rest = compare_rows([row_range(one, end, len(one.deal)) for one, end in zip(rows, ends, strict=True)])
    assert (
        added_comparisons(added_comparisons(empty_comparison(2), first), rest)
        == added_comparisons(first, rest)
        == whole
    )


@pytest.mark.parametrize("room", [1, 2, 7])
def test_who_plays_which_part_when_does_not_matter(room: int) -> None:
    pair = a_pair()
    whole = compare(pair, 60)
    task: Task[Comparison] = Task(tuple(pair), compare_rows, added_comparisons)
    done = list(run_chunks(Shuffled(task, room), Quota(MIN_MATCHES, (60, 60))))
    assert reduce(added_comparisons, [one.found for one in done], empty_comparison(2)) == whole


def test_workers_give_the_same_and_what_a_dead_one_has_left_is_done_again() -> None:
    pair = a_pair()
    whole = compare(pair, 150)
    assert compare(pair, 150, WorkerOptions(2)) == whole
    with ProcessPool(Task(tuple(pair), compare_rows, added_comparisons), 2) as executor:
        going = run_chunks(executor, Quota(MIN_MATCHES, (150, 150)))
        done = [next(going)]
        [*executor.busy, *executor.idle][0].process.kill()
        done += going
    assert reduce(added_comparisons, [one.found for one in done], empty_comparison(2)) == whole


def test_nobody_plays_on_where_all_is_there_that_is_wanted() -> None:
    """One has its deals sooner than the other; matches beyond the other's last deal are left out."""
    short, long = made_up([2] * 6, np.arange(12)), made_up([5] * 6, np.arange(30))
    for want, matches in (
        (Quota(0, (3, 3)), 2),
        (Quota(4, (3, 3)), 4),
        (Quota(0, (0, 11)), 3),
        (Quota(9, (1, 1)), 6),
    ):
        found = compare_rows(rows_in_quota([short, long], want))
        assert (found.matches, found.dealt) == (matches, (2 * matches, 5 * matches))
        assert want.less(found).met == (want.matches <= matches)
    assert Quota(1, (3, 3)).exceeded(compare_rows([short, long]))


def test_each_has_its_deals_and_no_match_more_than_that_needs() -> None:
    pair = a_pair()
    whole = compare(pair, 60)
    fewest = min(one.deals for one in whole.sums)
    assert fewest >= 60
    assert {one.matches for one in whole.sums} == {whole.matches}
    rows = [interpreter_rows.interpreter_rows(one, 0, whole.matches - 1) for one in pair]
    assert min(len(one.deal) for one in rows) < 60
    for one, lengths in zip(whole.sums, whole.lengths, strict=True):
        assert sum(lengths.values()) == whole.matches
        assert sum(deals * times for deals, times in lengths.items()) == one.deals


def test_one_deal_is_two_matches_for_one_tells_nothing() -> None:
    whole = compare(a_pair(), 1)
    assert whole.matches == 2
    assert found(whole, "length").estimate.high is not None


def test_only_measures_that_both_have_are_compared() -> None:
    pair = a_pair(names=("hearts", "complex-hearts"))
    whole = compare(pair, 1)
    assert "points_imaginary" in whole.sums[1].measures
    assert "points_imaginary" not in {one.where.measure for one in whole.differences()}


def test_players_and_seed_are_shared() -> None:
    one, other = a_pair()
    for odd in (other._replace(seed=8), other._replace(bots=("duck",) * 4), other._replace(players=5)):
        with pytest.raises(trickbook.TrickbookError, match="need the same players and the same seed"):
            next(comparison.run_comparison([one, odd], 10))
