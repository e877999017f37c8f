"""Asking about one moment: a position, the winner of a trick, the points of a deal."""

from __future__ import annotations

from typing import Any

import pytest

import trickbook

HEARTS = trickbook.load("hearts")
CHINESE = trickbook.load("chinese-hearts")
CANCELLATION = trickbook.load("cancellation-hearts")
DOUBLE = trickbook.load("double-hearts")
RULES = trickbook.load("rules-of-hearts")
HEARTS_SUIT = [rank + "H" for rank in "23456789TJQKA"]


@pytest.mark.parametrize(
    ("moment", "legal"),
    [
        ({"hand": ["2C", "QS", "5H"], "trick": ["5C", "KC"], "trick_number": 3}, {"2C"}),
        ({"hand": ["QS", "5H"], "trick": ["5C", "KC"], "trick_number": 3}, {"QS", "5H"}),
        ({"hand": ["QS", "5H", "9D"], "trick": ["4C"], "trick_number": 1}, {"9D"}),
        ({"hand": ["2D", "5H"], "trick_number": 2}, {"2D"}),
        ({"hand": ["2D", "5H"], "trick_number": 2, "facts": {"hearts_broken": True}}, {"2D", "5H"}),
        ({"hand": "2D 5H", "trick_number": 2, "played": "QS 3S 4S 5S"}, {"2D", "5H"}),
        ({"hand": ["2C", "5D"], "trick_number": 1}, {"2C"}),
        ({"hand": "5C 5D", "trick_number": 1, "players": 5}, {"5C", "5D"}),
    ],
)
def test_a_position_of_hearts(moment: dict[str, Any], legal: set[str]) -> None:
    """WH-19 to WH-22."""
    assert set(HEARTS.position(**moment).legal()) == legal


def test_a_position_explains_itself() -> None:
    position = HEARTS.position(hand="9D QS", trick=["4C"], trick_number=1)
    assert {card: reason and reason.name for card, reason in position.explain().items()} == {
        "9D": None,
        "QS": "no_penalty_first",
    }
    reason = position.explain("QS")
    assert reason is not None
    assert reason.says == "No penalty card on the first trick."
    assert position.explain("9D") is None


def test_exposed_cards_that_are_not_in_the_hand_lie_before_the_player() -> None:
    """CH-7, CH-8."""
    assert set(CHINESE.position(hand="2S 3D", exposed="QS", trick=[]).legal()) == {"2S", "3D"}
    assert set(CHINESE.position(hand="3D", exposed="QS", trick=["4S"]).legal()) == {"QS"}
    assert set(CHINESE.position(hand="3D", exposed="QS", trick=["4C"]).legal()) == {"3D", "QS"}
    assert set(CHINESE.position(hand="2S QS", exposed="QS", trick=["4S"]).legal()) == {"2S", "QS"}


def test_a_position_of_pairs() -> None:
    """DH-4, DH-16: an exposed copy is told apart and still makes a pair."""
    assert set(DOUBLE.position(hand="3D 3D 5D 7S", trick=["8D 8D"]).legal()) == {"3D 3D"}
    assert set(DOUBLE.position(hand="QS QS* 7S", trick=["8S 8S"]).legal()) == {"QS QS*"}
    assert set(DOUBLE.position(hand="QS 7S", exposed="QS*", trick=["8S 8S"]).legal()) == {"QS QS*"}


@pytest.mark.parametrize(
    ("rules", "plays", "last", "winner"),
    [
        (HEARTS, ["5C", "KC", "AD", "2C"], False, 1),
        (HEARTS, ["5C"], False, 0),
        (CHINESE, ["TC", "QS", "AD"], True, 0),
        (CANCELLATION, ["9D", "KD", "KD", "4D", "9D"], False, 3),
        (CANCELLATION, ["9D", "KD", "KD", "9D", "3H"], False, None),
        (CANCELLATION, ["9D", "KD", "KD", "9D", "3H"], True, 2),
        (CANCELLATION, ["XC", "KC", "KC", "9D", "3H"], False, 0),
        (DOUBLE, ["2D 9D", "8D 8D", "9D QD", "2D QD"], False, 2),
        (DOUBLE, ["8D 8D", "2D 3D", "AD AD", "KD AH"], False, 1),
        (DOUBLE, ["8D 8D", "2D QD", "9D QD", "KD AH"], False, 1),
        (DOUBLE, ["8D", "8D", "TH", "2D"], False, 0),
    ],
)
def test_who_wins_a_trick(
    rules: trickbook.Ruleset, plays: list[str], last: object, winner: int | None
) -> None:
    """CH-9, CX-9 to CX-11, DH-8."""
    assert rules.trick_winner(plays, last=bool(last)) == winner


