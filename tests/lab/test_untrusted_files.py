"""Files of results that are not what they say, or come from strangers."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cli.conftest import Call
from tests.lab.test_rows import a_study

from trickbook.lab import chunks, interpreter_rows, parquet, result_store, runner
from trickbook.lab.metadata import metadata, sums_to_text
from trickbook.lab.study import Rows, row_range
from trickbook.lab.sums import Sum, sum_matches
from trickbook.problems import TrickbookError

OF = a_study("hearts", "duck")


@cache
def rows() -> Rows:
    return interpreter_rows.interpreter_rows(OF, 0, 2)


@cache
def texts() -> dict[str, str]:
    return {**metadata(OF), "sums": sums_to_text(sum_matches(rows()))}


def sums(**other: object) -> str:
    """The sums with some of their parts changed."""
    return json.dumps({**json.loads(texts()["sums"]), **other})


def points(**other: int) -> dict[str, Any]:
    """The measures with other sums of points for a seat."""
    known = json.loads(texts()["sums"])["measures"]
    first = [*Sum(*known["points"][0])._replace(**other)]
    return {**known, "points": [first, *known["points"][1:]]}


def often(counts: object) -> list[Any]:
    """The counts of points with other counts for a seat."""
    return [counts, *json.loads(texts()["sums"])["points"][1:]]


DEEP = "[" * 100_000
WRONG_TEXTS: dict[str, dict[str, str | None]] = {
    "nested options": {"options": DEEP},
    "nested conditions": {"conditions": DEEP},
    "nested sums": {"sums": DEEP},
    "conditions that are no names": {"conditions": '[1, {"a": 2}]'},
    "conditions in a map": {"conditions": '{"moon": 1}'},
    "a condition that nothing measures": {"conditions": '["sun"]'},
    "house rules that are no texts": {"house": "[[]]"},
    "a house rule that is no list": {"house": '"omnibus"'},
    "an option in a map": {"options": '{"target": {"a": 1}}'},
    "an option in lists": {"options": '{"target": [["a"]]}'},
    "a large option": {"options": f'{{"target": {10**300}}}'},
    "an infinite option": {"options": '{"target": Infinity}'},
    "no player": {"players": "0"},
    "too many players": {"players": str(10**18)},
    "other players than in its rows": {"players": "3"},
    "a large seed": {"seed": str(1 << 63)},
    "a seed of very many digits": {"seed": "9" * 5000},
    "no digest": {"digest": None},
    "points that nobody counts": {"sums": sums(points=often({}))},
    "points counted in texts": {"sums": sums(points=often({"0": "a"}))},
    "points counted in halves": {"sums": sums(points=often({"0": rows().match.size + 0.0}))},
    "points counted below none": {"sums": sums(points=often({"0": rows().match.size + 1, "1": -1}))},
    "a sum without a float": {"sums": sums(measures=points(much=10**400))},
    "a square below zero": {"sums": sums(measures=points(much_squared=-1))},
    "a variance below zero": {"sums": sums(measures=points(product=10**30))},
    "a measure without some seats": {"sums": sums(measures={"points": [[1] * 5]})},
    "a measure that its rows lack": {"sums": sums(measures={**points(), "sun": [[1] * 5] * 5})},
    "a measure that colours the screen": {"sums": sums(measures={**points(), "\x1b[31m": [[1] * 5] * 5})},
    "a length by seat": {"sums": sums(measures={**points(), "length": [[1] * 5] * 5})},
}


def asked(call: Call, path: Path) -> list[tuple[int, str]]:
    """What is answered to each kind of question about a file."""
    every: tuple[list[str], ...] = (
        [],
        ["--by", "seed"],
        ["--json"],
        ["--where", "players = 4"],
        ["--match", "0"],
    )
    results = [call("results", str(path), *words) for words in every]
    return [(result.exit_code, result.output.strip()) for result in results]


@pytest.mark.parametrize("wrong", WRONG_TEXTS.values(), ids=WRONG_TEXTS)
@pytest.mark.parametrize("wins", ["shared", "each"])
def test_what_a_file_cannot_say_makes_it_none_of_ours(
    call: Call, tmp_path: Path, wrong: dict[str, str | None], wins: str
) -> None:
    path = tmp_path / "r.parquet"
    told = {name: text for name, text in {**texts(), "wins": wins, **wrong}.items() if text is not None}
    parquet.write_rows(path, rows(), told)
    assert {*asked(call, path)} == {(1, f"Error: {path} holds no results of Trickbook's")}


def without(name: str) -> Rows:
    return rows()._replace(columns={one: column for one, column in rows().columns.items() if one != name})


def with_column(name: str, column: NDArray[Any]) -> Rows:
    return rows()._replace(columns={**rows().columns, name: column})


def with_deals(name: str, column: Any) -> Rows:
    return rows()._replace(**{name: column})


@pytest.mark.parametrize(
    "wrong",
    [
        *map(without, ("points", "choices", "won", "moon", "exposed")),
        with_column("won", rows().columns["won"][:, :3]),
        with_column("won", rows().columns["won"].astype(np.int8)),
        with_column("won", rows().columns["won"] / 2),
        with_column("a b", rows().columns["won"]),
        with_deals("match", rows().match / 2),
        with_deals("last", rows().match),
    ],
)
def test_rows_that_are_not_what_a_file_says_are_none_of_ours(call: Call, tmp_path: Path, wrong: Rows) -> None:
    path = tmp_path / "r.parquet"
    parquet.write_rows(path, wrong, {name: text for name, text in texts().items() if name != "wins"})
    assert {*asked(call, path)} == {(1, f"Error: {path} holds no results of Trickbook's")}


@pytest.mark.parametrize("wins", ["shared", "each"])
@pytest.mark.parametrize(
    "told", [{"matches": 10**18, "deals": 10**18}, {"matches": 1}, {"matches": rows().match.size}], ids=str
)
def test_no_more_matches_are_looked_for_than_a_file_has(
    call: Call, tmp_path: Path, told: dict[str, int], wins: str
) -> None:
    path, deals = tmp_path / "r.parquet", told.get("deals", rows().match.size)
    counts = [{"0": deals}] * OF.players
    parquet.write_rows(path, rows(), {**texts(), "wins": wins, "sums": sums(points=counts, **told)})
    assert {*asked(call, path)} == {(1, f"Error: {path} is damaged: it does not hold all its deals")}


def test_matches_that_are_missing_are_not_made_up(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The numbers reach from the first to the last, but not over all between them."""
    path, there = tmp_path / "r.parquet", interpreter_rows.interpreter_rows(OF, 0, 3)
    skipping = there._replace(match=np.where(there.match == 1, 2, there.match))
    told = {**texts(), "wins": "each", "sums": sums_to_text(sum_matches(there))}
    parquet.write_rows(path, skipping, told)
    monkeypatch.setattr(chunks, "MATCHES_READ", 1)
    damaged = (1, f"Error: {path} is damaged: its deals are not what its sums tell of")
    assert {*asked(call, path)} == {damaged}


