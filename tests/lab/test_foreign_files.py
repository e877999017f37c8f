"""Files that Trickbook did not write stay as they are, wherever results are written."""

import os
from pathlib import Path

import pytest
from tests.cli.conftest import Call
from tests.lab.test_rows import a_study

from trickbook.lab import interpreter_rows, parquet
from trickbook.lab.metadata import metadata, rows_checksum

OF = a_study("hearts", "duck")

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
    rows = interpreter_rows.interpreter_rows(OF, 0, 2)
    told = {**metadata(OF), "checksum": rows_checksum(rows)}
    parquet.write_rows(a_part(path).with_name(f"{0:012d}.parquet"), rows, told)
    path.write_text("notes")
    result = call("simulate", "hearts", "--bots", "duck", "--out", str(path), "--deals", "20", "--resume")
    assert (result.exit_code, "no Parquet file" in result.output) == (1, True), result.output
    assert path.read_text() == "notes"


def test_no_file_beside_results_is_touched(call: Call, tmp_path: Path) -> None:
    """No name gives one away, nor does a folder of parts that is a link."""
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
    assert (link.readlink(), parquet.file_outline(tmp_path / "far.parquet").rows > 0) == (
        Path("far.parquet"),
        True,
    )
    result = call("simulate", "hearts", "--out", str(pipe), "--deals", "1", "--force")
    assert (result.exit_code, f"{pipe} cannot be replaced: it is no file" in result.output) == (1, True)
    assert pipe.is_fifo()
