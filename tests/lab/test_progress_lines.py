"""What is told beside the figures: how fast it was, and whether there was enough to tell anything."""

from pathlib import Path

import pytest
from tests.cli.conftest import Call

from trickbook.lab import result_files
from trickbook.lab.commands import resumable_run
from trickbook.lab.intervals import (
    SIGNIFICANCE_LEVEL,
    fewest_matches,
    holm_corrected,
    p_value,
)
from trickbook.lab.result_text import too_few_notice
from trickbook.problems import TrickbookError
from trickbook.ruleset import Ruleset


@pytest.mark.parametrize("words", [("simulate", "hearts"), ("compare", "hearts", "+omnibus")])
def test_the_clock_starts_when_what_searches_run_is_compiled(
    call: Call, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    order: list[str] = []

    def prepared(rules: Ruleset, players: int, *, trees: bool) -> None:
        assert trees
        order.append(f"{rules.name} for {players}")

    def clock() -> float:
        order.append("clock")
        raise TrickbookError("enough is seen")

    monkeypatch.setattr(resumable_run, "prepare_search", prepared)
    monkeypatch.setattr(resumable_run, "perf_counter", clock)
    assert call(*words, "--deals", "1", "--bots", "ismcts@1").exit_code == 1
    assert order == [*["hearts for 4"] * (len(words) - 1), "clock"]
    assert call(*words, "--deals", "1", "--bots", "duck").exit_code == 1
    assert order[-2:] == ["clock", "clock"]


@pytest.mark.parametrize("looked", [1, 8, 40])
def test_too_few_matches_mark_nothing_however_they_differ(looked: int) -> None:
    least = fewest_matches(looked)
    for matches, marked in ((least - 1, False), (least, True)):
        corrected = holm_corrected([p_value(5.0, 0.0, matches)] * looked)
        assert (min(corrected) < SIGNIFICANCE_LEVEL) is marked
        assert bool(too_few_notice(matches, looked)) is not marked
    assert (
        str(too_few_notice(1, 1)) == "1 match is too few to tell anything from chance; that takes at least 6."
    )


def test_it_is_told_that_matches_are_too_few(call: Call, tmp_path: Path) -> None:
    says = "2 matches are too few to tell any of 8 differences from chance; that takes at least 9."
    words = ("hearts", "+omnibus", "--seed", "7", "--deals", "1")
    assert f"\n{says}\n" in call("compare", *words).output
    assert "are too few" not in call("compare", *words[:-1], "150").output
    out = tmp_path / "r.html"
    assert f"\n{says}\n" in call("report", *words, "--changes", "none", "--out", str(out)).output
    assert says in out.read_text("utf-8")


def test_a_list_of_players_is_as_short_as_it_can_be() -> None:
    for bots, short in (
        ("random", "random"),
        ("duck,duck,duck", "duck"),
        ("duck,random,duck,random", "duck,random"),
        ("duck,random,duck,random,duck", "duck,random"),
        ("duck,random,random,duck", "duck,random,random"),
    ):
        assert result_files.shortened_players(bots) == short
