"""Files of results that are not what they say, or come from strangers."""

from pathlib import Path

import pytest
from tests.cli.conftest import Call
from tests.lab.test_rows import a_study

from trickbook.lab import interpreting, noting, parquet, running, shelf
from trickbook.lab.about import about
from trickbook.lab.rows import part
from trickbook.lab.sums import sums
from trickbook.problems import TrickbookError

OF = a_study("hearts", "duck")
ROWS = interpreting.rows(OF, 0, 2)
TEXTS = {**about(OF), "sums": noting.written(sums(ROWS))}


@pytest.mark.parametrize("kind", ["exec", "exec@900ms"])
def test_no_program_is_run_because_a_file_names_it(call: Call, tmp_path: Path, kind: str) -> None:
    path, made = tmp_path / "r.parquet", tmp_path / "made"
    parquet.write(path, ROWS, {**TEXTS, "bots": f"duck,{kind}:touch {made},duck,duck"})
    result = call("results", str(path), "--match", "0")
    assert (result.exit_code, f"names the program `{kind}:touch" in result.output) == (1, True)
    assert not made.exists()


def test_a_file_without_some_of_its_deals_is_not_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "r.parquet"
    parquet.write(path, part(ROWS, 0, 3), TEXTS)
    with pytest.raises(TrickbookError, match=r"r\.parquet is damaged: it does not hold all its deals"):
        running.resume(shelf.place(path), OF)
    parquet.write(path, ROWS, TEXTS)
    shelf.leave(running.resume(shelf.place(path), OF))


def test_what_was_to_replace_a_file_goes_on(tmp_path: Path) -> None:
    """The file stays until all is done; parts that are damaged do not tell that it was to be replaced."""
    at = shelf.place(tmp_path / "r.parquet")
    other = OF._replace(seed=8)
    parquet.write(at.out, ROWS, TEXTS)
    going = running.simulate(other, 60, lying=shelf.begin(at))
    next(going)
    going.close()
    assert shelf.seed(at) == 8
    assert parquet.texts(at.out) == TEXTS
    *_, last = running.simulate(other, 60, lying=running.resume(at, other))
    assert last.played < last.found.deals
    assert parquet.texts(at.out)["seed"] == "8"
    parquet.write(at.out, ROWS, TEXTS)
    at.folder.mkdir()
    (at.folder / f"{0:012d}.parquet").write_bytes(b"notes")
    with pytest.raises(TrickbookError, match="seed 7 there, 8 here"):
        running.resume(at, other)
    assert parquet.texts(at.out) == TEXTS
