"""`trickbook diff`: entries in words, then a moment that can be pasted."""

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Call

from trickbook.examples.runner import run

MOMENT = re.compile(r"^examples:\n(?:  .*\n)+", re.MULTILINE)
VARIANT = "trickbook: 1\nextends: hearts\n"


@pytest.fixture
def trumps(tmp_path: Path) -> Path:
    path = tmp_path / "trumps.yaml"
    path.write_text(
        f"{VARIANT}winning: {{trump: {{before: led_suit, keep: spades, says: Trumps.}}}}\n", "utf-8"
    )
    return path


def test_a_variant_and_its_parent(call: Call, trumps: Path) -> None:
    result = call("diff", "hearts", str(trumps))
    assert result.exit_code == 0
    assert (
        f"winning:\n  trump: only in {trumps}, first ({trumps}:3)\n      Trumps.\n      keep: spades\n"
        in result.output
    )
    assert re.search(
        r"given: \{trick: \[\w+, \w+\]\}\n    winner: 1    # .*\n    # winner: 0    # hearts\n", result.output
    )


def test_the_moment_can_be_pasted(call: Call, trumps: Path) -> None:
    found = MOMENT.search(call("diff", "hearts", str(trumps)).output)
    assert found
    trumps.write_text(trumps.read_text("utf-8") + found[0], "utf-8")
    results = run([str(trumps)])
    assert (results.passed, len(results.outcomes)) == (True, 1)


def test_the_clause_behind_it_is_named(call: Call) -> None:
    result = call("diff", "hearts", "hearts", "--option-b", "safe_first=no")
    assert "options that are set differently:\n  safe_first: yes → no\n" in result.output
    assert "# hearts with safe_first=no\n" in result.output
    assert re.search(
        r"\nhearts forbids \w+: no_penalty_first: No penalty card .* \(rulesets/hearts.yaml:\d+",
        result.output,
    )


def test_house_rules_are_laid_over_either(call: Call) -> None:
    result = call("diff", "hearts", "hearts", "--house-b", "omnibus")
    assert "    points: [-10, 0, 0, 0]    # hearts with omnibus\n" in result.output
    assert call("diff", "hearts", "hearts", "--house-a", "omnibus", "--house-b", "omnibus").output == (
        "hearts with omnibus and hearts with omnibus are the same rules.\n"
    )


def test_other_words_are_told_beside_the_same_rules(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "ours.yaml"
    path.write_text(f"{VARIANT}play: {{follow_suit: {{says: Suit.}}}}\n", "utf-8")
    assert call("diff", "hearts", str(path)).output == (
        f"hearts and {path} are the same rules.\nDifferent wording, same meaning: play.follow_suit\n\n"
    )


def test_a_wrong_ruleset_is_told_in_full(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "wrong.yaml"
    path.write_text(f"{VARIANT}wrth: {{}}\n", "utf-8")
    result = call("diff", "hearts", str(path))
    assert (result.exit_code, f"{path}:3:1: unknown-key" in result.output) == (1, True)
