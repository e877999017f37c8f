"""The score sheet and past tricks: every point and every trick is explained, in the language."""

from __future__ import annotations

import json
import random
from functools import cache

import pytest
from tests.games import GAMES

import trickbook
from trickbook.seat.score_sheet import score_sheet
from trickbook.seat.seat_view import past_trick

MULTIPLIED = "The ten of clubs doubles the points of its taker; laid open, it makes them four times as many."


@cache
def dealt(name: str) -> trickbook.Game:
    """A game after a deal in which everybody did anything."""
    rng = random.Random(name)  # noqa: S311 - a test, no secret
    game = trickbook.load(name).new_game(seed=5)
    while not game.deals and game.turn is not None:
        legal = game.legal(game.turn)
        game = game.apply(game.turn, legal[rng.randrange(len(legal))])
    return game


@pytest.mark.parametrize("name", GAMES)
def test_the_points_of_every_seat_add_up(name: str) -> None:
    game = dealt(name)
    for language in ("en", "zh"):
        found = score_sheet(game, language=language)
        assert json.loads(json.dumps(found)) == found
        assert [str(seat["points"]) for seat in found["seats"]] == list(map(str, game.deals[0]))
        for seat in found["seats"]:
            if not isinstance(seat["counted"], str):
                assert seat["counted"] == sum(group["points"] for group in seat["cards"])
            before = seat["counted"]
            for change in seat["changes"]:
                assert change["before"] == before
                before = change["after"]
            assert before == seat["points"]
            assert all(line.strip() for line in seat["text"])
            assert all(group["reason"]["place"] for group in seat["cards"])


@pytest.mark.parametrize("name", GAMES)
def test_every_past_trick_is_told(name: str) -> None:
    game = dealt(name)
    (deal,) = game.state.match.history
    for which in range(1, 1 + min(3, len(deal.tricks))):
        found = past_trick(game, which, deal.match.deal, "zh")
        assert json.loads(json.dumps(found)) == found
        assert found["taker"] == deal.tricks[which - 1].taker
        assert len(found["text"]) > len(found["plays"])
        for play in found["plays"]:
            assert play["cards"] in play["legal"]
            assert not set(play["cards"].split()) & set(play["why"])


def doubled() -> trickbook.Game:
    """A deal in which the pig was laid open and the ten taken."""
    game = trickbook.load("chinese-hearts").new_game(seed=1, hands=["QS AS", "TC 2S", "5H 3S", "6C 4S"])
    for move in ["0 QS", "0 done", "1 done", "2 done", "3 done", "0 AS", "1 2S", "2 3S", "3 4S"]:
        game = game.apply(int(move[0]), move[2:])
    for move in ["0 QS", "1 TC", "2 5H", "3 6C"]:
        game = game.apply(int(move[0]), move[2:])
    return game


def test_a_sheet_speaks_the_language() -> None:
    game = doubled()
    assert score_sheet(game)["seats"][0]["text"] == [
        "Q♠: −200. The pig.",
        "times 2: A card laid open doubles its suit for everybody, whoever laid it open.",
        "5♥: −10. The hearts from five to ten count against their taker.",
        "Total −210",
        f"−210 becomes −420: {MULTIPLIED}",
    ]
    assert score_sheet(game, language="zh")["seats"][0]["text"][:2] == [
        "Q♠：−200。猪。",  # noqa: RUF001
        "乘以2：不论谁亮出一张牌，该花色的牌对每个人都加倍。",  # noqa: RUF001
    ]
    assert score_sheet(game)["seats"][1]["text"] == ["No scoring cards"]


def test_a_past_trick_names_the_seats() -> None:
    game = doubled()
    assert past_trick(game, 2, 1, "en", ["Ann", "Bob", "Cem", "Dee"])["text"] == [
        "Ann plays Q♠.",
        "Bob plays 10♣, which cannot win: Only the led suit can win.",
        "Cem plays 5♥, which cannot win: Only the led suit can win.",
        "Dee plays 6♣, which cannot win: Only the led suit can win.",
        "Ann takes the trick with Q♠.",
    ]
    assert past_trick(game, 1, 1, "zh")["text"][-1] == "座位0用A♠收下这一墩。"


def test_decisions_are_told_with_what_forbade_others() -> None:
    """RH-11, WH-38."""
    rules = trickbook.load("hearts", {"opening": "left_of_dealer", "passing": "hold"})
    suits = [[rank + suit for rank in "23456789TJQKA"] for suit in "HCDS"]
    game = rules.new_game(seed=7, leader=0, hands=suits)
    while not game.deals:
        assert game.turn is not None
        game = game.apply(game.turn, game.legal(game.turn)[0])
    (decision,) = score_sheet(game, language="zh")["decisions"]
    assert (decision["seat"], decision["answer"], decision["label"]) == (0, "add", "由其他人付分")
    assert decision["why"]["subtract"]["says"] == "没有规则反对时，由其他人付分。"
    assert "seat 0" in score_sheet(game)["seats"][1]["text"][-1]


@pytest.mark.parametrize("deal", [0, 2, 99, "1", True])
def test_a_deal_that_is_not_there(deal: int) -> None:
    with pytest.raises(trickbook.TrickbookError):
        score_sheet(dealt("hearts"), deal)
