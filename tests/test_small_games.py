"""The small games of the tests of deals, facts and words are sound, and both engines play them alike."""

from pathlib import Path

import pytest
from tests.batch.equivalence import alike

import trickbook
from trickbook.analysis.validation import validate
from trickbook.examples.runner import run

HERE = Path(__file__).parent
GAMES = sorted(path for folder in ("deals", "facts", "words") for path in (HERE / folder).glob("*.yaml"))
DEALS = 60


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_the_game_is_sound_and_its_examples_hold(path: Path) -> None:
    assert {problem.code for problem in validate(path).problems} <= {"unequal-hands"}
    assert [str(outcome) for outcome in run([str(path)]).outcomes if not outcome.passed] == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_both_engines_play_it_alike(path: Path) -> None:
    rules = trickbook.load(str(path))
    for players in rules.players:
        alike(rules, players, iter(range(DEALS)), DEALS)
