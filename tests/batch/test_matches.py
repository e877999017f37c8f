"""A batch plays whole matches as the interpreter does: points, scores, what is measured, who wins."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from tests.batch.complex_parts import by_part
from tests.batch.equivalence import batch
from tests.laws.deals import Table, chance, each_table, rules_of

import trickbook
from trickbook.batch import cells, matches
from trickbook.batch.cells import COUNTED
from trickbook.bots import play_game, random


def played(rules: trickbook.Ruleset, players: int, seed: int) -> tuple[trickbook.Game, list[list[list[int]]]]:
    """A match by the interpreter, and for each deal and seat how often it chose, of one move, of how many."""
    game, counts = rules.new_game(players, seed=seed), []
    counts.append([[0] * players for _ in range(3)])
    for step in play_game(rules, game, [random] * players):
        owner = step.before.engine.owner(step.before.state, step.seat)
        many, here = len(step.before.legal(step.seat)), counts[step.before.deal - 1]
        for place, number in enumerate((1, many == 1, many)):
            here[place][owner] += number
        game = step.after
        counts += [[[0] * players for _ in range(3)] for _ in range(len(game.deals) + 1 - len(counts))]
    return game, counts[: len(game.deals)]


def told(rules: trickbook.Ruleset, players: int, seed: int) -> dict[str, Any]:
    """What the interpreter tells of each deal of a match, by seat."""
    game, counts = played(rules, players, seed)
    history = game.state.match.history
    crowned = [int(seat in game.winners) for seat in range(players)]
    measured: Mapping[str, Any] = {
        f"metrics.{metric.entry.name}": [deal.measured[place] for deal in history]
        for place, metric in enumerate(rules.engine(players).metrics)
    }
    scores = [*(deal.match.scores for deal in history[1:]), game.scores]
    takers = [[trick.taker for trick in deal.tricks] for deal in history]
    columns: dict[str, Any] = {
        **by_part("points", game.deals, both=rules.engine(players).layout.complex),
        **by_part("score", scores, both=rules.engine(players).layout.complex),
        "tricks": [[taken.count(seat) for seat in range(players)] for taken in takers],
        "won": [[0] * players] * (len(history) - 1) + [crowned],
        **{name: [deal[place] for deal in counts] for place, name in enumerate(COUNTED)},
        **measured,
    }
    return {name: [list(deal) for deal in column] for name, column in columns.items()}


@each_table
def test_matches(table: Table) -> None:
    rules, rng = rules_of(*table, 0), chance(table, 0)
    seed = rng.getrandbits(60)
    found = batch(rules, table.players).play(np.array([seed], np.uint64))
    assert not found.endings.any()
    wanted = told(rules, table.players, seed)
    assert found.deal.tolist() == list(range(1, len(wanted["points"]) + 1))
    assert found.over.tolist() == [False] * (len(found.deal) - 1) + [True]
    assert {name: found.columns[name].tolist() for name in wanted} == wanted


def test_matches_come_one_after_another() -> None:
    ready, seeds = batch(trickbook.load("hearts"), 4), np.array([5, 6, 7, 8, 9], np.uint64)
    whole, alone = ready.play(seeds), ready.play(seeds[3:4])
    assert sorted(set(whole.match.tolist())) == [0, 1, 2, 3, 4]
    assert whole.columns["points"][whole.match == 3].tolist() == alone.columns["points"].tolist()


def test_more_deals_and_matches_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds = np.arange(100, dtype=np.uint64)
    whole = batch(trickbook.load("hearts"), 4).play(seeds)
    for module in (cells, matches):
        monkeypatch.setattr(module, "LINES", 30)
    for module in (cells, matches):
        monkeypatch.setattr(module, "MATCHES", 7)
    pieces = batch(trickbook.load("hearts"), 4).play(seeds)
    assert len(whole.deal) > 30
    assert pieces.match.tolist() == whole.match.tolist()
    assert pieces.columns["score"].tolist() == whole.columns["score"].tolist()


def test_no_match_has_no_deal() -> None:
    found = batch(trickbook.load("hearts"), 4).play(np.zeros(0, np.uint64))
    assert (len(found.match), len(found.endings)) == (0, 0)
