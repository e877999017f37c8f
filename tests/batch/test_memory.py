"""Machine code stays within its memory, and nothing depends on what stands where anything may.

TRICKBOOK_GUARDED says how many rulesets made by machine are tried besides; `make soak` tries more.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from numpy.typing import NDArray
from tests.batch.random_rulesets.rulesets import made
from tests.laws.deals import chance

import trickbook
from trickbook.batch.cells import Playout
from trickbook.batch.machine import Machine
from trickbook.batch.matches import Batch
from trickbook.batch.playouts import Playouts
from trickbook.batch.vector_tables import VectorTables, pick_actions
from trickbook.bots import costs, play_game, random
from trickbook.bots.montecarlo import searched
from trickbook.bots.turn import Budget, turn_of
from trickbook.core.native import QUICK
from trickbook.core.translation import BeyondError
from trickbook.lab.interpreter_rows import count_exposed
from trickbook.rl import spaces
from trickbook.rl.vector import numbering

GAMES = ["hearts", "double-hearts", "pinochle-for-three", "complex-hearts", "skat"]
MADE = int(os.environ.get("TRICKBOOK_GUARDED", "12"))
GUARD, MARGIN = 0x5A5A5A5A5A5A5A5A, 4096
JUNK = (1, 2)
"""What stands in cells that may hold anything comes from one seed, then from another."""

FILLED = 400_000
"""So many of these cells are filled, as large memory is not used to its end."""

MOMENTS, SEEDS = 4, 6

SEARCHED, SEARCH = ["hearts", "skat"], 60
TABLES, ACTIONS = ["hearts", "pinochle-for-three", "cancellation-hearts"], 200


class Guarded:
    """Memory with a margin on both sides, which nothing may touch, and with junk wherever it may stand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seed, self.rooms = 0, list[NDArray[np.int64]]()
        monkeypatch.setattr(Machine, "room", lambda machine, empty: self.room(machine, empty))  # noqa: PLW0108 - bound

    def room(self, machine: Machine, empty: str) -> NDArray[np.int64]:
        cells, first = machine.memory.cells, machine.start[empty]
        whole = np.full((cells + 2 * MARGIN, machine.memory.width // 64), GUARD, np.int64)
        found = whole[MARGIN:-MARGIN]
        found[:first] = 0
        rest = found[first : first + FILLED]
        rest[:] = np.random.default_rng(self.seed).integers(-(2**62), 2**62, rest.shape)
        self.rooms.append(whole)
        return found

    def outcomes(self, run: Any) -> list[Any]:
        """What comes of something with each kind of junk; the margins stay as they were."""
        found = []
        for self.seed in JUNK:
            found.append(run())
            assert self.rooms
            assert all((part == GUARD).all() for one in self.rooms for part in (one[:MARGIN], one[-MARGIN:]))
            self.rooms.clear()
        return found


@pytest.fixture
def guarded(monkeypatch: pytest.MonkeyPatch) -> Guarded:
    return Guarded(monkeypatch)


def play(rules: trickbook.Ruleset, guarded: Guarded, seed: object) -> None:
    """Play matches, and deals from some moments on, by ducks and by chance."""
    rng, players, known = chance("guarded", seed), rules.usual, costs(rules, rules.usual)
    batch = Batch(count_exposed(rules).engine(players), known, QUICK)
    seeds = np.array([rng.getrandbits(60) for _ in range(SEEDS)], np.uint64)
    half = rng.getrandbits(players)
    one, other = guarded.outcomes(lambda: batch.play(seeds, half))
    assert one.columns.keys() == other.columns.keys()
    assert all(np.array_equal(one.columns[name], other.columns[name]) for name in one.columns)
    playouts = Playouts(rules.engine(players), known, QUICK)
    games = moments(rules, rng.getrandbits(60))
    trials = [
        Playout(place, rng.getrandbits(60), ducks)
        for place in range(len(games))
        for ducks in (0, (1 << players) - 1)
    ]
    states = [game.state for game in games]
    one, other = guarded.outcomes(lambda: playouts.play_out(states, trials))
    assert one == other


def moments(rules: trickbook.Ruleset, seed: int) -> list[trickbook.Game]:
    """Some moments of a deal by chance, until it is over or cannot go on."""
    found: list[trickbook.Game] = []
    with suppress(trickbook.TrickbookError):
        for step in play_game(rules, rules.new_game(seed=seed, deal=1), [random] * rules.usual):
            found.append(step.before)
            if step.after.deals:
                break
    return found[:: max(1, len(found) // MOMENTS)]


@pytest.mark.parametrize("name", GAMES)
def test_games(name: str, guarded: Guarded) -> None:
    play(trickbook.load(name), guarded, name)


@pytest.mark.parametrize("name", SEARCHED)
def test_searches(name: str, guarded: Guarded) -> None:
    """Worlds walk and trees grow in such memory, too."""
    rules = trickbook.load(name)
    games = [game for game in moments(rules, 7) if game.turn is not None and len(game.legal(game.turn)) > 1]
    for game in games:
        turn = turn_of(rules, game, game.turn or 0, 5)
        one, other = guarded.outcomes(lambda turn=turn: searched(turn, Budget(SEARCH)))
        assert one is not None
        assert one == other


@pytest.mark.parametrize("name", TABLES)
def test_vector_tables(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of a table stays between the rows on both sides of it."""
    of, rng = spaces(trickbook.load(name)), np.random.default_rng(1)
    tables = VectorTables(of.rules.engine(of.players), numbering(of), 1000, QUICK)
    whole = np.full((3, *tables.rows.shape[1:]), GUARD, np.int64)
    monkeypatch.setattr(tables, "_rows", lambda many: whole[1 : 1 + many])
    for seed in range(SEEDS):
        whole[1] = 0
        tables.begin(np.array([seed], np.uint64), 1)
        for _ in range(ACTIONS):
            tables.apply(pick_actions(tables.legal(), rng))
        assert (whole[[0, 2]] == GUARD).all()
        assert tables.legal().any()


@pytest.mark.breadth
@pytest.mark.parametrize("number", range(MADE))
def test_machine_made(number: int, guarded: Guarded, tmp_path: Path) -> None:
    path = tmp_path / "made.yaml"
    path.write_text(yaml.safe_dump(made(chance("guarded", number)), sort_keys=False), "utf-8")
    try:
        play(trickbook.load(path), guarded, number)
    except (trickbook.RulesetError, BeyondError):
        return  # other tests say which are sound, and which are beyond machine code
