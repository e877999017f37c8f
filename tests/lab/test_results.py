"""Files of results: found, asked about, taken together; and the lab for notebooks."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.cli.conftest import Call
from tests.lab.test_rows import a_study, same

import trickbook
from trickbook import lab
from trickbook.lab import interpreter_rows, parquet
from trickbook.lab.intervals import plain_estimates
from trickbook.lab.study import first_deals
from trickbook.lab.sums import added_sums, sum_matches


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of Hearts for two seeds (one of them twice), of Omnibus, and of a game for three."""
    folder = tmp_path_factory.mktemp("results")
    (folder / "below").mkdir()
    for name, deals, seed in (("a", 20, 7), ("b", 40, 7), ("c", 20, 8)):
        lab.simulate("hearts", deals=deals, seed=seed, out=folder / f"{name}.parquet")
    short = trickbook.load("hearts", {"target": 50, "moon": "convention"}, house=["omnibus"])
    lab.simulate(short, deals=20, bots="duck,random", out=folder / "below" / "d.parquet")
    lab.simulate("knaves", deals=10, out=folder / "e.parquet")
    (folder / "f.parquet").write_bytes(b"notes")
    (folder / "g.parquet.parts").mkdir()
    (folder / "g.parquet.parts" / "000000000000.parquet").write_bytes((folder / "a.parquet").read_bytes())
    return folder


@pytest.fixture(autouse=True)
def here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def listed(call: Call, *words: str) -> list[str]:
    result = call("results", *words)
    assert result.exit_code == 0, result.output
    return [line.split()[0] for line in result.stdout.splitlines()[1:]]


def test_files_are_listed(call: Call) -> None:
    assert listed(call) == ["a.parquet", "b.parquet", "below/d.parquet", "c.parquet", "e.parquet"]
    assert listed(call, "below", "e.parquet", "./e.parquet") == ["below/d.parquet", "e.parquet"]
    lines = call("results").stdout.splitlines()
    assert lines[0].split() == ["file", "ruleset", "house", "players", "bots", "seed", "deals", "matches"]
    assert lines[3].split()[:6] == ["below/d.parquet", "hearts", "omnibus", "4", "duck,random", "0"]
    assert "There are no results here" in call("results", "g.parquet.parts").output
    assert "There are no results here" in call("results", "g.parquet.parts", "--where", "players = 4").output
    assert "There are no results to group" in call("results", "g.parquet.parts", "--by", "ruleset").output


@pytest.mark.parametrize(
    ("condition", "files"),
    [
        ("players = 3", ["e.parquet"]),
        ("target = 50", ["below/d.parquet"]),
        ("moon = 'old' and seed = 7", ["a.parquet", "b.parquet"]),
        ("deals > 30", ["b.parquet"]),
        ("deals > 30 and option_deals = 0", ["b.parquet"]),
        ("bots like '%duck%'", ["below/d.parquet"]),
        ("not bare_lead and house = ''", ["a.parquet", "b.parquet", "c.parquet"]),
        ("file = 'c.parquet' or false", ["c.parquet"]),
    ],
)
def test_files_are_chosen_by_what_they_are_about(call: Call, condition: str, files: list[str]) -> None:
    assert listed(call, "--where", condition) == files


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["--where", "plyers = 4"], 1, "plyers"),
        (["--where", "players ="], 1, "--where: "),
        (["--where", "seed in (select 1 from read_csv('/etc/passwd'))"], 1, "--where: "),
        (["--where", "true); drop table results; --"], 1, "--where: "),
        (["--by", "rulset"], 1, "files have no `rulset`; did you mean ruleset?"),
        (["nowhere.parquet"], 1, "nowhere.parquet: there is no such file"),
        (["f.parquet"], 1, "f.parquet is no Parquet file, or a damaged one"),
        (["a.parquet", "b.parquet", "--match", "0"], 2, "--match needs exactly one file, and 2 were found"),
        (["a.parquet", "--match", "99"], 2, "a.parquet has matches 0 to"),
    ],
)
def test_what_cannot_be_asked_is_told(call: Call, words: list[str], code: int, says: str) -> None:
    result = call("results", *words)
    assert (result.exit_code, says in result.output) == (code, True), result.output
    assert result.output.count("\n") < 6
    assert Path("a.parquet").exists()


def test_a_file_of_something_else_is_no_result(call: Call, tmp_path: Path) -> None:
    rows = interpreter_rows.interpreter_rows(a_study("hearts"), 0, 1)
    parquet.write_rows(tmp_path / "x.parquet", rows, {"seed": "7"})
    assert (
        f"{tmp_path / 'x.parquet'} holds no results of Trickbook's"
        in call("results", str(tmp_path / "x.parquet")).output
    )
    assert "There are no results here" in call("results", str(tmp_path)).output


