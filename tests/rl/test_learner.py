"""The player that learned sits at a table as a program, with any network."""

import sys
from pathlib import Path

import numpy as np

import trickbook
from trickbook.bots import parse_players, play_game, seated_players
from trickbook.rl import spaces

SCRIPT = Path(__file__).parents[1] / "benchmarks" / "learner.py"


def test_a_network_plays(tmp_path: Path) -> None:
    rules = trickbook.load("hearts")
    of, wide = spaces(rules), 3
    sizes = [(of.size, wide), (wide, len(of.actions.labels))]
    layers = [(np.ones((out, given), np.float32), np.arange(out, dtype=np.float32)) for given, out in sizes]
    file = tmp_path / "network.npz"
    np.savez(file, *(part for layer in layers for part in layer))
    name = f"exec@60s:{sys.executable} {SCRIPT} play {file}"
    with seated_players(parse_players(f"{name},random,random,random"), rules, 4) as bots:
        steps = play_game(rules, rules.new_game(seed=7), bots)
        moves = [next(steps) for _ in range(20)]
    hand = [move.move.split() for move in moves if move.seat == 0]
    assert hand[0] == sorted(rules.new_game(seed=7).hands[0], key=of.actions.cards.__getitem__)[-3:]
