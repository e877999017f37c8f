"""Players that win or lose as one: a match that everybody wins, or nobody."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.batch.equivalence import alike

import trickbook
from trickbook.analysis.validation import validate
from trickbook.bots import BOTS, play_game, random
from trickbook.bots.costs_of_cards import allied_seats, highest_wins
from trickbook.cli.program import program

GAME = Path(__file__).parent / "all-or-none.yaml"


def finished(seed: int, bots: str = "random") -> trickbook.Game:
    rules = trickbook.load(GAME)
    *_, last = play_game(rules, rules.new_game(3, seed=seed), [BOTS.get(bots, random)] * 3)
    return last.after


def test_the_game_is_fine() -> None:
    assert [problem for problem in validate(GAME).problems if problem.severity != "note"] == []


@pytest.mark.parametrize("players", [3, 4])
def test_both_engines_play_alike(players: int) -> None:
    alike(trickbook.load(GAME), players, iter(range(60)), 60)


def test_all_win_or_nobody() -> None:
    found = {finished(seed).winners for seed in range(40)}
    assert found == {(), (0, 1, 2)}


def test_a_record_that_nobody_won_replays() -> None:
    game = next(game for game in map(finished, range(40)) if not game.winners)
    assert game.record().endswith("\nWinners\n")
    rules = trickbook.load(GAME)
    assert trickbook.replay(game.record(), rules).winners == ()
    with pytest.raises(trickbook.RecordError, match="the rules give `Winners`"):
        trickbook.replay(game.record().replace("\nWinners\n", "\nWinners 0 1\n"), rules)


def test_bots_know_that_all_are_on_one_side() -> None:
    rules = trickbook.load(GAME)
    assert highest_wins(rules, 3)
    assert allied_seats(rules.engine(3)) == (0b111,) * 3
    assert finished(1, "montecarlo").phase == "over"


@pytest.mark.parametrize("players", range(2, 8))
def test_who_takes_all_tricks_tells_the_direction_where_points_do_not(players: int) -> None:
    # At Knockout Whist tricks do not decide who wins, but nobody wants to take none (KW-5, KW-6).
    assert highest_wins(trickbook.load("knockout-whist"), players)


def test_the_rulebook_says_that_nobody_may_win() -> None:
    rules = trickbook.load(GAME)
    assert "All win if each of them has a point. If nobody is left by that, nobody wins." in " ".join(
        rules.rulebook().split()
    )
    assert "没有人获胜" in rules.rulebook(lang="zh")


def test_shares_of_wins_are_less_than_the_matches() -> None:
    call = ["simulate", str(GAME), "--players", "3", "--deals", "200", "--seed", "1", "--json"]
    shares = json.loads(CliRunner().invoke(program, call).stdout)["metrics"]["won"]["seats"]
    means = [seat["mean"] for seat in shares]
    assert 0 < sum(means) < 1
    assert len({*means}) == 1
