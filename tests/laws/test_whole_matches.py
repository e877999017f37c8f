"""A match ends, its scores are what its deals add up to, the best win, and its record replays.

Each game is played twice to its end: once at random, and once with everybody's first move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from tests.laws.deals import Table, chance, each_table, rules_of
from tests.laws.referees.by_name import REFEREES
from tests.laws.test_a_record_replays import same

import trickbook

Choice = Callable[[Sequence[Any]], Any]
"""Which seat moves, of those that may, and which of its moves it makes."""

MOST_WINS = ("chinese-hearts", "double-hearts")
"""The games with a referee in which the highest score wins; in the others it is the lowest."""


def by_chance(table: Table) -> Choice:
    rng = chance(table, "match")
    return lambda choices: choices[rng.randrange(len(choices))]


def first(_: Table) -> Choice:
    return lambda choices: choices[0]


@pytest.mark.parametrize("chooser", [by_chance, first], ids=["by chance", "first moves"])
@each_table
def test_a_match_ends_as_its_rules_say(table: Table, chooser: Callable[[Table], Choice]) -> None:
    game = played(table, chooser(table))
    assert game.winners
    assert (game.actors, game.legal(0)) == ((), ())
    scores_add_up(game)
    if table.name in REFEREES:
        the_best_win(table, game)
    if chooser is by_chance:
        assert same(trickbook.replay(game.record()), game)


def played(table: Table, choose: Choice) -> trickbook.Game:
    """A whole match."""
    game = rules_of(*table, 0).new_game(table.players, seed=table.players)
    while game.phase != "over":
        seat = choose(game.actors)
        game = game.apply(seat, choose(game.legal(seat)))
    return game


def scores_add_up(game: trickbook.Game) -> None:
    start = game.engine.ending.starts
    assert game.scores == tuple(start + sum(points) for points in zip(*game.deals, strict=True))
    assert set(game.winners) <= set(range(len(game.scores)))


def the_best_win(table: Table, game: trickbook.Game) -> None:
    """CH-15, CX-14, RH-12, DH-18, WH-28: whoever has the best score wins, and ties share."""
    best = (max if table.name in MOST_WINS else min)(game.scores)
    assert game.winners == tuple(seat for seat, score in enumerate(game.scores) if score == best)
