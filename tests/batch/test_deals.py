"""A batch plays what the interpreter plays: of the same seeds, the same to the last point.

TRICKBOOK_SAME says how many deals are tried of each game, for each number of players; `make soak` tries
thousands.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import pytest
from tests.batch.equivalence import alike, batch
from tests.laws.deals import GAMES, Table, chance, rules_of, settings

import trickbook
from trickbook.core.translation import BeyondError
from trickbook.loading.files import HOUSE, summaries

DEALS = int(os.environ.get("TRICKBOOK_SAME", "60"))
SETTINGS = 3
"""So many ways of setting the options are tried; the first is the usual one."""

SOME = 8
"""So many deals of each house rule are tried."""

PATCHES = sorted(name for name in trickbook.shipped() if name.startswith(HOUSE))
TABLES = [Table(name, players) for name in GAMES for players in summaries()[name].counts]


def seeds(table: Table, setting: int) -> Iterator[int]:
    rng = chance(*table, setting)
    return (rng.getrandbits(60) for _ in repeat(None))


@settings(TABLES, SETTINGS)
def test_games(table: Table, setting: int) -> None:
    alike(rules_of(*table, setting), table.players, seeds(table, setting), -(-DEALS // SETTINGS))


@pytest.mark.parametrize("patch", PATCHES)
def test_house_rules(patch: str) -> None:
    rules, rng = trickbook.load(patch), chance(patch)
    alike(rules, rules.usual, (rng.getrandbits(60) for _ in repeat(None)), SOME)


def test_a_number_that_is_too_large_is_told_with_its_place(tmp_path: Path) -> None:
    path, far = tmp_path / "rich.yaml", 10**30
    path.write_text(f"trickbook: 1\nextends: hearts\nmetrics: {{rich: {{is: score > {far}}}}}\n", "utf-8")
    with pytest.raises(
        BeyondError, match=rf"rich.yaml:3:11: `rich` asks for the number {far}, .*cannot hold"
    ):
        batch(trickbook.load(path), 4)
