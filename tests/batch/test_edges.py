"""At the edge of what machine code can do it says the same as the interpreter, or gives up: nothing else."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from tests.batch.equivalence import batch, differences, told_apart
from tests.batch.test_ducks import AT_ONCE, by_deal, played

import trickbook
from trickbook.batch.batch import Batch
from trickbook.bots import duck_data
from trickbook.core.native import QUICK, BeyondError
from trickbook.lab.exposed_counter import count_exposed
from trickbook.lab.study import Study

EDGES = yaml.safe_load((Path(__file__).parent / "edges.yaml").read_text("utf-8"))
SEEDS = (1, 2, 3)
ALIKE = {"trickbook": 1, "name": "Edge", "extends": "trick-taking"}
MATCH = {"max_deals": AT_ONCE, "wins": {"l": {"fewest": "score"}}}


@pytest.fixture(params=EDGES)
def rules(request: Any, tmp_path: Path) -> trickbook.Ruleset:
    path = tmp_path / "edge.yaml"
    path.write_text(
        yaml.safe_dump({**ALIKE, "match": MATCH, **EDGES[request.param]}, sort_keys=False), "utf-8"
    )
    return trickbook.load(str(path))


def test_any_moves_at_the_edge(rules: trickbook.Ruleset) -> None:
    engine = count_exposed(rules).engine()
    played = told_apart(batch(rules, rules.usual).play(np.array(SEEDS, np.uint64)))
    for seed, found in zip(SEEDS, played, strict=True):
        assert found is None or not [*differences(engine, seed, found, AT_ONCE)]


def test_ducks_at_the_edge(rules: trickbook.Ruleset) -> None:
    players, bots = rules.usual, ("duck",) * rules.usual
    try:
        ready = Batch(count_exposed(rules).engine(players), duck_data(rules, players), QUICK)
    except BeyondError as error:
        assert "duck" in str(error)  # noqa: PT017 - others are ducked
        return
    for seed in SEEDS:
        found = ready.play(np.array([seed], np.uint64), (1 << players) - 1)
        if not found.endings[0]:
            assert [tuple(deal) for deal in by_deal(found)] == played(
                Study(rules, players, bots, 0), seed, AT_ONCE
            )
