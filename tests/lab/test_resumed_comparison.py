"""Comparisons that are kept: stopped at any moment, they go on to the same numbers and the same files."""

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import ROOT, Call, Run
from tests.cli.test_process import heeding
from tests.lab.test_comparison import a_pair, compare
from tests.lab.test_rows import a_study, same
from tests.lab.test_simulate import await_parts

from trickbook.lab import comparison, interpreter_rows, parquet, result_store
from trickbook.lab.metadata import metadata
from trickbook.lab.result_store import ResultLocation
from trickbook.lab.runner import RunProgress
from trickbook.lab.study import Study, row_range
from trickbook.problems import TrickbookError

DEALS = 120
NAMES = ("1-hearts.parquet", "2-omnibus.parquet")
PAIR = a_pair()
WORDS = ("compare", "hearts", "+omnibus", "--seed", "7", "--deals", "60")


def into(folder: Path) -> ResultLocation:
    return result_store.result_location(folder / "k", NAMES)


def some(at: ResultLocation, chunks: int) -> None:
    """Play a few chunks, then stop."""
    going = comparison.run_comparison(PAIR, DEALS, store=result_store.new_store(at))
    for _ in range(chunks):
        next(going)
    going.close()


def resumed(at: ResultLocation, deals: int = DEALS) -> RunProgress[comparison.Comparison]:
    *_, last = comparison.run_comparison(PAIR, deals, store=comparison.resume_comparison(at, PAIR))
    return last


def held(at: ResultLocation) -> list[bytes]:
    return [file.read_bytes() for file in at.files]


