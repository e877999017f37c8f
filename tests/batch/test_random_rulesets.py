"""Batch and interpreter understand machine-made rulesets alike, down to where no play goes on.

TRICKBOOK_MADE says how many are made. One that is understood otherwise can be kept in ``kept/``.
"""

from __future__ import annotations

import os
from itertools import islice, repeat
from pathlib import Path

import numpy as np
import pytest
import yaml
from tests.batch.equivalence import batch, differences, told_apart
from tests.batch.random_rulesets.rulesets import made
from tests.laws.deals import chance

import trickbook
from trickbook.core.translation import BeyondError
from trickbook.lab.interpreter_rows import count_exposed

MADE = int(os.environ.get("TRICKBOOK_MADE", "200"))
GROUP = 20
"""So many are tried in one test, and most of them must be sound."""

SOUND = 0.8
MATCHES = 3
LONGEST = 8
"""So many deals of a match are compared."""

KEPT = sorted((Path(__file__).parent / "kept").glob("*.yaml"))


def understood(path: Path, seed: object) -> bool:
    """Return whether a ruleset is sound; batch and interpreter play it alike for each number of players."""
    rng = chance("understood", seed)
    try:
        rules = trickbook.load(str(path))
        players = rng.choice(rules.players)
        rules.engine(players)
    except trickbook.RulesetError:
        return False
    try:
        ready = batch(rules, players)
    except BeyondError:
        return True
    engine = count_exposed(rules).engine(players)
    seeds = list(islice((rng.getrandbits(60) for _ in repeat(None)), MATCHES))
    for number, found in zip(seeds, told_apart(ready.play(np.array(seeds, np.uint64))), strict=True):
        otherwise = next(differences(engine, number, found, LONGEST), "")
        assert not otherwise, f"{players} players, {otherwise}\n{path.read_text('utf-8')}"
    return True


@pytest.mark.breadth
@pytest.mark.parametrize("group", range(-(-MADE // GROUP)))
def test_machine_made(group: int, tmp_path: Path) -> None:
    sound = 0
    for number in range(group * GROUP, (group + 1) * GROUP):
        path = tmp_path / f"{number}.yaml"
        path.write_text(yaml.safe_dump(made(chance("made", number)), sort_keys=False), "utf-8")
        sound += understood(path, number)
    assert sound >= SOUND * GROUP


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept(path: Path) -> None:
    assert understood(path, path.stem)
