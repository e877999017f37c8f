"""`trickbook test --mutants`: each condition negated, each number moved by one, each card replaced."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from trickbook.analysis.mutation import mutation_test
from trickbook.analysis.mutation.mutants import mutants
from trickbook.ruleset import load

if TYPE_CHECKING:
    from pathlib import Path


def titles(path: Path, rules: str, game: str = "hearts") -> set[str]:
    """The titles of all mutants of rules that change a game."""
    path.write_text(f"trickbook: 1\nextends: {game}\n{rules}", "utf-8")
    ruleset = load(path)
    return {mutant.title for mutant in mutants(ruleset.resolved, ruleset.engine())}


def test_conditions_within_expressions_are_negated(tmp_path: Path) -> None:
    rules = """
words: {shy: players where (tricks is 0), most: if deal > 3 then 2 else 1}
points:
  jack:
    when: count of shy (hand has JD) > 1 and any of others (taken has JD)
    player: points + total of others (if taken has TD then tricks else 0)
"""
    found = titles(tmp_path / "own.yaml", rules)
    assert {title for title in found if "negated" in title} == {
        "shy: `tricks is 0` negated",
        "most: `deal > 3` negated",
        "jack: `count of shy (hand has JD) > 1 and any of others (taken has…` negated",
        "jack: `hand has JD` negated",
        "jack: `taken has JD` negated",
        "jack: `taken has TD` negated",
    }


def test_conditions_under_any_key_are_negated(tmp_path: Path) -> None:
    rules = """
options:
  fish: {type: choice, choices: {cod: {when: count of players < 6}, eel: {}}, default: eel}
  strict: {type: yes_no, default: yes}
requires: {few: {that: target < 600}}
steps:
  pact:
    after: deal
    ask: dealer
    answers: [high, low]
    rules: {high: {keep: answer is high or deal > 1}}
facts: {seen: {starts: no, upon: play, when: play has JD, becomes: yes}}
metrics: {jack: {is: taken has JD}}
"""
    assert {
        "cod: `count of players < 6` negated",
        "strict: `yes` negated",
        "few: `target < 600` negated",
        "high: `answer is high or deal > 1` negated",
        "seen: `no` negated",
        "seen: `play has JD` negated",
        "seen: `yes` negated",
        "jack: `taken has JD` negated",
    } <= titles(tmp_path / "own.yaml", rules)


def test_numbers_of_each_kind_move(tmp_path: Path) -> None:
    rules = "words: {high: hearts and rank > J, first: seat 2, far: 3i * 2}\n"
    found = titles(tmp_path / "own.yaml", rules, "complex-hearts")
    assert {title for title in found if "in place of" in title} == {
        "high: `12` in place of `J`",
        "high: `10` in place of `J`",
        "first: `3` in place of `2`",
        "first: `1` in place of `2`",
        "far: `4i` in place of `3i`",
        "far: `2i` in place of `3i`",
        "far: `3` in place of `2`",
        "far: `1` in place of `2`",
    }


def test_limits_move_inward(tmp_path: Path) -> None:
    rules = "players: {count: 3 to 5}\noptions: {target: {from: 5, to: 500}}\n"
    assert titles(tmp_path / "own.yaml", rules) == {
        "count: `4` in place of `3`",
        "count: `4` in place of `5`",
        "target: `6` in place of `5`",
        "target: `499` in place of `500`",
    }


def test_cards_move_both_ways_without_wrapping_around(tmp_path: Path) -> None:
    rules = "words: {queen: {is: QS}, ace: {is: AH}}\n"
    found = titles(tmp_path / "own.yaml", rules)
    assert {title for title in found if "in place of" in title} == {
        "queen: `KS` in place of `QS`",
        "queen: `JS` in place of `QS`",
        "ace: `KH` in place of `AH`",
    }


def test_house_rules_and_removals_are_dropped(tmp_path: Path) -> None:
    rules = """
