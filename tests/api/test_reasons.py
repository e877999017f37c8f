"""Looking back: why a trick was won, where points come from, which rule forbids an answer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import trickbook

SUITS = [" ".join(rank + suit for rank in "23456789TJQKA") for suit in "CDSH"]


def after(game: trickbook.Game, moves: str) -> trickbook.Game:
    """A game after these moves, each a seat and what it does."""
    for move in moves.split(", "):
        seat, _, what = move.partition(" ")
        game = game.apply(int(seat), what)
    return game


def to_the_end(game: trickbook.Game) -> trickbook.Game:
    """A game at the end of this deal; everybody plays the first card they may."""
    deals = len(game.deals)
    while len(game.deals) == deals:
        seat = game.actors[0]
        game = game.apply(seat, game.legal(seat)[0])
    return game


@pytest.fixture
def on_hold() -> trickbook.Game:
    """CX-9, CX-10: all diamonds of the first trick are cancelled."""
    rules = trickbook.load("cancellation-hearts", {"passing": ["hold"]})
    hands = ["9D QD 2C", "9D 2D 3C", "KD 3D 4C", "KD 4D 5C", "AS 5S 6C"]
    game = rules.new_game(seed=1, leader=0, hands=hands)
    return after(game, "0 9D, 1 9D, 2 KD, 3 KD, 4 AS, 0 QD, 1 2D, 2 3D, 3 4D, 4 5S, 0 2C")


def test_plays_that_cancel_are_told_and_the_trick_is_held(on_hold: trickbook.Game) -> None:
    trick = on_hold.explain_trick(1)
    assert (trick.winner, trick.taker, trick.level) == (None, None, ())
    assert [(clause.reason.name, clause.dropped) for clause in trick.clauses] == [
        ("led_suit", (4,)),
        ("cancelled", (0, 1, 2, 3)),
    ]
    assert [play.lost and play.lost.name for play in trick.plays] == ["cancelled"] * 4 + ["led_suit"]
    assert trick.decided is not None
    assert trick.decided.source == ("CX-9", "CX-10")
    assert str(trick).startswith("Deal 1, trick 1: nobody wins, and the trick is held\n")


def test_who_wins_takes_what_is_held_along(on_hold: trickbook.Game) -> None:
    trick = on_hold.explain_trick(2)
    assert (trick.taker, trick.winner) == (0, 0)
    assert sorted(trick.carried) == ["9D", "9D", "AS", "KD", "KD"]
    assert trick.clauses[-1].numbers == ((0, 12), (1, 2), (2, 3), (3, 4))
    beaten = "2D of seat 1 (rank 2), 3D of seat 2 (rank 3), 4D of seat 3 (rank 4)"
    assert f"QD of seat 0 (rank 12) beats {beaten}: highest:" in str(trick)


def test_a_play_tells_what_else_was_allowed(on_hold: trickbook.Game) -> None:
    play = on_hold.explain_trick(1).plays[1]
    assert (play.seat, play.cards, play.legal) == (1, "9D", ("2D", "9D"))
    assert str(play).startswith("seat 1 played 9D, and might have played 2D too")
    assert {card: why.name for card, why in play.held.items() if why} == {"3C": "follow_suit"}
    assert "not 3C: follow_suit: Follow suit if you can. (rulesets/parts/trick-taking.yaml:" in str(play)


def test_of_level_plays_the_earlier_wins() -> None:
    """DH-8."""
    hands = ["8D 8D", "KD AH", "9D QD", "2D QD"]
    game = trickbook.load("double-hearts").new_game(seed=1, deal=4, hands=hands, leader=0)
    while game.phase == "expose":
        game = game.apply(game.actors[0], game.legal(game.actors[0])[0])
    game = after(game, "0 8D 8D, 3 2D QD, 2 9D QD, 1 KD AH")
    trick = game.explain_trick(1, deal=4)
    assert (trick.level, trick.winner, trick.taker) == ((1, 2), 1, 3)
    assert [play.lost and play.lost.name for play in trick.plays] == ["two_singles", None, None, "led_suit"]
    assert str(trick).endswith("2D QD of seat 3 and 9D QD of seat 2 are level, and the earlier play wins")


@pytest.mark.parametrize(
    ("number", "deal", "says"),
    [
        (3, None, "there is no trick 3 in deal 1: its finished tricks are 1 to 2"),
        (0, None, "there is no trick 0"),
        ("1", None, "there is no trick '1'"),
        (True, None, "there is no trick True"),
        (1, 2, "there is no deal 2 in this game: its deal is 1"),
        (1, "1", "there is no deal '1'"),
    ],
)
def test_a_trick_that_is_not_there(on_hold: trickbook.Game, number: Any, deal: Any, says: str) -> None:
    with pytest.raises(trickbook.TrickbookError, match=says):
        on_hold.explain_trick(number, deal)


def test_points_of_a_deal_that_is_not_finished(on_hold: trickbook.Game) -> None:
    with pytest.raises(trickbook.TrickbookError, match="no deal is finished yet"):
        on_hold.explain_points(0)
    with pytest.raises(trickbook.TrickbookError, match="deal 1 is not finished"):
        on_hold.explain_points(0, deal=1)
    with pytest.raises(trickbook.MoveError, match="no seat 5"):
        to_the_end(on_hold).explain_points(5)


def test_the_deal_before_is_named_when_this_one_has_no_trick(on_hold: trickbook.Game) -> None:
    game = to_the_end(on_hold)
    with pytest.raises(trickbook.TrickbookError, match="no trick of it is finished; the deal before is 1"):
        game.explain_trick(1)
    assert game.explain_trick(1, deal=1) == on_hold.explain_trick(1)


def test_the_moon_is_told_with_the_shooter_and_the_answer_that_was_forbidden() -> None:
    """WH-38: whoever holds the clubs takes every trick."""
    game = to_the_end(trickbook.load("hearts").new_game(seed=1, hands=SUITS, deal=4))
    shooter, other = game.explain_points(0), game.explain_points(3)
    assert {(group.reason.name, len(group.cards), group.points) for group in shooter.cards} == {
        ("hearts", 13, 13),
        ("queen", 1, 13),
    }
    assert [(change.by, change.before, change.after) for change in shooter.changes] == [(((0, -26),), 26, 0)]
    assert [(change.by, change.before, change.after) for change in other.changes] == [(((0, 26),), 0, 26)]
    assert (shooter.points, other.points) == (0, 26)
    (decision,) = other.decisions
    assert (decision.step, decision.seat, decision.answer) == ("shoot", 0, "add")
    assert {answer: why and why.name for answer, why in decision.answers.items()} == {
        "add": None,
        "subtract": "add_if_can",
    }
    assert (
        "0 becomes 26, because of seat 0: moon_added: The shooter counts none of the penalty points;"
        in str(other)
    )


def test_multipliers_stand_with_the_cards_that_they_double() -> None:
    """CH-13, CH-14: the queen lies open and doubles spades; the ten of clubs doubles all."""
    game = trickbook.load("chinese-hearts").new_game(
        seed=1, hands=["QS AS", "TC 2S", "5H 3S", "6C 4S"], leader=0
    )
    game = to_the_end(after(game, "0 QS, 0 done, 1 done, 2 done, 3 done, 0 AS, 1 2S, 2 3S, 3 4S, 0 QS"))
    told = game.explain_points(0)
    queen = next(group for group in told.cards if group.cards == ("QS",))
    assert (queen.worth, [(f.reason.name, f.times, f.each) for f in queen.factors]) == (
        -100,
        [("exposed", 2, -200)],
    )
    assert [(change.reason.name, change.before, change.after) for change in told.changes] == [
        ("multiply", -210, -420)
    ]
    assert "QS: -200\n    -100: pig" in str(told)
    assert "times 2: exposed: A card laid open doubles its suit for everybody, whoever laid it open." in str(
        told
    )


RULED = """\
trickbook: 1
extends: hearts
name: Ruled
steps:
  pass: {rules: {no_queen: {keep: not QS, says: The queen stays at home.}}}
  bid:
    after: pass
    ask: players
    number: 0 to 3
    rules: {no_one: {keep: answer is not 1, says: Nobody bids one.}}
"""


def test_passing_and_answers_have_their_reasons(tmp_path: Path) -> None:
    path = tmp_path / "ruled.yaml"
    path.write_text(RULED, "utf-8")
    game = trickbook.load(path).new_game(
        seed=1, hands=["2C 4S QS 5H", "3C 4D 6H 7H", "4C 7S 8S 9S", "5C 5S 6S TS"]
    )
    assert {card: why and why.name for card, why in game.explain(0).items()} == {
        "2C": None,
        "4S": None,
        "QS": "no_queen",
        "5H": None,
    }
    for seat in range(4):
        game = game.apply(seat, game.legal(seat)[0])
    assert {answer: why and why.says for answer, why in game.explain(0).items()} == {
        "0": None,
        "1": "Nobody bids one.",
        "2": None,
        "3": None,
    }
    why = game.explain(0, "1")
    assert why is not None
    assert str(why) == f"no_one: Nobody bids one. ({path}:10)"
