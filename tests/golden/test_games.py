"""Golden games: a seed, and a way to draw moves, give the same record to the last byte, on every machine.

The files leave the digest open, for it changes with every change of the rules. After a change of the play,
``TRICKBOOK_WRITE=1 pytest tests/golden`` writes them anew; the difference is then to be read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests.golden.playing import game_of

import trickbook
from trickbook.loading.files import shipped_games, summaries

HERE = Path(__file__).parent
NAMES = sorted(shipped_games())
SOURCES = ("cancellation-hearts", "chinese-hearts", "double-hearts", "hearts", "rules-of-hearts")
"""The games that the sources describe whole; of their kin one number of players is enough."""


def counts(name: str) -> Sequence[int]:
    """For how many players a game has golden games."""
    game = summaries()[name]
    return game.counts if name in SOURCES else (game.usual,)


TABLES = [f"{name}-{players}" for name in NAMES for players in counts(name)]
OPEN = "digest …\n"
WRITE = "TRICKBOOK_WRITE" in os.environ


def held(table: str) -> str:
    """The record in a golden file, with the digest that the rules have now."""
    name, _, players = table.rpartition("-")
    digest = trickbook.load(name).digest_for(int(players))
    return (HERE / f"{table}.txt").read_bytes().decode().replace(OPEN, f"digest {digest}\n", 1)


def write(game: trickbook.Game, path: Path) -> None:
    path.write_text(re.sub(r"digest .*\n", OPEN, game.record(), count=1), "utf-8")


@pytest.mark.parametrize("table", TABLES)
def test_a_seeded_game_is_what_it_was(table: str) -> None:
    name, _, players = table.rpartition("-")
    game = game_of(name, int(players))
    if WRITE:
        write(game, HERE / f"{table}.txt")
    assert game.record() == held(table)


@pytest.mark.parametrize("table", TABLES)
def test_a_golden_game_replays(table: str) -> None:
    game = trickbook.replay(held(table))
    assert game.record() == held(table)
    assert len(game.deals) == 2 or game.phase == "over"


def test_no_golden_game_is_left_over() -> None:
    assert sorted(path.stem for path in HERE.glob("*-*.txt")) == sorted(TABLES)
