"""What a book says of the deal: how many cards each has, what is shuffled, and who is asked in turn."""

from __future__ import annotations

import pytest

import trickbook


def book(name: str, language: str = "en") -> str:
    """A rulebook on one line."""
    return " ".join(trickbook.load(name).rulebook(lang=language, exact=True).split())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("skat", "3 – 32 10 (2 left over) 4 – 32 10 (2 left over)"),
        ("doppelkopf", "4 – 48 12 5 – 48 12 "),
    ],
)
def test_who_rests_gets_no_cards(name: str, told: str) -> None:
    assert told in book(name)


@pytest.mark.parametrize("name", ["skat", "schieber-jass"])
def test_a_single_player_is_not_asked_one_after_the_other(name: str) -> None:
    assert "They do so in turn" not in book(name)


def test_several_players_are_asked_one_after_the_other() -> None:
    assert "They do so in turn" in book("oh-hell")


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("hearts", "Shuffle the pack and deal 13 cards to each player."),
        ("schnapsen", "Shuffle the pack and deal 5 cards to each player."),
        ("schnapsen", "Deal one card from the rest of the pack to each player."),
        ("german-whist", "Deal one card from “turned” to each player"),
        ("getaway", "Shuffle “laid away” and deal one card to"),
    ],
)
def test_the_pack_is_shuffled_once_and_so_is_a_pile_that_collects_cards(name: str, told: str) -> None:
    assert told.casefold() in book(name).casefold()


def test_a_stock_is_not_shuffled_in_chinese() -> None:
    told = book("schnapsen", "zh")
    assert "洗整副牌，给每位玩家发5张牌。" in told
    assert "从余下的牌中给每位玩家发一张" in told
