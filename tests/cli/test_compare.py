"""`trickbook compare`: what a change of the rules does, on the same deals."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from tests.cli.conftest import play_rows

import trickbook
from trickbook.lab import interpreter_rows
from trickbook.lab.commands.ruleset_specs import RulesetSpec, apply_to_all, parse_specs
from trickbook.lab.process_pool import ProcessPool

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.cli.conftest import Call

    from trickbook.lab.chunks import PlayedChunk
    from trickbook.lab.study import Rows, Study


def read(*words: str) -> tuple[RulesetSpec, ...]:
    return parse_specs(None, None, words)  # type: ignore[arg-type]


def test_a_table_tells_what_changes(call: Call) -> None:
    result = call("compare", "hearts", "omnibus", "--deals", "200", "--seed", "7")
    assert result.exit_code == 0
    lines = {line[:26].strip(): line for line in result.stdout.splitlines()}
    assert lines["points a deal"].endswith(" *")
    assert [word[:3] for word in lines["points a deal"].split()[3:6]] == ["6.5", "4.0", "-2."]
    assert "*" not in lines["tricks a deal"]
    assert lines["share of wins"].count(" %") == 3
    assert "In none of them: exposed cards a deal." in result.output
    assert "\nWith omnibus, a deal costs 2." in result.output
    assert "of the 8 differences that were looked at" in result.output


def data(call: Call, *words: str) -> dict[str, Any]:
    result = call("compare", *words, "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def test_programs_are_told_everything(call: Call) -> None:
    found = data(call, "hearts", "+omnibus", "+target=50", "--deals", "150", "--seed", "7")
    names = [rules["title"] for rules in found["rulesets"]]
    assert names == ["hearts", "hearts+omnibus", "hearts+target=50"]
    assert all(rules["deals"] >= 150 for rules in found["rulesets"])
    assert found["rulesets"][1]["digest"] == trickbook.load("hearts", house=["omnibus"]).digest_for(4)
    assert found["rulesets"][2]["options"]["target"] == 50
    assert {rules["seed"] for rules in found["rulesets"]} == {found["seed"]} == {7}
    assert (found["complete"], found["deals_per_second"] > 0) == (True, True)
    apart = {(one["ruleset"], one["measure"]): one for one in found["differences"]}
    assert len(apart) == found["looked_at"] == 16
    points = apart["hearts+omnibus", "points"]
    assert points["significant"]
    assert points["difference"]["mean"] == pytest.approx(points["mean"] - points["base"])
    assert points["difference"]["mean"] == pytest.approx(-2.5, abs=0.1)
    assert points["difference"]["low"] < points["difference"]["mean"] < points["difference"]["high"]
    told = found["sentences"]
    assert [one.split(",")[0] for one in told] == ["With hearts+omnibus", "With hearts+target=50"]
    assert "a match lasts " in told[1]
    length = apart["hearts+target=50", "length"]
    assert (length["significant"], length["difference"]["high"] < 0) == (True, True)
    assert not apart["hearts+target=50", "tricks"]["significant"]


def test_seats_are_told_where_players_differ(call: Call) -> None:
    words = ("hearts", "omnibus", "--deals", "20", "--seed", "7")
    seats = [
        {one["seat"] for one in data(call, *words, *more)["differences"]}
        for more in (
            (),
            ("--seats",),
            ("--bots", "duck,random"),
            ("--bots", "duck,random", "--no-seats"),
        )
    ]
    assert seats == [{None}, {None, 0, 1, 2, 3}, {None, 0, 1, 2, 3}, {None}]
    told = call("compare", *words, "--bots", "duck,random").output
    assert "Seat 0 is duck, Seat 1 is random, Seat 2 is duck, Seat 3 is random; seed 7" in told
    assert "\n     Seat 3 " in told


def test_the_call_that_is_told_gives_the_same_again(call: Call) -> None:
    first = call(
        "compare", "hearts", "+omnibus", "--house", "new-moon", "--option", "target=40", "--deals", "30"
    )
    assert first.exit_code == 0, first.output
    (again,) = (line for line in first.stdout.splitlines() if line.startswith("Again: trickbook "))
    second = call(*again.removeprefix("Again: trickbook ").split())
    assert second.exit_code == 0
    assert first.output.split("Again:")[1] == second.output.split("Again:")[1]


def test_what_is_joined_to_a_ruleset() -> None:
    assert read("hearts+omnibus+moon=old", "+sun+moon=convention", "whist") == (
        RulesetSpec("hearts", ("omnibus",), (("moon", "old"),)),
        RulesetSpec("hearts", ("omnibus", "sun"), (("moon", "convention"),)),
        RulesetSpec("whist"),
    )
    assert [str(side) for side in read("hearts+sun+target=5", "+target=6")] == [
        "hearts+sun+target=5",
        "hearts+sun+target=6",
    ]


def test_a_file_may_have_a_plus_in_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a+b.yaml").write_text("trickbook: 1\nextends: hearts\n", "utf-8")
    assert read("a+b.yaml", "c+d.yaml") == (RulesetSpec("a+b.yaml"), RulesetSpec("c", ("d.yaml",)))


def test_what_lies_over_all() -> None:
    sides = apply_to_all(read("hearts+moon=old", "whist+sun"), ["omnibus"], {"moon": "convention"})
    assert sides == [
        RulesetSpec("hearts", ("omnibus",), (("moon", "old"),)),
        RulesetSpec("whist", ("omnibus", "sun"), (("moon", "convention"),)),
    ]


def test_as_many_sit_down_as_all_allow(call: Call) -> None:
    assert data(call, "hearts", "knaves", "--deals", "3")["players"] == 3
    assert data(call, "hearts", "+omnibus", "--deals", "3")["players"] == 4
    apart = call("compare", "knaves", "omnibus+partners=yes", "whist")
    assert apart.exit_code == 2


def interrupting(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let somebody interrupt once so many matches of a study were played."""

    def rows(study: Study, first: int, count: int) -> Rows:
        if first >= after:
            raise KeyboardInterrupt
        return interpreter_rows.interpreter_rows(study, first, count)

    play_rows(monkeypatch, rows)


