"""The arena: the same deals for all, seats changed, and figures that can be worked out by hand."""

import json
import re
import sys
from statistics import mean, stdev

import pytest
from click.testing import CliRunner, Result

import trickbook
from trickbook.bots import arena as module
from trickbook.bots import montecarlo, registry, search_effort, tree_search
from trickbook.bots.arena import deal_results, new_arena, played_deals
from trickbook.bots.duck import NoMoveError
from trickbook.bots.playouts import random
from trickbook.cli.program import program
from trickbook.core.translation import BeyondError
from trickbook.engine.moves import MoveError
from trickbook.lab import interpreter_rows
from trickbook.lab.interpreter_rows import single_deal_rows
from trickbook.lab.study import Rows, Study
from trickbook.problems import EndlessError, MissingError, TrickbookError

KNAVES = trickbook.load("knaves")


def call(words: str) -> Result:
    return CliRunner().invoke(program, words.split(), prog_name="trickbook")


@pytest.mark.parametrize(
    ("name", "bots", "seating", "seatings"),
    [
        ("hearts", "duck random", "duck random random random", 4),
        ("hearts", "duck random duck random", "duck random duck random", 2),
        ("hearts", "duck exec:a random", "duck exec:a random exec:a", 4),
        ("whist", "duck random", "duck random duck random", 2),
        ("partnership-hearts", "random duck", "random duck random duck", 2),
        ("knaves", "duck random", "duck random random", 3),
    ],
)
def test_players_are_seated(name: str, bots: str, seating: str, seatings: int) -> None:
    """The first has one side, the others go round the rest; all move on until they come round."""
    of = new_arena(trickbook.load(name), bots.split(), seed=1)
    assert of.bots == tuple(seating.split())
    assert len(set(of.seatings)) == len(of.seatings) == seatings
    taken = [{of.seatings[number][seat] for number in range(seatings)} for seat in range(of.players)]
    assert all(names == set(of.bots) for names in taken)


@pytest.mark.parametrize(
    ("bots", "told"),
    [
        ("duck", "different players"),
        ("duck,duck", "different players"),
        ("duck,random,duck,random,duck", "5 players are named for 4 seats"),
        ("duck,dukc", "did you mean 'duck'?"),
    ],
)
def test_who_cannot_be_seated_is_told(bots: str, told: str) -> None:
    result = call(f"arena hearts --bots {bots}")
    assert (result.exit_code, told in result.output) == (2, True), result.output


