"""The rules as worked examples: one test for each, and what is said of examples that are wrong."""

from pathlib import Path

import pytest

from trickbook.examples import Outcome, run
from trickbook.problems import Problem

HERE = Path(__file__).parent
FILES = sorted([*HERE.glob("rules/*.yaml"), *HERE.glob("rulesets/*.yaml")])
HOUSE = HERE.parent / "rulesets" / "house"
WRONG = sorted(HERE.glob("examples/*.txt"))

RULES = run(map(str, FILES))
OWN = run()


def named(outcome: Outcome) -> str:
    return f"{Path(outcome.place.file).stem}-{outcome.ruleset}-{outcome.name}"


def test_every_file_can_be_run() -> None:
    assert RULES.problems == ()
    assert OWN.problems == ()
    assert {outcome.place.file for outcome in RULES.outcomes} == {str(path) for path in FILES}


@pytest.mark.parametrize("outcome", RULES.outcomes, ids=named)
def test_the_rules_play_as_written(outcome: Outcome) -> None:
    assert outcome.passed, str(outcome)


@pytest.mark.parametrize("outcome", OWN.outcomes, ids=named)
def test_a_ruleset_keeps_its_own_examples(outcome: Outcome) -> None:
    assert outcome.passed, str(outcome)


def test_an_example_says_what_it_shows_and_cites_its_rule() -> None:
    outcomes = (*RULES.outcomes, *OWN.outcomes)
    assert [named(outcome) for outcome in outcomes if not outcome.says] == []
    assert [named(outcome) for outcome in outcomes if not outcome.source and cites(outcome)] == []


def cites(outcome: Outcome) -> bool:
    """Whether a rule is to be cited: some house rules are in no numbered source."""
    file = Path(__file__).parents[1] / outcome.place.file
    return not file.is_relative_to(HOUSE) or "\nsource:" in file.read_text("utf-8")


@pytest.mark.parametrize("told", WRONG, ids=lambda path: path.stem)
def test_wrong_examples_are_told_of(told: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(told.parent)
    assert f"{run([f'{told.stem}.yaml'])}\n" == told.read_text("utf-8")


def test_a_ruleset_that_does_not_exist_is_told_of() -> None:
    results = run(["heart"])
    assert not results.passed
    assert str(results) == "no-such-ruleset: there is no ruleset `heart`\n  hint: did you mean `hearts`?"


def test_for_programs_a_difference_is_a_problem_at_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(HERE / "examples")
    problem = run(["differences.yaml"]).all_problems()[0]
    assert isinstance(problem, Problem)
    assert (problem.code, str(problem.place)) == ("wrong-example", "differences.yaml:7:12")
    assert problem.message == "legal: legal is 9D by the rules, not 9D QS"
