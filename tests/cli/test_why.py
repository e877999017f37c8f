"""`trickbook why`: the reasons behind a record, on every shipped ruleset; what is not there is told."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.conftest import Call
from tests.games import SOME_GAMES

import trickbook


@pytest.fixture
def record(call: Call, tmp_path: Path) -> str:
    path = str(tmp_path / "game.txt")
    call("play", "hearts", "--seed", "7", "--deals", "2", "--record", path)
    return path


@pytest.mark.parametrize("name", SOME_GAMES)
def test_every_ruleset_tells_why(call: Call, name: str, tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    assert call("play", name, "--seed", "3", "--deals", "1", "--record", path).exit_code == 0
    wanted = {
        (): "Deal 1, seat 0: ",
        ("--deal", "1"): "Deal 1, seat 1: ",
        ("--deal", "1", "--trick", "1"): "Deal 1, trick 1: ",
        ("--deal", "1", "--seat", "1"): "Deal 1, seat 1: ",
        ("--deal", "1", "--trick", "1", "--seat", "1"): "  seat 1 played ",
    }
    for words, says in wanted.items():
        result = call("why", path, *words)
        assert (result.exit_code, says in result.output) == (0, True), result.output


def test_a_trick_is_told_play_by_play(call: Call, record: str) -> None:
    lines = call("why", record, "--deal", "1", "--trick", "2").output.splitlines()
    assert lines[0] == "Deal 1, trick 2: seat 3 takes it with AC"
    assert [line[:15] for line in lines if " played " in line] == [
        f"  seat {seat} played" for seat in (2, 3, 0, 1)
    ]
    assert any(line.startswith("    not 2H 4H 7H: hearts_wait: Hearts are not led until") for line in lines)
    beaten = "4C of seat 2 (rank 4), KC of seat 0 (rank 13), 7C of seat 1 (rank 7)"
    assert lines[-1].startswith(f"  AC of seat 3 (rank 14) beats {beaten}: ")


def test_a_deal_in_progress_tells_of_the_moment(call: Call, tmp_path: Path) -> None:
    hands = ["2C KS", "5C QS", "AC 3D", "9D 4H"]
    game = trickbook.load("hearts", {"passing": ["hold"]}).new_game(seed=1, hands=hands)
    path = tmp_path / "game.txt"
    path.write_text(game.apply(0, "2C").record(), "utf-8")
    result = call("why", str(path))
    assert result.output.startswith(
        "Deal 1, tricks, to the trick seat 0 2C\n  seat 1 may play 5C\n    not QS: follow_suit: Follow suit"
    )
    for words, says in {
        ("--trick", "1"): "no trick 1 in deal 1: no trick of it is finished",
        ("--seat", "0"): "no deal is finished yet, so nobody has points to explain",
        ("--deal", "1", "--seat", "0"): "deal 1 is not finished; its points are not counted yet",
    }.items():
        result = call("why", str(path), *words)
        assert (result.exit_code, says in result.output) == (2, True), result.output
    assert "Deal 1 is not finished" in call("why", str(path), "--deal", "1").output


def test_the_end_of_a_match_is_told(call: Call, tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    call("play", "hearts", "--seed", "7", "--option", "target=1", "--record", path)
    result = call("why", path)
    assert result.output.startswith("The match is over after deal 1; won by seat ")
    assert "Deal 1, trick 13: " in result.output
    assert call("why", path, "--trick", "13").exit_code == 0


def test_passing_tells_how_many_cards_of_which(call: Call, record: str) -> None:
    assert "Deal 3, pass\n  seat 0 may choose 3 of 5C 8C " in call("why", record).output


def test_seats_with_names_are_told(call: Call, tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    call("play", "rules-of-hearts", "--seed", "7", "--deals", "1", "--record", path)
    assert call("why", path).output.startswith(
        "seat 0 is West, seat 1 is North, seat 2 is East, seat 3 is South\n"
    )


def test_a_step_that_changes_nothing_is_passed_over(call: Call, tmp_path: Path) -> None:
    path = str(tmp_path / "game.txt")
    call("play", "spades", "--seed", "174", "--bots", "random", "--deals", "1", "--record", path)
    told = call("why", path, "--deal", "1").output
    assert "\n  7 becomes -193, because of seat 0: nil: " in told
    assert "\n  0 becomes -110, because of seat 1: set: " in told
    assert "-110 becomes -110" not in told


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--deal", "9"), "there is no deal 9 in this game: its deals are 1 to 3"),
        (("--deal", "9", "--trick", "1"), "there is no deal 9 in this game"),
        (("--deal", "1", "--trick", "14"), "there is no trick 14 in deal 1: its finished tricks are 1 to 13"),
        (("--trick", "1"), "there is no trick 1 in deal 3: no trick of it is finished; the deal before is 2"),
        (("--seat", "4"), "there is no seat 4; seats are numbered 0 to 3"),
        (("--deal", "1", "--trick", "1", "--seat", "4"), "there is no seat 4"),
        (("--deal", "0"), "0 is not in the range"),
        (("--trick", "x"), "'x' is no whole number"),
    ],
)
def test_what_is_not_there_is_told(call: Call, record: str, words: tuple[str, ...], says: str) -> None:
    result = call("why", record, *words)
    assert (result.exit_code, says in result.output) == (2, True), result.output


@pytest.mark.parametrize(
    ("ruleset", "play", "words", "says"),
    [
        ("tests/batch/kept/thrown-in.yaml", "--seed 4", (), "Deal 1, seat 0: not scored\n  thrown_in ("),
        (
            "tests/resting/folding.yaml",
            "--seed 5 --bots random",
            ("--trick", "2"),
            "  seat 3 rests: folded: Whoever has folded",
        ),
        ("tests/dummy/dummy.yaml", "--seed 3", ("--trick", "1"), "  seat 2 played AC, by seat 0, and "),
    ],
)
def test_who_drops_out_who_plays_for_another_and_what_is_not_scored_is_told(
    call: Call, tmp_path: Path, ruleset: str, play: str, words: tuple[str, ...], says: str
) -> None:
    path = str(tmp_path / "game.txt")
    call("play", ruleset, *play.split(), "--deals", "1", "--record", path)
    result = call("why", path, "--ruleset", ruleset, "--deal", "1", *words)
    assert says in result.output


def test_a_damaged_record_is_told_with_its_line(call: Call, record: str, tmp_path: Path) -> None:
    path = Path(record)
    text = path.read_text("utf-8")
    path.write_text(text.replace("Deal 2", "Hello\nDeal 2"), "utf-8")
    result = call("why", record)
    assert (result.exit_code, ": bad-record: `Hello` is no line of a record" in result.output) == (1, True)
    result = call("why", str(tmp_path / "nowhere"))
    assert (result.exit_code, "missing-file: there is no such file" in result.output) == (1, True)