@pytest.fixture(scope="module")
def straight(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """The files of a comparison that nothing disturbed."""
    at = into(tmp_path_factory.mktemp("straight"))
    assert [*comparison.run_comparison(PAIR, DEALS, store=result_store.new_store(at))][-1].found == compare(
        PAIR, DEALS
    )
    return held(at)


@pytest.mark.parametrize("stopped", [1, 3])
def test_what_was_stopped_goes_on_to_the_same(tmp_path: Path, straight: list[bytes], stopped: int) -> None:
    at = into(tmp_path)
    some(at, stopped)
    assert not at.out.exists()
    assert len([*at.folder.glob("*.parquet")]) >= 2 * stopped
    total = resumed(at)
    assert 0 < total.played < sum(total.found.dealt)
    assert total.found == compare(PAIR, DEALS)
    assert held(at) == straight
    assert [*tmp_path.iterdir()] == [at.out]
    assert resumed(at) == RunProgress(total.found)


def test_parts_that_are_not_of_all_are_done_again(tmp_path: Path, straight: list[bytes]) -> None:
    at = into(tmp_path)
    some(at, 3)
    lying = sorted(at.folder.glob("*.parquet"))
    lying[2].unlink()
    lying[5].write_bytes(lying[5].read_bytes()[:100])
    lying[0].replace(lying[4])
    resumed(at)
    assert held(at) == straight


def test_a_stop_while_the_files_are_written(tmp_path: Path, straight: list[bytes]) -> None:
    """One of them is whole, the other is not there, or holds fewer matches: parts of both are."""
    at = into(tmp_path)
    some(at, 3)
    kept = {path: path.read_bytes() for path in at.folder.glob("*.parquet")}
    for before in (0, 30):
        if before:
            for file in at.files:
                file.unlink()
            *_, _ = comparison.run_comparison(PAIR, before, store=result_store.new_store(at))
        fewer = [file.read_bytes() if before else b"" for file in at.files]
        resumed(at)
        at.files[1].write_bytes(fewer[1]) if before else at.files[1].unlink()
        at.folder.mkdir(exist_ok=True)
        for path, data in kept.items():
            path.write_bytes(data)
        assert resumed(at).found == compare(PAIR, DEALS)
        rows = [parquet.read_rows(file)[1] for file in at.files]
        for study, one in zip(PAIR, rows, strict=True):
            assert same(one, interpreter_rows.interpreter_rows(study, 0, int(one.last.sum())))


def test_more_deals_go_on_from_the_files(tmp_path: Path, straight: list[bytes]) -> None:
    at = into(tmp_path)
    *_, _ = comparison.run_comparison(PAIR, 30, store=result_store.new_store(at))
    total = resumed(at)
    assert total.played < sum(total.found.dealt)
    assert total.found == compare(PAIR, DEALS)
    assert [parquet.file_texts(file)["sums"] for file in at.files] == _sums(straight, tmp_path)


def _sums(files: list[bytes], folder: Path) -> list[str]:
    path = folder / "one.parquet"
    found = []
    for data in files:
        path.write_bytes(data)
        found.append(parquet.file_texts(path)["sums"])
    path.unlink()
    return found


def test_another_comparison_is_not_gone_on_with(tmp_path: Path) -> None:
    at = into(tmp_path)
    some(at, 2)
    there = sorted(at.folder.iterdir())
    three = result_store.result_location(at.out, [*NAMES, "3-spades.parquet"])
    for place, studies, says in (
        (at, [PAIR[1], PAIR[0]], "ruleset hearts there, omnibus here"),
        (three, [*PAIR, a_study("spades")], "rulesets 2 there, 3 here"),
    ):
        with pytest.raises(TrickbookError, match=says):
            comparison.resume_comparison(place, studies)
    assert sorted(at.folder.iterdir()) == there
    resumed(at)
    with pytest.raises(TrickbookError, match=r"rulesets 2 there, 3 here|there is no 3-spades\.parquet"):
        comparison.resume_comparison(three, [*PAIR, a_study("spades")])
    at.files[1].unlink()
    with pytest.raises(TrickbookError, match=r"there is no 2-omnibus\.parquet"):
        comparison.resume_comparison(at, PAIR)


@pytest.mark.parametrize("name", ["plain", "it's [odd]*?"])
def test_rows_behind_those_that_a_file_holds(tmp_path: Path, name: str) -> None:
    """In order, however many there are; what the file holds beyond is left out."""
    study: Study = a_study("hearts")
    rows = interpreter_rows.interpreter_rows(study, 0, 6)
    ends = (rows.last.nonzero()[0] + 1).tolist()
    path, behind = tmp_path / f"{name}.parquet", tmp_path / f"{name}-2.parquet"
    parquet.write_rows(path, row_range(rows, 0, ends[3]), metadata(study))
    parquet.write_rows(behind, row_range(rows, ends[1], ends[5]), metadata(study))
    parquet.merge_files(path, 2, [behind], metadata(study))
    assert same(parquet.read_rows(path)[1], rows)
    assert same(parquet.read_rows(path, range(2, 4))[1], row_range(rows, ends[1], ends[3]))


def clean(told: str) -> str:
    return re.sub(r'"(elapsed_s|deals_per_second)": .*|played in [\d.]+ seconds', "", told)


def test_a_command_keeps_what_it_compares(call: Call, tmp_path: Path) -> None:
    keep = str(tmp_path / "k")
    first = call(*WORDS, "--keep", keep)
    assert first.exit_code == 0
    assert first.output.endswith(f"Every deal is in {keep}.\n")
    again = call(*WORDS[:3], "--deals", "60", "--keep", keep, "--resume")
    assert clean(again.output) == clean(first.output)
    assert sorted(path.name for path in Path(keep).iterdir()) == [
        "1-hearts.parquet",
        "2-hearts+omnibus.parquet",
    ]
    listed = json.loads(call("results", keep, "--json").output)
    assert [one["house"] for one in listed] == ["", "omnibus"]
    more = call(*WORDS[:-1], "90", "--keep", keep, "--resume", "--json")
    whole = call(*WORDS[:-1], "90", "--json")
    assert clean(more.stdout) == clean(whole.stdout)


@pytest.mark.parametrize(
    ("words", "drawn"),
    [
        (WORDS, {"--svg": "c.svg"}),
        (
            ("report", *WORDS[1:], "--changes", "none"),
            {"--out": "r.html", "--svg": "pictures/points.svg"},
        ),
    ],
    ids=["compare", "report"],
)
def test_a_run_that_is_resumed_replaces_only_what_it_has_drawn(
    call: Call, tmp_path: Path, words: tuple[str, ...], drawn: dict[str, str]
) -> None:
    where = [part for option, name in drawn.items() for part in (option, str(tmp_path / name.split("/")[0]))]
    keep, files = ("--keep", str(tmp_path / "k")), [tmp_path / name for name in drawn.values()]
    assert call(*words, *keep, *where).exit_code == 0
    before = [file.read_bytes() for file in files]
    assert "exists already; use --force" in call(*words, *where).output
    assert call(*words, *keep, *where, "--resume", "--deals", "200").exit_code == 0
    for file, text in zip(files, before, strict=True):
        own = file.read_bytes()
        assert own != text
        for other in (b"notes", text.replace(b"<!-- run ", b"<!-- run 0")):
            file.write_bytes(other)
            refused = call(*words, *keep, *where, "--resume")
            told = f"{file} exists already, and this run did not write it; name another file"
            assert (refused.exit_code, told in refused.output, file.read_bytes()) == (2, True, other)
        file.write_bytes(own)


def test_what_cannot_be_kept_is_refused_before_anything_is_played(call: Call, tmp_path: Path) -> None:
    keep, file, odd = tmp_path / "k", tmp_path / "file", tmp_path / "odd"
    file.write_bytes(b"notes")
    odd.mkdir()
    (odd / "x.parquet").write_bytes(b"notes")
    assert call(*WORDS, "--keep", str(keep)).exit_code == 0
    some(result_store.result_location(tmp_path / "begun", NAMES), 1)
    picture = tmp_path / "p.svg"
    picture.write_bytes(b"notes")
    for words, code, says in (
        (["--resume"], 2, "--resume needs --keep"),
        (["--keep", str(keep), "--resume", "--force"], 2, "--resume does not go with --force"),
        (["--keep", str(keep)], 2, "holds results; use --resume to continue, or --force to start again"),
        (["--keep", str(tmp_path / "begun")], 2, "holds an unfinished run; use --resume"),
        (["--keep", str(keep), "--resume", "--seed", "8"], 1, "seed 7 there, 8 here"),
        (["--keep", str(file), "--resume"], 2, "file is not a folder; name a folder"),
        (["--keep", ""], 2, "name a file"),
        (["--keep", str(tmp_path / "no" / "k")], 2, "there is no folder"),
        (["--keep", str(odd), "--resume"], 2, "holds other files, such as x.parquet"),
        (["--keep", str(odd), "--force"], 2, "holds other files, such as x.parquet"),
        (["--keep", str(tmp_path / "new"), "--resume", "--svg", str(picture)], 2, "exists already"),
    ):
        result = call(*WORDS, *words)
        assert (result.exit_code, says in result.output) == (code, True), (words, result.output)
    assert picture.read_bytes() == (odd / "x.parquet").read_bytes() == b"notes"


@pytest.mark.skipif(sys.platform == "win32", reason="signals of Unix")
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_a_comparison_that_is_stopped_goes_on(run: Run, tmp_path: Path, how: signal.Signals) -> None:
    keep = str(tmp_path / "k")
    words = ["compare", "hearts", "+omnibus", "--seed", "7", "--bots", "duck", "--keep", keep, "--json"]
    with subprocess.Popen(
        [sys.executable, "-m", "trickbook", *words, "--deals", "1000000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        preexec_fn=heeding,  # noqa: PLW1509 - nothing else runs in this process
    ) as process:
        await_parts(tmp_path / "k.parts", process, "-0")
        process.send_signal(how)
        told, complaint = process.communicate(timeout=300)
    deals = "12"
    if how is signal.SIGINT:
        assert process.returncode == 130
        assert (
            f"The results so far are in {keep}.parts. To continue: trickbook compare hearts "
            in complaint.decode()
        )
        assert f" --keep {keep} --json --resume\n" in complaint.decode()
        found = json.loads(told)
        deals = str(min(rules["deals"] for rules in found["rulesets"]))
    resumed = run(*words, "--deals", deals, "--resume")
    assert (resumed.returncode, "Traceback" in complaint.decode()) == (0, False)
    again = json.loads(resumed.stdout)
    if how is signal.SIGINT:
        assert again["differences"] == found["differences"]
    else:
        straight = run(*words[:-3], "--deals", deals, "--json").stdout
        assert again["differences"] == json.loads(straight)["differences"]
    assert (tmp_path / "k.parts").exists() == ("More deals were played before" in resumed.stderr)
