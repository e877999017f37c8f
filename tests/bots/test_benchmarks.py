"""How players are measured by very many deals: looks are where they were fixed, and budgets are compared."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace

import pytest
from tests.benchmarks import players

from trickbook.bots.arena import DealResult

SEATS = {"montecarlo": 4, "duck": 12}


def deals(monkeypatch: pytest.MonkeyPatch, apart: Sequence[int]) -> None:
    """Let a match have deals in which somebody is so much better, over and over."""

    def measured(_of: object, many: int) -> Iterator[DealResult]:
        for number in range(many):
            yield DealResult({"montecarlo": 8, "duck": 60}, {}, apart[number % len(apart)] * 48)

    monkeypatch.setattr(players, "opened", lambda *_: SimpleNamespace(seats=SEATS))
    monkeypatch.setattr(players, "deal_results", measured)


@pytest.mark.parametrize(
    ("apart", "seconds", "many", "told"),
    [
        ([2, 4], 60, 20, "3.00 ±  0.48  p < 0.0001, better"),
        ([-2, -4], 60, 20, "-3.00 ±  0.48  p < 0.0001, worse"),
        ([4, -3, 4, -2, 2], 60, 180, "better"),
        ([1, -1], 60, 540, "0.00 ±  0.08  p = 1.0000, cannot be told apart"),
        ([2, 3, 4], 0, 2, "cannot be told apart"),
    ],
)
def test_a_match_ends_at_a_look_that_tells(
    monkeypatch: pytest.MonkeyPatch, apart: Sequence[int], seconds: float, many: int, told: str
) -> None:
    deals(monkeypatch, apart)
    line = players.looked("hearts", "duck", seconds)
    assert line.split()[2] == str(many)
    assert told in line
    assert "2.00 ±  0.00" in line


def test_a_budget_is_compared_with_the_one_before() -> None:
    before = [float(number % 5) for number in range(players.BUDGET_DEALS)]
    found = [before, [one - 1 for one in before], [one - 1 - number % 2 for number, one in enumerate(before)]]
    lines = list(players.budgets(found))
    assert "montecarlo@3 " in lines[0]
    assert "2.00 ±" in lines[0]
    assert lines[3].endswith("30 instead of 3:     1.00 ±  0.00 fewer, p < 0.0001")
    assert "300 instead of 30:     0.50 ±" in lines[4]


def test_the_games_of_the_sources_come_first() -> None:
    first, *_ = games = players.games()
    assert first == "budgets"
    assert games[2:7] == list(players.SOURCES)
    assert len(games) == len(set(games)) > 30
