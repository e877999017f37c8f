"""`trickbook show`: a ruleset as it is written, and as it is once all it extends is merged."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from tests.cli.conftest import Call
from tests.games import SOME_GAMES

import trickbook
from trickbook.bots import BOTS, play_game
from trickbook.loading import resolve
from trickbook.loading.files import shipped

ORIGIN = re.compile(r"  # (rulesets/\S+):(\d+)")
ROOT = Path(__file__).parents[2]


def deals(rules: trickbook.Ruleset, players: int) -> list[str]:
    """The moves of two deals between random players."""
    moves = []
    for step in play_game(rules, rules.new_game(players, seed=5), [BOTS["random"]] * players):
        moves.append(f"{step.before.phase} {step.seat} {step.move}")
        if step.after.deal > 2 or step.after.phase == "over":
            break
    return moves


@pytest.mark.parametrize("name", ["hearts", "house/swiss-cards", "trumps"])
def test_a_ruleset_is_shown_as_it_is_written(call: Call, name: str) -> None:
    assert call("show", name).output == shipped()[name].read_text("utf-8")


def test_a_file_is_shown_like_a_shipped_ruleset(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("trickbook: 1\nextends: hearts", "utf-8")
    assert call("show", str(path)).output == "trickbook: 1\nextends: hearts\n"


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_resolved_ruleset_stands_alone_and_plays_the_same(call: Call, name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name.rpartition('/')[2]}.yaml"
    path.write_text(call("show", name, "--resolved").output, "utf-8")
    assert "extends:" not in path.read_text("utf-8")
    rules, alone = trickbook.load(name), trickbook.load(str(path))
    assert (alone.name, alone.title, alone.players, alone.usual) == (
        path.stem,
        rules.title,
        rules.players,
        rules.usual,
    )
    assert alone.options == rules.options
    for players in rules.players:
        assert deals(alone, players) == deals(rules, players)


@pytest.mark.parametrize("name", shipped())
def test_each_line_of_a_resolved_ruleset_stands_at_its_origin(call: Call, name: str) -> None:
    for line in filter(None, call("show", name, "--resolved").output.splitlines()):
        found = ORIGIN.search(line)
        assert found, line
        written = (ROOT / found[1]).read_text("utf-8").splitlines()[int(found[2]) - 1]
        words = re.findall(r"\w+", line.partition("  # ")[0])[:2]
        assert not words or any(word in written for word in words), (line, written)


def test_a_resolved_ruleset_resolves_to_itself(call: Call, tmp_path: Path) -> None:
    texts = [call("show", "rules-of-hearts", "--resolved").output]
    for _ in range(2):
        path = tmp_path / "rules-of-hearts.yaml"
        path.write_text(texts[-1], "utf-8")
        texts.append(call("show", str(path), "--resolved").output)
    bare = [[line.partition("  # ")[0].rstrip() for line in text.splitlines()] for text in texts]
    assert all(one == other for one, other in pairwise(bare))


QUOTING = """\
trickbook: 1
extends: hearts
name: "a: # b\\u2028\\n"
summary: >-
  two
  lines \\ "quoted" 'so'
note: |
  first

  third
examples:
  one: {given: {hand: 9D QS, trick: [4C]}, legal: [9D, QS]}
"""


def test_what_needs_quotes_is_quoted(call: Call, tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(QUOTING, "utf-8")
    first = resolve(str(path))
    path.write_text(call("show", str(path), "--resolved").output, "utf-8")
    again = resolve(str(path))
    assert again.problems == first.problems == ()
    for key in ("name", "summary", "note"):
        assert again.root.entries[key].node.text == first.root.entries[key].node.text  # type: ignore[union-attr]


def test_a_ruleset_is_shown_as_its_program(call: Call) -> None:
    program = call("show", "hearts", "--python").output
    assert "# follow_suit, rulesets/parts/trick-taking.yaml:" in program
    assert "PILE1 = 43  # hand\n" in program
    assert len(program.splitlines()) <= 400
    names: dict[str, object] = {}
    exec(program, {"held": None}, names)  # noqa: S102 - it is made of the shipped rules
    assert callable(names["legal0_follow_first"])


def test_a_program_is_no_ruleset(call: Call) -> None:
    result = call("show", "hearts", "--python", "--resolved")
    assert (result.exit_code, "--resolved and --python exclude each other" in result.output) == (2, True)