def test_a_trick_has_any_number_of_plays() -> None:
    six = ["2C", "3C", "4C", "5C", "6C", "7C"]
    assert HEARTS.trick_winner(six) == 5
    with pytest.raises(trickbook.TrickbookError, match="7 plays to one trick, and at most 6 players"):
        HEARTS.trick_winner([*six, "8C"])
    with pytest.raises(trickbook.TrickbookError, match="6 plays to one trick, and at most 4 players"):
        HEARTS.trick_winner(six, players=4)
    assert trickbook.load("booster-nines").trick_winner([*six, "8C", "9C"], players=4) == 7
    with pytest.raises(trickbook.TrickbookError, match="at least one"):
        HEARTS.trick_winner([])


def test_points_of_hearts() -> None:
    """WH-27, WH-38."""
    assert HEARTS.score(taken=[["QS", "2C"], ["2H", "3H"], [], HEARTS_SUIT[2:]]) == [13, 2, 0, 11]
    assert HEARTS.score(taken=[["QS", *HEARTS_SUIT], [], [], []], tricks=[13, 0, 0, 0]) == [0, 26, 26, 26]


def test_a_decision_is_said_or_asked_for() -> None:
    """RH-11, WH-39, CX-13."""
    moon = [["QS", *HEARTS_SUIT], [], [], []]
    chooses = trickbook.load("hearts", options={"moon": "shooter_chooses"})
    assert chooses.score(taken=moon, decide={0: "subtract"}) == [-26, 0, 0, 0]
    assert chooses.score(taken=moon, decide={0: {"shoot": "add"}}) == [0, 26, 26, 26]
    with pytest.raises(trickbook.TrickbookError, match="seat 0 must decide shoot: one of add, subtract"):
        chooses.score(taken=moon)
    with pytest.raises(trickbook.TrickbookError, match="add"):
        chooses.score(taken=moon, decide={0: "ad"})
    with pytest.raises(trickbook.TrickbookError, match="add_to_win"):
        RULES.score(taken=moon, scores=[50, 0, 0, 0], decide={0: "add"})
    assert RULES.score(taken=moon, scores=[50, 0, 0, 0]) == [-26, 0, 0, 0]
    assert RULES.score(taken=moon, scores=[26, 0, 0, 0]) == [0, 26, 26, 26]


@pytest.mark.parametrize(
    ("decide", "told"),
    [
        ({0: "add", 2: "add"}, "seat 2 has nothing to decide here: shoot is asked of 0"),
        ({0: {"shoot": "add", "shot": "add"}}, "seat 0 is not asked for `shot` here; did you mean shoot"),
        ({0: {"shoot": "add", "pass": "2C"}}, "seat 0 is not asked for `pass` here: shoot is asked of 0"),
        ({0: {"shoot": "add", 5: "add"}}, "seat 0 is not asked for 5 here"),
        ({0: 5}, "shoot"),
        ({0: [1]}, "shoot"),
        ({0: 10**5000}, "shoot"),
    ],
)
def test_who_is_not_asked_decides_nothing(decide: dict[int, Any], told: str) -> None:
    chooses = trickbook.load("hearts", options={"moon": "shooter_chooses"})
    with pytest.raises(trickbook.TrickbookError, match=told):
        chooses.score(taken=[["QS", *HEARTS_SUIT], [], [], []], decide=decide)


def test_points_of_chinese_hearts() -> None:
    """CH-13, CH-14."""
    taken = [["TC", "QS"], ["JD", "AH"], ["TH"], []]
    assert CHINESE.score(taken=taken) == [-200, 50, -10, 0]
    assert CHINESE.score(taken=taken, exposed=["QS", "AH"]) == [-400, 0, -20, 0]
    assert CHINESE.score(taken=taken, exposed="TC") == [-400, 50, -10, 0]
    assert CHINESE.score(taken=[["TC"], ["2H"], [], []]) == [50, 0, 0, 0]


