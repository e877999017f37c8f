"""What a stranger must find in a rulebook to play from it."""

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
        ("hearts", "deal 13 cards to each player"),
        ("hearts", "Play goes clockwise."),
        (
            "hearts",
            "1: to the left; 2: to the right; 3: across; 4: no passing; then from the beginning again.",
        ),
        ("hearts", "Whoever wins a trick takes its cards and leads to the next."),
        ("hearts", "So it goes until the hands are empty."),
        ("hearts", "Q♠ 13 The queen of spades counts against its taker. All other cards count nothing."),
        ("hearts", "5 2♦, 2♣ 50 10"),
        ("hearts", "the score is at least 100 for at least one player"),
        (
            "hearts",
            "“by convention”: The shooter takes it off if somebody would otherwise have a lower score",
        ),
        ("hearts", "May not: Q♠, 5♥ (No penalty card on the first trick)"),
        ("rules-of-hearts", "South: to the left; West: to the right; North: across; East: no passing"),
        ("rules-of-hearts", "South deals first"),
        ("cancellation-hearts", "105 cards: 2 packs shuffled together."),
        ("cancellation-hearts", "X♣, called “joker”"),
        (
            "cancellation-hearts",
            "In every trick but the last, two identical cards cancel each other, and neither can win.",
        ),
        ("chinese-hearts", "Q♠ −100 The pig."),
        ("chinese-hearts", "- At once: As soon as three of the four lie open, the holder"),
        ("double-hearts", "Play goes anticlockwise"),
        ("double-hearts", "each plays 1 or 2 cards from the hand or the cards lying open to the trick."),
        ("double-hearts", "Lead one card or a pair of identical cards. (This rule is never passed over.)"),
    ],
)
def test_it_is_told(name: str, told: str) -> None:
    assert told in book(name)


def test_an_option_moves_rules_into_force() -> None:
    usual, minutes = book("hearts"), book("hearts", {"minutes": 30})
    assert "When “minutes” is more than 0: Time is up once the agreed minutes of play have passed" in usual
    assert "in which time is up. (It is over when “time is up” holds.)" in minutes
    assert "A clock announces it after 30 minutes of play." in minutes
    assert "usually 0; here 30" in minutes


def test_it_is_told_for_so_many_players() -> None:
    five = book("hearts", players=5)
    assert "These are the rules for 5 players." in five
    assert "deal 10 cards to each player" in five
    assert "The dealer shuffles the" in five.partition("Variants")[0]


def test_what_only_other_tables_have_is_told_with_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\nname: Own\n"
        "play: {big: {when: count of players > 4, keep: not AS, says: No ace of spades.}}\n",
        "utf-8",
    )
    assert "For other numbers of players: - When 5 or 6 play: No ace of spades." in book(str(path))


def test_a_clause_that_says_nothing_is_worded_and_named(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\nname: Own\n"
        "words: {low: {is: rank < 5, says: {en: The low cards., zh: 小牌。}}}\n"
        "play: {stay_low: {when: following and hand has no led_suit, keep: low}}\n"
        "winning: {last: {most: place}}\n"
        "points: {all_low: {when: taken has all low, player: points - 10}}\n",
        "utf-8",
    )
    english, chinese = book(str(path)), book(str(path), lang="zh")
    told = "the player follows and there is no card of the led suit in the hand"
    assert f"Stay low: When {told}: play “low”, if you can." in english
    assert "Last: The plays stay that have most of this: the place in the trick." in english
    assert "All low: For each player, if all of “low” are in the cards taken: the player" in english
    assert "points go down by 10." in english
    assert "low: All twos, all threes and all fours." in english
    assert "low\uff1a小牌。" in chinese


def test_a_house_rule_is_told() -> None:
    told = trickbook.load("hearts", house=["omnibus", "sun"]).rulebook("md")
    assert told.startswith("# Hearts, with Omnibus and Shooting the sun\n")
    assert "- **Omnibus**: " in told
    assert any(
        line.startswith("| J♦ | −10 | ") and line.endswith("(Omnibus) |") for line in told.splitlines()
    )
    assert "(Omnibus)" not in trickbook.load("hearts").rulebook("md")


