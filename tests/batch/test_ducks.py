"""Players who duck play in a batch as they do in the interpreter, deal by deal.

TRICKBOOK_DUCKED says how many deals are tried of each game, for each number of players.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import yaml
from tests.batch.complex_parts import scored
from tests.batch.equivalence import batch
from tests.batch.random_rulesets.rulesets import made
from tests.batch.test_combinations import combined
from tests.batch.test_deals import PATCHES, SETTINGS, TABLES
from tests.laws.deals import Table, chance, rules_of, settings

import trickbook
from trickbook.batch.matches import Batch, MatchDeals
from trickbook.bots import BOTS, costs, play_game
from trickbook.cards.gaussian import IMAGINARY
from trickbook.core.native import QUICK
from trickbook.core.translation import BeyondError
from trickbook.lab.interpreter_rows import count_exposed
from trickbook.lab.study import Study

DEALS = int(os.environ.get("TRICKBOOK_DUCKED", "6"))
BEYOND = {
    "pinochle-for-two": "cards that come back to players who duck",
    "house/two-packs": "orders depend on cards of which there are copies",
}
"""The games and house rules in which the machine has no ducks, and why."""

AT_ONCE = 3
"""So many deals of a match are compared."""

COMBINATIONS, MADE = 20 + DEALS, 10 + DEALS


def played(study: Study, seed: int, most: int) -> list[tuple[int, ...]] | None:
    """The points of so many deals of a match by the interpreter; None if it cannot go on."""
    game = study.rules.new_game(study.players, seed=seed)
    try:
        for step in play_game(study.rules, game, [BOTS[name] for name in study.bots]):
            if len(step.after.deals) >= most:
                return [*step.after.deals[:most]]
            game = step.after
    except trickbook.TrickbookError:
        return None
    return [*game.deals]


def ducked(rules: trickbook.Ruleset, players: int, seed: object, deals: int) -> None:
    """Both give every deal the same points, whoever ducks; half of them between ducks alone."""
    rng = chance("ducks", seed)
    ready = Batch(count_exposed(rules).engine(players), costs(rules, players), QUICK)
    for number in range(deals):
        seats = rng.getrandbits(players) if number % 2 else (1 << players) - 1
        bots = tuple("duck" if seats >> seat & 1 else "random" for seat in range(players))
        seed = rng.getrandbits(60)
        found = ready.play(np.array([seed], np.uint64), seats)
        wanted = played(Study(rules, players, bots, 0), seed, AT_ONCE)
        assert (wanted is None) == bool(found.endings[0])
        if wanted is not None:
            points = [scored(deal) for deal in by_deal(found)]
            assert points[: len(wanted)] == wanted, f"{rules.name}, {seats:b} duck, seed {seed}"


def by_deal(found: MatchDeals) -> list[Any]:
    """The points of each deal by seat; of complex ones, both parts."""
    parts = [found.columns[name] for name in ("points", f"points{IMAGINARY}") if name in found.columns]
    points: list[Any] = (np.stack(parts, axis=-1) if len(parts) > 1 else parts[0]).tolist()
    return points


@settings(TABLES, SETTINGS)
def test_games(table: Table, setting: int) -> None:
    rules, seed = rules_of(*table, setting), (*table, setting)
    if table.name in BEYOND:
        with pytest.raises(BeyondError, match=BEYOND[table.name]):
            ducked(rules, table.players, seed, 1)
    else:
        ducked(rules, table.players, seed, -(-DEALS // SETTINGS))


@pytest.mark.breadth
@pytest.mark.parametrize("patch", PATCHES)
def test_house_rules(patch: str) -> None:
    rules = trickbook.load(patch)
    if patch in BEYOND:
        with pytest.raises(BeyondError, match=BEYOND[patch]):
            ducked(rules, rules.usual, patch, 1)
    else:
        ducked(rules, rules.usual, patch, 1 + DEALS // 6)


@pytest.mark.breadth
@pytest.mark.parametrize("number", range(COMBINATIONS))
def test_combinations(number: int) -> None:
    rules, players, _ = combined(number)
    try:
        ducked(rules, players, number, 2)
    except BeyondError as beyond:
        assert any(why in str(beyond) for why in (*BEYOND.values(), "hidden from players who duck"))  # noqa: PT017


@pytest.mark.breadth
@pytest.mark.parametrize("number", range(MADE))
def test_machine_made(number: int, tmp_path: Path) -> None:
    path = tmp_path / "made.yaml"
    path.write_text(yaml.safe_dump(made(chance("ducked", number)), sort_keys=False), "utf-8")
    try:
        rules = trickbook.load(str(path))
        ducked(rules, rules.usual, number, 2)
    except BeyondError as beyond:
        assert "machine code" in str(beyond) or "players who duck" in str(beyond)  # noqa: PT017
    except trickbook.RulesetError:
        pass


def test_whoever_does_not_duck_is_moved_as_before() -> None:
    """A program in which players may duck is longer; where none does, the match is the same."""
    rules, seeds = trickbook.load("chinese-hearts"), np.arange(20, dtype=np.uint64)
    plain = batch(rules, 4).play(seeds)
    other = Batch(count_exposed(rules).engine(4), costs(rules, 4), QUICK).play(seeds)
    for name, column in plain.columns.items():
        assert column.tolist() == other.columns[name].tolist()


@pytest.mark.parametrize(
    ("clause", "why"),
    [
        (
            "winning: {shown: {before: highest, keep: play has no (hand of dealer)}}",
            "are hidden from players who duck",
        ),
        ("steps: {again: {upon: trick, move: hearts and trick, to: trick}}", "come back to players who duck"),
    ],
)
def test_what_no_duck_can_go_by_is_told(clause: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.yaml"
    path.write_text(f"trickbook: 1\nextends: hearts\n{clause}\n", "utf-8")
    rules = trickbook.load(path)
    assert batch(rules, 4).columns
    with pytest.raises(BeyondError, match=rf"odd.yaml:3:\d+: `\w+` asks for cards that {why}"):
        Batch(count_exposed(rules).engine(4), costs(rules, 4), QUICK)
