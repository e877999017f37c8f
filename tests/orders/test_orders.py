"""Orders of cards: trumps with a jack of another suit among them, and the play that is ahead in the trick."""

from pathlib import Path

import pytest
from tests.batch.equivalence import alike

import trickbook
from trickbook.analysis.validation import validate
from trickbook.examples.runner import run

BOWERS = Path(__file__).with_name("bowers.yaml")
DEALS = 60

SUITS = ["clubs", "diamonds", "spades", "hearts", "low"]


def test_the_game_is_fine_and_its_examples_hold() -> None:
    assert validate(BOWERS).problems == ()
    assert [str(outcome) for outcome in run([str(BOWERS)]).outcomes if not outcome.passed] == []


@pytest.mark.parametrize("trump", SUITS)
def test_both_engines_play_it_alike(trump: str) -> None:
    alike(trickbook.load(str(BOWERS), {"trump": trump}), 4, iter(range(DEALS)), DEALS)


def test_a_hand_is_laid_by_the_orders() -> None:
    laid = trickbook.load(str(BOWERS)).new_game(seed=1).view(0)["order"]
    assert laid == [
        ["9H", "TH", "QH", "KH", "AH", "JD", "JH"],
        ["9C", "TC", "JC", "QC", "KC", "AC"],
        ["9D", "TD", "QD", "KD", "AD"],
        ["9S", "TS", "JS", "QS", "KS", "AS"],
    ]
    assert "order" not in trickbook.load("hearts").new_game(seed=1).view(0)


def test_a_card_that_does_not_follow_is_told_why() -> None:
    position = trickbook.load(str(BOWERS)).position(hand="9D 9H", trick=["JD"])
    reason = position.explain("9D")
    assert reason is not None
    assert reason.name == "follow_suit"
    assert position.explain("9H") is None


SECRET = """\
trickbook: 1
extends: [partners, trumps, highest-wins]
name: Secret
winning: {shy: {before: highest, keep: not twins of hand}}
play: {beat: {when: following, keep: rank > rank of best}}
points: {tricks: {player: won}}
"""

OWN = """\
trickbook: 1
extends: [partners, trumps, highest-wins]
name: Own words
words: {best: aces, holder: dealer}
play: {good: {when: leading and player is holder, keep: best}}
points: {tricks: {player: won}}
"""


def test_who_is_ahead_is_secret_where_winning_rests_on_hands(tmp_path: Path) -> None:
    path = tmp_path / "secret.yaml"
    path.write_text(SECRET, "utf-8")
    assert [problem.code for problem in validate(path).problems] == ["secret"]


def test_an_author_may_take_the_new_words(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(OWN, "utf-8")
    rules = trickbook.load(str(path))
    assert rules.position(hand="AH 2C").legal() == ["AH"]


def test_the_rulebook_tells_the_orders() -> None:
    for language, told in (
        ("en", "K, A, J♦, J♥. They are a suit of their own."),
        ("zh", "它们自成一个花色。"),
    ):
        assert told in " ".join(str(trickbook.load(str(BOWERS)).rulebook(lang=language)).split())


FIXED = """\
trickbook: 1
extends: [trick-taking, highest-wins]
name: Fixed
players: {count: 4}
orders: {every_suit: {ranks: [A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2], name: upside down}}
worth:
  high: {cards: rank >= rank of 4C, is: 1}
  top:  {cards: highest of hearts, is: 10}
examples:
  high: {given: {taken: {0: 2C 4D 5S AC, 1: 2H AH}}, points: [2, 10, 0, 0]}
"""


def test_an_order_that_rests_on_nothing_is_fixed_before_the_first_deal(tmp_path: Path) -> None:
    path = tmp_path / "fixed.yaml"
    path.write_text(FIXED, "utf-8")
    assert [str(outcome) for outcome in run([str(path)]).outcomes if not outcome.passed] == []
    told = " ".join(str(trickbook.load(str(path)).rulebook()).split())
    assert "Upside down" in told
    assert "The ranks: 2, 3" in told
