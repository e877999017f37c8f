"""In the core, the terms and clauses of a ruleset mean what the evaluator finds."""

from pathlib import Path

import pytest
import yaml
from tests.batch.random_rulesets.rulesets import made
from tests.core.comparison import compare
from tests.games import GAMES, SOME_GAMES, WHOLE
from tests.laws.deals import chance
from tests.selection import broad

import trickbook

FEW = 12
"""On so many states what is no game at its usual number of players is compared."""

KEPT = sorted((Path(__file__).parents[1] / "batch" / "kept").glob("*.yaml"))
MADE = 60
GROUP = 20


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_game(name: str) -> None:
    compare(trickbook.load(name))


@pytest.mark.parametrize("name", broad([name for name in WHOLE if name not in GAMES], but=lambda _: False))
def test_a_house_rule(name: str) -> None:
    compare(trickbook.load(name), count=FEW)


@pytest.mark.breadth
@pytest.mark.parametrize("name", GAMES)
def test_other_numbers_of_players(name: str) -> None:
    rules = trickbook.load(name)
    for players in rules.players:
        compare(rules, players, count=FEW)


@pytest.mark.breadth
@pytest.mark.parametrize("group", range(MADE // GROUP))
def test_machine_made(group: int, tmp_path: Path) -> None:
    sound = 0
    for place in range(group * GROUP, (group + 1) * GROUP):
        path = tmp_path / f"{place}.yaml"
        path.write_text(yaml.safe_dump(made(chance("core", place)), sort_keys=False), "utf-8")
        sound += understood(path)
    assert sound >= GROUP // 2


@pytest.mark.parametrize("path", KEPT, ids=lambda path: path.stem)
def test_kept(path: Path) -> None:
    assert understood(path)


def understood(path: Path) -> bool:
    """Compare a ruleset for each number of players, if it is sound; return whether it is."""
    try:
        rules = trickbook.load(str(path))
        for players in rules.players:
            rules.engine(players)
    except trickbook.RulesetError:
        return False
    for players in rules.players:
        compare(rules, players, count=FEW)
    return True
