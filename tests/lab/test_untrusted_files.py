"""Files of results that are not what they say, or come from strangers."""

import json
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
    (at.folder / f"{0:012d}.parquet").write_bytes(b"notes")
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


def test_a_link_in_the_place_of_an_unfinished_file_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("precious")
    for prefix in ("", "tmp_"):  # DuckDB writes beside a file that is there already
        (tmp_path / f"{prefix}x.parquet{parquet.PARTIAL_SUFFIX}").symlink_to(tmp_path / "mine")
    parquet.write_rows(tmp_path / "x.parquet", rows(), texts())
    assert (tmp_path / "mine").read_text() == "precious"
