"""`trickbook test --mutants`: small changes to the rules that no example notices, and examples that do."""

from __future__ import annotations

import json
import re
from textwrap import indent
from typing import TYPE_CHECKING

import pytest

from trickbook.analysis import configurations
from trickbook.analysis.coverage import tallies
from trickbook.analysis.coverage.tallies import UNLIMITED, Budget
from trickbook.analysis.difference import Witness
from trickbook.analysis.difference.yaml_writer import expected_line
from trickbook.analysis.mutation import idle_examples, mutation_test
from trickbook.loading import resolve

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Call

    from trickbook.analysis.mutation import MutationResults

RULES = """trickbook: 1
name: Dropper
extends: hearts

worth:
  bonus_jack: {cards: JD, is: -10}

play:
  drop_the_queen:
    when: following and hand has no led_suit
    keep: QS

examples:
  jack: {given: {taken: {0: JD, 1: QS}}, points: [-10, 13, 0, 0]}
"""


@pytest.fixture
def dropper(tmp_path: Path) -> Path:
    path = tmp_path / "dropper.yaml"
    path.write_text(RULES, "utf-8")
    return path


def test_each_mutant_that_no_example_notices_is_shown(call: Call, dropper: Path) -> None:
    result = call("test", str(dropper), "--mutants")
    assert result.exit_code == 0
    assert "examples notice 5 of 9 mutants, 55 %" in result.output
    assert "no example notices without `drop_the_queen`" in result.output
    assert "no example notices `following and hand has no led_suit` negated" in result.output
    assert "no example notices `KS` in place of `QS`" in result.output
    assert "no example notices `JS` in place of `QS`" in result.output


def test_the_examples_to_paste_notice_the_mutants(dropper: Path) -> None:
    (found,) = mutation_test([str(dropper)])
    examples = [example or "" for example, _ in found.groups()]
    pasted = [line for example in examples for line in example.split("\n")]
    dropper.write_text(RULES + "".join(f"  {line}\n" for line in pasted), "utf-8")
    (again,) = mutation_test([str(dropper)])
    assert (again.noticed, again.survivors, again.score) == (9, (), 100)


@pytest.mark.parametrize(
    ("question", "answer"), [("number: 0 to 11", "3"), ("answers: [great_2, small]", "small")]
)
def test_an_example_of_answers_lists_them_as_the_reader_takes_them(
    question: str, answer: str, tmp_path: Path
) -> None:
    path = tmp_path / "prophets.yaml"
    rules = f"""trickbook: 1
extends: hearts
options: {{passing: {{default: [hold]}}}}
points: {{right: {{when: said is {answer}, player: points - 5}}}}
steps: {{said: {{after: mix, ask: players, {question}}}}}
"""
    path.write_text(rules, "utf-8")
    (found,) = mutation_test([str(path)])
    examples = [example for example, _ in found.groups() if example]
    path.write_text(f"{rules}examples:\n" + indent("\n".join(examples), "  "), "utf-8")
    (again,) = mutation_test([str(path)])
    assert examples
    assert again.noticed >= len(examples)


def test_numbers_as_answers_are_in_their_order() -> None:
    moment = Witness({}, (), "legal", {0: ["0", "10", "2"], 1: ["none", "QS"]}, None)
    assert expected_line(moment, first=True) == 'legal: {0: ["0", "2", "10"], 1: [none, QS]}'


def test_an_example_is_shown_once_for_all_mutants_that_it_notices(call: Call, dropper: Path) -> None:
    (found,) = mutation_test([str(dropper)])
    shared = [survivors for _, survivors in found.groups() if len(survivors) > 1]
    assert shared
    output = call("test", str(dropper), "--mutants").output
    assert output.count("this example notices them:") == len(shared)
    assert all(output.count(f"\n    {name}:\n") == 1 for name in names(found))


def test_examples_to_paste_have_names_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    rules = "trickbook: 1\nextends: hearts\npoints: {jack: {when: taken has JD, player: points + 5}}\n"
    example = "examples: {jack: {given: {seed: 1}, counts: [13, 13, 13, 13]}}\n"
    path.write_text(rules + example, "utf-8")
    (found,) = mutation_test([str(path)], tries=50)
    assert names(found)[:1] == ["jack_2"]
    assert len(set(names(found))) == len(names(found))