@pytest.mark.parametrize(
    "told",
    [
        "[" * 5000,
        {"matches": "4"},
        {"matches": -5},
        {"deals": float("inf")},
        {"measures": {}},
        {"measures": {"points": []}},
        {"measures": {"points": [["a"] * 5]}},
        {"points": []},
    ],
    ids=str,
)
def test_sums_that_cannot_be_are_no_results(call: Call, tmp_path: Path, told: str | dict[str, Any]) -> None:
    texts, rows = parquet.read_rows(Path("a.parquet"))
    path = tmp_path / "x.parquet"
    wrong = told if isinstance(told, str) else json.dumps({**json.loads(texts["sums"]), **told})
    parquet.write_rows(path, rows, {**texts, "sums": wrong})
    for words in (["results", str(path)], ["simulate", "hearts", "--out", str(path), "--resume"]):
        result = call(*words)
        assert (result.exit_code, f"{path} holds no results of Trickbook's" in result.output) == (1, True)


def test_a_damaged_file_in_a_folder_is_passed_over_and_told_of(call: Call, tmp_path: Path) -> None:
    (path := tmp_path / "x.parquet").write_bytes(Path("a.parquet").read_bytes()[:3000])
    for words in ((), ("--by", "ruleset"), ("--json",)):
        result = call("results", "a.parquet", str(tmp_path), *words)
        told = f"Skipped: {path} is no Parquet file, or a damaged one\n"
        assert (result.exit_code, "hearts" in result.stdout, result.stderr) == (0, True, told)


def test_damage_is_called_so(call: Call, tmp_path: Path) -> None:
    whole = Path("a.parquet").read_bytes()
    path = tmp_path / "x.parquet"
    for first in range(len(whole) - 2000, len(whole) - 8, 200):
        path.write_bytes(whole[:first] + b"\xff" * 200 + whole[first + 200 :])
        result = call("results", str(path))
        assert result.exit_code == 0 or "no Parquet file, or a damaged one" in result.output, result.output


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"bots": 5}, "bots: a list of names of players is needed here, not 5"),
        ({"bots": {"duck": 1}}, "bots: a list of names of players is needed here"),
        ({"bots": [5]}, "bots: a player is a name, as 'duck', not 5"),
        ({"bots": [["duck"]]}, "bots: a player is a name"),
        ({"out": 5}, "a file is named by a text or a path, not 5"),
        ({"out": ""}, "a file is named by a text or a path, not ''"),
        ({"out": "a\0b.parquet"}, "cannot be written: embedded null byte"),
        ({"out": "x" * 400}, "cannot be written: "),
    ],
    ids=str,
)
def test_programs_are_told_what_they_give_wrongly(given: dict[str, Any], says: str) -> None:
    with pytest.raises(trickbook.TrickbookError) as error:
        lab.simulate("hearts", deals=5, **given)
    assert says in str(error.value)


@pytest.mark.parametrize("path", [None, 5, b"a.parquet", ""])
def test_what_is_no_path_is_not_read(path: Any) -> None:
    with pytest.raises(trickbook.TrickbookError, match="a file is named by a text or a path, not"):
        lab.read(path)


