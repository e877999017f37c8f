"""What a stranger would read wrongly: a book says it so that a table plays it as it is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import trickbook

if TYPE_CHECKING:
    from pathlib import Path


def book(name: str, options: dict[str, Any] | None = None, **asked: Any) -> str:
    """A rulebook on one line."""
    return " ".join(trickbook.load(name, options).rulebook("text", **asked).split())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        (
            "spades",
            "A rule that would keep none is passed over. 1. A trump beats every other card. 2. If there",
        ),
        ("cancellation-hearts", "A rule that would keep none is passed over, unless it says otherwise. 1."),
        ("cancellation-hearts", "The third play, K♦, wins."),
        ("cancellation-hearts", "Trick 1: nobody; trick 2: seat 0."),
        ("cancellation-hearts", "Left out: 2♣, 2♣, 2♦, 2♦, 3♦."),
        ("cancellation-hearts", "For “the shooter”, if the answer was “the others pay for it”: the player"),
        ("cancellation-hearts", "second player on the left”, else the player 2 places to the right. -"),
        ("hearts", "else the player on the right if “passing” is “to the right”, else the player opposite."),
        ("chinese-hearts", "All other cards count nothing of themselves; for 10♣, 2♥, 3♥ and 4♥ see below."),
        (
            "chinese-hearts",
            "if 10♣ is in the cards laid open, the player\u2019s points become 100; if not, the player",
        ),
        ("chinese-hearts", "who leads first in the first deal. One of the players. -"),
        ("double-hearts", "Each player chooses 0 to 6 cards from “cards to expose”"),
        (
            "double-hearts",
            "Opening card: Whoever holds a two of clubs says so. One player with both leads first;",
        ),
        ("double-hearts", "“doubled cards” that are not hearts count twice"),
        ("double-hearts", "* marks a card that was laid open."),
        ("double-hearts", "else the player opposite if “trading” is “across”, else the player on the left."),
        ("black-maria", "“passing” is in every deal: to the right."),
        ("black-maria", "Each player gives 3 cards from the hand to the player on the right."),
        ("black-maria", "- hearts are broken: Hearts are broken, and may be led, once"),
        ("black-maria", "That is: Q♠, K♠, A♠ and all hearts."),
        ("barbu", "May be chosen: seat 2: “no queens”, “not the last two tricks”."),
        ("oh-hell", "1 + the difference between 10 and the number of the deal"),
        ("whist", "until somebody who is to play has no card left."),
        ("whist", "The suit of “the card turned up”."),
    ],
)
def test_it_is_told(name: str, told: str) -> None:
    assert told in book(name)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("double-hearts", "Draw one card at random"),
        ("double-hearts", "banned cards"),
        ("chinese-hearts", "until all are done"),
        ("chinese-hearts", "Move the led suit"),
        ("cancellation-hearts", "If none is left, nobody wins"),
        ("hearts", "several who are left share the win"),
    ],
)
def test_it_is_not_told_beside_what_the_ruleset_says(name: str, told: str) -> None:
    assert told not in book(name)


def test_what_a_cycle_is_not_in_several_words_is_told_once() -> None:
    told = book("hearts", players=5)
    assert "When “passing” is “to the left” or “to the right”: Each player gives 2 cards" in told
    assert "3: the mixer;" in told


def test_where_nothing_is_passed_no_passing_is_told() -> None:
    rules = book("cancellation-hearts", {"pass_count": 0}).partition(" Options ")[0]
    assert "“passing”" not in rules
    assert "the receiver" not in rules
    assert "0 cards" not in rules


def test_whether_it_is_the_last_trick_is_told_in_every_language() -> None:
    chinese = "".join(book("cancellation-hearts", lang="zh").split())
    assert chinese.count("这是最后一墩。") == 2
    assert "这不是最后一墩" not in chinese


def test_what_hangs_on_a_question_that_is_not_put_stands_under_its_option() -> None:
    usual, declared = book("polignac"), book("polignac", {"capot": "declared"})
    assert "capot that fails" not in usual.partition(" Options ")[0]
    assert "When “declare” holds: A declared capot that is made" in usual.partition(" Options ")[2]
    assert "a card is missing from the cards taken" in declared


def test_words_are_told_before_the_deal() -> None:
    told = trickbook.load("hearts").rulebook("md")
    assert told.index("## The cards") < told.index("## Words") < told.index("## The deal")


def test_a_rule_for_who_wins_that_says_nothing_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\nname: Own\nmatch: {wins: {lowest: null, fewest: {fewest: points}}}\n",
        "utf-8",
    )
    assert "share the win. 1. Fewest: The players stay who have least" in book(str(path))


def test_of_how_many_players_something_is_true() -> None:
    assert "divided by (the number of players for whom “clean” holds)" in book("chip-hearts")
    assert "玩家人数" in book("chip-hearts", lang="zh")


def test_what_a_house_rule_adds_to_the_tricks_leaves_the_first_lead() -> None:
    told = book("booster-nines")
    assert "The player with 2♣ in the hand leads to the first trick. When a nine has been played" in told
