"""`trickbook test --mutants`: small changes to the rules that no example notices, and examples that do."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from trickbook.analysis.mutation import mutation_test

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Call

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
    assert "examples notice 3 of 6 mutants, 50 %" in result.output
    assert "no example notices without `drop_the_queen`" in result.output
    assert "no example notices `following and hand has no led_suit` negated" in result.output
    assert "no example notices `KS` in place of `QS`" in result.output


def test_the_examples_to_paste_notice_the_mutants(dropper: Path) -> None:
    (found,) = mutation_test([str(dropper)])
    examples = [survivor.example or "" for survivor in found.survivors]
    pasted = [
        line.replace("drop_the_queen:", f"drop_{number}:")
        for number, example in enumerate(examples)
        for line in example.split("\n")
    ]
    dropper.write_text(RULES + "".join(f"  {line}\n" for line in pasted), "utf-8")
    (again,) = mutation_test([str(dropper)])
    assert (again.noticed, again.survivors, again.score) == (6, (), 100)


def test_too_few_noticed_is_an_error_if_that_is_asked(call: Call, dropper: Path) -> None:
    short = call("test", str(dropper), "--mutants", "--fail-under", "90")
    assert (short.exit_code, "less than the required 90 %" in short.output) == (1, True)
    assert call("test", str(dropper), "--mutants", "--fail-under", "50").exit_code == 0


def test_programs_get_notes(call: Call, dropper: Path) -> None:
    notes = json.loads(call("test", str(dropper), "--mutants", "--format", "json").output)
    assert [(note["code"], note["severity"], note["line"]) for note in notes] == [
        ("unnoticed", "note", 9),
        ("unnoticed", "note", 10),
        ("unnoticed", "note", 11),
    ]


def test_a_mutant_that_no_position_tells_from_the_rules_is_not_counted(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "twice.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\nworth: {jack: {cards: JD, is: 5}, ten: {cards: TD, is: 7}}\n"
        "examples: {jack: {given: {taken: {0: JD, 1: TD}}, points: [5, 7, 0, 0]}}\n",
        "utf-8",
    )
    output = call("test", str(path), "--mutants").output
    assert "6 of 7 mutants, 100 %; 1 that no position shows are not counted" in output
    assert "no example notices `ten` before `jack`, and no position that was tried shows it" in output
    assert "this example notices it" not in output


def test_rules_whose_examples_fail_have_no_mutants(call: Call, dropper: Path) -> None:
    dropper.write_text(RULES.replace("-10, 13", "-9, 13"), "utf-8")
    result = call("test", str(dropper), "--mutants")
    assert (result.exit_code, "mutants" in result.output) == (1, False)
