"""Odd values from outside: each is refused in a sentence, and nothing is half written."""

from pathlib import Path
from typing import Any

import pytest

import trickbook
from trickbook.cards.gaussian import Gaussian
from trickbook.console.output_files import write_atomically


def test_a_complex_score_in_a_game_of_whole_ones() -> None:
    rules = trickbook.load("hearts")
    with pytest.raises(trickbook.TrickbookError, match="a score is a whole number"):
        rules.new_game(scores=[Gaussian(1, 2), 0, 0, 0])
    record = rules.new_game(seed=3).record().replace("seed 3", "seed 3\nscores 1i 0 0 0")
    with pytest.raises(trickbook.RecordError, match=r"record:6:1: .*a score is a whole number"):
        trickbook.replay(record)


def test_hands_of_a_deal_that_has_no_number() -> None:
    record = trickbook.load("hearts").new_game(seed=3).record().replace("seed 3", "seed 3\nhands 13i 2C")
    with pytest.raises(trickbook.RecordError, match="the number of a deal belongs here, not `13i`"):
        trickbook.replay(record)


@pytest.mark.parametrize("odd", [[], {}, 5, None, 10**5000], ids=lambda odd: type(odd).__name__)
def test_formats_and_languages(odd: Any) -> None:
    rules = trickbook.load("hearts")
    with pytest.raises(trickbook.TrickbookError):
        rules.rulebook(odd)
    with pytest.raises(trickbook.TrickbookError):
        rules.rulebook("text", odd)


HOUSES: dict[str, Any] = {
    "huge": [10**5000],
    "number": [5],
    "list": [[]],
    "comma": ["a,b.yaml"],
    "hash": ["a#b.yaml"],
    "many": ["sun"] * 65,
}


@pytest.mark.parametrize("house", HOUSES.values(), ids=HOUSES)
def test_house_rules(house: Any) -> None:
    with pytest.raises(trickbook.TrickbookError):
        trickbook.load("hearts", house=house)


def test_a_start_beyond_all_scores(tmp_path: Path) -> None:
    path = tmp_path / "far.yaml"
    path.write_text("trickbook: 1\nextends: hearts\nmatch: {starts: 9999999999999999}\n", "utf-8")
    with pytest.raises(trickbook.RulesetError, match="no score goes beyond"):
        trickbook.load(path)


def test_a_question_that_weighs_too_many_answers(tmp_path: Path) -> None:
    path = tmp_path / "bids.yaml"
    rule = "{ask: players, number: 0 to 900, rules: {r: {keep: closing}}}"
    path.write_text(f"trickbook: 1\nextends: hearts\nsteps: {{bid: {rule}}}\n", "utf-8")
    with pytest.raises(trickbook.RulesetError, match="try every answer; the limit is 50"):
        trickbook.load(path)


def test_what_cannot_be_written_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "old.txt"
    path.write_text("old", "utf-8")

    def full(_path: Path, _data: bytes) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, b"new")
    assert path.read_text("utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
