"""What somebody names from outside, a card, an option or a ruleset, is told as what it is."""

from collections.abc import Callable

import pytest

import trickbook
from trickbook.loading import resolve

HEARTS = trickbook.load("hearts")
TWO_PACKS = trickbook.load("cancellation-hearts")


@pytest.mark.parametrize(
    ("named", "told"),
    [
        (lambda: HEARTS.position(hand=["QD"] * 2), "QD is named twice and is there once"),
        (lambda: HEARTS.trick_winner(["4C", "5C", "4C", "6C"]), "4C is named twice and is there once"),
        (lambda: HEARTS.score(taken=[["QS"], ["QS"], [], []]), "QS is named twice and is there once"),
        (lambda: TWO_PACKS.position(hand=["QD"] * 3), "QD is named 3 times and is there twice"),
        (lambda: HEARTS.new_game(players=3, seed=1, hands=["2D 3D", "4D", "5D"]), "2D is not in play"),
        (
            lambda: HEARTS.new_game(seed=1, hands=["2D", "3D", "4D", "3D"]),
            "3D is named twice and is there once",
        ),
    ],
)
def test_a_card_that_is_named_too_often_is_told_as_such(named: Callable[[], object], told: str) -> None:
    with pytest.raises(trickbook.TrickbookError, match=told):
        named()


def test_a_record_whose_hands_hold_a_card_twice_is_told() -> None:
    game = HEARTS.new_game(seed=1)
    dealt = next(line for line in game.record().splitlines() if "|" in line)
    card = dealt.split()[-1]
    other = next(word for word in dealt.split("|")[0].split() if len(word) == 2)
    twice = game.record().replace(other, card, 1)
    with pytest.raises(trickbook.TrickbookError, match=f"{card} is named twice and is there once"):
        trickbook.replay(twice)


def test_a_choice_that_is_none_at_this_table_is_told_with_the_reason() -> None:
    told = "`passing` can be `across` only when `count of players mod 2 is 0`, and 3 play"
    with pytest.raises(trickbook.TrickbookError, match=told):
        trickbook.load("hearts", players=3, options={"passing": "across"})


@pytest.mark.parametrize(
    ("title", "name"),
    [("Omnibus Hearts", "omnibus"), ("omnibus hearts", "omnibus"), ("拱猪", "chinese-hearts")],
)
def test_a_ruleset_is_found_by_its_title(title: str, name: str) -> None:
    assert str(resolve(title).problems[0].hint) == f"did you mean `{name}`?"


@pytest.mark.parametrize("name", ["", " ", "{}"])
def test_no_name_is_no_title(name: str) -> None:
    assert "did you mean" not in (str(resolve(name).problems[0].hint) or "")
