"""What a ruleset measures of every deal, and that it changes nothing in play."""

from pathlib import Path

import trickbook
from trickbook.analysis.difference import differ

HANDS = [["2C", "AS"], ["3C", "2H"], ["4C", "QS"], ["5C", "3S"]]
MEASURED = """
trickbook: 1
extends: hearts
name: Measured
metrics:
  hearts_taken: {is: count of (taken and hearts)}
  clean: {is: taken has no penalty}
  doubled: {is: points * 2}
"""


def finished(rules: trickbook.Ruleset) -> trickbook.Game:
    """A deal of two tricks: seat 0 takes the queen and a heart, seat 3 the clubs."""
    game = rules.new_game(4, seed=1, hands=HANDS, deal=4)
    for play in ("0 2C", "1 3C", "2 4C", "3 5C", "3 3S", "0 AS", "1 2H", "2 QS"):
        seat, card = play.split()
        game = game.apply(int(seat), card)
    return game


def test_each_seat_is_measured_when_a_deal_is_scored(tmp_path: Path) -> None:
    path = tmp_path / "measured.yaml"
    path.write_text(MEASURED, "utf-8")
    game = finished(trickbook.load(path))
    assert game.deals == ((14, 0, 0, 0),)
    (measured,) = game.measured
    assert measured == {
        "moon": (0, 0, 0, 0),
        "hearts_taken": (1, 0, 0, 0),
        "clean": (0, 1, 1, 1),
        "doubled": (28, 0, 0, 0),
    }


def test_measuring_leaves_the_rules_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "measured.yaml"
    path.write_text("trickbook: 1\nextends: hearts\nmetrics: {moon: null}\n", "utf-8")
    rules = trickbook.load(path)
    assert finished(rules).measured == ({},)
    assert rules.digest == trickbook.load("hearts").digest


def test_a_record_is_right_whatever_is_measured(tmp_path: Path) -> None:
    path = tmp_path / "hearts.yaml"
    path.write_text(MEASURED, "utf-8")
    record = finished(trickbook.load("hearts")).record()
    assert trickbook.replay(record, trickbook.load(path)).measured[0]["doubled"] == (28, 0, 0, 0)


def test_rulesets_that_measure_otherwise_are_played_alike(tmp_path: Path) -> None:
    path = tmp_path / "measured.yaml"
    path.write_text(MEASURED, "utf-8")
    found = differ(trickbook.load("hearts"), trickbook.load(path))
    assert not found.same
    assert found.only_measured
    assert found.search is None
