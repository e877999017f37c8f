"""Whatever a ruleset or what it extends is called: problems, and never an exception."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.fuzz.odd import FUZZ

from trickbook.analysis.validation import validate


@given(name=st.text(max_size=40) | st.text(max_size=40).map(lambda name: f"{name}.yaml"))
@example(name="\0.yaml")
@example(name="/dev/zero")
@example(name="." * 5000 + "/x.yaml")
@example(name=".")
@FUZZ
def test_any_name(name: str) -> None:
    assert not validate(name, quick=True).fine


@given(name=st.text(max_size=40).map(lambda name: f"{name}.yaml"))
@example(name="x" * 3000 + ".yaml")
@example(name="\\0.yaml")
@FUZZ
def test_any_name_of_what_is_extended(tmp_path_factory: pytest.TempPathFactory, name: str) -> None:
    path = tmp_path_factory.getbasetemp() / "game.yaml"
    quoted = name.replace("'", "''")
    path.write_bytes(f"trickbook: 1\nextends: '{quoted}'\n".encode("utf-8", "surrogatepass"))
    assert not validate(path, quick=True).fine


def test_a_house_of_very_many_files(tmp_path: Path) -> None:
    """Each file extends the next by two ways that are different names of one file."""
    for number in range(40):
        parents = [f"./{number + 1}.yaml", f"../{tmp_path.name}/{number + 1}.yaml"]
        (tmp_path / f"{number}.yaml").write_text(f"trickbook: 1\nextends: [{', '.join(parents)}]\n")
    (tmp_path / "40.yaml").write_text("trickbook: 1\nextends: hearts\n")
    assert {problem.code for problem in validate(tmp_path / "0.yaml", quick=True).problems} == {
        "too-many-files"
    }


def test_a_ruleset_rests_on_so_many_files(tmp_path: Path) -> None:
    for number in range(80):
        (tmp_path / f"{number}.yaml").write_text("trickbook: 1\nextends: hearts\n")
    parents = ", ".join(f"./{number}.yaml" for number in range(80))
    path = tmp_path / "all.yaml"
    path.write_text(f"trickbook: 1\nextends: [{parents}]\n")
    assert "too-many-files" in {problem.code for problem in validate(path, quick=True).problems}
