"""How players are measured by very many deals: looks are where they were fixed, and games are counted."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace

import pytest
from tests.benchmarks import players

from trickbook.bots.arena import DealResult

SEATS = {"ismcts@100": 4, "duck": 12}


def deals(monkeypatch: pytest.MonkeyPatch, apart: Sequence[int]) -> None:
    """Let a match have deals in which somebody is so much better, over and over."""

    def measured(_of: object, many: int) -> Iterator[DealResult]:
        for number in range(many):
            yield DealResult({"ismcts@100": 8, "duck": 60}, {}, apart[number % len(apart)] * 48)

    monkeypatch.setattr(players, "opened", lambda *_: SimpleNamespace(seats=SEATS))
    monkeypatch.setattr(players, "deal_results", measured)


@pytest.mark.parametrize(
    ("apart", "seconds", "many", "told"),
    [
        ([2, 4], 60, 25, "2.96 ±  0.42  p < 0.0001, better"),
        ([-2, -4], 60, 25, "-2.96 ±  0.42  p < 0.0001, worse"),
        ([4, -2, 4, -2, 2], 60, 150, "better"),
        ([1, -1], 60, 400, "0.00 ±  0.10  p = 1.0000, cannot be told apart"),
        ([2, 3, 4], 0, 2, "cannot be told apart"),
    ],
)
def test_a_match_ends_at_a_look_that_tells(
    monkeypatch: pytest.MonkeyPatch, apart: Sequence[int], seconds: float, many: int, told: str
) -> None:
    deals(monkeypatch, apart)
    line = players.looked("hearts", "duck", seconds).line
    assert line.split()[2] == str(many)
    assert told in line
    assert "2.00 ±  0.00" in line


def test_games_are_counted_with_p_corrected_for_looks_and_games() -> None:
    """Times four looks and three games, 0.00005 is 0.0006; times four looks alone, 0.0003 is too much."""
    sure, near = players.Figure(2.0, 0.5, 0.00005), players.Figure(1.0, 0.5, 0.0003)
    worse = players.Figure(-1.0, 0.2, 0.00001)
    outcomes = [
        players.Outcome("", name, "duck", by) for name, by in (("a", sure), ("b", near), ("c", worse))
    ]
    counted, left = players.verdicts(outcomes)
    assert counted == "better than duck on 1 of 3 games (p < 0.001, Holm)"
    assert "b     1.00" in left
    assert "c    -1.00" in left


def test_points_are_those_of_one_player_among_others() -> None:
    line = players.told_points("hearts", "ismcts@1000", "duck", [3.0, 4.0, 5.0, 4.0])
    assert line.split() == [
        "hearts",
        "ismcts@1000",
        "among",
        "three",
        "of",
        "duck:",
        "4.00",
        "±",
        "1.30",
        "points",
        "in",
        "4",
        "deals",
    ]


def test_the_games_of_the_sources_come_first() -> None:
    first, second, *_ = games = players.games()
    assert (first, second) == ("points", "house")
    assert games[3:8] == list(players.SOURCES)
    assert len(games) == len(set(games)) > 30
