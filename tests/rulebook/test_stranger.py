"""What a stranger would read wrongly: a book says it so that a table plays it as it is meant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

import trickbook

if TYPE_CHECKING:
    from pathlib import Path


def book(name: str, options: dict[str, Any] | None = None, **asked: Any) -> str:
    """A rulebook on one line."""
    return " ".join(trickbook.load(name, options).rulebook("text", exact=True, **asked).split())


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("spades", "A trump beats every other card. If there is no trump, only the led suit can win."),
        ("cancellation-hearts", "Skip a rule that would keep none, unless it says otherwise. 1."),
        ("cancellation-hearts", "The third play, K♦, wins."),
        ("cancellation-hearts", "105 cards: 2 packs shuffled together."),
        ("cancellation-hearts", "on the first trick, in deals without passing either;"),
        ("cancellation-hearts", "For “the shooter”, if it comes to “the others pay for it”: the player"),
        ("cancellation-hearts", "second player on the left”, else the player 2 places to the right. -"),
        ("hearts", "else the player on the right if “passing” is “to the right”, else the player opposite."),
        (
            "chinese-hearts",
            "if 10♣ is in the cards laid open, the player\u2019s points become 100; if not, the player",
        ),
        ("chinese-hearts", "who leads first in the first deal. One of the players."),
        ("double-hearts", "Each player chooses 0 to 6 cards from “cards to expose”"),
        (
            "double-hearts",
            "Opening card: Whoever holds a two of clubs says so. One player with both leads first;",
        ),
        ("double-hearts", "“doubled cards” except hearts count twice"),
        (
            "double-hearts",
            "Q♠ and all hearts (every copy of each) are in the cards taken: with Q♠,",
        ),
        (
            "chinese-hearts",
            "all hearts are in the cards taken: with hearts, plus and minus change places.",
        ),
        ("chinese-hearts", "from the hand or the cards lying open to the trick."),
        ("chinese-hearts", "if you can do neither, play any card, from the hand or open."),
        ("chinese-hearts", "The trick so far: 5♣. May be played: 2♥ 3♦ Q♠."),
        ("chinese-hearts", "laying open – all are done with laying open; tricks"),
        ("double-hearts", "expose – nobody any cards;"),
        ("double-hearts", "Points of the deal: seat 0: 0, seat 1: 0, seat 2: 0, seat 3: −40."),
        ("hearts", "How many cards each player passes. 0 to 7; usually 3. -"),
        ("hearts", "When it comes to “the shooter takes it off”: The shooter"),
        ("hearts", "with any card, even a penalty card. -"),
        (
            "rules-of-hearts",
            "It goes by these rules, one after the other, whether “the others pay for it”",
        ),
        ("double-hearts", "* marks a card that was laid open."),
        ("double-hearts", "else the player opposite if “trading” is “across”, else the player on the left."),
        ("black-maria", "“passing” is in every deal: to the right."),
        ("black-maria", "Each player gives 3 cards from the hand to the player on the right."),
        ("black-maria", "penalty cards: Q♠, K♠, A♠ and all hearts."),
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
    assert told not in " ".join(trickbook.load(name).rulebook().split())


def test_what_a_cycle_is_not_in_several_words_is_told_once() -> None:
    told = book("hearts", players=5)
    assert "When “passing” is “to the left” or “to the right”: Each player gives 2 cards" in told
    assert "3: the mixer;" in told


def test_a_book_is_for_one_number_of_players() -> None:
    """What only other tables see is in their own books."""
    four, five = book("hearts"), book("hearts", players=5)
    assert "In the third deal of five players" in five
    assert "In the third deal of five players" not in four
    assert "Six play without the twos" not in four + five
    assert "Left out: 2♣, 2♣, 2♦, 2♦, 3♦." in book("cancellation-hearts", players=9)
    assert "With 9 players" not in book("cancellation-hearts")


def test_what_cannot_be_laid_open_doubles_nothing() -> None:
    """The rule for aces of hearts stands with the option that lets them be exposed."""
    usual, agreed = book("double-hearts"), book("double-hearts", {"ace_of_hearts": True})
    rules, _, options = usual.partition(" Variants ")
    assert "One exposed ace of hearts, or both, doubles all hearts once" not in rules
    assert "When A♥ is in the cards laid open: One exposed ace of hearts" in options
    assert "One exposed ace of hearts, or both, doubles all hearts once" in agreed.partition(" Variants ")[0]


def test_whoever_takes_a_trick_takes_what_was_on_hold(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "trickbook: 1\nextends: cancellation-hearts\nname: Own\n"
        "examples: {held: {given: {leader: 0, hands: [9D QD 2C, 9D 2D 3C, KD 3D 4C, KD 4D 5C, AS 5S 6C]},\n"
        "  course: [0 9D, 1 9D, 2 KD, 3 KD, 4 AS, 0 QD, 1 2D, 2 3D, 3 4D, 4 5S], takers: [nobody, 0]}}\n",
        "utf-8",
    )
    assert "Trick 1: nobody; trick 2: seat 0, with what was on hold." in book(str(path))


def test_where_nothing_is_passed_no_passing_is_told() -> None:
    rules = book("cancellation-hearts", {"pass_count": 0}).partition(" Variants ")[0]
    assert "“passing”" not in rules
    assert "the receiver" not in rules
    assert "0 cards" not in rules


def test_whether_it_is_the_last_trick_is_told_in_every_language() -> None:
    chinese = "".join(trickbook.load("cancellation-hearts").rulebook(lang="zh").split())
    assert chinese.count("这是最后一墩。") == 2
    assert "这不是最后一墩" not in chinese


def test_what_hangs_on_a_question_that_is_not_put_stands_under_its_option() -> None:
    usual, declared = book("polignac"), book("polignac", {"capot": "declared"})
    assert "capot that fails" not in usual.partition(" Variants ")[0]
    assert "When “declare” holds: A declared capot that is made" in usual.partition(" Variants ")[2]
    assert "a card is missing from the cards taken" in declared


def test_a_word_is_explained_where_it_is_first_used() -> None:
    told = trickbook.load("hearts").rulebook("md")
    used = told.index("## Who wins a trick")
    assert told.index("## The play") < told.index("**penalty cards**") < used
    assert told.count("**penalty cards**") == 1
    assert "the middle" not in told


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


def test_what_is_dealt_face_up_may_double(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "trickbook: 1\nextends: double-hearts\nname: Own\n"
        "steps: {up: {before: deal, deal: table, each: 1, says: One card lies face up.}}\n",
        "utf-8",
    )
    assert "One exposed ace of hearts, or both" in book(str(path)).partition(" Variants ")[0]
