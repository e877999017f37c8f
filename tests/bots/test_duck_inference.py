"""Others are judged by their plays: whoever plays as a duck would is taken for one."""

from collections.abc import Sequence
from itertools import islice

import pytest
from tests.games import SOURCES

import trickbook
from trickbook.bots import BOTS, play_game
from trickbook.bots.duck import MIN_PROBABILITY, drawn_ducks, duck_of, duck_probabilities
from trickbook.bots.worlds import PastPlay, sample_worlds


def past(rules: trickbook.Ruleset, name: str, seed: int) -> tuple[PastPlay, ...]:
    """What others have played late in a deal of such players, as seat 0 imagines it."""
    games = [
        step.before
        for step in islice(play_game(rules, rules.new_game(seed=seed), [BOTS[name]] * rules.usual), 400)
        if step.seat == 0 and step.before.phase == "tricks" and not step.before.deals
    ]
    return sample_worlds(rules, rules.usual, games[len(games) * 3 // 4].view(0), 2, seed).past


def judged(rules: trickbook.Ruleset, past: Sequence[PastPlay]) -> list[float]:
    """How likely each of the others ducks, as seat 0 judges."""
    return duck_probabilities(duck_of(rules, rules.usual), rules.engine(rules.usual), 0, past)[1:]


@pytest.mark.parametrize("name", SOURCES)
def test_ducks_are_told_from_those_who_play_by_chance(name: str) -> None:
    rules = trickbook.load(name)
    ducks, others = (
        [one for seed in range(4) for one in judged(rules, past(rules, bot, seed))]
        for bot in ("duck", "random")
    )
    assert sum(ducks) / len(ducks) > 0.6
    assert sum(others) / len(others) < 0.4
    assert all(MIN_PROBABILITY <= one <= 1 - MIN_PROBABILITY for one in ducks + others)


def test_each_of_the_others_tells_of_the_rest() -> None:
    """By what two have played a third is judged that has played nothing; without any plays, nobody is."""
    rules = trickbook.load("hearts")
    for bot, likely_ in (("duck", True), ("random", False)):
        *_, third = judged(rules, [play for play in past(rules, bot, 1) if play.seat != 3])
        assert (third > 0.6) == likely_ == (third > 0.4)
    assert judged(rules, ()) == [0.5] * 3


def test_who_ducks_is_drawn_as_likely_as_that() -> None:
    found = [drawn_ducks([0.25, 1.0, 0.5, 15 / 16], chance) for chance in range(4000)]
    shares = [sum(seats >> seat & 1 for seats in found) / len(found) for seat in range(4)]
    assert shares[1] == 1
    assert [round(share, 1) for share in shares] in ([0.2, 1, 0.5, 0.9], [0.3, 1, 0.5, 0.9])
