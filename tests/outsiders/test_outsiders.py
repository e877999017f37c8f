"""Strong programs of others play legally at our table, and see there what they see at home."""

import itertools
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from tests.outsiders.hands import CARDS, chance, plays, sampled_hands
from tests.outsiders.openspiel import sampled_state, twin_game

import trickbook
from trickbook.bots import play_game
from trickbook.bots.turn import Turn

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "interpreter" / "trickbook" / "bots" / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^\$ (trickbook arena .*tests\.outsiders.*)$", GUIDE, re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_of_the_guide_work(command: str) -> None:
    """They play one deal among ducks, with a small budget."""
    quick = re.sub(r"(?<=outsiders\.)(openspiel|double_dummy)( \d+)+", small, command)
    quick = re.sub(r"--deals \d+", "--deals 1", re.sub(r"montecarlo@\d+", "duck", quick))
    ours = quick.replace("exec@60s:python", f"exec@60s:{shlex.quote(sys.executable)}")
    done = subprocess.run(
        [sys.executable, "-m", *shlex.split(ours)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT / "interpreter")},
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    assert "1 deal is too few to tell" in done.stdout


def small(player: re.Match[str]) -> str:
    """Replace each budget of a player by two."""
    return player[1] + " 2" * player[0].count(" ")


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [("hearts", {}), ("hearts", {"passing": ["hold"]}), (ROOT / "tests" / "openspiel" / "oh_hell.yaml", {})],
    ids=["hearts", "hearts without passing", "oh hell"],
)
def test_openspiel_is_asked_the_same(ruleset: str | Path, options: dict[str, object]) -> None:
    """In each world, the same seat has the same moves: over four deals."""
    rules = trickbook.load(ruleset, options)
    twin, game = twin_game(rules.name)

    def watched(turn: Turn) -> str:
        view, rng = turn.look(), chance(turn.chance)
        state = sampled_state({"options": rules.options}, view, twin, game, rng)
        choices = view["choose"]["from"] if view["choose"] else view["legal"]
        assert state.current_player() == turn.seat
        assert sorted(map(twin.move, state.legal_actions())) == sorted(choices)
        return rng.choice(turn.moves)

    for step in play_game(rules, rules.new_game(4, seed=5), [watched] * 4):
        if len(step.after.deals) == 4:
            break


def test_imagined_hands_are_possible() -> None:
    """Each card is in one place, hands are as large as seen, and nobody has a suit they failed to follow."""
    rules = trickbook.load("whist")

    def watched(turn: Turn) -> str:
        view, rng = turn.look(), chance(turn.chance)
        hands = sampled_hands(CARDS, view, {}, rng)
        played = plays(view)
        assert sorted([*itertools.chain(*hands), *(card for _, card, _ in played)]) == sorted(CARDS)
        table = [*map(len, view["piles"]["table"])]
        assert [*map(len, hands[:4])] == [*map(sum, zip(view["counts"], table, strict=True))]
        for seat, card, led in played:
            assert card[1] == led or led not in {held[1] for held in hands[seat]}
        return rng.choice(turn.moves)

    for step in play_game(rules, rules.new_game(4, seed=5), [watched] * 4):
        if step.after.deals:
            break
