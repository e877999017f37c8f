"""Starting a game: what is given holds, what is not comes from the rules and then from the seed."""

from __future__ import annotations

from typing import Any

import pytest

import trickbook

HEARTS = trickbook.load("hearts")
CHINESE = trickbook.load("chinese-hearts")
SUITS = [[rank + suit for rank in "23456789TJQKA"] for suit in "CDSH"]


def test_a_game_starts_with_the_usual_number_of_players_and_any_seed() -> None:
    one, other = HEARTS.new_game(), HEARTS.new_game()
    assert len(one.hands) == 4
    assert one.seed != other.seed


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_all_hands_are_equal(players: int) -> None:
    """CH-3, WH-2, WH-5."""
    for rules in (HEARTS, CHINESE):
        game = rules.new_game(players=players, seed=7)
        assert {len(hand) for hand in game.hands} == {52 // players}
        assert game.aside == ()


def test_hands_are_given_in_seat_order() -> None:
    game = HEARTS.new_game(players=4, seed=7, hands=SUITS, deal=4)
    assert [sorted(hand) for hand in game.hands] == [sorted(hand) for hand in SUITS]
    assert (game.phase, game.actors, list(game.legal(0))) == ("tricks", (0,), ["2C"])


def test_hands_may_be_texts_and_cards_written_in_any_way() -> None:
    hands = ["10C SQ Q♦", "2c, 3c, 4c", "5C C6 ♣7", "2H 3H 4H"]
    game = HEARTS.new_game(seed=7, hands=hands, deal=4)
    assert [set(hand) for hand in game.hands] == [
        {"TC", "QS", "QD"}, {"2C", "3C", "4C"}, {"5C", "6C", "7C"}, {"2H", "3H", "4H"}
    ]  # fmt: skip
    assert len(game.aside) == 40


def test_hands_may_be_given_by_the_number_of_the_deal() -> None:
    given = {2: SUITS, 3: SUITS[::-1]}
    game = HEARTS.new_game(players=4, seed=7, hands=given)
    usual = HEARTS.new_game(players=4, seed=7)
    assert game.hands == usual.hands
    for deal in (2, 3):
        while game.deal < deal:
            game = game.apply(game.actors[0], game.legal(game.actors[0])[0])
        assert [set(hand) for hand in game.hands] == [set(hand) for hand in given[deal]]


def test_the_number_of_the_deal_decides_the_passing() -> None:
    """WH-13: left, right, across, hold."""
    phases = [HEARTS.new_game(seed=7, deal=deal).phase for deal in range(1, 9)]
    assert phases == ["pass", "pass", "pass", "tricks"] * 2


def test_the_deal_moves_on_and_may_be_given() -> None:
    assert [HEARTS.new_game(seed=7, deal=deal).dealer for deal in (1, 2, 6)] == [0, 1, 1]
    assert HEARTS.new_game(seed=7, deal=2, dealer=3).dealer == 3


def test_a_leader_may_be_forced() -> None:
    game = HEARTS.new_game(seed=7, hands=SUITS, deal=4, leader=1)
    assert (game.leader, game.actors) == (1, (1,))
    assert "AD" in game.legal(1)


def test_scores_so_far_count() -> None:
    game = HEARTS.new_game(players=4, seed=7, hands=SUITS, deal=4, leader=3, scores=[99, 0, 0, 98])
    while game.phase != "over":
        game = game.apply(game.actors[0], game.legal(game.actors[0])[0])
    assert (game.scores, game.deals) == ((125, 26, 26, 98), ((26, 26, 26, 0),))
    assert game.winners == (1, 2)


def test_cards_aside_are_those_that_the_hands_leave() -> None:
    hands = [hand[:12] for hand in SUITS]
    game = HEARTS.new_game(seed=7, hands=hands, aside=["AC", "AD", "AS", "AH"])
    assert set(game.aside) == {"AC", "AD", "AS", "AH"}
    assert HEARTS.new_game(seed=7, hands=hands, aside="AC AD AS AH").aside == game.aside


def test_cards_aside_come_from_the_rest_of_the_deck_if_no_hands_are_given() -> None:
    """What is not given comes from the rules, then from the seed."""
    game = HEARTS.new_game(seed=7, aside="AC AD AS AH")
    assert set(game.aside) == {"AC", "AD", "AS", "AH"}
    assert {len(hand) for hand in game.hands} == {12}
    assert trickbook.replay(game.record()).record() == game.record()


def test_facts_that_a_match_remembers_are_given() -> None:
    """CH-6: whoever took the queen of spades leads the next round."""
    game = CHINESE.new_game(seed=7, facts={"pig_taker": 2})
    assert game.facts["pig_taker"] == 2
    for _ in range(4):
        game = game.apply(game.actors[0], "done")
    assert game.leader == 2
    for nobody in (None, "nobody"):
        assert CHINESE.new_game(seed=7, facts={"pig_taker": nobody}).facts["pig_taker"] is None


@pytest.mark.parametrize("name", ["hearts", "rules-of-hearts", "cancellation-hearts"])
def test_hearts_broken_is_given(name: str) -> None:
    """RH-5, CX-5: hearts are led once they are broken; the word is the same in every game."""
    rules = trickbook.load(name)
    players = min(7, rules.players[-1])
    hands = [[f"{rank}{suit}" for suit in "CH"] for rank in "3456789"[:players]]
    for broken in (True, False):
        game = rules.new_game(
            players, seed=1, hands=hands, deal=4, dealer=2, leader=1, facts={"hearts_broken": broken}
        )
        while game.phase != "tricks":
            game = game.apply(game.actors[0], game.legal(game.actors[0])[0])
        assert game.facts["hearts_broken"] is broken
        assert trickbook.replay(game.record(), rules).record() == game.record()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"players": 7}, "3 to 6"),
        ({"players": 2}, "3 to 6"),
        ({"players": "4"}, "3 to 6"),
        ({"players": 4.0}, "3 to 6"),
        ({"seed": -1}, "seed"),
        ({"seed": 1 << 63}, "seed"),
        ({"seed": "x"}, "seed"),
        ({"deal": 0}, "deal"),
        ({"deal": 201}, "deal"),
        ({"dealer": 4}, "dealer"),
        ({"leader": -1}, "leader"),
        ({"scores": [0, 0, 0]}, "3 scores for 4 seats"),
        ({"scores": ["a", 0, 0, 0]}, "score"),
        ({"hands": SUITS[:3]}, "hands"),
        ({"hands": [*SUITS[:3], SUITS[3][:5]]}, "hands of one size"),
        ({"hands": [["2C"], ["2C"], ["3C"], ["4C"]]}, "2C"),
        ({"hands": [["1C"], ["2C"], ["3C"], ["4C"]]}, "1C"),
        ({"hands": {"1": SUITS}}, "deal"),
        ({"hands": {1: SUITS}, "deal": 3}, "deal"),
        ({"hands": {2: SUITS[:2]}}, "hands"),
        ({"hands": SUITS, "aside": ["2C"]}, "2C"),
        ({"aside": ["2C"]}, "51 cards"),
        ({"hands": [hand[:12] for hand in SUITS], "aside": ["AC"]}, "aside"),
        ({"facts": {"hearts_brocken": True}}, "hearts_broken"),
        ({"facts": {"hearts_broken": 3}}, "hearts_broken"),
        ({"facts": {"hearts_broken": "maybe"}}, "hearts_broken"),
        ({"facts": {"laid_bare": None}}, "laid_bare"),
        ({"facts": {"pass_to": 1}}, "pass_to"),
        ({"facts": {"pass_to": [1]}}, "4 values"),
        ({"facts": {"shoot": "add"}}, "shoot"),
        ({"players": 2.5}, "3 to 6"),
        ({"players": 10**5000}, "3 to 6"),
        ({"seed": 10**5000}, "too large to be shown"),
        ({"dealer": "x"}, "dealer"),
        ({"leader": 1.0}, "leader"),
        ({"scores": 5}, "scores: a list of whole numbers is needed here, not 5"),
        ({"scores": "0000"}, "scores: a list"),
        ({"scores": [10**15 + 1, 0, 0, 0]}, "a score is a whole number from -1000000000000000"),
        ({"scores": [10**5000, 0, 0, 0]}, "a score"),
        ({"hands": 5}, "hands: a list of one for each seat"),
        ({"hands": "2C"}, "hands: a list"),
        ({"hands": [5] * 4}, "cards are named by"),
        ({"hands": {1: 5}}, "hands: a list"),
        ({"hands": {None: SUITS}}, "deal"),
        ({"facts": [1]}, "facts: a mapping from names to values is needed here"),
        ({"facts": {1: True}}, "1 is none of the names"),
        ({"facts": {"hearts_broken": [10**5000]}}, "hearts_broken"),
        ({"draws": 5}, "draws: a mapping from numbers to lists of texts"),
        ({"draws": {"x": []}}, "'x' is none of the numbers"),
        ({"draws": {1: 5}}, "the draws of deal 1: a list of texts"),
        ({"draws": {1: [5]}}, "draws are texts that name cards"),
        ({"draws": {1: ["2C@" + "9" * 5000]}}, "draws are texts that name cards"),
    ],
)
def test_what_cannot_be_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(trickbook.TrickbookError, match=told):
        HEARTS.new_game(**{"seed": 7, "deal": 1, **given})
