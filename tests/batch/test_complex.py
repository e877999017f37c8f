"""Complex numbers in a batch: all that can be said of them, held where the interpreter holds them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from tests.batch.equivalence import batch
from tests.batch.test_matches import told
from tests.fast.test_complex import RULES

import trickbook


def test_whole_matches(tmp_path: Path) -> None:
    path = tmp_path / "more.yaml"
    path.write_text(RULES, "utf-8")
    rules, seeds = trickbook.load(path), range(70, 76)
    found = batch(rules, 4).play(np.array(seeds, np.uint64))
    assert not found.endings.any()
    for place, seed in enumerate(seeds):
        wanted, rows = told(rules, 4, seed), found.match == place
        assert {name: found.columns[name][rows].tolist() for name in wanted} == wanted