def names(found: MutationResults) -> list[str]:
    """The names of the examples to paste."""
    return [example.partition(":")[0] for example, _ in found.groups() if example]


def test_too_few_noticed_is_an_error_if_that_is_asked(call: Call, dropper: Path) -> None:
    short = call("test", str(dropper), "--mutants", "--fail-under", "90")
    assert (short.exit_code, "less than the required 90 %" in short.output) == (1, True)
    assert call("test", str(dropper), "--mutants", "--fail-under", "50").exit_code == 0


def test_files_without_mutants_or_examples_get_no_percentage(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    head = "trickbook: 1\nextends: hearts\n"
    path.write_text(f"{head}examples: {{start: {{given: {{seed: 1}}, counts: [13, 13, 13, 13]}}}}\n", "utf-8")
    nothing = call("test", str(path), "--mutants", "--fail-under", "90")
    assert "own.yaml: there are no mutants, because the file has no rule to change\n" in nothing.output
    assert ("%" in nothing.output, nothing.exit_code) == (False, 0)
    path.write_text(f"{head}play: {{jack: {{when: following, keep: not JD}}}}\n", "utf-8")
    unseen = call("test", str(path), "--mutants")
    assert "own.yaml: there are no examples to notice its 4 mutants\n" in unseen.output
    assert "%" not in unseen.output


def test_programs_get_notes(call: Call, dropper: Path) -> None:
    notes = json.loads(call("test", str(dropper), "--mutants", "--format", "json").output)
    assert [(note["code"], note["severity"], note["line"]) for note in notes] == [
        ("unnoticed", "note", 9),
        ("unnoticed", "note", 10),
        ("unnoticed", "note", 11),
        ("unnoticed", "note", 11),
    ]


def test_mutants_for_which_no_position_is_found_count(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "twice.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\npoints: {jack: {when: taken has JD, player: points + 5}, "
        "ten: {when: taken has TD, player: points + 7}}\n"
        "examples: {both: {given: {taken: {0: JD, 1: TD}}, points: [5, 7, 0, 0]}}\n",
        "utf-8",
    )
    output = call("test", str(path), "--mutants").output
    assert "12 of 13 mutants, 92 %; no position was found for 1" in output
    assert "no example notices `ten` before `jack`, and no position that was tried shows it" in output
    assert "this example notices it" not in output


def survivors(path: Path, rules: str) -> dict[str, str | None]:
    """The mutants that one example of a start does not notice, with the examples that do."""
    example = "examples: {start: {given: {seed: 1}, counts: [13, 13, 13, 13]}}\n"
    path.write_text(f"trickbook: 1\nextends: hearts\n{rules}{example}", "utf-8")
    (found,) = mutation_test([str(path)], tries=50)
    return {survivor.title: survivor.example for survivor in found.survivors}


def test_entries_of_worth_without_a_common_card_may_stand_in_any_order(tmp_path: Path) -> None:
    apart = "worth: {jack: {cards: JD, is: 5}, ten: {cards: TD, is: 7}}\n"
    assert "ten: `ten` before `jack`" not in survivors(tmp_path / "apart.yaml", apart)
    common = "worth: {jack: {cards: JD, is: 5}, jacks: {cards: jacks, is: 7}}\n"
    assert "jacks: `jacks` before `jack`" in survivors(tmp_path / "common.yaml", common)


def test_entries_of_worth_count_where_not_all_options_are_tried(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(configurations, "MOST_WAYS", 1)
    path = tmp_path / "both.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\noptions: {both: {type: yes_no, default: no}}\n"
        "worth: {jack: {cards: JD, is: 5}, ten: {cards: if both then JD or TD else TD, is: 7}}\n",
        "utf-8",
    )
    (found,) = mutation_test([str(path)], tries=0)
    assert "ten: `ten` before `jack`" in {survivor.title for survivor in found.survivors}


def test_entries_for_different_choices_may_stand_in_any_order(tmp_path: Path) -> None:
    rules = (
        "options: {fish: {type: choice, choices: [cod, eel], default: cod}}\n"
        "points: {one: {when: fish is cod, player: points + 1}, "
        "two: {when: fish is eel, player: points * 2}}\n"
    )
    assert not [title for title in survivors(tmp_path / "fish.yaml", rules) if " before " in title]


def test_conditions_of_words_are_negated_and_numbers_move_both_ways(tmp_path: Path) -> None:
    rules = "words: {late: trick_number > 6}\nplay: {no_kings: {when: leading and late, keep: not kings}}\n"
    found = survivors(tmp_path / "late.yaml", rules)
    assert {
        "late: `trick_number > 6` negated",
        "late: `7` in place of `6`",
        "late: `5` in place of `6`",
    } <= found.keys()


def test_titles_are_unique(tmp_path: Path) -> None:
    rules = (
        "words: {jack: count of taken > 1 and deal > 1}\n"
        "points: {jack: {when: taken has JD, player: points + 5}, "
        "five: {when: points is 5, player: points - 5}}\n"
    )
    found = survivors(tmp_path / "own.yaml", rules).keys()
    assert {
        "jack: `2` in place of `1`, number 1 of 2",
        "jack: `2` in place of `1`, number 2 of 2",
        "points.five.when: `6` in place of `5`",
        "points.five.player: `6` in place of `5`",
        "jack: `6` in place of `5`",
    } <= found


@pytest.mark.parametrize(
    ("rules", "title", "shown"),
    [
        (
            """points: {jack: {when: strict and taken has JD, player: points + 5}}
options: {strict: {type: yes_no, default: no}}
""",
            "jack: `6` in place of `5`",
            "options: {strict: yes}",
        ),
        (
            """steps: {pact: {after: deal, ask: dealer, answers: [high, low]}}
points: {jack: {when: pact of dealer is high and taken has JD, player: points + 5}}
""",
            "jack: `6` in place of `5`",
            "pact: [high, high, high, high]",
        ),
        (
            "points: {late: {when: deal > 1 and taken has JD, player: points + 5}}\n",
            "late: `6` in place of `5`",
            "deal: ",
        ),
        ("metrics: {jack: {is: taken has JD}}\n", "jack: without `jack`", "metrics: {"),
    ],
    ids=["options", "answers", "deals", "metrics"],
)
def test_the_search_reaches(tmp_path: Path, rules: str, title: str, shown: str) -> None:
    found = survivors(tmp_path / "own.yaml", rules)
    assert shown in (found[title] or "")


def test_rules_whose_examples_fail_have_no_mutants(call: Call, dropper: Path) -> None:
    dropper.write_text(RULES.replace("-10, 13", "-9, 13"), "utf-8")
    result = call("test", str(dropper), "--mutants")
    assert (result.exit_code, "mutants" in result.output) == (1, False)


def test_an_example_that_holds_without_the_entry_of_its_name_is_noted(dropper: Path) -> None:
    idle = "  drop_the_queen: {given: {hand: 9D, trick: [4C]}, legal: 9D}\n"
    needed = "  bonus_jack: {given: {taken: {0: JD}}, points: [-10, 0, 0, 0]}\n"
    dropper.write_text(f"{RULES}{idle}{needed}", "utf-8")
    name = str(dropper)
    [note] = idle_examples(name, resolve(name), UNLIMITED)
    assert (note.code, note.severity, note.place and note.place.line) == ("idle-example", "note", 15)
    assert str(note.message) == "`drop_the_queen` holds without `play.drop_the_queen`, too"
    [late] = idle_examples(name, resolve(name), Budget(0))
    assert (late.code, late.severity) == ("checked-in-part", "note")


def test_what_time_left_out_is_told(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """A mutant that is not tried counts neither as noticed nor as unnoticed."""
    spent = Budget(0, begin=-1)
    (found,) = mutation_test(["hearts"], budget=lambda _: spent)
    assert (found.noticed, found.survivors) == (0, ())
    assert found.left > 50
    monkeypatch.setattr(tallies, "Budget", lambda _: spent)
    result = call("test", "toepen", "--mutants", "--seconds", "1")
    assert re.search(r"; \d+ more were not tried: give it more `--seconds`", result.output)