house: [omnibus, no-moon]
play: {hearts_wait: null}
deck: {leave_out: null}
options: {target: null}
match: {ends: {target: null, long: {when: deal > 9, says: Ten deals are enough.}}}
words: {breakers: {name: null}}
"""
    found = titles(tmp_path / "own.yaml", rules)
    assert {title for title in found if "house rule" in title or "removed" in title} == {
        "omnibus: without the house rule `omnibus`",
        "no-moon: without the house rule `no-moon`",
        "hearts_wait: `hearts_wait` not removed",
        "leave_out: `leave_out` not removed",
        "target: `target` not removed",
    }


def test_placed_entries_change_places_with_both_neighbours(tmp_path: Path) -> None:
    rules = """
play:
  no_queen: {before: hearts_wait, keep: not QS}
  no_king:  {when: following, keep: not KS}
"""
    found = titles(tmp_path / "own.yaml", rules)
    assert {title for title in found if "before" in title} == {
        "no_queen: `no_queen` before `no_penalty_first`",
        "no_queen: `hearts_wait` before `no_queen`",
    }


def test_what_is_printed_on_cards_is_no_number(tmp_path: Path) -> None:
    rules = 'deck: {ranks: {twos: {letter: "2", rank: 3}, tens: {also: "10"}}}\n'
    assert titles(tmp_path / "own.yaml", rules) == {
        "twos: `4` in place of `3`",
        "twos: `2` in place of `3`",
    }


@pytest.mark.parametrize(
    ("rules", "examples"),
    [
        (
            "options: {target: {default: 60}}\n",
            {"target: `61` in place of `60`": "phase: over", "target: `59` in place of `60`": "phase: pass"},
        ),
        (
            """options: {strict: {type: yes_no, default: yes}}
points: {jack: {when: strict and taken has JD, player: points + 5}}
""",
            {"strict: `yes` negated": "points: [5, 0, 0, 0]"},
        ),
        (
            "options: {pass_count: {from: 1, to: 5}}\n",
            {
                "pass_count: `2` in place of `1`": "options: {pass_count: 1}",
                "pass_count: `4` in place of `5`": "options: {pass_count: 5}",
            },
        ),
        (
            "players: {count: 3 to 5, usual: 4}\n",
            {
                "count: `4` in place of `3`": "players: 3",
                "count: `4` in place of `5`": "players: 5",
                "usual: `5` in place of `4`": "counts: [13, 13, 13, 13]",
                "usual: `3` in place of `4`": "counts: [13, 13, 13, 13]",
            },
        ),
        (
            """options:
  fish: {type: choice, choices: {cod: {when: count of players < 6}, eel: {}}, default: eel}
points: {jack: {when: fish is cod, player: points + 5}}
""",
            {"cod: `count of players < 6` negated": "options: {fish: cod}"},
        ),
        ("deck: {leave_out: [3D, 3C]}\n", {"leave_out: `4D` in place of `3D`": "left_out: 3D"}),
        ("match: {max_deals: 9}\n", {"max_deals: `10` in place of `9`": "deal: 9"}),
        ("steps: {pass: {cards: 1 to 2}}\n", {"pass: `2` in place of `1`": "legal: {0: "}),
    ],
    ids=["default", "yes-no", "limits", "players", "choices", "cards", "deals", "range"],
)
def test_each_value_that_nothing_notices_has_an_example(
    tmp_path: Path, rules: str, examples: dict[str, str]
) -> None:
    path = tmp_path / "own.yaml"
    example = "examples: {start: {given: {players: 4}, dealer: 0}}\n"
    path.write_text(f"trickbook: 1\nextends: hearts\n{rules}{example}", "utf-8")
    (found,) = mutation_test([str(path)])
    shown = {survivor.title: survivor.example or "" for survivor in found.survivors}
    missing = {
        title: shown.get(title) for title, part in examples.items() if part not in shown.get(title, "")
    }
    assert missing == {}
