"""Telling: a seat's view, with the reason against every card and answer that may not be given now."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from tests.games import GAMES

import trickbook
from trickbook.game.view import public
from trickbook.seat import seat_view

FEW = 20
"""How many moments of a game are looked at."""


def moments(name: str, seed: int = 7) -> Iterator[trickbook.Game]:
    """Some moments of a game that is played at random, across several deals."""
    rng = random.Random(name)  # noqa: S311 - a test, no secret
    game = trickbook.load(name).new_game(seed=seed)
    for _ in range(FEW * 4):
        if game.turn is None:
            return
        if rng.random() < 0.25:
            yield game
        legal = game.legal(game.turn)
        game = game.apply(game.turn, legal[rng.randrange(len(legal))])


@pytest.mark.parametrize("name", GAMES)
def test_what_is_told_is_the_view_and_the_reasons(name: str) -> None:
    for game in moments(name):
        common = public(game)
        for seat in (None, *range(len(game.scores))):
            found = seat_view(game, seat)
            assert seat_view(game, seat, common=common) == found
            assert json.loads(json.dumps(found)) == found
            why, asks = found.pop("why"), found.pop("asks")
            found.pop("rests", None)
            assert found == game.view(seat)
            if seat not in game.actors:
                assert (why, asks) == ({}, None)
                continue
            assert seat is not None
            reasons = {card: reason for card, reason in game.explain(seat).items() if reason}
            assert {card: (one["name"], one["says"], one["place"]) for card, one in why.items()} == {
                card: reason[:3] for card, reason in reasons.items()
            }
            assert asks["step"] == game.phase


def started(name: str, **given: object) -> trickbook.Game:
    return trickbook.load(name).new_game(seed=7, **given)  # type: ignore[arg-type]


def test_a_card_that_may_not_be_played_says_why_in_the_language() -> None:
    hands = ["2C QC 5H QS", "3C 4D 6H 7S", "TC 4H 7H 9S", "JC 5D KH AS"]
    game = started("hearts", deal=4, hands=hands).apply(0, "2C")
    assert seat_view(game, 1)["why"]["7S"] == {
        "name": "follow_suit",
        "says": "Follow suit if you can.",
        "place": seat_view(game, 1)["why"]["7S"]["place"],
        "source": ["CX-7", "RH-6", "DH-3", "WH-1"],
    }
    assert seat_view(game, 1, "zh")["why"]["7S"]["says"] == "有同花色的牌必须跟。"
    assert seat_view(game, 1, "zh")["asks"] | {"says": None} == {
        "step": "tricks",
        "title": "出牌",
        "says": None,
        "kind": "play",
    }


def test_a_card_that_starts_no_play_of_several_is_told_and_plays_are_listed() -> None:
    """DH-4: a pair is answered with a pair of the suit."""
    hands = ["9D 9D 3C 4C", "5D 5D KD 2S", "6C 7C 8C 9C", "TC JC QC KC"]
    game = started("double-hearts", deal=4, hands=hands, leader=0)
    while game.phase != "tricks":
        assert game.turn is not None
        game = game.apply(game.turn, game.legal(game.turn)[0])
    found = seat_view(game.apply(0, "9D 9D"), 3)
    assert found["asks"]["kind"] == "play"
    found = seat_view(game.apply(0, "9D 9D").apply(3, "TC JC").apply(2, "6C 7C"), 1)
    assert found["legal"] == ["5D 5D"]
    assert {card: one["name"] for card, one in found["why"].items()} == {
        "KD": "pair_first",
        "2S": "pair_first",
    }


def test_cards_to_choose_from_and_those_that_are_not() -> None:
    game = started("chinese-hearts", hands=["QS AS", "TC 2S", "5H 3S", "6C 4S"])
    found = seat_view(game, 0)
    assert found["asks"] | {"says": ""} == {
        "step": "expose",
        "title": "Laying open",
        "says": "",
        "kind": "cards",
        "done": "done",
        "to": {"pile": "table", "title": "Face up on the table", "seat": None},
    }
    assert found["choose"]["from"] == ["QS"]
    assert {card: one["name"] for card, one in found["why"].items()} == {"AS": "expose"}


def test_whoever_passes_is_told_to_whom() -> None:
    """WH-13: to the left, to the right, across; in the mixer of five players, to the middle."""
    rules = trickbook.load("hearts")
    goals = [seat_view(rules.new_game(seed=1, deal=deal), 1, "zh")["asks"]["to"] for deal in (1, 2, 3)]
    assert [goal["seat"] for goal in goals] == [2, 0, 3]
    assert goals[0] == {"pile": "hand", "title": "手牌", "seat": 2}
    mixer = seat_view(rules.new_game(5, seed=1, deal=3), 1)["asks"]["to"]
    assert mixer == {"pile": "centre", "title": "The middle", "seat": None}


def test_answers_have_labels() -> None:
    """WH-39: whoever holds all hearts and leads takes all penalty cards, and says who pays."""
    rules = trickbook.load(
        "hearts", {"moon": "shooter_chooses", "opening": "left_of_dealer", "passing": "hold"}
    )
    suits = [[rank + suit for rank in "23456789TJQKA"] for suit in "HCDS"]
    game = rules.new_game(seed=7, leader=0, hands=suits)
    while game.phase == "tricks":
        assert game.turn is not None
        game = game.apply(game.turn, game.legal(game.turn)[0])
    found = seat_view(game, 0)
    assert found["legal"] == ["add", "subtract"]
    assert found["asks"]["labels"] == {"add": "the others pay for it", "subtract": "the shooter takes it off"}
    assert seat_view(game, 0, "zh")["asks"]["labels"]["add"] == "由其他人付分"
    assert seat_view(game, 1)["asks"] is None


def test_a_bid_has_its_numbers_as_labels() -> None:
    game = started("spades")
    assert game.turn is not None
    found = seat_view(game, game.turn)
    assert found["asks"]["kind"] == "answer"
    assert list(found["asks"]["labels"]) == found["legal"]
