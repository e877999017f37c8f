"""Deals are played out to the same points with the fast engine and without it."""

import pytest
from tests.laws.deals import Table, chance, each_table, rules_of

from trickbook.bots import finishing, playing, random

MOMENTS = 4


@each_table
def test_with_the_fast_engine_and_without(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    rules, rng = rules_of(*table, 0), chance(table, 0)
    start = rules.new_game(table.players, seed=rng.getrandbits(60), deal=1)
    steps = [
        step
        for _, step in zip(range(40), playing(rules, start, [random] * table.players), strict=False)
        if not step.before.deals
    ]
    games = [step.before for step in steps[:: max(1, len(steps) // MOMENTS)]]
    chances = [rng.getrandbits(60) for _ in games]
    swift = finishing.finish(games, 0, chances)
    monkeypatch.setattr(finishing, "machine", lambda _table: None)
    assert finishing.finish(games, 0, chances) == swift
