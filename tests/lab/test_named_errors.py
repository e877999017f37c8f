"""Errors name what they are about: the ruleset that has no measures, the columns that results have."""

from __future__ import annotations

from pathlib import Path

from tests.cli.conftest import Call

LARGE = "trickbook: 1\nextends: hearts\ndeck: {packs: 3}\n"


def test_the_ruleset_without_measures_is_named(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    path.write_text(LARGE, "utf-8")
    result = call("report", "hearts", str(path), "--measures", "--deals", "2", "--seed", "1")
    assert result.exit_code == 1
    assert f"Error: {path}: " in result.output


def test_the_columns_are_listed_where_there_is_none_of_a_name(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "k.parquet"
    assert call("simulate", "hearts", "--deals", "3", "--seed", "1", "--out", str(path)).exit_code == 0
    result = call("results", str(path), "--where", "foo = 1")
    assert result.exit_code == 1
    assert "; the columns are passing, " in result.output
    assert ", file, ruleset, house, players, bots, seed, " in result.output