def test_several_cards_beside_the_pack_are_not_several_packs() -> None:
    told = " ".join(trickbook.load("hearts", house=["jokers-any-time"]).rulebook("text").split())
    assert "One pack of 56 cards." in told
    assert "Among them 4 times XX" in told
    assert "5 2♦ 55 11 6 2♦, 2♣ 54 9" in told


def test_what_is_never_read_is_told_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\nname: Own\n"
        "steps: {never: {after: deal, ask: players, when: not safe_first, cards: 1 to nonsense,\n"
        "  from: hand and, to: hand of XY, first: seat of, how: in_turn}}\n",
        "utf-8",
    )
    told = book(str(path))
    assert "“safe first trick” is not agreed: Each player gives 1 to “nonsense” cards from hand and" in told


def example(name: str, rules: str = "hearts") -> str:
    """What an example says."""
    return str(
        next(
            one for one in trickbook.load(rules).engine().context.entries("examples") if one.name == name
        ).says
    )


def test_only_examples_that_hold_are_told(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\nname: Own\n"
        "examples: {wrong: {says: This is wrong., given: {trick: [5S, KS, AD, AH]}, winner: 0},\n"
        "  strange: {says: This is strange., given: {hand: 9Z, trick: [XX]}, legal: nonsense of (hand)}}\n",
        "utf-8",
    )
    old, new = example("old_moon"), example("new_moon")
    usual, chosen = book("hearts"), book("hearts", {"moon": "shooter_chooses"})
    assert old in usual
    assert new in usual
    assert "This is" not in book(str(path))
    assert new in chosen
    assert old not in chosen
    house = trickbook.load("hearts", house=["spot-values"]).rulebook()
    assert old not in " ".join(house.split())


