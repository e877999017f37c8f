"""``trickbook simulate``: what it tells, what it keeps, what it refuses."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import ROOT, Call, Run
from tests.cli.test_process import heeding
from tests.lab.test_rows import a_study, same

from trickbook.lab import interpreter_rows, parquet
from trickbook.lab.commands.simulate import estimates_table
from trickbook.lab.intervals import plain_estimates
from trickbook.lab.measures import study_measures
from trickbook.lab.study import Rows, first_deals
from trickbook.lab.sums import sum_matches

HEARTS = ("simulate", "hearts", "--seed", "7", "--deals", "40")
OF = a_study("hearts")

unix = pytest.mark.skipif(sys.platform == "win32", reason="signals and terminals of Unix")


@cache
def whole() -> Rows:
    """The rows that every way to play them gives."""
    return first_deals(interpreter_rows.interpreter_rows(OF, 0, 8), 40)


def data(call: Call, *words: str) -> dict[str, Any]:
    result = call(*words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_a_table_tells_means_by_seat(call: Call) -> None:
    result = call(*HEARTS, "--bots", "duck,random")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Hearts, 4 players, seed 7"
    assert lines[1] == "Again: trickbook simulate hearts --players 4 --seed 7 --bots duck,random --deals 40"
    assert "deals in" in lines[2]
    assert "deals a second (" in lines[2]
    assert lines[4].split() == ["all", "seats", *(word for seat in range(4) for word in ("Seat", str(seat)))]
    assert lines[5].split() == ["duck", "random", "duck", "random"]
    points = next(line for line in lines if line.startswith("   points a deal"))
    all_seats, *by_seat = (float(cell.split()[0]) for cell in points.split("  ") if "±" in cell)
    assert sum(by_seat) / 4 == pytest.approx(all_seats, abs=0.1)
    assert by_seat[0] < by_seat[1]
    assert any(line.startswith("   moon") for line in lines)


def test_the_same_call_tells_the_same(call: Call) -> None:
    again = call(*HEARTS).stdout.splitlines()[1].removeprefix("Again: trickbook ").split()
    first, second = data(call, *HEARTS), data(call, *again)
    for key in ("elapsed_s", "deals_per_second"):
        assert first.pop(key) > 0
        assert second.pop(key) > 0
    assert first == second


def test_programs_are_told_everything(call: Call) -> None:
    found = data(call, *HEARTS, "--option", "target=60", "--house", "omnibus")
    assert (found["ruleset"], found["house"], found["players"]) == ("hearts", ["omnibus"], 4)
    assert found["options"]["target"] == 60
    assert found["bots"] == ["random"] * 4
    assert found["deals"] >= 40
    assert found["complete"] is True
    assert found["engine"]
    found = data(call, *HEARTS)
    assert found["metrics"] == json.loads(json.dumps(plain_estimates(sum_matches(whole()))))
    assert list(found["metrics"]) == [
        "points", "won", "moon", "tricks", "forced", "branching", "exposed", "length",
    ]  # fmt: skip
    assert [sum(seat.values()) for seat in found["points"]] == [found["deals"]] * 4


def test_many_seats_stand_in_blocks(call: Call) -> None:
    lines = call("simulate", "cancellation-hearts", "--players", "6", "--deals", "4").stdout.splitlines()
    heads = [line.split() for line in lines if "all seats" in line]
    assert [len(head) for head in heads] == [2 + 8, 2 + 4]
    assert heads[1][-1] == "5"


@pytest.mark.parametrize(("width", "blocks"), [(None, 1), (200, 1), (90, 2), (80, 2), (58, 4), (10, 4)])
def test_a_table_is_as_wide_as_there_is_room(width: int | None, blocks: int) -> None:
    lines = estimates_table(
        sum_matches(whole()), study_measures(OF), OF.rules.engine(4).layout, OF.bots, width
    )
    assert sum("all seats" in line.plain for line in lines) == blocks
    assert width is None or width == 10 or max(len(line.plain) for line in lines) <= width


def test_one_match_is_one_match(call: Call) -> None:
    assert " deals in 1 match, " in call("simulate", "hearts", "--seed", "7", "--deals", "1").output


def test_every_deal_can_be_kept(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    result = call(*HEARTS, "--out", str(path))
    assert result.output.endswith(f"Every deal is in {path}.\n")
    assert same(parquet.read_rows(path)[1], whole())
    texts = parquet.file_texts(path)
    assert {"ruleset", "digest", "options", "house", "players", "bots", "seed", "version"} < set(texts)
    assert (texts["ruleset"], texts["bots"], texts["seed"]) == ("hearts", "random,random,random,random", "7")
    refused = call(*HEARTS, "--out", str(path))
    assert refused.exit_code == 2
    assert "exists already; use --force to replace it" in refused.output
    assert call(*HEARTS[:-1], "10", "--out", str(path), "--force").exit_code == 0
    assert len(parquet.read_rows(path)[1].deal) < len(whole().deal)
    assert call("simulate", "hearts", "--deals", "40", "--out", str(path), "--resume").exit_code == 0
    assert same(parquet.read_rows(path)[1], whole())
    assert [*tmp_path.iterdir()] == [path]


def test_a_file_that_is_complete_is_told_again(call: Call, tmp_path: Path) -> None:
    path = str(tmp_path / "r.parquet")
    first = data(call, *HEARTS, "--out", path)
    again = data(call, *HEARTS, "--out", path, "--resume")
    assert again["metrics"] == first["metrics"]
    assert again["deals_per_second"] == 0


def test_what_cannot_be_kept_is_refused_before_anything_is_played(call: Call, tmp_path: Path) -> None:
    begun = tmp_path / "begun.parquet.parts"
    begun.mkdir()
    (begun / "000000000000.parquet").write_bytes(b"")
    odd = tmp_path / "odd.parquet"
    odd.write_bytes(b"notes")
    (tmp_path / "taken.parquet.parts").write_bytes(b"notes")
    for words, code, says in (
        (["--out", str(tmp_path)], 2, "it is a folder"),
        (["--out", "/no/such/folder/r.parquet"], 2, "there is no folder /no/such/folder"),
        (
            ["--out", str(tmp_path / "begun.parquet")],
            2,
            "holds an unfinished run; use --resume to continue it, or --force to start again",
        ),
        (["--out", str(odd), "--resume"], 1, "odd.parquet"),
        (["--out", str(odd / "r.parquet"), "--resume"], 2, "odd.parquet"),
        (["--out", str(tmp_path / "taken.parquet")], 1, "taken.parquet.parts cannot be written: File exists"),
        (["--resume"], 2, "--resume needs --out"),
        (["--out", str(odd), "--resume", "--force"], 2, "--resume does not go with --force"),
        (["--out", str(odd), "--resume", "--match", "1"], 2, "--resume does not go with --match"),
    ):
        result = call(*HEARTS, *words)
        assert (result.exit_code, says in result.output) == (code, True), result.output
    assert odd.read_bytes() == b"notes"


def test_the_record_of_a_match(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    words = (*HEARTS, "--bots", "duck,random", "--match", "3")
    assert call(*words, "--out", str(path)).exit_code == 0
    assert call(*words).stdout == path.read_text("utf-8")
    assert call("replay", str(path)).exit_code == 0
    rows = interpreter_rows.interpreter_rows(a_study("hearts", "duck", "random"), 3, 1)
    last = " ".join(map(str, rows.columns["points"][-1]))
    assert f"Points {last}\n\nWinners" in path.read_text("utf-8")
    refused = call(*words, "--out", str(path))
    assert (refused.exit_code, "use --force to replace it" in refused.output) == (2, True)


def await_parts(folder: Path, process: subprocess.Popen[bytes], end: str = "") -> None:
    """Wait until the first part lies there, and then for more than are played before it is heard of."""
    while process.poll() is None and not (folder / f"{0:012d}{end}.parquet").exists():
        time.sleep(0.05)
    there = len([*folder.glob("*.parquet")])
    while process.poll() is None and len([*folder.glob("*.parquet")]) < there + 5:
        time.sleep(0.05)


@unix
@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_interrupt_keeps_what_is_done(run: Run, tmp_path: Path, workers: str) -> None:
    path = tmp_path / "r.parquet"
    words = ["simulate", "hearts", "--seed", "7", "--deals", "1000000", "--out", str(path), "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "trickbook", *words, "--workers", workers],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        preexec_fn=heeding,  # noqa: PLW1509 - nothing else runs in this process
    ) as process:
        await_parts(tmp_path / "r.parquet.parts", process)
        process.send_signal(signal.SIGINT)
        told, complaint = process.communicate(timeout=300)
    assert process.returncode == 130
    assert (
        f"The results so far are in {path}.parts. To continue: trickbook simulate hearts "
        in complaint.decode()
    )
    assert f" --workers {workers} --out {path} --json --resume\n" in complaint.decode()
    found = json.loads(told)
    assert found["complete"] is False
    assert found["metrics"]["points"]["all"]["mean"] > 6
    resumed = run(*words[:5], str(found["deals"]), *words[6:], "--resume")
    assert resumed.returncode == 0
    again = json.loads(resumed.stdout)
    assert again["metrics"] == found["metrics"]
    assert again["complete"] is True
    parts = path.with_name("r.parquet.parts")
    assert parts.exists() == (f"they stay in {parts}" in resumed.stderr), "another part may have been played"
    assert {*tmp_path.iterdir()} - {parts} == {path}


@unix
def test_a_terminal_sees_how_far_it_is() -> None:
    import pty

    far, near = pty.openpty()
    seen = b""
    with subprocess.Popen(
        [sys.executable, "-m", "trickbook", "simulate", "hearts", "--deals", "600"],
        stdout=subprocess.PIPE,
        stderr=near,
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter"), "TERM": "xterm", "COLUMNS": "100"},
    ) as process:
        os.close(near)
        with suppress(OSError):  # so the end of a terminal is read
            while part := os.read(far, 100_000):
                seen += part
        told, _ = process.communicate(timeout=300)
    os.close(far)
    assert b"/600" in seen
    assert b"a second" in seen
    assert b"a second," not in told


def test_a_game_that_has_no_end_is_told_after_what_is_done(call: Call, tmp_path: Path) -> None:
    """A match in which somebody is stuck: earlier ones are told."""
    stuck = tmp_path / "stuck.yaml"
    stuck.write_text(STUCK, "utf-8")
    result = call("simulate", str(stuck), "--seed", "7", "--deals", "1000")
    assert result.exit_code == 1
    assert "Error: match " in result.output
    assert "is stuck" in result.output
    assert "Stopped after" in result.output


STUCK = """\
trickbook: 1
name: Stuck
extends: hearts
play:
  never: {when: hand has all (QS or AS or KS or JS), only: hearts}
"""
