"""What is called by its own words at the table, and told as a person would tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import trickbook

if TYPE_CHECKING:
    from pathlib import Path


def book(name: str, options: dict[str, Any] | None = None, lang: str = "en") -> str:
    """A rulebook on one line."""
    return " ".join(trickbook.load(name, options).rulebook("text", lang, exact=True).split())


def test_an_answer_is_called_by_its_name_wherever_it_is_spoken_of() -> None:
    told = trickbook.load("hearts", house=["dealers-choice"]).rulebook("md", "zh", exact=True)
    assert "如果发牌人的“传牌方向”是“向左传”则为左边的玩家" in told


def test_what_a_player_says_who_chooses_no_card_is_told_in_the_language() -> None:
    assert "座位0\uff1a不选、Q♠" in book("turbo-hearts", lang="zh")
    assert "seat 0: none, Q♠" in book("turbo-hearts")


def test_a_house_rule_of_a_game_itself_is_marked() -> None:
    told = book("omnibus")
    assert told.startswith("Omnibus Hearts ==")
    assert "With these house rules; what they say bears their names. - Omnibus: The jack" in told
    assert "The bonus card takes points off, usually ten. (Omnibus)" in told


def test_cards_that_count_one_more_from_card_to_card_stand_in_one_row() -> None:
    told = book("spot-hearts")
    assert "all hearts 2 to 14, one more from card to card" in told
    assert "all hearts 1 Each heart counts against its taker. Q♠ 13 The queen of spades" in book("hearts")


def test_contracts_in_a_fixed_order_are_not_to_be_chosen() -> None:
    chosen, fixed = book("barbu"), book("barbu", {"order": "fixed"})
    assert "The dealer chooses “no tricks”, “no hearts”, “no queens”" in chosen
    assert "For the dealer there is nothing to choose: it goes by “the order of contracts”." in fixed
    assert "Everybody deals the first contract of the order, then everybody the next." in fixed
    assert "The dealer chooses “no tricks”" not in fixed


def test_no_underscore_is_printed() -> None:
    assert "_" not in book("hearts")
    assert "- Cards to pass: How many cards each player passes." in book("hearts")


def test_whatever_an_author_calls_things_is_printed_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\nname: Own\n"
        'options: {moon: {name: "{a} {b", choices: {old: {name: "%s {x}"}}}}\n'
        'steps: {shoot: {names: {add: "{who}"}}}\n',
        "utf-8",
    )
    told = book(str(path))
    assert "- {a} {b: Who pays for the moon. %s {x}, " in told
    assert "There is no choice: {who}." in told


def test_cards_of_a_tarot_pack_are_told_in_short() -> None:
    told = book("french-tarot")
    assert "1 to 10 of ♣♦♠♥ and 2★ to 20★ 1 Points are counted in halves" in told
    assert "all knights 5 A knight" in told
    assert "all kings, 1★, 21★ and XT 9 A king or a bout" in told
    assert "♣♦♠♥的1到10和2★ 到20★ 1 分数以半分计" in book("french-tarot", lang="zh")


def test_seats_that_are_among_others_are_told_at_once() -> None:
    assert "those of the player who are also among the one who took the trick and also among “Charlie”" in (
        book("doppelkopf")
    )
    told = "Those of the player who are not among “the last to knock” and not among “players with one life”."
    assert told in book("toepen")


def test_what_cannot_happen_by_the_chosen_options_is_left_out() -> None:
    rules, _, agreed = book("bridge").partition(" Variants ")
    assert "wins the rubber" not in rules
    assert "games won" not in rules
    assert "wins the rubber" in agreed
    assert "A rubber ends when a side has won two games." in book("bridge", {"scoring": "rubber"})
    assert "they are asked once more" not in book("pinochle", {"bid_once": True})


def test_the_parameter_of_a_word_is_named() -> None:
    told = book("pinochle")
    assert "- pairs of “suit”: The lesser of 2 and “laid” of “suit” in" in told
    assert "in question" not in told