def test_who_leads_is_told_once(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    head = "trickbook: 1\nextends: hearts\nname: Own\n"
    path.write_text(head + "steps: {tricks: {says: The lowest club leads.}}\n", "utf-8")
    usual, chosen = book(str(path)), book(str(path), {"opening": "left_of_dealer"})
    assert "The lowest club leads. From the leader on" in usual
    assert "The player after the dealer leads to the first trick. From the leader on" in chosen
    path.write_text(head + "steps: {tricks: {leader: dealer}}\n", "utf-8")
    assert "The dealer leads to the first trick. From the leader on" in book(str(path))


@pytest.mark.parametrize(
    ("options", "house"),
    [({"opening": "left_of_dealer"}, []), ({}, ["left-of-dealer"])],
)
def test_a_sentence_that_an_option_changes_is_told_with_its_condition(
    options: dict[str, str], house: list[str]
) -> None:
    changed = trickbook.load("hearts", options, house=house).rulebook(exact=True)
    told = "(This holds when it is the first trick and “free lead” does not hold.)"
    assert told in " ".join(changed.split())
    assert "This holds when" not in book("hearts")
    assert "This holds when" not in book("hearts", {"safe_first": "no"})


def test_hands_that_change_are_told_for_the_first_deal() -> None:
    told = trickbook.load("oh-hell").rulebook("md", exact=True)
    assert "| Cards each in the first deal |\n| --- | --- | --- | --- |\n| 3 | – | 52 | 10 |" in told
    assert "In the first deal that is 10; it changes from deal to deal." in told


def test_what_is_left_over_is_told_for_every_table() -> None:
    assert "3 – 51 16 (3 left over) 4 – 51 12 (3 left over)" in book("heartsette")


def test_a_cycle_that_nothing_reads_is_not_told() -> None:
    assert "“the order of contracts” changes" not in book("barbu")
    assert "“the order of contracts” changes when everybody has dealt once" in book(
        "barbu", {"order": "fixed"}
    )


def test_words_that_are_not_needed_are_not_listed() -> None:
    told = trickbook.load("hearts").rulebook("md")
    assert "**penalty cards**" in told
    assert "**free lead**" not in told
    assert "**free lead**" in trickbook.load("hearts").rulebook("md", exact=True)


def test_an_answer_that_is_certain_is_no_choice() -> None:
    old, free = book("hearts"), book("hearts", {"moon": "shooter_chooses"})
    rules, _, options = old.partition("Variants --------")
    assert "has shot the moon. There is no choice: the others pay for it." in rules
    assert "For “the shooter”: the player\u2019s points go down by 26;" in rules
    assert "“the shooter takes it off”" not in rules
    assert "When it comes to “the shooter takes it off”: The shooter" in options
    assert "“the shooter” chooses “the others pay for it” or “the shooter takes it off”." in free
    assert "(For “the shooter”, if it comes to “the shooter takes it off”: the player" in free
    convention = book("hearts", {"moon": "convention"})
    assert (
        "“the shooter takes it off”; one that would leave neither is passed over. - The shooter takes it off"
        in convention
    )


def test_that_a_ruleset_speaks_english_only_is_told(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text(
        "trickbook: 1\nextends: standard-pack\nname: Own\nplayers: {count: 4}\nmatch: {max_deals: 2}\n"
        "steps: {deal: {deal: hand, says: All are dealt.}, tricks: {leader: dealer + 1}}\n"
        "worth: {each: {cards: cards, is: 1}}\n",
        "utf-8",
    )
    assert "规则集自己的句子只有英文。" in book(str(path), lang="zh")
    partly = tmp_path / "partly.yaml"
    partly.write_text(
        "trickbook: 1\nextends: polignac\nname: Own\nplay: {follow_suit: {says: Do.}}\n", "utf-8"
    )
    assert "规则集自己的句子有些只有英文。" in book(str(partly), lang="zh")
    assert "英文" not in book("polignac", lang="zh")
    assert "English only" not in book(str(partly))
    partly.write_text(
        "trickbook: 1\nextends: polignac\nname: 我的\nplay: {follow_suit: {says: 跟牌。}}\n", "utf-8"
    )
    assert "英文" not in book(str(partly), lang="zh")


def test_yes_and_no_are_answers_in_the_language(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    question = "pact: {after: deal, ask: dealer, answers: [no, yes]}"
    rule = "p: {when: pact, player: points - 5}"
    path.write_text(f"trickbook: 1\nextends: hearts\nsteps: {{{question}}}\npoints: {{{rule}}}\n", "utf-8")
    assert "发牌人选择“否”或“是”" in book(str(path), lang="zh")
    assert "“no” or “yes”" in book(str(path))


def test_winning_by_the_highest_card_is_told_plainly() -> None:
    plain, trumps, two = (
        book(name).partition("Who wins a trick")[2] for name in ("hearts", "spades", "cancellation-hearts")
    )
    assert not plain.split("Scoring")[0].count("these rules keep some")
    assert "A trump beats every other card. If there is no trump, only the led suit can win." in trumps
    assert "the earliest of them wins" not in trumps
    assert "the earliest of them wins" not in two
    assert "when the cards run out" not in two
    assert "the earliest of them wins" in book("double-hearts")


def test_an_end_with_a_deal_of_its_own_is_the_end() -> None:
    assert "after 24 deals" not in book("barbu")
    assert "after 200 deals" not in book("hearts", {"deals": 8})


def test_one_card_is_one_card(tmp_path: Path) -> None:
    path = tmp_path / "own.yaml"
    path.write_text("trickbook: 1\nextends: four-jacks\nname: Own\nsteps: {deal: {each: 1}}\n", "utf-8")
    assert "deal one card to each player." in book(str(path))


def test_what_a_cycle_is_not_is_told_by_what_it_is() -> None:
    assert "When “passing” is “to the left”, “to the right” or “across”: Each player gives" in book("hearts")
