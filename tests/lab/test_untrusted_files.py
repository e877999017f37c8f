"""Files of results that are not what they say, or come from strangers."""

import json
import os
from functools import cache
from pathlib import Path

import pytest
from tests.cli.conftest import Call
from tests.lab.test_rows import a_study

from trickbook.lab import interpreter_rows, parquet, result_store, runner, stored_sums
from trickbook.lab.metadata import metadata
from trickbook.lab.rows import Rows, row_range
from trickbook.lab.sums import sum_matches
from trickbook.problems import TrickbookError

OF = a_study("hearts", "duck")


@cache
def rows() -> Rows:
    return interpreter_rows.interpreter_rows(OF, 0, 2)


@cache
def texts() -> dict[str, str]:
    return {**metadata(OF), "sums": stored_sums.sums_to_text(sum_matches(rows()))}


@pytest.mark.parametrize("kind", ["exec", "exec@900ms"])
def test_no_program_is_run_because_a_file_names_it(call: Call, tmp_path: Path, kind: str) -> None:
    path, made = tmp_path / "r.parquet", tmp_path / "made"
    parquet.write_rows(path, rows(), {**texts(), "bots": f"duck,{kind}:touch {made},duck,duck"})
    result = call("results", str(path), "--match", "0")
    assert (result.exit_code, f"names the program `{kind}:touch" in result.output) == (1, True)
    assert not made.exists()


def test_a_file_without_some_of_its_deals_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    parquet.write_rows(path, row_range(rows(), 0, 3), texts())
    with pytest.raises(TrickbookError, match=r"r\.parquet is damaged: it does not hold all its deals"):
        runner.resume_study(result_store.result_location(path), OF)
    parquet.write_rows(path, rows(), texts())
    result_store.close_store(runner.resume_study(result_store.result_location(path), OF))


def test_what_was_to_replace_a_file_goes_on(tmp_path: Path) -> None:
    """The file stays until all is done; parts that are damaged do not tell that it was to be replaced."""
    at = result_store.result_location(tmp_path / "r.parquet")
    other = OF._replace(seed=8)
    parquet.write_rows(at.out, rows(), texts())
    going = runner.run_study(other, 60, store=result_store.new_store(at))
    next(going)
    going.close()
    assert result_store.stored_seed(at) == 8
    assert parquet.file_texts(at.out) == texts()
    *_, last = runner.run_study(other, 60, store=runner.resume_study(at, other))
    assert last.played < last.found.deals
    assert parquet.file_texts(at.out)["seed"] == "8"
    parquet.write_rows(at.out, rows(), texts())
    at.folder.mkdir()
    (at.folder / f"{0:012d}.parquet").write_bytes(b"PAR1")
    with pytest.raises(TrickbookError, match="seed 7 there, 8 here"):
        runner.resume_study(at, other)
    assert parquet.file_texts(at.out) == texts()


@pytest.mark.parametrize(
    "name", ['x" VARCHAR); DROP TABLE results; CREATE TABLE results ("place', "Target", "", "a b", "\0"]
)
def test_an_option_of_a_strangers_file_that_is_no_name(call: Call, tmp_path: Path, name: str) -> None:
    options = json.dumps({**json.loads(texts()["options"]), name: 5})
    parquet.write_rows(tmp_path / "x.parquet", rows(), {**texts(), "options": options})
    parquet.write_rows(tmp_path / "y.parquet", rows(), texts())
    result = call("results", str(tmp_path), "--where", "target = 100")
    assert (result.exit_code, "x.parquet holds no results" in result.output) == (0, True), result.output
    assert "y.parquet " in result.stdout


def test_an_option_may_be_called_like_anything_else(call: Call, tmp_path: Path) -> None:
    parquet.write_rows(tmp_path / "x.parquet", rows(), {**texts(), "options": '{"place": 5, "select": 6}'})
    result = call("results", str(tmp_path), "--where", 'place = 5 and "select" = 6')
    assert [line.split()[1] for line in result.stdout.splitlines()] == ["ruleset", "hearts"]


