"""Hints: a legal move from what a seat sees, the same for whoever sees the same, with a sentence."""

from __future__ import annotations

import random

import pytest
from tests.games import GAMES

import trickbook
from trickbook.seat import seat_view
from trickbook.seat.hints import hint


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_a_legal_move(name: str) -> None:
    rng = random.Random(name)  # noqa: S311 - a test, no secret
    rules = trickbook.load(name)
    game = rules.new_game(seed=5)
    for number in range(120):
        if game.turn is None:
            return
        legal = game.legal(game.turn)
        if number % 4 == 0:
            found = hint(rules, game, game.turn, rng.choice(["en", "zh"]))
            assert found["move"] in legal
            assert found["says"] is None or found["says"].strip()
        game = game.apply(game.turn, legal[rng.randrange(len(legal))])


@pytest.mark.parametrize("bot", ["duck", "montecarlo"])
def test_who_sees_the_same_is_told_the_same(bot: str) -> None:
    rules = trickbook.load("hearts")
    hands = [["2C", "QC", "5H", "QS"], ["3C", "4D", "6H", "7S"], ["TC", "4H", "7H", "9S"]]
    hands.append(["JC", "5D", "KH", "AS"])
    twin = [hands[0], ["3C", "5D", "7H", "9S"], ["TC", "4H", "6H", "7S"], ["JC", "4D", "KH", "AS"]]
    games = [rules.new_game(seed=seed, deal=4, hands=own) for seed, own in ((7, hands), (8, twin))]
    for moves in (["0 2C", "1 3C", "2 TC", "3 JC", "3 AS"],):
        for move in moves:
            games = [game.apply(int(move[0]), move[2:]) for game in games]
    one, other = games
    assert seat_view(one, 0) == seat_view(other, 0)
    assert hint(rules, one, 0, bot=bot) == hint(rules, other, 0, bot=bot)


def test_a_hint_says_what_speaks_for_it() -> None:
    rules = trickbook.load("hearts")
    hands = ["2C QC 5H QS", "3C 4D 6H 7S", "TC 4H 7H 9S", "JC 5D KH AS"]
    game = rules.new_game(seed=7, deal=4, hands=hands)
    assert hint(rules, game, 0) == {"move": "2C", "says": "It is your only legal move."}
    for move in ["0 2C", "1 3C", "2 TC", "3 JC", "3 AS"]:
        game = game.apply(int(move[0]), move[2:])
    assert hint(rules, game, 0) == {"move": "QS", "says": "It is your only legal move."}
    game = game.apply(0, "QS").apply(1, "7S").apply(2, "9S")
    assert hint(rules, game, 3, "zh")["says"] == "外面还有9张同花色更大的牌。"
    passing = rules.new_game(seed=7, deal=1)
    assert hint(rules, passing, 0, "en")["says"] == "Of the cards you may give away, these cost most."
