"""The rules as worked examples: one test for each, and what is said of examples that are wrong."""

from functools import cache
from pathlib import Path

import pytest

from trickbook.examples import Outcome, Results, run
from trickbook.loading import shipped
from trickbook.problems import Problem

HERE = Path(__file__).parent
FILES = sorted([*HERE.glob("sections/**/*.yaml"), *HERE.glob("rulesets/*.yaml")])
HOUSE = HERE.parent / "rulesets" / "house"
WRONG = sorted(HERE.glob("examples/*.txt"))

SHIPPED = sorted(shipped())


@cache
def results(file: str) -> Results:
    """What came of the examples of a file, or of a shipped ruleset."""
    return run([file])


def named(outcome: Outcome) -> str:
    return f"{Path(outcome.place.file).stem}-{outcome.ruleset}-{outcome.name}"


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_the_rules_play_as_written(file: Path) -> None:
    found = results(str(file))
    assert found.problems == ()
    assert {outcome.place.file for outcome in found.outcomes} == {str(file)}
    assert [str(outcome) for outcome in found.outcomes if not outcome.passed] == []


@pytest.mark.parametrize("name", SHIPPED)
def test_a_ruleset_keeps_its_own_examples(name: str) -> None:
    found = results(name)
    assert found.problems == ()
    assert [str(outcome) for outcome in found.outcomes if not outcome.passed] == []


@pytest.mark.parametrize("name", [*SHIPPED, *map(str, FILES)], ids=lambda name: Path(name).stem)
def test_an_example_says_what_it_shows_and_cites_its_rule(name: str) -> None:
    outcomes = results(name).outcomes
    assert [named(outcome) for outcome in outcomes if not outcome.says] == []
    assert [named(outcome) for outcome in outcomes if not outcome.source and cites(outcome)] == []


def cites(outcome: Outcome) -> bool:
    """Whether a rule is to be cited: some house rules and games of the tests are in no source."""
    if outcome.ruleset.endswith(".yaml"):
        return False
    file = Path(__file__).parents[1] / outcome.place.file
    return not file.is_relative_to(HOUSE) or "\nsource:" in file.read_text("utf-8")


@pytest.mark.parametrize("told", WRONG, ids=lambda path: path.stem)
def test_wrong_examples_are_told_of(told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(told.parent)
    assert f"{run([f'{told.stem}.yaml'])}\n" == told.read_text("utf-8")


def test_a_ruleset_that_does_not_exist_is_told_of() -> None:
    found = run(["heart"])
    assert not found.passed
    assert str(found) == "no-such-ruleset: there is no ruleset `heart`\n  hint: did you mean `hearts`?"


def test_for_programs_a_difference_is_a_problem_at_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE / "examples")
    problem = run(["differences.yaml"]).all_problems()[0]
    assert isinstance(problem, Problem)
    assert (problem.code, str(problem.place)) == ("wrong-example", "differences.yaml:7:12")
    assert problem.message == "legal: legal is 9D by the rules, not 9D QS"
