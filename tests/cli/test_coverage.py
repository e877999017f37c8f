"""`trickbook test --coverage`: which entries examples exercise, which only random deals do, which nothing."""

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Call

from trickbook.analysis.coverage import random_deals

RULES = """
trickbook: 1
extends: hearts
players: {count: 4}
options: {king: {type: yes_no, default: no, says: The king of spades costs five.}}
facts:
  waits: {upon: trick, starts: yes, becomes: no}
steps:
  shoot:
    says: Only words.
    rules: {never_adds: {when: waits and not waits, keep: answer is subtract}}
play:
  opening: {before: follow_suit, says: Only words and a place.}
  queen_waits: {before: no_penalty_first, when: first_trick, keep: not QS}
worth: {queen: {is: 26}, king: {cards: if king then KS else nothing, is: 5}}
points: {steep: {when: points > 20, player: points - 1}}
examples:
  she_waits: {given: {hand: QS 9D, trick: [4C], trick_number: 1}, illegal: {QS: queen_waits}}
  steep: {given: {taken: {0: QS}}, points: [25, 0, 0, 0]}
"""

TABLE = """\
all 2 examples hold
mine.yaml, in its examples and in 100 random deals:
  mine.yaml:7   facts.waits                   deals
  mine.yaml:11  steps.shoot.rules.never_adds  never
  mine.yaml:14  play.queen_waits              examples and deals
  mine.yaml:15  worth.queen                   examples and deals
  mine.yaml:15  worth.king                    deals
  mine.yaml:16  points.steep                  examples and deals
examples exercise 3 of 6 entries, 50 %
"""


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("mine.yaml").write_text(RULES, "utf-8")
    return "mine.yaml"


def test_own_entries_are_listed_and_those_that_only_say_something_else_are_not(call: Call, mine: str) -> None:
    result = call("test", "--coverage", mine)
    assert result.output == TABLE
    assert result.exit_code == 0


def test_without_random_deals_there_are_only_the_examples(call: Call, mine: str) -> None:
    result = call("test", "--coverage", "--deals", "0", mine)
    assert "0 random deals" in result.output
    assert "facts.waits                   never" in result.output


def test_less_than_what_is_asked_for_is_an_error(call: Call, mine: str) -> None:
    assert call("test", "--fail-under", "50", "--deals", "0", mine).exit_code == 0
    result = call("test", "--fail-under", "51", "--deals", "0", mine)
    assert result.exit_code == 1
    assert "this is less than the required 51 %" in result.output


def test_programs_are_told_what_no_example_exercises(call: Call, mine: str) -> None:
    found = json.loads(call("test", "--coverage", "--format", "json", mine).output)
    assert [(problem["code"], problem["severity"], problem["line"]) for problem in found] == [
        ("no-example", "note", 7),
        ("no-example", "note", 11),
        ("no-example", "note", 15),
    ]
    assert found[0]["message"] == "no example exercises facts.waits, only random deals do"


def test_examples_in_a_file_of_their_own_count_for_the_ruleset_that_they_are_about(
    call: Call, mine: str
) -> None:
    Path("more.yaml").write_text(
        f"ruleset: ./{mine}\nexamples: {{king: {{given: {{options: {{king: yes}}, taken: {{0: KS}}}}, "
        "points: [5, 0, 0, 0]}}\n",
        "utf-8",
    )
    assert "examples exercise 4 of 6 entries, 66 %" in call("test", "--coverage", mine, "more.yaml").output


def test_a_game_that_changes_only_options_has_nothing_to_exercise(call: Call) -> None:
    result = call("test", "--coverage", "--deals", "0", "omnibus")
    assert "rulesets/omnibus.yaml: no entries of its own" in result.output


def test_a_part_is_exercised_by_what_extends_it(call: Call) -> None:
    result = call("test", "--coverage", "--deals", "0", "pig-and-sheep", "chinese-hearts")
    assert "rulesets/parts/pig-and-sheep.yaml:8   worth.pig              examples" in result.output


def test_an_answer_that_was_only_weighed_has_not_been_given(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """WH-38: by convention the shooter weighs what adding and subtracting would bring; here adding wins."""
    monkeypatch.chdir(tmp_path)
    Path("moon.yaml").write_text(
        "ruleset: hearts\noptions: {moon: convention}\n"
        "examples: {moon: {given: {taken: {0: penalty}}, points: [0, 26, 26, 26]}}\n",
        "utf-8",
    )
    result = call("test", "--coverage", "--deals", "0", "moon.yaml")
    assert "points.moon_added             examples" in result.output
    assert "points.moon_subtracted        never" in result.output


def test_a_line_says_why_there_are_fewer_deals(
    call: Call, mine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random_deals, "MOST_WORK", 100_000)
    head, why = call("test", "--coverage", mine).output.split("\n")[1:3]
    deals = head.removesuffix(" random deals:").rpartition(" ")[2]
    assert why == f"  only {deals} of 100 random deals were played: a deal by this ruleset takes too long"
    notes = json.loads(call("test", "--coverage", mine, "--format", "json").output)
    assert [note["message"] for note in notes if note["code"] == "checked-in-part"] == [why.strip()]