@pytest.mark.skipif(sys.platform != "linux", reason="names that are only bytes")
def test_names_that_are_no_utf8_are_refused_or_escaped(call: Call, tmp_path: Path) -> None:
    odd = tmp_path / "o\udcffdd.parquet"
    odd.write_bytes(Path("a.parquet").read_bytes())
    for words in (
        ["results", str(odd)],
        ["results", "--where", "ruleset = '\udcff'"],
        ["simulate", "hearts", "--deals", "5", "--out", str(tmp_path / "x\udcff.parquet")],
    ):
        result = call(*words)
        assert (result.exit_code, "DuckDB needs UTF-8, and that is none" in result.output) == (1, True)
    ours, path = tmp_path / "o\udcffurs.yaml", tmp_path / "r.parquet"
    ours.write_text("trickbook: 1\nname: Ours\nextends: hearts\n", "utf-8")
    for resume in ([], ["--resume"]):
        assert (
            call("simulate", str(ours), "--seed", "7", "--deals", "5", "--out", str(path), *resume).exit_code
            == 0
        )
    assert r"o\udcffurs.yaml" in parquet.file_texts(path)["ruleset"]
    parquet.write_rows(path, parquet.read_rows(path)[1], {**parquet.file_texts(path), "house": r'["\udcff"]'})
    assert listed(call, str(path), "--where", "players = 4 and house = '\\udcff'") == [str(path)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of Unix")
def test_a_pipe_is_not_waited_for(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "x.parquet"
    os.mkfifo(path)
    assert f"{path} is no file" in call("results", str(path)).output
    assert "There are no results here" in call("results", str(tmp_path)).output
    result = call("simulate", "hearts", "--deals", "5", "--out", str(path), "--resume")
    assert (result.exit_code, f"{path} is no file" in result.output) == (1, True)


def test_files_are_taken_together(call: Call) -> None:
    found = json.loads(call("results", "--by", "ruleset,players,house", "--json").stdout)
    by = {(one["ruleset"], one["house"]): one for one in found}
    assert list(by) == [("hearts", ""), ("hearts", "omnibus"), ("knaves", "")]
    hearts = by["hearts", ""]
    assert hearts["files"] == ["a.parquet", "b.parquet", "c.parquet"]
    seven = first_deals(interpreter_rows.interpreter_rows(a_study("hearts"), 0, 9), 40)
    eight = first_deals(interpreter_rows.interpreter_rows(a_study("hearts", seed=8), 0, 9), 20)
    both = added_sums(sum_matches(seven), sum_matches(eight))
    assert hearts["metrics"] == json.loads(json.dumps(plain_estimates(both)))
    assert hearts["deals"] == len(seven.deal) + len(eight.deal)
    assert "seed" not in hearts
    assert hearts["target"] == 100


def test_seats_are_told_where_all_have_as_many(call: Call) -> None:
    [one] = json.loads(call("results", "--by", "version", "--json").stdout)
    assert one["metrics"]["points"]["seats"] == []
    assert "moon" not in one["metrics"]
    lines = call("results", "--by", "ruleset").stdout.splitlines()
    assert lines[0].split() == ["ruleset", "hearts", "knaves"]
    assert next(line for line in lines if line.startswith("   moon")).split()[-1] == "–"


def test_the_record_of_a_match_is_in_its_file(call: Call, tmp_path: Path) -> None:
    record = call("results", "below", "--match", "1").output
    assert "house omnibus" in record
    (tmp_path / "match.txt").write_text(record, "utf-8")
    assert call("replay", str(tmp_path / "match.txt")).exit_code == 0
    _, rows = parquet.read_rows(Path("below/d.parquet"))
    last = rows.columns["points"][np.flatnonzero(rows.last)[1]]
    assert f"Points {' '.join(map(str, last))}\n\nWinners" in record


def test_rules_that_have_changed_are_told(call: Call, tmp_path: Path) -> None:
    ours = tmp_path / "ours.yaml"
    ours.write_text("trickbook: 1\nname: Ours\nextends: hearts\n", "utf-8")
    lab.simulate(ours, deals=5, out=tmp_path / "r.parquet")
    assert call("results", str(tmp_path / "r.parquet"), "--match", "0").exit_code == 0
    ours.write_text(
        "trickbook: 1\nname: Ours\nextends: hearts\nworth: {queen: {cards: QS, is: 5}}\n", "utf-8"
    )
    result = call("results", str(tmp_path / "r.parquet"), "--match", "0")
    assert result.exit_code == 1
    assert "ours.yaml have changed since" in result.output


# The lab for notebooks


def test_a_notebook_has_columns_and_metrics() -> None:
    result = lab.simulate("hearts", deals=40, bots=["random"], seed=7)
    rows = first_deals(interpreter_rows.interpreter_rows(a_study("hearts"), 0, 9), 40)
    assert result.columns["points_2"].tolist() == rows.columns["points"][:, 2].tolist()
    assert list(result.columns)[:5] == ["match", "deal", "last", "points_0", "points_1"]
    assert result.metrics == plain_estimates(sum_matches(rows))
    assert (result.about["ruleset"], result.about["deals"], result.about["target"]) == (
        "hearts",
        len(rows.deal),
        100,
    )
    assert "file" not in result.about
    again = lab.read("b.parquet")
    assert again.metrics == result.metrics
    assert all(np.array_equal(result.columns[name], again.columns[name]) for name in result.columns)
    assert same(parquet.stacked_rows(again.columns), rows)


def test_a_notebook_is_told_what_is_wrong() -> None:
    for wrong, says in (
        ({"deals": 0}, "deals is a whole number"),
        ({"deals": 1.5}, "deals is a whole number"),
        ({"workers": 0}, "workers is a whole number"),
        ({"bots": "ducks"}, "did you mean 'duck'"),
        ({"players": 9}, "3 to 6 players"),
        ({"seed": -1}, "seed is a whole number"),
        ({"out": "a.parquet"}, "'a.parquet' is there already"),
        ({"out": "g.parquet"}, "'g.parquet' is there already, or was begun"),
        ({"out": "nowhere/a.parquet"}, "cannot be written"),
    ):
        with pytest.raises(trickbook.TrickbookError, match=says):
            lab.simulate("hearts", **{"deals": 5, **wrong})  # type: ignore[arg-type]
    with pytest.raises(trickbook.TrickbookError, match="there is no such file"):
        lab.read("nowhere.parquet")
