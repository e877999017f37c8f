"""Complex numbers in a batch: all that can be said of them, held where the interpreter holds them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tests.batch.complex_parts import RULES
from tests.batch.equivalence import batch
from tests.batch.test_deals_in_progress import going_on, to_a_trick
from tests.batch.test_matches import told

import trickbook
from trickbook.batch.cells import Playout
from trickbook.batch.playouts import Playouts
from trickbook.core.native import QUICK


def test_whole_matches(tmp_path: Path) -> None:
    path = tmp_path / "more.yaml"
    path.write_text(RULES, "utf-8")
    rules, seeds = trickbook.load(path), range(70, 76)
    found = batch(rules, 4).play(np.array(seeds, np.uint64))
    assert not found.endings.any()
    for place, seed in enumerate(seeds):
        wanted, rows = told(rules, 4, seed), found.match == place
        assert {name: found.columns[name][rows].tolist() for name in wanted} == wanted


def test_from_the_middle_of_a_deal(tmp_path: Path) -> None:
    path = tmp_path / "more.yaml"
    path.write_text(RULES, "utf-8")
    rules = trickbook.load(path)
    start = rules.new_game(4, seed=3, scores=["3-4i", 5, "-6i", 10**15])
    chosen = [game for game in going_on(start, 9) if to_a_trick(game)][::5]
    playouts = [Playout(n, 31) for n in range(len(chosen))]
    points = Playouts(rules.engine(4), level=QUICK).play_out([game.state for game in chosen], playouts)
    for game, found in zip(chosen, points, strict=True):
        assert going_on(game, 31)[-1].deals[-1] == found
