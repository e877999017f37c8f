"""Playing: who may act, what is legal and why not, moves in any spelling, errors that change nothing."""

from __future__ import annotations

from typing import Any

import pytest

import trickbook
from trickbook.bots.turn import current_winner

HEARTS = trickbook.load("hearts")
HANDS = ["2C QC 5H QS", "3C 4D 6H 7S", "TC 4H 7H 9S", "JC 5D KH AS"]


def start(deal: int = 4, **given: object) -> trickbook.Game:
    return HEARTS.new_game(seed=7, hands=HANDS, deal=deal, **given)  # type: ignore[arg-type]


def test_a_step_waits_for_somebody() -> None:
    game = start()
    assert (game.phase, game.actors, game.leader, game.dealer, game.deal) == ("tricks", (0,), 0, 3, 4)
    assert sorted(start(deal=1).actors) == [0, 1, 2, 3]
    assert start(deal=1).phase == "pass"


def test_play_goes_round() -> None:
    game = start()
    for seat, card in enumerate(["2C", "3C", "TC", "JC"]):
        assert game.actors == (seat,)
        assert game.trick == tuple((player, ["2C", "3C", "TC", "JC"][player]) for player in range(seat))
        game = game.apply(seat, card)
    assert game.tricks == ((((0, "2C"), (1, "3C"), (2, "TC"), (3, "JC")), 3),)
    assert (game.tricks[0].plays[0], game.tricks[0].taker) == ((0, "2C"), 3)
    assert set(game.taken[3]) == {"2C", "3C", "TC", "JC"}
    assert (game.leader, game.trick, game.actors) == (3, (), (3,))


@pytest.mark.parametrize("text", ["TC", "10C", "CT", "C10", "tc", "T♣", "♣T", "10♣", " TC "])
def test_a_card_is_written_in_many_ways(text: str) -> None:
    game = start().apply(0, "2C").apply(1, "3C").apply(2, text)
    assert game.trick[-1] == (2, "TC")
    assert game.record() == start().apply(0, "2C").apply(1, "3C").apply(2, "TC").record()


@pytest.mark.parametrize("text", ["2C QC QS", "QS 2C QC", "SQ, c2, Q♣", "qs\n2c qc"])
def test_a_pass_is_cards_in_any_order(text: str) -> None:
    game = start(deal=1).apply(0, text)
    assert sorted(game.actors) == [1, 2, 3]
    assert game.record() == start(deal=1).apply(0, "QS QC 2C").record()
    assert text in start(deal=1).legal(0)


def test_every_legal_move_is_a_text() -> None:
    game = start(deal=1)
    assert len(game.legal(0)) == 4
    assert repr(game.legal(0)) == "<Selections, 3 of 2C QC QS 5H>"
    assert {str(move) for move in game.legal(0)} == {"2C QC QS", "2C QC 5H", "2C QS 5H", "QC QS 5H"}
    assert list(game.apply(0, "2C QC QS").legal(0)) == []


def test_a_card_is_explained_by_the_clause_that_forbids_it() -> None:
    """WH-20: no penalty card on the first trick; follow suit first."""
    game = start().apply(0, "2C")
    reasons = game.explain(1)
    assert reasons["3C"] is None
    assert {card: reason.name for card, reason in reasons.items() if reason} == dict.fromkeys(
        ["4D", "6H", "7S"], "follow_suit"
    )
    reason = game.explain(1, "7S")
    assert reason is not None
    assert (reason.name, reason.says) == ("follow_suit", "Follow suit if you can.")
    assert reason.place.partition(":")[0].endswith("trick-taking.yaml")
    assert game.explain(1, "3C") is None


def test_exposing_is_one_card_after_the_other_or_done() -> None:
    """CH-5: an exposure lets everybody think again; with three open the fourth must be."""
    rules = trickbook.load("chinese-hearts")
    game = rules.new_game(seed=1, hands=["QS 2C 3C", "JD 4C 5C", "AH 6C 7C", "TC 8C 9C"])
    assert (game.phase, game.actors) == ("expose", (0, 1, 2, 3))
    assert list(game.legal(0)) == ["QS", "done"]
    assert repr(game.legal(0)) == "<Selections, 1 of QS, or done>"
    game = game.apply(0, "done").apply(2, "AH")
    assert (game.exposed, game.open[2], game.actors) == (("AH",), ("AH",), (0, 1, 2, 3))
    game = game.apply(1, "JD").apply(0, "QS")
    assert set(game.exposed) == {"QS", "JD", "AH", "TC"}
    assert game.phase == "tricks"