@pytest.mark.parametrize("folder", [".", "..", "below/.."])
def test_deals_are_kept_in_the_current_folder_too(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, folder: str
) -> None:
    inner = tmp_path / "inner"
    (inner / "below").mkdir(parents=True)
    monkeypatch.chdir(inner)
    result = call("compare", "hearts", "spades", "--deals", "1", "--keep", folder)
    assert (result.exit_code, len([*(inner / folder).glob("*.parquet")])) == (0, 2), result.output
    assert not [path for path in tmp_path.rglob("*") if "parts" in path.name]


def test_the_root_has_no_place_for_parts(call: Call) -> None:
    result = call("compare", "hearts", "spades", "--deals", "1", "--keep", "/")
    told = "/ has no room for the parts of results beside it; name a folder in it"
    assert (result.exit_code, told in result.output) == (1, True), result.output


def test_an_interrupt_keeps_what_is_done(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("compare", "hearts", "omnibus", "--deals", "100000", "--seed", "7")
    interrupting(3, monkeypatch)
    stopped = call(*words)
    assert stopped.exit_code == 130
    assert "The run was stopped; these are the results until then." in stopped.output
    assert "points a deal" in stopped.output
    told = call(*words, "--json")
    assert (told.exit_code, json.loads(told.stdout)["complete"]) == (130, False)
    interrupting(0, monkeypatch)
    nothing = call(*words)
    assert (nothing.exit_code, "there is nothing to compare" in nothing.output) == (130, True)


def test_workers_tell_the_same(call: Call) -> None:
    words = ("hearts", "+omnibus", "+target=50", "--deals", "60", "--seed", "7")
    alone, shared = data(call, *words), data(call, *words, "--workers", "2")
    for found in (alone, shared):
        assert found.pop("elapsed_s") * found.pop("deals_per_second") > 0
    assert shared == alone


def test_an_interrupt_keeps_what_workers_have_done(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def take(crew: ProcessPool) -> PlayedChunk[Any]:
        if 0 in taken:  # the first chunk, which is passed on before another is awaited
            raise KeyboardInterrupt
        done = before(crew)
        taken.append(done.first)
        return done

    taken: list[int] = []
    before = ProcessPool.take
    monkeypatch.setattr(ProcessPool, "take", take)
    told = call("compare", "hearts", "omnibus", "--deals", "100000", "--workers", "2", "--json")
    found = json.loads(told.stdout)
    assert (told.exit_code, found["complete"]) == (130, False)
    assert found["matches"] > 0


def test_a_scheduler_is_one_of_a_cluster(call: Call) -> None:
    for words in (("compare", "hearts", "omnibus"), ("report", "hearts", "--out", "r.html")):
        refused = call(*words, "--scheduler", "tcp://127.0.0.1:9")
        assert (refused.exit_code, "--scheduler needs --on dask" in refused.output) == (2, True)


def test_players_that_fail_leave_what_is_done(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    def rows(study: Study, first: int, count: int) -> Rows:
        if first >= after:
            raise trickbook.TrickbookError("seat 2 said nothing")
        return interpreter_rows.interpreter_rows(study, first, count)

    play_rows(monkeypatch, rows)
    for after in (3, 0):
        failed = call("compare", "hearts", "omnibus", "--deals", "100000")
        assert (failed.exit_code, "Error: seat 2 said nothing" in failed.output) == (1, True)
        assert ("points a deal" in failed.output) is (after > 0)


def test_a_side_is_named_that_cannot_be(call: Call) -> None:
    wrong: Sequence[tuple[str, str]] = (
        ("+taget=3", "hearts+taget=3: there is no option `taget`; did you mean target?"),
        ("+target=x", "hearts+target=x: option `target` is a whole number"),
        ("hearts+", "'hearts+' names nothing behind '+'"),
        ("+", "'+' names nothing behind '+'"),
        ("", "names nothing"),
        ("+moon=", "'moon=' in '+moon=' is not a setting"),
        ("+moon=old+moon=old", "'moon' is set twice in '+moon=old+moon=old'"),
        ("hearts", "hearts and hearts are the same rules with the same options"),
        ("+moon=old", "hearts and hearts+moon=old are the same rules"),
    )
    for other, message in wrong:
        refused = call("compare", "hearts", other)
        assert (refused.exit_code, message in " ".join(refused.output.split())) == (2, True), refused.output
