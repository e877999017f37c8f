"""A seat whose cards another plays: who acts, what is seen, recorded and played again, and bots."""

from pathlib import Path

import pytest
from tests.batch.equivalence import alike
from tests.batch.test_ducks import ducked

import trickbook
from trickbook.analysis.validation import validate
from trickbook.bots import parse_players, play_game, seated_players
from trickbook.engine.moves import MoveError
from trickbook.examples.runner import run
from trickbook.game import Game
from trickbook.seat.seat_view import seat_view

DUMMY = Path(__file__).with_name("dummy.yaml")
HANDS = [["AC", "2H"], ["2C", "3C"], ["KC", "3H"], ["4C", "5C"]]
DEALS = 40


@pytest.fixture
def led() -> Game:
    """A game in which the first card lies, and the dummy is to play."""
    return trickbook.load(str(DUMMY)).new_game(hands=HANDS).apply(1, "2C")


def test_the_game_is_fine_and_its_examples_hold() -> None:
    assert validate(DUMMY).problems == ()
    assert [str(outcome) for outcome in run([str(DUMMY)]).outcomes if not outcome.passed] == []


def test_the_declarer_acts_when_it_is_the_dummys_turn(led: Game) -> None:
    assert (led.actors, led.turn, led.plays_for, list(led.legal(0)), led.legal(2)) == ((0,), 0, 2, ["KC"], ())
    assert led.apply(0, "KC").trick == ((1, "2C"), (2, "KC"))


def test_each_plays_their_own_cards_again_after_that(led: Game) -> None:
    after = led.apply(0, "KC")
    assert (after.actors, after.plays_for) == ((3,), None)


@pytest.mark.parametrize(("seat", "move"), [(2, "KC"), (0, "AC"), (0, "3H")])
def test_nothing_else_may_be_played(led: Game, seat: int, move: str) -> None:
    with pytest.raises(MoveError):
        led.apply(seat, move)


def test_the_reason_is_told_to_whoever_plays(led: Game) -> None:
    assert {card for card, reason in led.explain(0).items() if reason} == {"3H"}
    assert set(seat_view(led, 0)["why"]) == {"3H"}
    assert seat_view(led, 2)["asks"] is None


def test_a_view_tells_whose_cards_are_played(led: Game) -> None:
    seen = led.view(0)
    assert (seen["actors"], seen["plays_for"], seen["legal"], seen["piles"]["table"][2]) == (
        [0],
        2,
        ["KC"],
        ["KC", "3H"],
    )
    assert "plays_for" not in trickbook.load("hearts").new_game(seed=1).view(0)


def test_a_record_names_the_dummy_and_is_played_again(led: Game) -> None:
    game = led.apply(0, "KC")
    assert "tricks: 1 2C, 2 KC" in game.record()
    assert trickbook.replay(game.record(), trickbook.load(str(DUMMY))) == game


def test_both_engines_play_it_alike() -> None:
    alike(trickbook.load(str(DUMMY)), 4, iter(range(DEALS)), DEALS)


def test_ducks_play_for_the_dummy_alike_in_both_engines() -> None:
    ducked(trickbook.load(str(DUMMY)), 4, "dummy", DEALS)


@pytest.mark.parametrize("players", ["duck,duck", "montecarlo@4,random", "random,duck"])
def test_bots_play_for_the_dummy(players: str) -> None:
    rules = trickbook.load(str(DUMMY))
    game = rules.new_game(seed=3)
    with seated_players([*parse_players(players)] * 2, rules, 4) as bots:
        for step in play_game(rules, game, bots):
            game = step.after
            if game.deals:
                break
    assert sum(game.deals[0]) == 26
