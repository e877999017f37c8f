"""Players who duck play in the machine as they do in the interpreter, deal by deal.

TRICKBOOK_DUCKED says how many deals are tried of each game, for each number of players.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
import yaml
from tests.batch.complex_parts import scored
from tests.batch.random_rulesets.rulesets import made
from tests.fast.test_combinations import combined
from tests.batch.test_deals import PATCHES, TABLES
from tests.laws.deals import Table, chance, rules_of, tables

import trickbook
from trickbook.bots import BOTS, Bot, duck_data, play_game
from trickbook.fast import BeyondError, compile_ruleset, play_deals, play_matches

DEALS = int(os.environ.get("TRICKBOOK_DUCKED", "6"))
BEYOND = {"pinochle-for-two": "cards that come back to players who duck"}
"""The games in which the machine has no ducks, and why."""

COMBINATIONS, MADE = 20 + DEALS, 10 + DEALS


def dealt(rules: trickbook.Ruleset, game: trickbook.Game, bots: Sequence[Bot]) -> trickbook.Game:
    """The game when its first deal has ended; it may have before anybody has acted."""
    steps = play_game(rules, game, bots)
    while not game.deals:
        game = next(steps).after
    return game


def ducked(rules: trickbook.Ruleset, players: int, seed: object, deals: int) -> None:
    """Both engines give every deal the same points, whoever ducks; half of them between ducks alone."""
    rng = chance("ducks", seed)
    ready = compile_ruleset(rules, players, duck_data(rules, players))
    for number in range(deals):
        seats = rng.getrandbits(players) if number % 2 else (1 << players) - 1
        seed, deal = rng.getrandbits(60), rng.randint(1, min(8, ready.engine.ending.most))
        points, endings = play_deals(ready, [seed], [deal], seats)
        bots = [BOTS["duck" if seats >> seat & 1 else "random"] for seat in range(players)]
        try:
            after = dealt(rules, rules.new_game(players, seed=seed, deal=deal), bots)
        except trickbook.TrickbookError:
            assert endings[0]
            continue
        assert not endings[0]
        assert scored(points.tolist()[0]) == after.deals[0], f"{rules.name}, {seats:b} duck, {after.record()}"


@tables(TABLES)
def test_games(table: Table) -> None:
    if table.name in BEYOND:
        with pytest.raises(BeyondError, match=BEYOND[table.name]):
            ducked(rules_of(*table, 0), table.players, table, 1)
        return
    for setting in range(3):
        ducked(rules_of(*table, setting), table.players, (*table, setting), -(-DEALS // 3))


@pytest.mark.parametrize("patch", PATCHES)
def test_house_rules(patch: str) -> None:
    rules = trickbook.load(patch)
    ducked(rules, rules.usual, patch, 1 + DEALS // 6)


@pytest.mark.breadth
@pytest.mark.parametrize("number", range(COMBINATIONS))
def test_combinations(number: int) -> None:
    rules, players, _ = combined(number)
    try:
        ducked(rules, players, number, 2)
    except BeyondError as beyond:
        assert "hidden from players who duck" in str(beyond)  # noqa: PT017


@pytest.mark.breadth
@pytest.mark.parametrize("number", range(MADE))
def test_machine_made(number: int, tmp_path: Path) -> None:
    path = tmp_path / "made.yaml"
    path.write_text(yaml.safe_dump(made(chance("ducked", number)), sort_keys=False), "utf-8")
    try:
        rules = trickbook.load(str(path))
        ducked(rules, rules.usual, number, 2)
    except BeyondError as beyond:
        assert "fast engine" in str(beyond)  # noqa: PT017
    except trickbook.RulesetError:
        pass


def test_whoever_does_not_duck_is_moved_as_before() -> None:
    """A program in which players may duck is longer; where none does, the match is the same."""
    rules = trickbook.load("chinese-hearts")
    plain, longer = compile_ruleset(rules, 4), compile_ruleset(rules, 4, duck_data(rules, 4))
    assert len(longer.code) > len(plain.code)
    one, other = play_matches(plain, range(20)), play_matches(longer, range(20))
    for name, column in one.columns.items():
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
    assert compile_ruleset(rules, 4)
    with pytest.raises(BeyondError, match=rf"odd.yaml:3:\d+: `\w+` asks for cards that {why}"):
        compile_ruleset(rules, 4, duck_data(rules, 4))
