"""The arena, kept: stopped at any moment, it goes on to the same figures and the same files."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.cli.conftest import ROOT, Call, Run
from tests.cli.test_process import heeding

import trickbook
from trickbook.bots import montecarlo
from trickbook.bots.arena import Arena, deal_results, new_arena
from trickbook.bots.montecarlo import NO_WORLDS
from trickbook.lab import arena as lab
from trickbook.lab import interpreter_rows, parquet, result_store
from trickbook.lab.result_store import ResultLocation
from trickbook.lab.sums import Sum

DEALS = 5
WORDS = ("arena", "knaves", "--seed", "4", "--deals", "8")


def an_arena(name: str = "knaves") -> Arena:
    return new_arena(trickbook.load(name), ["duck", "random"], seed=4)


def into(folder: Path, of: Arena) -> ResultLocation:
    return result_store.result_location(
        folder / "k", [f"{number}.parquet" for number in range(len(of.seatings))]
    )


@pytest.mark.parametrize("name", ["knaves", "complex-hearts"])
def test_what_was_stopped_goes_on_to_the_same(tmp_path: Path, name: str) -> None:
    of = an_arena(name)
    straight, at = into(tmp_path / "straight", of), into(tmp_path, of)
    straight.out.parent.mkdir()
    *_, whole = lab.run_arena(of, DEALS, result_store.new_store(straight))
    going = lab.run_arena(of, DEALS, result_store.new_store(at))
    next(going)
    going.close()
    assert not at.out.exists()
    *_, total = lab.run_arena(of, DEALS, lab.resume_arena(of, at))
    assert total.found == whole.found
    assert 0 < total.played < whole.played == DEALS * len(of.seatings)
    assert [file.read_bytes() for file in at.files] == [file.read_bytes() for file in straight.files]
    *_, again = lab.run_arena(of, DEALS, lab.resume_arena(of, at))
    assert (again.found, again.played) == (whole.found, 0)
    *_, more = lab.run_arena(of, DEALS + 1, lab.resume_arena(of, at))
    assert more.found == [*lab.run_arena(of, DEALS + 1)][-1].found


def test_failures_are_kept_with_the_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first one is that of the earliest deal, in whichever part it was played."""
    monkeypatch.setattr(montecarlo, "_best", lambda turn, _: turn.moves[0] if turn.chance % 3 else None)
    of = new_arena(trickbook.load("knaves"), ["montecarlo", "duck"], seed=4)
    at = into(tmp_path, of)
    *_, whole = lab.run_arena(of, DEALS)
    *_, part = lab.run_arena(of, 2, result_store.new_store(at))
    *_, total = lab.run_arena(of, DEALS, lab.resume_arena(of, at))
    assert total.found == whole.found
    mine, ducks = whole.found.failures
    assert mine.decisions > part.found.failures[0].decisions > 0
    assert (mine.deal, mine.reason) == (1, NO_WORLDS)
    assert ducks == lab.Failures()


def test_deals_that_were_kept_without_failures_have_none() -> None:
    of = an_arena()
    rows = [interpreter_rows.single_deal_rows(study, 0, 1) for study in lab.seating_studies(of)]
    older = [one._replace(columns={"points": one.columns["points"]}) for one in rows]
    assert lab.tally(of, older) == lab.tally(of, rows)
    assert set(lab.tally(of, older).failures) == {lab.Failures()}


def test_figures_are_those_of_the_deals() -> None:
    of = an_arena("complex-hearts")
    [*_, total] = lab.run_arena(of, DEALS)
    apart = [one.difference for one in deal_results(of, DEALS)]
    many = of.seats["duck"] * of.seats["random"]
    first = Sum(sum(apart), many * DEALS, sum(one**2 for one in apart), sum(apart) * many, many**2 * DEALS)
    assert total.found.figures[0] == first


def test_deals_of_the_arena_are_no_matches(call: Call, tmp_path: Path) -> None:
    keep = str(tmp_path / "k")
    assert call(*WORDS, "--keep", keep).output.endswith(f"Every deal is in {keep}.\n")
    first = tmp_path / "k" / "1-duck,random,random.parquet"
    assert parquet.file_columns(first)["deal"].tolist() == [*range(1, 9)]
    for words, code, says in (
        (["results", keep], 0, "There are no results here"),
        (["results", str(first)], 1, "holds deals of the arena, no matches"),
        (["simulate", "knaves", "--bots", "duck,random,random", "--out", str(first), "--resume"], 1,
         "is of another study: of deals there, of matches here"),
        ([*WORDS, "--keep", keep], 2, "holds results; use --resume to continue, or --force to start again"),
        ([*WORDS, "--keep", keep, "--resume", "--seed", "5"], 1, "seed 4 there, 5 here"),
        ([*WORDS, "--keep", keep, "--resume", "--bots", "random,duck"], 2, "holds other files, such as"),
        ([*WORDS, "--resume"], 2, "--resume needs --keep"),
    ):  # fmt: skip
        result = call(*words)
        assert (result.exit_code, says in result.output) == (code, True), (words, result.output)


def test_several_processes_give_the_same(call: Call, tmp_path: Path) -> None:
    words = (*WORDS, "--bots", "duck,random", "--json", "--keep")
    alone = call(*words, str(tmp_path / "one"))
    several = call(*words, str(tmp_path / "two"), "--workers", "2")
    assert several.exit_code == 0, several.output
    assert clean(several.stdout) == clean(alone.stdout)
    files = [[file.read_bytes() for file in sorted((tmp_path / at).iterdir())] for at in ("one", "two")]
    assert files[0] == files[1]


def clean(told: str) -> str:
    return re.sub(r'"(elapsed_s|deals_per_second)": .*', "", told)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_process_that_is_stopped_goes_on(run: Run, tmp_path: Path, how: signal.Signals) -> None:
    keep, parts = str(tmp_path / "k"), tmp_path / "k.parts"
    words = ["arena", "knaves", "--seed", "4", "--keep", keep, "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "trickbook", *words, "--deals", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        preexec_fn=heeding,  # noqa: PLW1509 - nothing else runs in this process
    ) as process:
        while process.poll() is None and len([*parts.glob("*-2.parquet")]) < 3:
            time.sleep(0.05)
        process.send_signal(how)
        told, complaint = process.communicate(timeout=300)
    assert "Traceback" not in complaint.decode()
    deals = "20"
    if how is signal.SIGINT:
        assert process.returncode == 130
        assert (
            f"The results so far are in {keep}.parts. To continue: trickbook arena knaves "
            in complaint.decode()
        )
        assert f" --keep {keep} --json --resume\n" in complaint.decode()
        deals = str(json.loads(told)["deals"])
    there = {*parts.glob("*.parquet")}
    resumed = run(*words, "--deals", deals, "--resume")
    straight = run(*words[:4], "--json", "--deals", deals)
    assert (resumed.returncode, clean(resumed.stdout)) == (0, clean(straight.stdout))
    assert {*parts.glob("*.parquet")} < there, "only what lies beyond a gap stays, for more deals"
