"""At the edge of what machine code can do it says the same as the interpreter, or gives up: nothing else."""

from pathlib import Path

import numpy as np
import pytest
import yaml
from tests.batch.equivalence import batch, differences, told_apart
from tests.batch.test_ducks import AT_ONCE, by_deal, played

import trickbook
from trickbook.batch.matches import Batch
from trickbook.bots import costs
from trickbook.core.native import QUICK
from trickbook.core.translation import BeyondError
from trickbook.lab.interpreter_rows import count_exposed
from trickbook.lab.study import Study

EDGES = yaml.safe_load((Path(__file__).parent / "edges.yaml").read_text("utf-8"))
SEEDS = (1, 2, 3)
ALIKE = {"trickbook": 1, "name": "Edge", "extends": "trick-taking"}
MATCH = {"max_deals": AT_ONCE, "wins": {"l": {"fewest": "score"}}}


BEYOND = {name for name in EDGES if name.endswith("that 64 bits do not hold")}
"""Machine code gives up these, and the interpreter plays them."""

NO_DUCKS = {
    "an answer before anybody holds cards": "cards that are hidden from players who duck",
    "orders by cards of which there are copies": "orders depend on cards of which there are copies",
}


def edge(name: str, folder: Path) -> trickbook.Ruleset:
    path = folder / "edge.yaml"
    path.write_text(yaml.safe_dump({**ALIKE, "match": MATCH, **EDGES[name]}, sort_keys=False), "utf-8")
    return trickbook.load(path)


@pytest.mark.parametrize("name", EDGES)
def test_any_moves_at_the_edge(name: str, tmp_path: Path) -> None:
    rules = edge(name, tmp_path)
    engine = count_exposed(rules).engine()
    matches = told_apart(batch(rules, rules.usual).play(np.array(SEEDS, np.uint64)))
    for seed, found in zip(SEEDS, matches, strict=True):
        if name in BEYOND:
            assert found is None
        else:
            assert not [*differences(engine, seed, found, AT_ONCE)]


@pytest.mark.parametrize("name", [name for name in EDGES if name not in NO_DUCKS])
def test_ducks_at_the_edge(name: str, tmp_path: Path) -> None:
    rules = edge(name, tmp_path)
    players = rules.usual
    ready = Batch(count_exposed(rules).engine(players), costs(rules, players), QUICK)
    for seed in SEEDS:
        found = ready.play(np.array([seed], np.uint64), (1 << players) - 1)
        wanted = played(Study(rules, players, ("duck",) * players, 0), seed, AT_ONCE)
        assert bool(found.endings[0]) is (wanted is None or name in BEYOND)
        assert found.endings[0] or [tuple(deal) for deal in by_deal(found)] == wanted


@pytest.mark.parametrize("name", NO_DUCKS)
def test_ducks_that_would_see_too_much_are_refused(name: str, tmp_path: Path) -> None:
    rules = edge(name, tmp_path)
    with pytest.raises(BeyondError, match=NO_DUCKS[name]):
        Batch(rules.engine(), costs(rules, rules.usual), QUICK)
