"""Looking: what a game shows, what a seat sees, and the record that holds it all."""

from __future__ import annotations

import json

import pytest

import trickbook

HEARTS = trickbook.load("hearts")
HANDS = ["2C QC 5H QS", "3C 4D 6H 7S", "TC 4H 7H 9S", "JC 5D KH AS"]


def start(deal: int = 4) -> trickbook.Game:
    return HEARTS.new_game(seed=7, hands=HANDS, deal=deal)


def test_a_game_shows_where_everything_is() -> None:
    game = start()
    assert [sorted(hand) for hand in game.hands] == [sorted(hand.split()) for hand in HANDS]
    assert (game.exposed, game.taken, game.trick, game.tricks) == ((), ((),) * 4, (), ())
    assert len(game.aside) == 36
    assert (game.scores, game.deals, game.winners) == ((0, 0, 0, 0), (), ())
    assert game.facts["hearts_broken"] is False


def test_facts_change_with_the_play() -> None:
    """WH-22: any penalty card breaks hearts."""
    game = start()
    for seat, card in ((0, "2C"), (1, "3C"), (2, "TC"), (3, "JC"), (3, "AS"), (0, "QS")):
        assert game.facts["hearts_broken"] is False
        game = game.apply(seat, card)
    for seat, card in ((1, "7S"), (2, "9S")):
        game = game.apply(seat, card)
    assert game.facts["hearts_broken"] is True


def test_the_word_is_known_even_where_hearts_need_no_breaking() -> None:
    """WH-26."""
    free = trickbook.load("hearts", options={"breaking": "not_needed"})
    assert free.new_game(seed=7).facts["hearts_broken"] is True


def test_a_view_holds_ones_own_cards_and_of_the_others_how_many() -> None:
    view = start(deal=1).view(2)
    assert view["piles"]["hand"] == list(start(deal=1).hands[2])
    assert view["counts"] == [4, 4, 4, 4]
    told = json.dumps(view)
    assert not any(f'"{card}"' in told for seat in (0, 1, 3) for card in HANDS[seat].split())


def test_a_view_tells_what_one_may_do() -> None:
    assert start().view(0)["legal"] == ["2C"]
    assert start().view(1)["legal"] == []
    assert start().view(1)["actors"] == [0]


def test_who_looks_on_sees_what_all_see() -> None:
    """A view without a seat holds nobody's cards, and nobody's face-down choice."""
    view = start().view(None)
    assert (view["seat"], view["legal"], view["choose"], view["answers"]["pass"]) == (None, [], None, None)
    assert not any(f'"{card}"' in json.dumps(view) for hand in HANDS for card in hand.split())
    assert view["counts"] == start().view(0)["counts"]


@pytest.mark.parametrize("seat", [4, -1, True, "0"])
def test_nobody_sits_there(seat: int) -> None:
    for ask in (start().view, start().legal, start().explain):
        with pytest.raises(trickbook.MoveError, match="no seat"):
            ask(seat)


def test_a_record_holds_hands_and_chance_so_the_seed_does_not_matter() -> None:
    game = start(deal=1)
    for seat, cards in enumerate(["2C QC QS", "3C 4D 6H", "TC 4H 7H", "JC 5D KH"]):
        game = game.apply(seat, cards)
    text = game.record()
    assert trickbook.replay(text).record() == text
    other = trickbook.replay(text.replace("seed 7", "seed 8"))
    assert other.hands == game.hands


def test_what_is_given_for_later_deals_is_in_the_record() -> None:
    suits = [[rank + suit for rank in "23456789TJQKA"] for suit in "CDSH"]
    game = HEARTS.new_game(seed=7, hands={2: suits})
    again = trickbook.replay(game.record())
    while game.deal < 2:
        seat = game.actors[0]
        game, again = (each.apply(seat, game.legal(seat)[0]) for each in (game, again))
    assert again.hands == game.hands


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ("tricks: 0 2C, 1 3C", "tricks: 0 2C, 1 4D"),
        ("tricks: 0 2C, 1 3C", "tricks: 0 2C, 2 TC"),
        ("tricks: 0 2C, 1 3C", "pass: 0 2C, 1 3C"),
        ("tricks: 0 2C, 1 3C", "tricks: 0 ZZ, 1 3C"),
        ("Deal 4 dealer 3", "Deal 4 dealer 9"),
        ("Deal 4 dealer 3", "Deal 5 dealer 3"),
        ("deal = ", "dael = "),
        ("digest ", "digest 0"),
        ("players 4", "players 5"),
        ("seed 7", "seed x"),
        ("seed 7", "seed " + "7" * 20),
        ("seed 7", "seed 7\nscores 1 2 3"),
        ("seed 7", "seed 7\nscores a b c d"),
        ("seed 7", "seed 7\nscores"),
        ("seed 7", "seed 7\nleader 4"),
        ("seed 7", "seed 7\nfact hearts_broken maybe"),
        ("seed 7", "seed 7\nfact hearts_broken " + "9" * 5000),
        ("seed 7", "seed 7\nfact pass_to --1,0,0,0"),
        ("seed 7", "seed 7\nhands x 2C | 3C | 4C | 5C"),
        ("seed 7", "seed 7\nhands 5 2C | 3C | 4C"),
        ("0 2C, 1 3C", "9" * 5000 + " 2C"),
        ("0 2C, 1 3C", "0 2C, , 1 3C"),
        ("ruleset hearts", "ruleset haerts"),
        ("Trickbook record 1", "Trickbook record 9"),
    ],
)
def test_a_record_that_the_rules_contradict_is_refused(written: str, instead: str) -> None:
    text = start().apply(0, "2C").apply(1, "3C").record()
    assert written in text
    with pytest.raises(trickbook.RecordError) as refused:
        trickbook.replay(text.replace(written, instead))
    assert refused.value.problems


@pytest.mark.parametrize(
    "line", ["Points", "Points 0 0 0 0", "Winners", "Winners 0", "Deal 5 dealer 0", "deal = 2C"]
)
def test_a_deal_in_progress_has_no_end_yet(line: str) -> None:
    with pytest.raises(trickbook.RecordError):
        trickbook.replay(start().apply(0, "2C").record() + line)


def test_the_points_of_the_deal_before_are_not_those_of_this_one() -> None:
    game = HEARTS.new_game(seed=5, deal=3)
    while not game.deals or not game.tricks:
        game = game.apply(game.actors[0], game.legal(game.actors[0])[0])
    text = game.record()
    points = next(line for line in text.splitlines() if line.startswith("Points"))
    with pytest.raises(trickbook.RecordError, match="no points here"):
        trickbook.replay(text + points)


def test_points_and_winners_are_checked() -> None:
    game = trickbook.load("hearts", options={"target": 1}).new_game(seed=3)
    while game.phase != "over":
        game = game.apply(game.actors[0], game.legal(game.actors[0])[0])
    text = game.record()
    for word in ("Points", "Winners"):
        line = next(line for line in text.splitlines() if line.startswith(word))
        with pytest.raises(trickbook.RecordError, match=line):
            trickbook.replay(text.replace(line, line + " 9"))
