"""The fast engine plays what the interpreter plays: of the same seeds, the same to the last point.

TRICKBOOK_SAME says how many deals are tried of each game, for each number of players; `make soak` tries
thousands.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import repeat
from pathlib import Path

import pytest
from tests.fast.complex_parts import scored
from tests.fast.equivalence import alike
from tests.laws.deals import GAMES, Table, chance, rules_of, tables

import trickbook
from trickbook.bots import random_deal
from trickbook.fast import BeyondError, compile_ruleset, play_deals
from trickbook.loading.files import HOUSE
from trickbook.loading.summaries import summaries

DEALS = int(os.environ.get("TRICKBOOK_SAME", "150"))
SETTINGS = 3
"""So many ways of setting the options are tried; the first is the usual one."""

SOME = 8
"""So many deals of each house rule are tried, one by one."""

PATCHES = sorted(name for name in trickbook.shipped() if name.startswith(HOUSE))
TABLES = [Table(name, players) for name in GAMES for players in summaries()[name].counts]


def seeds(table: Table, setting: int) -> Iterator[int]:
    rng = chance(*table, setting)
    return (rng.getrandbits(60) for _ in repeat(None))


@tables(TABLES)
def test_games(table: Table) -> None:
    for setting in range(SETTINGS):
        rules, many = rules_of(*table, setting), -(-DEALS // SETTINGS)
        alike(rules, table.players, seeds(table, setting), many)


def same(rules: trickbook.Ruleset, players: int, seeds: Sequence[int], deals: Sequence[int]) -> None:
    """Whether both engines give every deal the same points."""
    points, endings = play_deals(compile_ruleset(rules, players), seeds, deals)
    assert not endings.any()
    for seed, deal, found in zip(seeds, deals, points.tolist(), strict=True):
        game = random_deal(rules, players, seed, deal)
        assert game.deals[-1] == scored(found), game.record()


@pytest.mark.parametrize("patch", PATCHES)
def test_house_rules(patch: str) -> None:
    rules, rng = trickbook.load(patch), chance(patch)
    seeds = [rng.getrandbits(60) for _ in range(SOME)]
    same(rules, rules.usual, seeds, [1 + number % 8 for number in range(SOME)])


def test_a_deal_can_be_told_again() -> None:
    rules = trickbook.load("chinese-hearts")
    points, _ = play_deals(compile_ruleset(rules, 4), [2026], [3])
    game = random_deal(rules, 4, 2026, 3)
    assert trickbook.replay(game.record(), rules).deals == (tuple(points[0].tolist()),)


def test_what_is_beyond_is_told_with_its_place(tmp_path: Path) -> None:
    path, far = tmp_path / "rich.yaml", 2 * 10**18
    path.write_text(f"trickbook: 1\nextends: hearts\nmetrics: {{rich: {{is: score > {far}}}}}\n", "utf-8")
    with pytest.raises(BeyondError, match=rf"rich.yaml:3:11: `rich` asks for the number {far}, .*cannot do"):
        compile_ruleset(trickbook.load(path), 4)
