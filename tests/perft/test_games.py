"""Perft for every game: how many sequences of moves there are from the first move, and to the end of a deal.

``TRICKBOOK_WRITE=1 pytest tests/perft`` writes the counts anew; the difference is then to be read.
"""

from __future__ import annotations

import os
from functools import cache
from typing import Final

import pytest
import yaml
from tests.games import GAMES
from tests.laws.deals import chance
from tests.perft.counting import HERE

import trickbook

FILE = HERE / "games.yaml"
WRITE = "TRICKBOOK_WRITE" in os.environ
OPENING = 2
"""So many moves from the start are counted to their end; of more than MOST there, only these."""

ENDING = 12
"""So many moves before the end of a deal counting begins."""

FEWER: Final = {"getaway": 5}
"""The same where hands are large until the end."""

MOST = 6

ENOUGH = 20_000
"""After so many sequences counting ends."""


def opening(rules: trickbook.Ruleset) -> list[int]:
    return sequences(rules.new_game(seed=1), OPENING)


def ending(rules: trickbook.Ruleset) -> list[int]:
    """The sequences at the end of a deal that was played by chance."""
    rng, games = chance("perft", rules.name), [rules.new_game(seed=1)]
    while not games[-1].deals:
        seat = games[-1].actors[0]
        games.append(games[-1].apply(seat, rng.choice(games[-1].legal(seat))))
    plies = FEWER.get(rules.name, ENDING)
    return sequences(games[-min(plies + 1, len(games))], plies)


def sequences(game: trickbook.Game, plies: int) -> list[int]:
    """How many moves the first who may act has, after each of the moves before; not beyond very many."""
    counts: list[int] = []
    games = [] if game.deals else [game]
    while games and len(counts) < plies and sum(counts[-1:]) <= ENOUGH:
        choices = [(one, one.actors[0], one.legal(one.actors[0])) for one in games]
        counts.append(sum(len(moves) for _, _, moves in choices))
        after = [
            one.apply(seat, move)
            for one, seat, moves in choices
            for move in moves[:: max(1, len(moves) // MOST)]
        ]
        games = [one for one in after if not one.deals]
    return counts


@cache
def kept_counts() -> dict[str, dict[str, list[int]]]:
    """The counts that were kept, by game."""
    counts: dict[str, dict[str, list[int]]] = yaml.safe_load(FILE.read_text("utf-8"))
    return counts


@pytest.mark.parametrize("name", GAMES)
def test_there_are_as_many_as_before(name: str) -> None:
    rules = trickbook.load(name)
    found = {"opening": opening(rules), "ending": ending(rules)}
    if WRITE:
        kept = {**yaml.safe_load(FILE.read_text("utf-8")), name: found}
        FILE.write_text(yaml.safe_dump(dict(sorted(kept.items())), default_flow_style=None), "utf-8")
        kept_counts.cache_clear()
    assert found == kept_counts().get(name)
