"""`trickbook sit` as a command: what it keeps and goes on with, and what it says to wrong calls."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.cli.conftest import ROOT
from tests.cli.test_process import heeding

import trickbook
from trickbook.cli import table_session
from trickbook.cli.program import program
from trickbook.problems import Problem
from trickbook.source import fetch


def sit(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(program, ["sit", *words, "--plain"], typed, prog_name="trickbook")


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_who_leaves_finds_the_game_in_a_file_and_goes_on() -> None:
    first = sit("hearts", "--seed", "7", typed="qs ah kh\n3c\n")
    assert first.exit_code == 0
    assert (
        "saved in hearts-7.record. To resume it: trickbook sit --from hearts-7.record --plain" in first.output
    )
    again = sit("--from", "hearts-7.record", typed="6s\n")
    assert "You: 3C, Duck 1: 4C" in again.output
    assert "You: 6S" in again.output
    whole = sit("hearts", "--seed", "7", "--record", "whole.record", typed="qs ah kh\n3c\n6s\n")
    assert whole.exit_code == 0
    assert Path("hearts-7.record").read_bytes() == Path("whole.record").read_bytes()


def test_what_nobody_has_touched_is_not_kept() -> None:
    result = sit("hearts", "--seed", "7", typed="hand\nquit\n")
    assert (result.exit_code, list(Path().iterdir())) == (0, [])


def test_a_file_that_is_there_is_not_written_over() -> None:
    Path("hearts-7.record").write_text("mine", "utf-8")
    result = sit("hearts", "--seed", "7", typed="qs ah kh\n")
    assert "saved in hearts-7-2.record" in result.output
    assert Path("hearts-7.record").read_text("utf-8") == "mine"
    refused = sit("hearts", "--record", "hearts-7.record")
    assert (refused.exit_code, "use --force to replace it" in refused.output) == (2, True)


def test_a_file_that_vanishes_before_it_is_sent_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def vanished(path: str) -> tuple[str | None, tuple[Problem, ...]]:
        Path(path).unlink()
        return fetch(path)

    Path("mine.yaml").write_text((ROOT / "rulesets" / "hearts.yaml").read_text("utf-8"), "utf-8")
    monkeypatch.setattr(table_session, "fetch", vanished)
    result = sit("mine.yaml", "--join", "http://127.0.0.1:9")
    assert (result.exit_code, "mine.yaml:1:1: missing-file" in result.output) == (1, True)


def test_matches_are_kept_apart() -> None:
    call = ("hearts", "--seed", "7", "--option", "target=1", "--option", "passing=hold")
    sit(*call, "--record", "match.record", typed="hint\n")
    game = trickbook.replay(Path("match.record").read_text("utf-8"))
    while game.turn is not None and (game.turn != 0 or len(game.hands[0]) > 1):
        game = game.apply(game.turn, game.legal(game.turn)[0])
    Path("match.record").write_text(game.record(), "utf-8")
    (last,) = game.hands[0]
    result = sit("--from", "match.record", typed=f"{last}\nagain\nhint\n")
    assert trickbook.replay(Path("match.record").read_text("utf-8")).winners
    assert "saved in match-2.record" in result.output
    over = sit("--from", "match.record")
    assert (over.exit_code, "choose “Review a record” in the browser" in over.output) == (1, True)


WRONG = [
    (["--bots", "duck"], 2, "name a game of `trickbook list`, a record (--from) or a table (--join)"),
    (["heart"], 1, "did you mean `hearts`?"),
    (["hearts", "--seat", "4"], 2, "there is no seat 4; seats are numbered 0 to 3"),
    (["hearts", "--players", "9"], 2, "hearts is for 3 to 6 players, not 9"),
    (["hearts", "--lang", "fr"], 2, "there are en and zh"),
    (["hearts", "--bots", "duc"], 2, "did you mean 'duck'?"),
    (["hearts", "--from", "x"], 2, "--from takes the game and its settings from the record"),
    (["--from", "nowhere.record"], 1, "nowhere.record:1:1: missing-file: there is no such file"),
    (["hearts", "--join", "http://127.0.0.1:9", "--seed", "1"], 2, "the server deals and saves the game"),
    (["hearts", "--take-back"], 2, "are for a new table: name a game, and a server with --join"),
    (["--join", "http://127.0.0.1:9/#table=a", "--clock", "60"], 2, "are for a new table"),
    (["hearts", "--join", "http://127.0.0.1:9", "--take-back"], 2, "add --unlisted"),
    (["--join", "http://127.0.0.1:9/#table=a"], 1, "http://127.0.0.1:9 does not answer"),
    (["--join", "http://127.0.0.1:9"], 1, "add #table=… for a table there"),
    (["--join", "ftp://x"], 1, "is no address of a table"),
]


@pytest.mark.parametrize(("words", "code", "says"), WRONG)
def test_a_wrong_call_is_answered(words: list[str], code: int, says: str) -> None:
    result = sit(*words)
    assert (result.exit_code, says in result.output) == (code, True), result.output
    assert isinstance(result.exception, SystemExit)


def test_a_bad_record_is_told_with_its_line() -> None:
    sit("hearts", "--seed", "7", "--record", "bad.record", typed="qs ah kh\n3c\n")
    text = Path("bad.record").read_text("utf-8").replace("0 3C", "0 3D")
    Path("bad.record").write_text(text, "utf-8")
    result = sit("--from", "bad.record")
    assert result.exit_code == 1
    assert "bad.record:10:1: record-differs: seat 0 cannot play `3D`" in result.output
    assert Path("bad.record").read_text("utf-8") == text


def test_without_a_terminal_plain_is_offered() -> None:
    result = CliRunner().invoke(program, ["sit", "hearts"])
    assert (result.exit_code, "use --plain to play line by line" in result.output) == (2, True)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("end", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_whatever_ends_it_the_game_is_kept(end: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "trickbook", "sit", "hearts", "--seed", "7", "--plain"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        encoding="utf-8",
        preexec_fn=heeding,  # noqa: PLW1509 - nothing else runs in this process
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("qs ah kh\n")
        process.stdin.flush()
        while "You may play" not in process.stdout.readline():
            pass
        process.send_signal(getattr(signal, end))
        told, complaint = process.communicate(timeout=300)
        assert (process.returncode, complaint) == (130, "")
        assert "saved in hearts-7.record" in told
    assert trickbook.replay(Path("hearts-7.record").read_text("utf-8")).phase == "tricks"
