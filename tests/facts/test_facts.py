"""Facts that start anew with each trick, or wait for several events, and numbers that are weighed."""

from pathlib import Path

import pytest
from tests.fast.equivalence import alike

import trickbook
from trickbook.analysis.validation import validate
from trickbook.examples.runner import run

HERE = Path(__file__).parent
GAMES = sorted(HERE.glob("*.yaml"))
DEALS = 60


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_game_is_sound_and_its_examples_hold(path: Path) -> None:
    assert [str(problem) for problem in validate(path).problems if problem.severity == "error"] == []
    assert [str(outcome) for outcome in run([str(path)]).outcomes if not outcome.passed] == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_both_engines_play_it_alike(path: Path) -> None:
    rules = trickbook.load(str(path))
    for players in rules.players:
        alike(rules, players, iter(range(DEALS)), DEALS)


def test_the_rulebook_tells_when_a_fact_starts_anew_and_all_its_events() -> None:
    told = " ".join(str(trickbook.load(str(HERE / "anew.yaml")).rulebook()).split())
    assert "It starts anew with each trick." in told
    assert "from then on “moves” + 1; so too after each trick." in told
