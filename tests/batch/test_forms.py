"""A batch plays the same deals in each form that rules have: conditions of answers, orders, resting seats."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Final

import pytest
from tests.batch.equivalence import alike, batch

import trickbook
from trickbook.core.translation import BeyondError

if TYPE_CHECKING:
    from pathlib import Path

CALLS = """\
trickbook: 1
extends: hearts
steps:
  call:
    after: deal
    ask: players
    answers: [pass, {one: 1, two: 2, three: 3, four: 4}]
    rules: {tried: {VERB: NAMED}}
  say:
    after: call
    ask: players
    number: 0 to 5
    rules: {tried: {VERB: NUMBERED}}
points:
  called: {player: level of call + 10 * say}
"""

NAMED: Final = (
    "answer is not four or deal is 2",
    "deal is 1 or answer is not four",
    "answer is pass or level of answer > count of (hand and clubs) - 2",
    "not (level of answer <= deal) or answer is pass",
    "answer is not two and level of answer < count of (hand and hearts)",
    "count of (hand and spades) >= level of answer and answer is not three",
    "level of answer is count of (hand and diamonds) - 1 or answer is pass",
)

NUMBERED: Final = (
    "answer > count of (hand and clubs) or answer is 0",
    "answer is not deal and answer < 5",
    "not (answer >= count of (hand and hearts))",
    "count of (hand and spades) is answer",
    "answer is 3 or answer mod 2 is 0",
)

CHANGING = """\
trickbook: 1
extends: [trick-taking, highest-wins]
players: {count: 4}
facts:
  called:
    starts: hearts
    upon: trick
    becomes: suit of lead
orders:
  high: {cards: called, suit: called, ranks: [2, 3, 5, 4, 7, 6, 8, 9, T, J, Q, A, K]}
winning:
  high: {before: led_suit, keep: called}
steps:
  deal: {each: 13}
points:
  tricks: {player: count of taken}
"""

CHOSEN = """\
trickbook: 1
extends: hearts
steps:
  call:
    after: deal
    ask: players
    answers: [pass, low, {clubs_first: 1, spades_first: 2}]
words:
  first:
    is: if call is clubs_first then clubs else if call is spades_first then spades else if call is low then
        rank < 4 else nothing
points:
  first: {player: points + count of (first and taken)}
"""

RESTING = """\
trickbook: 1
extends: whist
resting:
  calm: {when: player is dealer and quiet}
facts:
  quiet: {starts: "no", upon: UPON, becomes: trick_number > 3}
"""

QUESTIONS = """\
trickbook: 1
extends: hearts
facts:
  mild: {starts: "no", upon: trick, becomes: trick_number > 5}
words:
  early: {is: mild}
  late: {is: mild}
steps:
  call: {after: deal, ask: players, number: 0 to 9}
  say:
    after: call
    ask: players
    number: 0 to 12
    rules: {tried: {only: CONDITION}}
points:
  called: {player: call + 100 * say}
"""

ASKED: Final = (
    "answer >= call and answer >= call of (player + 1)",
    "answer >= call and not any of others (answer < call - 2)",
    "answer >= call and answer <= highest of players (call) + 1",
    "early or late",
    "answer <= deal + 10 ^ 18 and answer > 3",
    "answer - 10 ^ 18 < 3 - 10 ^ 18",
)
"""What looks at other seats, too, at the same condition twice, at the largest numbers."""

EXTRA = """\
trickbook: 1
extends: hearts
play:
  extra: {when: following, keep: CARDS}
"""

LED = """\
trickbook: 1
extends: [trick-taking, highest-wins]
players: {count: 4}
orders:
  high: {cards: hearts, ranks: [2, 3, 5, 4, 7, 6, 8, 9, T, J, Q, A, K]}
steps:
  deal: {each: 13}
resting:
  out: {when: player is seat 2 and led_suit has 5H}
points:
  tricks: {player: count of taken}
"""


def rules(folder: Path, text: str) -> trickbook.Ruleset:
    """Load a text."""
    path = folder / "ours.yaml"
    path.write_text(text, "utf-8")
    return trickbook.load(path)


@pytest.mark.parametrize("verb", ["keep", "only"])
@pytest.mark.parametrize("number", range(len(NAMED)))
def test_conditions_of_answers(number: int, verb: str, tmp_path: Path) -> None:
    """Answers with names and answers that are numbers, with rules in every form."""
    said = NUMBERED[number % len(NUMBERED)]
    text = CALLS.replace("VERB", verb).replace("NAMED", NAMED[number]).replace("NUMBERED", said)
    alike(rules(tmp_path, text), 4, count(), 12)


def test_cards_stand_anew_when_what_they_rest_on_changes(tmp_path: Path) -> None:
    """The suit that was led to a trick is high in the next."""
    alike(rules(tmp_path, CHANGING), 4, count(), 20)


def test_what_rests_on_one_choice_is_looked_up(tmp_path: Path) -> None:
    """Each player's call says which cards count for them."""
    alike(rules(tmp_path, CHOSEN), 4, count(), 20)


@pytest.mark.parametrize("upon", ["trick", "play", "deal"])
def test_who_rests_is_looked_at_while_it_can_change(upon: str, tmp_path: Path) -> None:
    alike(rules(tmp_path, RESTING.replace("UPON", upon)), 4, count(), 12)


@pytest.mark.parametrize("condition", ASKED)
def test_what_is_found_for_one_seat_is_not_taken_for_another(condition: str, tmp_path: Path) -> None:
    alike(rules(tmp_path, QUESTIONS.replace("CONDITION", condition)), 4, count(), 8)


@pytest.mark.parametrize(
    "cards", ["hearts and suit of play or spades", "hearts or (suit of play and spades)"]
)
def test_cards_are_no_conditions(cards: str, tmp_path: Path) -> None:
    alike(rules(tmp_path, EXTRA.replace("CARDS", cards)), 4, count(), 8)


def test_who_rests_by_the_suit_that_was_led(tmp_path: Path) -> None:
    alike(rules(tmp_path, LED), 4, count(), 8)


def test_numbers_in_a_table_are_no_larger_than_others(tmp_path: Path) -> None:
    text = CHOSEN.replace("count of (first and taken)", f"(if call is low then {10**20} else 3)")
    text = text.replace("points + (if", "points + count of taken + (if")
    with pytest.raises(BeyondError, match="the number"):
        batch(rules(tmp_path, text), 4)