def test_an_exposed_copy_bears_a_mark() -> None:
    """DH-11, DH-12, DH-16, DH-17: by copy, or the whole face."""
    assert DOUBLE.score(taken=[["TC*"], ["TC"], [], []]) == [100, 50, 0, 0]
    assert DOUBLE.score(taken=[["TC*"], ["TC"], [], []], exposed=["TC*"]) == [100, 50, 0, 0]
    assert DOUBLE.score(taken=[["TC*", "QS"], ["QS*"], [], []]) == [-400, -200, 0, 0]
    assert DOUBLE.score(taken=[["TC", "TC", "QS", "2H", "7H", "JH"], [], [], []]) == [-520, 0, 0, 0]
    by_face = trickbook.load("double-hearts", options={"doubling": "by_face"})
    assert by_face.score(taken=[["TC*"], ["TC"], [], []]) == [100, 100, 0, 0]


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"taken": [[], [], []]}, "players|seats|piles|3"),
        ({"taken": [["2C"], ["2C"], [], []]}, "2C"),
        ({"taken": [["9X"], [], [], []]}, "9X"),
        ({"taken": [[], [], [], []], "tricks": [1, 2]}, "tricks"),
        ({"taken": [[], [], [], []], "scores": [1, 2]}, "2 scores"),
        ({"taken": [[], [], [], []], "exposed": ["QS", "QS"]}, "QS"),
        ({"taken": [[], [], [], []], "facts": {"pasing": 1}}, "passing|pasing"),
        ({"taken": [[], [], [], []], "decide": {7: "add"}}, "7"),
        ({"taken": 5}, "taken: a list of cards, one for each seat"),
        ({"taken": "2C 3C 4C 5C"}, "taken: a list"),
        ({"taken": [1, 2, 3, 4]}, "cards are named by"),
        ({"taken": [[], [], [], []], "tricks": 5}, "tricks: a list of numbers"),
        ({"taken": [[], [], [], []], "tricks": []}, "0 numbers of tricks"),
        ({"taken": [[], [], [], []], "tricks": ["x", 0, 0, 0]}, "the number of tricks"),
        ({"taken": [[], [], [], []], "scores": [-(10**30), 0, 0, 0]}, "a score"),
        ({"taken": [[], [], [], []], "exposed": 5}, "cards are named by"),
        ({"taken": [[], [], [], []], "facts": 5}, "facts: a mapping"),
        ({"taken": [[], [], [], []], "facts": {"shoot": "add"}}, "`shoot` is about each player: a list of"),
        ({"taken": [[], [], [], []], "facts": {"shoot": ["no"] * 4}}, "`shoot` is one of add, subtract"),
        ({"taken": [[], [], [], []], "decide": 5}, "decide: a mapping from numbers to answers"),
        ({"taken": [[], [], [], []], "decide": [1]}, "decide: a mapping"),
        ({"taken": [[], [], [], []], "decide": {"0": "add"}}, "'0' is none of the numbers"),
        ({"taken": [[], [], [], []], "decide": {0: "add"}}, "seat 0 has nothing to decide here: nothing is"),
    ],
)
def test_wrong_piles_are_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(trickbook.TrickbookError, match=told):
        RULES.score(**given)


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"hand": ["2C"], "trick": ["2C"]}, "2C"),
        ({"hand": ["2C"], "trick": ["3C", "4C", "5C", "6C"]}, "nobody is left"),
        ({"hand": ["2C"], "trick": ["ZZ"]}, "ZZ"),
        ({"hand": ["2C"], "facts": {"hearts_brokn": True}}, "hearts_broken"),
        ({"hand": ["2C"], "players": 9}, "3 to 6"),
        ({"hand": ["2C"], "leader": 4}, "leader"),
        ({"hand": ["2C"], "trick_number": 0}, "trick"),
        ({"hand": ["2C"], "trick": 5}, "the plays of a trick: a list of texts"),
        ({"hand": ["2C"], "trick": "QS"}, "the plays of a trick: a list of texts"),
        ({"hand": ["2C"], "trick": [""]}, "each play of a trick has at least one card"),
        ({"hand": ["2C"], "facts": [1]}, "facts: a mapping"),
        ({"hand": ["2C"], "scores": [10**30, 0, 0, 0]}, "a score"),
        ({"hand": ["2C"], "last": "x"}, "last is True or False"),
        ({"hand": ["2C"], "held": 5}, "cards are named by"),
        ({"hand": ["2C"], "players": 2.5}, "3 to 6"),
    ],
)
def test_a_position_that_cannot_be_is_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(trickbook.TrickbookError, match=told):
        HEARTS.position(**given)


def test_a_play_is_asked_about_by_its_name() -> None:
    with pytest.raises(trickbook.MoveError, match="a play is a text, such as a card's name, not 5"):
        HEARTS.position(hand="2C").explain(5)  # type: ignore[call-overload]


@pytest.mark.parametrize("plays", [5, "QS", ["", ""], [5], [[]], None])
def test_what_is_no_trick_is_refused(plays: Any) -> None:
    with pytest.raises(trickbook.TrickbookError):
        HEARTS.trick_winner(plays)
