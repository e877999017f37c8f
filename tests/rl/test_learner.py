"""The player that learned sits at a table as a program, with any network."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import trickbook
from trickbook.bots import parse_players, play_game, seated_players
from trickbook.rl import spaces

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "learner.py"


WITHOUT = f"""
import runpy, sys
for name in ("gymnasium", "pettingzoo", "torch"):
    sys.modules[name] = None
sys.argv = ["learner.py", *sys.argv[1:]]
runpy.run_path({str(SCRIPT)!r}, run_name="__main__")
"""


def write_network(file: Path) -> Path:
    """Write a network that likes the greatest numbers of actions."""
    of, wide = spaces(trickbook.load("hearts")), 3
    sizes = [(of.size, wide), (wide, len(of.actions.labels))]
    layers = [(np.ones((out, given), np.float32), np.arange(out, dtype=np.float32)) for given, out in sizes]
    np.savez(file, *(part for layer in layers for part in layer))
    return file


def test_a_network_plays(tmp_path: Path) -> None:
    rules = trickbook.load("hearts")
    of, file = spaces(rules), write_network(tmp_path / "network.npz")
    name = f"exec@60s:{sys.executable} {SCRIPT} play {file}"
    with seated_players(parse_players(f"{name},random,random,random"), rules, 4) as bots:
        steps = play_game(rules, rules.new_game(seed=7), bots)
        moves = [next(steps) for _ in range(20)]
    hand = [move.move.split() for move in moves if move.seat == 0]
    assert hand[0] == sorted(rules.new_game(seed=7).hands[0], key=of.actions.cards.__getitem__)[-3:]


def run(*words: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run the program without what only training and measuring need."""
    command = [sys.executable, "-c", WITHOUT, *words]
    return subprocess.run(command, input=said, capture_output=True, text=True, check=False)


HELLO = {"type": "hello", "ruleset": "hearts", "options": {}, "house": [], "players": 4}


def test_the_player_needs_no_gymnasium(tmp_path: Path) -> None:
    file = write_network(tmp_path / "network.npz")
    assert run("play", str(file), said=json.dumps(HELLO)).stdout == '{"protocol": 1}\n'


@pytest.mark.parametrize("other", [{"ruleset": "whist"}, {"players": 5}])
def test_a_player_says_that_it_was_trained_for_other_rules(other: dict[str, Any], tmp_path: Path) -> None:
    file = write_network(tmp_path / "network.npz")
    done = run("play", str(file), said=json.dumps(HELLO | other))
    assert done.stderr.startswith("Error: the player was trained for other rules or players: it takes 1249")


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "Usage: "),
        (("measure",), "Error: Missing argument 'FILE'"),
        (("measure", "none.npz"), "Error: Invalid value for 'FILE': File 'none.npz' does not exist."),
        (("play", str(SCRIPT)), "holds no player: write one by `train`"),
        (("train", "new.npz", "duck", "0"), "Error: Invalid value for '[STEPS]': 0 is not in the range"),
        (("train", "new.npz"), "run `make rl` in your clone of Trickbook"),
    ],
)
def test_what_the_program_lacks_is_told(words: tuple[str, ...], says: str) -> None:
    done = run(*words)
    assert says in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