@pytest.mark.parametrize("text", ['x" VARCHAR', "it's", '""', "a]}"])
def test_keys_and_texts_of_a_file_may_hold_anything(tmp_path: Path, text: str) -> None:
    parquet.write_rows(tmp_path / "x.parquet", rows(), {text: text})
    assert parquet.file_texts(tmp_path / "x.parquet") == {text: text}


PERSONS = {
    "text": b"notes",
    "Parquet": b"PAR1 of another program \x04\0\0\0PAR1",
}
"""Files of a person's, by what is in them."""


def a_part(path: Path) -> Path:
    """The place of a part, in the folder of a run that was begun."""
    folder = Path(f"{path}.parts")
    folder.mkdir()
    return folder / f"{7:012d}.parquet"


@pytest.mark.parametrize("kind", PERSONS)
@pytest.mark.parametrize("how", ["--resume", "--force"])
def test_a_persons_file_that_is_named_like_a_part_stays(
    call: Call, tmp_path: Path, kind: str, how: str
) -> None:
    path = tmp_path / "r.parquet"
    part = a_part(path)
    part.write_bytes(PERSONS[kind])
    result = call("simulate", "hearts", "--out", str(path), "--deals", "1", "--seed", "7", how)
    told = f"{part} is in the way: Trickbook did not write it; move it to another folder\n"
    assert (result.exit_code, result.output.endswith(told)) == (1, True), result.output
    assert part.read_bytes() == PERSONS[kind]


def test_a_persons_file_that_lies_where_a_resumed_run_would_write_stays(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    checksum = stored_sums.rows_checksum(rows())
    parquet.write_rows(a_part(path).with_name(f"{0:012d}.parquet"), rows(), {**texts(), "checksum": checksum})
    path.write_text("notes")
    result = call("simulate", "hearts", "--bots", "duck", "--out", str(path), "--deals", "20", "--resume")
    assert (result.exit_code, "no Parquet file" in result.output) == (1, True), result.output
    assert path.read_text() == "notes"


def test_no_file_beside_results_is_touched(call: Call, tmp_path: Path) -> None:
    """Whatever they are called, in a folder of parts that is a link, too."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "r.parquet.parts").symlink_to("elsewhere")
    (tmp_path / "k").mkdir()
    names = ["r.parquet.half", "elsewhere/mine.half", "elsewhere/lock", "k/1-hearts.parquet.half"]
    names += [f"elsewhere/{name}" for name in ("000000000.half", "000000000007-notes.parquet")]
    unlike = tmp_path / "elsewhere" / "000000000007.parquet-12345678.half"
    unlike.mkdir()
    mine = [*(tmp_path / name for name in names), unlike / "notes"]
    for path in mine:
        path.write_text("precious")
    out, folder = tmp_path / "r.parquet", tmp_path / "k"
    assert call("simulate", "hearts", "--out", str(out), "--deals", "1").exit_code == 0
    assert call("compare", "hearts", "spades", "--keep", str(folder), "--deals", "1").exit_code == 0
    assert [path.read_text() for path in mine] == ["precious"] * len(mine)


def test_where_a_link_leads_results_are_written(call: Call, tmp_path: Path) -> None:
    link, pipe = tmp_path / "r.parquet", tmp_path / "p.parquet"
    link.symlink_to("far.parquet")
    os.mkfifo(pipe)
    assert call("simulate", "hearts", "--out", str(link), "--deals", "1", "--force").exit_code == 0
    assert (link.readlink(), parquet.row_count(tmp_path / "far.parquet") > 0) == (Path("far.parquet"), True)
    result = call("simulate", "hearts", "--out", str(pipe), "--deals", "1", "--force")
    assert (result.exit_code, f"{pipe} cannot be replaced: it is no file" in result.output) == (1, True)
    assert pipe.is_fifo()