def test_exposing_all_at_once() -> None:
    """DH-16."""
    rules = trickbook.load("double-hearts")
    hands = ["TC JD 2C", "QS 2C 3C", "4C 5C 6C", "7C 8C 9C"]
    game = rules.new_game(seed=1, hands=hands, deal=4)
    assert set(game.legal(0)) == {"none", "TC", "JD", "TC JD"}
    game = game.apply(0, "JD TC").apply(1, "none").apply(2, "none").apply(3, "none")
    assert set(game.exposed) == {"TC*", "JD*"}
    assert set(game.open[0]) == {"TC*", "JD*"}


def test_pairs_are_two_cards() -> None:
    """DH-2, DH-5."""
    rules = trickbook.load("double-hearts")
    game = rules.new_game(seed=1, hands=["2C 2C 3C", "QS 4C 3C", "4C 5C 6C", "7C 8C 9C"], deal=4)
    for seat in range(4):
        game = game.apply(seat, "none")
    assert list(game.legal(0)) == ["2C", "2C 2C"]
    assert game.apply(0, "2C 2C").trick == ((0, "2C 2C"),)


def test_a_decision_is_answered_in_the_rulesets_own_words() -> None:
    """CX-13, WH-39."""
    rules = trickbook.load("hearts", options={"moon": "shooter_chooses"})
    suits = [[rank + suit for rank in "23456789TJQKA"] for suit in "HCDS"]
    game = rules.new_game(seed=1, hands=suits, deal=4, leader=0)
    while game.phase == "tricks":
        game = game.apply(game.actors[0], game.legal(game.actors[0])[-1])
    assert (game.phase, game.actors, list(game.legal(0))) == ("shoot", (0,), ["add", "subtract"])
    assert game.apply(0, "add").deals[-1] == (0, 26, 26, 26)
    assert game.apply(0, "subtract").deals[-1] == (-26, 0, 0, 0)
    with pytest.raises(trickbook.MoveError, match="subtract"):
        game.apply(0, "substract")


@pytest.mark.parametrize(
    ("seat", "move", "told"),
    [
        (0, "QC", "opening"),
        (0, "3C", "3C is not there"),
        (0, "ZZ", "not a card"),
        (0, "", "no card"),
        (0, "2C QC", "2 cards"),
        (0, "2C 2C", "2C"),
        (0, "none", "cards"),
        (1, "3C", "may not act now"),
        (4, "3C", "no seat"),
        (-1, "3C", "no seat"),
        (True, "3C", "no seat"),
        ("0", "2C", "no seat"),
    ],
)
def test_a_wrong_move_is_refused_and_changes_nothing(seat: int, move: str, told: str) -> None:
    game = start()
    before = (game.record(), game.hands, game.actors)
    with pytest.raises(trickbook.MoveError, match=told):
        game.apply(seat, move)
    assert (game.record(), game.hands, game.actors) == before


def test_what_another_seat_could_play_is_no_move() -> None:
    game = start()
    assert current_winner(game, 1, "3C") == (1, "3C")
    assert list(game.legal(0)) == ["2C"]
    with pytest.raises(trickbook.MoveError, match="may not act now"):
        game.apply(1, "3C")


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("2C QC", "3 cards"),
        ("2C QC QS 5H", "3 cards"),
        ("none", "3 cards"),
        ("2C QC 3C", "3C"),
        ("2C QC QC", "QC"),
    ],
)
def test_a_wrong_pass_is_refused(move: str, told: str) -> None:
    with pytest.raises(trickbook.MoveError, match=told):
        start(deal=1).apply(0, move)


@pytest.mark.parametrize("move", [None, 5, ("2C",), ["2C"]])
def test_what_is_no_text_is_no_move(move: Any) -> None:
    with pytest.raises(trickbook.MoveError):
        start().apply(0, move)
    if move is not None:
        with pytest.raises(trickbook.MoveError):
            start().explain(0, move)


def test_an_illegal_move_names_its_clause() -> None:
    with pytest.raises(
        trickbook.MoveError, match=r"follow_suit: Follow suit if you can\. \(.*:\d+\)"
    ) as refused:
        start().apply(0, "2C").apply(1, "6H")
    assert refused.value.clause is not None
    assert refused.value.clause.name == "follow_suit"


def test_nobody_acts_when_the_match_is_over() -> None:
    game = trickbook.load("hearts", options={"target": 1}).new_game(seed=3)
    while game.phase != "over":
        game = game.apply(game.actors[0], game.legal(game.actors[0])[0])
    assert (game.actors, list(game.legal(0))) == ((), [])
    with pytest.raises(trickbook.MoveError, match="over"):
        game.apply(0, "2C")
    with pytest.raises(trickbook.MoveError, match="over"):
        game.explain(0)
    assert game.winners
    assert len(game.deals) == 1
