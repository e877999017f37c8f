"""Examples as stories: whose cards and facts they tell of, and what was said."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import trickbook

if TYPE_CHECKING:
    from pathlib import Path


def book(name: str, language: str = "en") -> str:
    return " ".join(trickbook.load(name).rulebook(lang=language, exact=True).split())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("barbu", "The hands: deal 1: seat 0: 2♣; seat 1: 3♣; seat 2: 4♣; seat 3: 5♣; deal 2: seat 0: 2♣;"),
        (
            "barbu",
            "Points of the deals: deal 1: seat 0: 0, seat 1: 0, seat 2: 0, seat 3: −2; deal 2: 0 each;",
        ),
        ("barbu", "contract – seat 0 says “no tricks”; seat 1 3♣;"),
        ("barbu", "“had no tricks” holds for everybody; “had no hearts” holds for seat 2;"),
        ("barbu", "At this point “contract” is “no king of hearts” for everybody."),
        ("barbu", "May not: seat 2: “no king of hearts” ("),
        ("barbu", "With “order” set to fixed."),
        ("oh-hell", "bid – seat 1 says 1, seat 2 says 0,"),
        ("oh-hell", "At this point “bid” is 2 for seat 0, 3 for seat 1, 0 for seat 2, 1 for seat 3."),
        ("chinese-hearts", "laying open – seat 0 Q♠, seat 2 is done with laying open,"),
        ("chinese-hearts", "Next come the tricks."),
        ("double-hearts", "expose – seat 0 no cards, seat 1 10♣, seat 2 no cards,"),
        ("auction-hearts", "At this point “the named suit” is all clubs."),
        ("auction-hearts", "“the highest bidder” is seat 0;"),
        ("bid-euchre", "At this point “the highest bid” is “4♥”."),
        ("schnapsen", "Drawn at random: J♠; seat 0: K♥, seat 1: A♥."),
        ("toepen", "Drawn at random: seat 1: 10♦ J♣ Q♣ K♣."),
        ("schnapsen", "“close the stock”, “marriage in diamonds”. May not:"),
        ("skat", "May be chosen: seat 2: “diamonds”, “hearts”, “spades”, “clubs”,"),
    ],
)
def test_it_is_told_whose_it_is(name: str, told: str) -> None:
    assert told in book(name)


@pytest.mark.parametrize("name", ["barbu", "oh-hell", "hearts", "spades", "chinese-hearts"])
def test_no_seed_is_told_and_no_blank_stays_empty(name: str) -> None:
    told = book(name)
    assert "begins at" not in told
    assert ": ." not in told
    assert "_" not in told.partition("Examples")[2]


def test_what_is_measured_is_told_with_whose_it_is(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\nname: Own\n"
        "metrics: {loss: {is: 0 - points, name: {en: the loss, zh: 损失}}, tricks_won: {is: tricks}}\n"
        "examples: {queen: {given: {taken: {2: QS}}, points: [0, 0, 13, 0],\n"
        "  metrics: {loss: [0, 0, -13, 0], tricks_won: [0, 0, 1, 0], moon: [0, 0, 0, 0]}},\n"
        "  none: {given: {taken: {}}, metrics: {tricks_won: [0, 0, 0, 0]}}}\n",
        "utf-8",
    )
    told = book(str(path))
    assert "Measured: “the loss” is 0 for seat 0, 0 for seat 1, −13 for seat 2, 0 for seat 3;" in told
    assert "“the moon” holds for nobody." in told
    assert "Measured: “tricks won” is 0 for everybody." in told
    assert "“全收”对没有人成立" in book(str(path), "zh")


def test_that_nothing_is_asked_is_told(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\nname: Own\n"
        "examples: {none: {given: {taken: {0: penalty}, facts: {}}, decision: {}},\n"
        "  all: {given: {taken: {}}, points: [0, 0, 0, 0]}}\n",
        "utf-8",
    )
    told = book(str(path))
    assert "None: Taken: seat 0: all of “penalty cards”. Nobody has anything to decide." in told
    assert "All: Taken: nothing. Points: 0 each." in told
    assert "没有人需要决定。" in book(str(path), "zh")
