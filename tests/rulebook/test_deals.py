"""What a book says of the deal: how many cards each has, what is shuffled, and who is asked in turn."""

from __future__ import annotations

import pytest

import trickbook


def book(name: str, language: str = "en") -> str:
    """A rulebook on one line."""
    return " ".join(trickbook.load(name).rulebook(lang=language).split())


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
    assert "They do so one after the other" not in book(name)


def test_several_players_are_asked_one_after_the_other() -> None:
    assert "They do so one after the other" in book("oh-hell")
