"""Others are judged by their plays: whoever plays as a duck would is taken for one."""

from itertools import islice

import pytest
from tests.games import SOURCES

import trickbook
from trickbook.bots import BOTS, playing
from trickbook.bots.judging import LEAST, drawn, likely
from trickbook.bots.replying import weights
from trickbook.bots.worlds import sample


def judged(rules: trickbook.Ruleset, name: str, seed: int) -> list[float]:
    """How likely each seat ducks, as seat 0 judges late in a deal of such players."""
    games = [
        step.before
        for step in islice(playing(rules, rules.new_game(seed=seed), [BOTS[name]] * rules.usual), 400)
        if step.seat == 0 and step.before.phase == "tricks" and not step.before.deals
    ]
    game = games[len(games) * 3 // 4]
    found = sample(rules, rules.usual, game.view(0), 2, seed)
    return likely(weights(rules, rules.usual), rules.table(rules.usual), found.past)


@pytest.mark.parametrize("name", SOURCES)
def test_ducks_are_told_from_those_who_play_by_chance(name: str) -> None:
    rules = trickbook.load(name)
    ducks, others = (
        [one for seed in range(4) for one in judged(rules, bot, seed)[1:]] for bot in ("duck", "random")
    )
    assert sum(ducks) / len(ducks) > 0.6
    assert sum(others) / len(others) < 0.4
    assert all(LEAST <= one <= 1 - LEAST for one in ducks + others)


def test_nobody_is_judged_who_has_not_played() -> None:
    rules = trickbook.load("hearts", {"passing": ["hold"]})
    game = rules.new_game(seed=3)
    assert game.turn is not None
    found = sample(rules, 4, game.view(game.turn), 2, 1)
    assert likely(weights(rules, 4), rules.table(4), found.past) == [0.5] * 4


def test_who_ducks_is_drawn_as_likely_as_that() -> None:
    """The seat itself does always."""
    found = [drawn([0.25, 0.5, 0.5, 15 / 16], 1, chance) for chance in range(4000)]
    shares = [sum(seats >> seat & 1 for seats in found) / len(found) for seat in range(4)]
    assert shares[1] == 1
    assert [round(share, 1) for share in shares] in ([0.2, 1, 0.5, 0.9], [0.3, 1, 0.5, 0.9])
