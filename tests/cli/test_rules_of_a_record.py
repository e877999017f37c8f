"""Where a ruleset is asked for, a record stands for the rules that it was played by."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Call


@pytest.fixture
def record(call: Call, tmp_path: Path) -> Path:
    path = tmp_path / "evening.record"
    agreed = ["--option", "passing=hold", "--option", "target=30", "--house", "omnibus", "--players", "3"]
    assert call("play", "hearts", *agreed, "--seed", "5", "--record", str(path)).exit_code == 0
    return path


def test_what_was_agreed_is_simulated(call: Call, record: Path) -> None:
    known = call("simulate", str(record), "--deals", "20", "--seed", "1", "--json")
    wanted = ["--option", "passing=hold", "--option", "target=30", "--house", "omnibus", "--players", "3"]
    said = call("simulate", "hearts", *wanted, "--deals", "20", "--seed", "1", "--json")
    assert (known.exit_code, said.exit_code) == (0, 0)
    assert json.loads(known.stdout)["metrics"] == json.loads(said.stdout)["metrics"]


def test_options_may_be_others(call: Call, record: Path) -> None:
    result = call("compare", str(record), "hearts", "--players", "4", "--deals", "20", "--seed", "1")
    assert result.exit_code == 0
    assert "4 players" in result.output


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--house", "sun"], 2, "is a record and has its own house rules"),
        (["--option", "taget=5"], 2, "did you mean target?"),
        (["--players", "9"], 2, "hearts is for 3 to 6 players, not 9"),
    ],
)
def test_what_does_not_go_with_it(call: Call, record: Path, words: list[str], code: int, says: str) -> None:
    result = call("simulate", str(record), "--deals", "20", *words)
    assert result.exit_code == code
    assert says in result.output


def test_a_damaged_record_is_told_at_its_line(call: Call, record: Path) -> None:
    record.write_text(record.read_text("utf-8").replace("players 3", "players 9"), "utf-8")
    result = call("simulate", str(record), "--deals", "20")
    assert result.exit_code == 1
    assert "bad-record: hearts is for 3 to 6 players, not 9" in result.output
