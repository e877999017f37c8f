"""The fast engine plays what the interpreter plays: of the same seeds, the same points, to the last one.

TRICKBOOK_DEALS says how many deals of each game are tried, and of each house rule.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.fast.parts import scored
from tests.laws.deals import SETTINGS, Table, chance, each_table, rules_of

import trickbook
from trickbook.bots import again
from trickbook.fast import BeyondError, engine, play
from trickbook.loading.files import HOUSE

DEALS = int(os.environ.get("TRICKBOOK_DEALS", "16"))
MOST = 1_000
PATCHES = sorted(name for name in trickbook.shipped() if name.startswith(HOUSE))


def same(rules: trickbook.Ruleset, players: int, seeds: Sequence[int], deals: Sequence[int]) -> None:
    """Whether both engines give every deal the same points."""
    points, endings = play(engine(rules, players), seeds, deals)
    assert not endings.any()
    for seed, deal, found in zip(seeds, deals, points.tolist(), strict=True):
        game = again(rules, players, seed, deal)
        assert game.deals[-1] == scored(found), game.record()


@each_table
def test_games(table: Table) -> None:
    for setting in range(SETTINGS):
        rules = rules_of(*table, setting)
        rng, many = chance(table, setting), max(2, min(DEALS, MOST) // SETTINGS)
        most = min(12, rules.table(table.players).ending.most)
        seeds = [rng.getrandbits(60) for _ in range(many)]
        deals = [rng.randint(1, most) for _ in range(many)]
        same(rules, table.players, seeds, deals)


@pytest.mark.parametrize("patch", PATCHES)
def test_house_rules(patch: str) -> None:
    rules, rng = trickbook.load(patch), chance(patch)
    players = rules.usual
    many = max(2, min(DEALS, MOST) // 2)
    seeds = [rng.getrandbits(60) for _ in range(many)]
    same(rules, players, seeds, [1 + number % 8 for number in range(many)])


def test_a_deal_can_be_told_again() -> None:
    rules = trickbook.load("chinese-hearts")
    points, _ = play(engine(rules, 4), [2026], [3])
    game = again(rules, 4, 2026, 3)
    assert trickbook.replay(game.record(), rules).deals == (tuple(points[0].tolist()),)


def test_what_is_beyond_is_told_with_its_place(tmp_path: Path) -> None:
    path, far = tmp_path / "rich.yaml", 2 * 10**18
    path.write_text(f"trickbook: 1\nextends: hearts\nmetrics: {{rich: {{is: score > {far}}}}}\n", "utf-8")
    with pytest.raises(BeyondError, match=rf"rich.yaml:3:11: `rich` asks for the number {far}, .*cannot do"):
        engine(trickbook.load(path), 4)
