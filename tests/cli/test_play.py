"""`trickbook play`: a game told, trick by trick and deal by deal."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import ROOT, Call, Run
from tests.games import SOME_GAMES, SOURCES

import trickbook

COLOUR = "\x1b["
SEVEN = ("play", "hearts", "--seed", "7", "--deals", "2")
OUTPUT = Path(__file__).parent / "output"


@pytest.mark.parametrize(
    ("name", "options"), [("rules-of-hearts", "--deals 2"), ("double-hearts", "--deals 1 --bots random")]
)
def test_a_deal_reads_like_this(call: Call, name: str, options: str) -> None:
    """Seats have the names of the ruleset; leader, taker, pairs, trades and open cards are told."""
    output = call("play", name, "--seed", "7", *options.split()).output
    assert output == (OUTPUT / f"{name}.txt").read_text("utf-8")


def test_a_trick_that_goes_round_twice_has_a_line_for_each_round(call: Call) -> None:
    output = call("play", "booster-nines", "--seed", "5", "--deals", "1", "--show", "tricks").output
    rows = [[cell.strip() for cell in re.split(r"  +", line)] for line in output.splitlines()]
    assert ["", "2", "K♦", "[A♦]", "9♦", "> J♦"] in rows
    assert ["", "5♥", "6♦", "4♦", "T♦"] in rows
    assert sum(output.count(sign) for sign in "♣♦♠♥") == 52


def test_cards_are_told_with_whom_they_went_to(call: Call) -> None:
    output = call("play", "hearts", "--house", "scatter", "--seed", "5", "--deals", "1").output
    gone = re.findall(r"Seat (\d) → Seat (\d)", output)
    assert set(gone) == {(one, other) for one in "0123" for other in "0123" if one != other}
    assert len(gone) == 12


def test_an_answer_is_told_by_its_name(call: Call) -> None:
    output = call("play", "auction-hearts", "--seed", "2", "--deals", "1").output
    assert "\n  the naming  Seat 1  clubs\n" in output


@pytest.mark.parametrize("name", SOME_GAMES)
def test_every_game_is_played_to_its_end(call: Call, name: str) -> None:
    rules = trickbook.load(name)
    for players in rules.players if name in SOURCES else [rules.usual]:
        result = call("play", name, "--players", str(players), "--seed", "1", "--show", "all")
        assert result.exit_code == 0, result.output
        assert re.search(r" wins?\.\n$", result.output)


def test_a_seed_is_a_game(call: Call) -> None:
    first, again, other = (call("play", "hearts", "--seed", seed).output for seed in ("3", "3", "4"))
    assert first == again != other


def test_a_game_says_how_to_play_it_again(call: Call) -> None:
    result = call(
        "play",
        "hearts",
        "--option",
        "passing=right,hold",
        "--option",
        "target=20",
        "--bots",
        "random",
        "--deals",
        "2",
        "--show",
        "tricks",
    )
    again = re.search(r"^Again: trickbook (.*)$", result.output, re.MULTILINE)
    assert again
    assert again[1].endswith(" --deals 2 --show tricks")
    assert call(*again[1].split()).output == result.output


def test_drawn_seeds_differ(call: Call) -> None:
    assert len({call("play", "hearts", "--deals", "1").output for _ in range(3)}) > 1


def test_what_is_shown_can_be_chosen(call: Call) -> None:
    shown = {show: call(*SEVEN, "--show", show).output for show in ("all", "tricks", "first", "scores")}
    sheet = shown["scores"].partition("Scores:")[2]
    assert all(text.endswith(sheet) for text in shown.values())
    counts = {
        show: (text.count("\n  deal "), text.count("\n  pass "), text.count("points"))
        for show, text in shown.items()
    }
    # How often hands, passes and points are told; the heading of the sheet says "points" too.
    assert counts == {"all": (2, 2, 3), "tricks": (0, 0, 3), "first": (1, 1, 2), "scores": (0, 0, 1)}
    assert call(*SEVEN).output == shown["first"]


def test_the_sheet_adds_up(call: Call) -> None:
    result = call("play", "chinese-hearts", "--seed", "2", "--show", "scores").output
    rows = [
        list(map(int, line.split()))
        for line in result.splitlines()
        if re.fullmatch(r" +\d+( +-?\d+ +-?\d+){4}", line)
    ]
    totals = [0] * 4
    for number, (deal, *cells) in enumerate(rows, 1):
        assert deal == number
        totals = [total + points for total, points in zip(totals, cells[::2], strict=True)]
        assert totals == cells[1::2]
    best = [f"Seat {seat}" for seat, total in enumerate(totals) if total == max(totals)]
    assert result.endswith(f"{' and '.join(best)} win{'s' * (len(best) == 1)}.\n")


def test_a_game_that_is_stopped_has_no_winner(call: Call) -> None:
    assert call(*SEVEN).output.endswith("Stopped after 2 deals; nobody has won yet.\n")


def test_a_list_of_players_goes_round(call: Call) -> None:
    assert (
        "Seat 0: duck, Seat 1: random, Seat 2: random, Seat 3: duck"
        in call(*SEVEN, "--bots", "duck,random,random").output
    )


def test_records_are_not_overwritten(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    first = call(*SEVEN, "--record", str(path))
    assert first.exit_code == 0
    written = path.read_bytes()
    assert b"\r" not in written
    refused = call("play", "hearts", "--seed", "8", "--record", str(path))
    assert (refused.exit_code, path.read_bytes()) == (2, written)
    assert f"{path} exists already; use --force to replace it" in refused.output
    forced = call("play", "hearts", "--seed", "8", "--record", str(path), "--force")
    assert (forced.exit_code, path.read_bytes() == written) == (0, False)


@pytest.mark.parametrize("place", ["nowhere/game.txt", ".", "a" * 300, "game.txt/x"])
def test_a_record_that_cannot_be_written_is_told_before_the_game(
    call: Call, tmp_path: Path, place: str
) -> None:
    (tmp_path / "game.txt").touch()
    result = call(*SEVEN, "--record", f"{tmp_path}/{place}", "--force")
    assert result.exit_code == 2
    assert "cannot be written: " in result.output
    assert "seed" not in result.output


def test_a_ruleset_with_an_odd_name_is_played_and_shown_plainly(call: Call, tmp_path: Path) -> None:
    own = tmp_path / "\x1b[31m.yaml"
    own.write_text("trickbook: 1\nname: Mine\nextends: hearts\n", "utf-8")
    path = str(tmp_path / "game.txt")
    played = call("play", str(own), "--seed", "1", "--deals", "1", "--record", path)
    replayed = call("replay", path, "--ruleset", str(own))
    assert (played.exit_code, replayed.exit_code) == (0, 0), played.output + replayed.output
    assert "\x1b" not in played.output + replayed.output
    assert "\\x1b[31m.yaml" in played.output


def test_suits_are_coloured_if_they_may_be(run: Run) -> None:
    plain = run(*SEVEN)
    coloured = run(*SEVEN, FORCE_COLOR="1", TERM="xterm-256color")
    uncoloured = run(*SEVEN, FORCE_COLOR="1", TERM="xterm-256color", NO_COLOR="1")
    assert COLOUR not in plain.stdout
    assert f"{COLOUR}31m" in coloured.stdout
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured.stdout) == uncoloured.stdout == plain.stdout


def test_a_terminal_without_signs_is_given_letters(run: Run) -> None:
    result = run(*SEVEN, PYTHONIOENCODING="ascii")
    assert result.returncode == 0
    assert result.stdout.isascii()
    assert re.search(r"\[[2-9TJQKA][A-Z]\]", result.stdout)


@pytest.mark.skipif(sys.platform == "win32", reason="a pseudo-terminal is a thing of Unix")
@pytest.mark.parametrize(("variables", "coloured"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_shows_colours_unless_it_is_told_not_to(
    variables: dict[str, str], *, coloured: bool
) -> None:
    import pty

    here, there = pty.openpty()
    environment = {
        "PYTHONPATH": str(ROOT / "interpreter"),
        "TERM": "xterm-256color",
        "PATH": os.environ["PATH"],
    }
    command = [sys.executable, "-m", "trickbook", *SEVEN, "--show", "scores"]
    subprocess.run(command, stdout=there, env={**environment, **variables}, check=True, timeout=300)
    os.close(there)
    shown = os.read(here, 100_000).decode()
    os.close(here)
    assert "Hearts, seed 7" in shown
    assert (COLOUR in shown) is coloured


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such names")
@pytest.mark.parametrize("name", ["of#hearts.yaml", "two\nlines.yaml"])
def test_a_name_that_no_record_can_hold_is_refused_before_the_game(
    call: Call, tmp_path: Path, name: str
) -> None:
    path = tmp_path / name
    path.write_text("trickbook: 1\nextends: hearts\n", "utf-8")
    result = call("play", str(path), "--record", str(tmp_path / "game.txt"))
    assert (result.exit_code, "a record cannot hold the name `" in result.output) == (2, True)
    assert call("play", str(path), "--deals", "1").exit_code == 0
