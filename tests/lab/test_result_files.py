"""Results taken together: what is not independent is not counted as if it were."""

import json
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import pytest
from tests.cli.conftest import Call
from tests.lab.test_rows import a_study

import trickbook
from trickbook import lab
from trickbook.lab import interpreter_rows, parquet, results
from trickbook.lab.intervals import plain_estimates, t_quantile
from trickbook.lab.sums import sum_matches


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("joining")
    for target, deals in ((100, 40), (50, 60)):
        lab.simulate(
            trickbook.load("hearts", {"target": target}),
            deals=deals,
            seed=7,
            out=folder / f"{target}.parquet",
        )
    return folder


def changed(path: Path, into: Path, **other: str) -> Path:
    """The same rows in a file with other texts."""
    texts, rows = parquet.read_rows(path)
    parquet.write_rows(into, rows, {**texts, **other})
    return into


def together(call: Call, *paths: Path, by: str = "ruleset") -> dict[str, Any]:
    result = call("results", *map(str, paths), "--by", by, "--json")
    assert result.exit_code == 0, result.output
    [one] = json.loads(result.output)
    assert isinstance(one, dict)
    return one


def test_twice_the_same_luck_tells_no_more(call: Call, folder: Path, tmp_path: Path) -> None:
    """Were the copy independent the interval would be narrower, by the square root of two."""
    path = folder / "100.parquet"
    copy = changed(path, tmp_path / "copy.parquet", digest="of other rules")
    alone, both = together(call, path), together(call, path, copy)
    assert both["deals"] == 2 * alone["deals"]
    assert (both["matches"], both["independent"]) == (2 * alone["matches"], alone["matches"])
    for name, measure in alone["metrics"].items():
        for one, other in zip(
            [*measure["seats"], measure["all"]],
            [*both["metrics"][name]["seats"], both["metrics"][name]["all"]],
            strict=True,
        ):
            assert one == pytest.approx(other)


def test_another_version_of_the_same_study_counts_once(call: Call, folder: Path, tmp_path: Path) -> None:
    path = folder / "100.parquet"
    copy = changed(path, tmp_path / "copy.parquet", version="0.0.1", measured="otherwise")
    alone, both = together(call, path), together(call, path, copy)
    assert (both["deals"], both["matches"], both["metrics"]) == (
        alone["deals"],
        alone["matches"],
        alone["metrics"],
    )


def test_matches_of_one_number_are_one_observation(call: Call, folder: Path) -> None:
    """Points of seat 0, by hand: what the matches of each number come to, in both files or in the longer."""
    files = [lab.read(folder / f"{target}.parquet").columns for target in (100, 50)]
    many = max(int(one["match"][-1]) for one in files) + 1
    per_match = [
        [np.bincount(one["match"], one["points_0"], many), np.bincount(one["match"], None, many)]
        for one in files
    ]
    much, deals = np.sum(per_match, axis=0)
    off = much - deals * much.sum() / deals.sum()
    error = (many / (many - 1) * (off**2).sum()) ** 0.5 / deals.sum()
    found = together(call, folder)["metrics"]["points"]["seats"][0]
    assert found["mean"] == pytest.approx(much.sum() / deals.sum())
    assert together(call, folder)["independent"] == many
    assert found["high"] - found["mean"] == pytest.approx(error * t_quantile(many - 1), rel=1e-3)


def test_the_histogram_has_all_deals(folder: Path) -> None:
    [group] = results.group_files(results.find_files([folder]).files, ["ruleset"])
    assert all(sum(seat.values()) == group.sums.deals for seat in group.sums.points)


def test_a_condition_is_told_as_a_share(call: Call, folder: Path, tmp_path: Path) -> None:
    path = folder / "100.parquet"
    [line] = [
        one for one in call("results", str(path), "--by", "ruleset").output.splitlines() if "moon" in one
    ]
    assert line.split()[0] == "moon"
    assert line.endswith("%")
    texts, rows = parquet.read_rows(path)
    old = tmp_path / "old.parquet"
    parquet.write_rows(old, rows, {name: text for name, text in texts.items() if name != "conditions"})
    assert "moon a deal" in call("results", str(old), "--by", "ruleset").output


def test_a_shared_match_counts_its_parts_in_files_of_old_too(tmp_path: Path) -> None:
    """Their sums have each winner in full; their rows are as they were."""
    of = a_study("whist")
    lab.simulate("whist", deals=60, seed=7, out=tmp_path / "new.parquet")
    texts, rows = parquet.read_rows(tmp_path / "new.parquet")
    told = json.loads(texts["sums"])
    told["measures"]["won"] = [[1, 2, 1, 2, 4]] * (of.players + 1)
    old = tmp_path / "old.parquet"
    parquet.write_rows(
        old,
        rows,
        {**{name: text for name, text in texts.items() if name != "wins"}, "sums": json.dumps(told)},
    )
    assert (
        lab.read(old).metrics
        == lab.read(tmp_path / "new.parquet").metrics
        == plain_estimates(sum_matches(rows))
    )
    won = [one["mean"] for one in lab.read(old).metrics["won"]["seats"]]
    assert sum(won) == pytest.approx(1)
    assert won[0] == mean(rows.columns["won"][rows.last][:, 0].tolist()) / 2
    assert len(rows.deal) == len(interpreter_rows.interpreter_rows(of, 0, int(rows.last.sum())).deal)
