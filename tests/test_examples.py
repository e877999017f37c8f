"""The rules as worked examples: one test for each, and what is said of examples that are wrong."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from trickbook.examples import Outcome, Results
from trickbook.examples.runner import run
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
    wrong = [told for outcome in results(name).outcomes for told in lacking(outcome)]
    assert not wrong, "\n".join(["Worked examples are not complete:", *wrong])


def lacking(outcome: Outcome) -> Iterator[str]:
    """What an example lacks, where, and what to write."""
    where = f"{outcome.place}: example `{outcome.name}` of {outcome.ruleset} has no"
    if not outcome.says:
        yield f"{where} `says:`; write one plain sentence about what it shows"
    if not outcome.source and cites(outcome):
        yield (
            f"{where} `source:`; write the id of the rule that it shows, as in `source: WH-21`. "
            "rulesets/SOURCES.md has the ids; if the rule is not there, add it with a new one"
        )


def cites(outcome: Outcome) -> bool:
    """Whether a rule is to be cited: some house rules and games of the tests are in no source."""
    if outcome.ruleset.endswith(".yaml"):
        return False
    file = Path(__file__).parents[1] / outcome.place.file
    return not file.is_relative_to(HOUSE) or "\nsource:" in file.read_text("utf-8")


def test_what_an_example_lacks_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    bare = "bare: {given: {hand: 9C}, legal: 9C}"
    file.write_text(f"groups:\n  - ruleset: hearts\n    examples:\n      {bare}\n", "utf-8")
    [outcome] = run([str(file)]).outcomes
    says, source = lacking(outcome)
    where = f"{file}:4:7: example `bare` of hearts has no"
    assert says == f"{where} `says:`; write one plain sentence about what it shows"
    assert source.startswith(
        f"{where} `source:`; write the id of the rule that it shows, as in `source: WH-21`"
    )
    assert [*lacking(outcome._replace(says="It follows.", source=("WH-21",)))] == []


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
    assert str(problem.message) == "legal: legal is 9D by the rules, not 9D QS"