def test_one_player_under_two_names_is_not_better_than_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance is that of the deal and the turn: whoever sits where, the same game is played."""
    monkeypatch.setattr(registry, "BOTS", {**registry.BOTS, "twin": random})
    registry.check_player.cache_clear()
    played = list(deal_results(new_arena(trickbook.load("hearts"), ["random", "twin"], seed=5), 8))
    assert [one.difference for one in played] == [0] * 8
    registry.check_player.cache_clear()


def test_points_and_wins_are_those_of_the_deals() -> None:
    """Every deal of Hearts counts 26 or a moon, in each seating; all parts of a deal are won by somebody."""
    of = new_arena(trickbook.load("hearts"), ["duck", "random"], seed=2)
    for one in deal_results(of, 5):
        assert sum(one.points.values()) % 26 == 0
        assert sum(one.won.values()) == of.whole * len(of.seatings)
        assert one.difference == -(one.points["duck"] * 12 - one.points["random"] * 4)


@pytest.mark.parametrize(("name", "last"), [("hearts", 200), ("oh-hell", 19), ("barbu", 24)])
def test_the_numbers_of_deals_go_round(name: str, last: int) -> None:
    """After the last deal of a match comes the first; each has its dealer, its passing, its size of hands."""
    of = new_arena(trickbook.load(name), ["duck", "random"], seed=2)
    assert module.last_deal(of.rules, of.players) == last  # a match of 200 deals takes too long


def test_a_seed_gives_the_same() -> None:
    rules = trickbook.load("chinese-hearts")
    games = [list(deal_results(new_arena(rules, ["random", "duck"], seed=seed), 3)) for seed in (3, 3, 4)]
    assert games[0] == games[1] != games[2]


def test_the_mean_and_its_interval_are_those_of_the_deals() -> None:
    of = new_arena(trickbook.load("hearts"), ["duck", "random"], seed=9)
    apart = [one.difference / 48 for one in deal_results(of, 12)]
    found = json.loads(call("arena hearts --seed 9 --deals 12 --json").stdout)
    off = 2.200985 * stdev(apart) / 12**0.5  # Student's t at 97.5 % with eleven degrees of freedom
    assert found["better_by"]["mean"] == pytest.approx(mean(apart))
    assert found["better_by"]["high"] - found["better_by"]["mean"] == pytest.approx(off, rel=1e-4)
    assert found["p"] < 0.001
    assert (found["deals"], found["seatings"], found["complete"]) == (12, 4, True)
    both = found["players_did"]
    assert both["duck"]["won"]["mean"] + 3 * both["random"]["won"]["mean"] == pytest.approx(1)
    assert both["random"]["points"]["mean"] - both["duck"]["points"]["mean"] == pytest.approx(mean(apart))


def test_it_is_told_who_is_better() -> None:
    result = call("arena hearts --seed 9 --deals 12")
    assert result.exit_code == 0
    assert "12 deals, each in 4 seatings" in result.output
    assert "duck is better than the others by" in result.output
    few = call("arena barbu --seed 1 --deals 3").output
    assert "cannot be told apart" in few
    assert "3 deals are too few to tell anything from chance; that takes at least 6." in few
    assert (
        "random is worse than the others by"
        in call("arena hearts --bots random,duck --seed 9 --deals 12").output
    )


@pytest.mark.parametrize("error", [EndlessError, MoveError, NoMoveError, MissingError])
def test_decisions_that_fail_are_counted_and_told(
    monkeypatch: pytest.MonkeyPatch, error: type[TrickbookError]
) -> None:
    """The duck decides for the player, so that it is the same as a duck."""

    def fail(*_: object) -> str:
        raise error("no end is in sight")

    monkeypatch.setattr(montecarlo, "_best", fail)
    words = "arena knaves --bots montecarlo,duck --seed 9 --deals 2"
    assert re.search(
        r"montecarlo failed in \d+ decisions, and a simpler bot decided; the first in deal 1: no end",
        call(words).output.replace("\n", " "),
    )
    told = json.loads(call(f"{words} --json").stdout)
    counted = told["players_did"]["montecarlo"].pop("failed")
    assert (counted["deal"], counted["reason"]) == (1, "no end is in sight")
    assert counted["decisions"] > 20
    assert told["players_did"]["duck"]["failed"] == {"decisions": 0, "deal": None, "reason": None}
    assert told["better_by"]["mean"] == 0


def test_a_search_that_fails_is_one_failure_of_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first reason counts, even if the player that steps in fails, too."""

    def fail(*_: object) -> None:
        raise BeyondError("beyond the machine")

    monkeypatch.setattr(tree_search, "search", fail)
    monkeypatch.setattr(montecarlo, "_best", lambda *_: None)
    (one, *_), *_ = (
        [*played_deals(of, seating, [0])]
        for of in [new_arena(KNAVES, ["ismcts", "duck"], 3)]
        for seating in of.seatings
    )
    assert {seat for seat, _ in one.reasons} == {0}
    assert {*one.reasons.values()} == {"beyond the machine"}


@pytest.mark.parametrize("error", [TrickbookError, KeyError])
def test_mistakes_of_ours_are_not_hidden(monkeypatch: pytest.MonkeyPatch, error: type[Exception]) -> None:
    def fail(*_: object, **_level: int) -> None:
        raise error("a mistake")

    monkeypatch.setattr(montecarlo, "_best", fail)
    monkeypatch.setattr(tree_search, "search", fail)
    for name in ("montecarlo", "ismcts"):
        with pytest.raises(error, match="a mistake"):
            [*played_deals(new_arena(KNAVES, [name, "duck"], 3), [name, "duck", "duck"], [0])]
    monkeypatch.setattr(search_effort, "costs", fail)
    with pytest.raises(error, match="a mistake"):
        search_effort.SearchCode(KNAVES, 3).search()


def test_an_interrupt_keeps_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first part has one deal."""

    def interrupted(of: Study, first: int, count: int) -> Rows:
        if first:
            raise KeyboardInterrupt
        return single_deal_rows(of, first, count)

    monkeypatch.setattr(interpreter_rows, "single_deal_rows", interrupted)
    result = call("arena hearts --seed 9 --deals 12")
    assert result.exit_code == 130
    assert "1 deal, in 4 seatings" in result.output
    assert "Stopped after 1 of 12 deals." in result.output
    told = json.loads(call("arena hearts --seed 9 --deals 12 --json").stdout)
    assert (told["deals"], told["complete"]) == (1, False)


def test_an_outside_player_that_fails_is_told_after_what_is_done() -> None:
    result = CliRunner().invoke(program, ["arena", "hearts", "--bots", f"exec:{sys.executable} -c pass,duck"])
    assert result.exit_code == 1
    assert "Stopped after 0 of 200 deals." in result.output
    assert "it has ended, with exit code 0, instead of an answer to hello" in result.output
