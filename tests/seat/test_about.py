"""About: what does not change while a game is played, enough to draw any ruleset."""

from __future__ import annotations

import json

import pytest
from tests.games import GAMES

import trickbook
from trickbook.seat import about, seat_view


@pytest.mark.parametrize("name", GAMES)
def test_all_that_a_view_names_is_described(name: str) -> None:
    rules = trickbook.load(name)
    for language in ("en", "zh"):
        found, view = about(rules, language=language), seat_view(rules.new_game(seed=1), 0, language)
        assert json.loads(json.dumps(found)) == found
        assert found["digest"] == rules.digest
        assert set(view["piles"]) <= set(found["piles"]) == set(view["sizes"])
        assert set(view["facts"]) <= set(found["facts"])
        assert all("starts" in fact for fact in found["facts"].values())
        assert view["phase"] in found["steps"]
        assert len(found["seats"]) == len(view["counts"]) == found["players"]
        assert {card.removesuffix("*") for card in view["piles"]["hand"]} <= set(found["cards"])
        letters = [suit["letter"] for suit in found["suits"]]
        assert {card["suit"] for card in found["cards"].values()} <= {None, *letters}
        assert all(one["title"] for part in ("steps", "facts", "piles") for one in found[part].values())
        assert len({card["name"] for card in found["cards"].values()}) == len(found["cards"])


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_the_pack_and_the_seats_are_those_of_so_many_players(players: int) -> None:
    rules = trickbook.load("hearts")
    found = about(rules, players)
    assert found["players"] == len(found["seats"]) == players
    assert set(found["cards"]) == set(rules.engine(players).deck.names)


def test_cards_are_named_in_the_language() -> None:
    rules = trickbook.load("chinese-hearts")
    assert about(rules)["cards"]["TC"] == {"rank": "10", "suit": "C", "name": "ten of clubs"}
    assert about(rules, language="zh")["cards"]["QS"]["name"] == "黑桃Q"
    assert about(rules, language="zh")["title"] == "拱猪"


def test_a_joker_has_no_suit() -> None:
    assert about(trickbook.load("joker-hearts"))["cards"]["XX"] == {
        "rank": "XX",
        "suit": None,
        "name": "jokers",
        "named": True,
    }


def test_sides_and_seats() -> None:
    spades = about(trickbook.load("spades"))
    assert (spades["sides"], spades["lowest_wins"]) == ([[0, 2], [1, 3]], False)
    assert spades["seats"] == ["West", "North", "East", "South"]
    hearts = about(trickbook.load("hearts"))
    assert (hearts["sides"], hearts["lowest_wins"], hearts["seats"]) == (None, True, [None] * 4)


def test_options_tell_what_they_are() -> None:
    found = about(trickbook.load("hearts", {"moon": "convention"}))["options"]
    told = {option["name"]: (option["value"], option["told"]) for option in found}
    assert told["moon"] == ("convention", "by convention")
    assert told["safe_first"] == (True, "yes")
    assert told["passing"] == (
        ["left", "right", "across", "hold"],
        "to the left, to the right, across, no passing",
    )


def test_house_rules_are_named() -> None:
    rules = trickbook.load("hearts", house=["sun", "omnibus"])
    assert about(rules)["house"] == [
        {"name": "sun", "title": "Shooting the sun"},
        {"name": "omnibus", "title": "Omnibus"},
    ]


def test_answers_and_choices_have_labels() -> None:
    found = about(trickbook.load("barbu"), language="en")
    labels = [step["labels"] for step in found["steps"].values() if step["kind"] == "answer"]
    assert labels
    assert all(label for one in labels for label in one.values())


def test_facts_tell_how_they_start_and_which_answers_they_rest_on() -> None:
    pig = about(trickbook.load("chinese-hearts"))["facts"]["pig_taker"]
    assert (pig["kind"], pig["starts"]) == ("seats", 0)
    facts = about(trickbook.load("barbu"))["facts"]
    assert facts["had_no_king"]["starts"] == [False] * 4
    assert (facts["trumps"]["starts"], facts["trumps"]["rests"]) == ([], ["contract", "trump_suit"])


def test_suits_have_a_group_each() -> None:
    found = about(trickbook.load("hearts"), language="zh")["suits"]
    assert [suit["group"] for suit in found] == [0, 1, 2, 3]
    assert found[0] == {"letter": "C", "name": "梅花", "sign": "♣", "colour": "black", "group": 0}