def test_numbers_that_are_missing_are_damage(tmp_path: Path) -> None:
    path, holes = tmp_path / "r.parquet", tmp_path / "h.parquet"
    parquet.write_rows(path, rows(), texts())
    with parquet.duckdb_connection("test") as connection:
        found = connection.read_parquet(str(path))
        found.project("* REPLACE (nullif(won_0, 0) AS won_0)").write_parquet(str(holes))
    with pytest.raises(TrickbookError, match=r"h\.parquet is damaged: some of its numbers are missing"):
        parquet.read_rows(holes)


@pytest.mark.parametrize(
    ("bot", "plays"),
    [
        ("montecarlo@1000000", False),
        ("ismcts@1001", False),
        ("montecarlo@3600s", False),
        ("montecarlo@1001ms", False),
        ("ismcts@1", True),
    ],
)
def test_no_player_thinks_for_long_because_a_file_names_it(
    call: Call, tmp_path: Path, bot: str, *, plays: bool
) -> None:
    path = tmp_path / "r.parquet"
    of = a_study("knaves", "duck")
    found = interpreter_rows.interpreter_rows(of, 0, 1)
    told = {**metadata(of), "sums": sums_to_text(sum_matches(found))}
    parquet.write_rows(path, found, {**told, "bots": f"duck,duck,{bot}"})
    result = call("results", str(path), "--match", "0")
    refused = f"names the player `{bot}`, which thinks for too long to play because a file says so"
    assert (result.exit_code == 0, refused in result.output) == (plays, not plays), result.output


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
