"""A hand to try: the author plays a seat, bots play the others, and the same request gives the same deal."""

import json
from typing import Any

import pytest
from tests.desk.texts import OMNIBUS
from tests.games import SOME_GAMES

from trickbook.desk.trial import trial
from trickbook.loading import shipped
from trickbook.problems import RulesetError, TrickbookError

NO_PASSING = f"{OMNIBUS}options: {{passing: {{default: [hold]}}}}\n"


def tried(text: str = NO_PASSING, **asked: Any) -> dict[str, Any]:
    wish = {"players": None, "seed": 7, "hand": "", "moves": [], "language": "en", **asked}
    found = trial(text=text, **wish)
    assert json.loads(json.dumps(found)) == found
    return found


def now(found: dict[str, Any]) -> dict[str, Any]:
    view: dict[str, Any] = found["steps"][-1]["after"] if found["steps"] else found["view"]
    return view


def bots(found: dict[str, Any]) -> list[list[Any]]:
    return [step["move"] for step in found["steps"]]


def played(text: str, **asked: Any) -> dict[str, Any]:
    """Play the first legal move until the deal is over."""
    moves: list[list[Any]] = []
    while True:
        found = tried(text, moves=moves, **asked)
        moves = moves + bots(found)
        if found["sheet"]:
            return {**found, "moves": moves}
        view = now(found)
        low = view["choose"]["from"][: view["choose"]["low"]] if view["legal"] is None else None
        said = (" ".join(low) or "none") if low is not None else view["legal"][0]
        moves = [*moves, [0, said]]


def test_a_card_that_may_not_be_played_says_why() -> None:
    found = tried()
    view = now(found)
    assert view["asks"]["kind"] == "play"
    barred = sorted(set(view["piles"]["hand"]) - set(view["legal"]))
    assert barred
    assert all(view["why"][card]["says"] for card in barred)
    with pytest.raises(TrickbookError, match=view["why"][barred[0]]["name"]):
        tried(moves=[*bots(found), [0, barred[0]]])


def test_bots_go_on_where_the_moves_end() -> None:
    first = tried()
    moves = [*bots(first), [0, now(first)["legal"][0]]]
    second = tried(moves=moves)
    assert second["view"]["trick"][-1] == moves[-1]
    assert now(second)["asks"]
    assert tried(moves=moves) == second


def test_the_score_of_the_same_cards_and_moves_follows_the_rules() -> None:
    whole = played(NO_PASSING)
    before = [one["points"] for one in whole["sheet"]["seats"]]
    other = tried(NO_PASSING.replace("-10", "-20"), moves=whole["moves"])
    after = [one["points"] for one in other["sheet"]["seats"]]
    assert sum(before) == 26 - 10
    assert sorted(one - new for one, new in zip(before, after, strict=True)) == [0, 0, 0, 10]


def test_moves_that_the_rules_do_not_allow_any_more_are_left_out_where_asked() -> None:
    whole = played(NO_PASSING)
    moves = whole["moves"]
    found = tried(f"{NO_PASSING}players: {{count: 3 to 6, usual: 5}}\n", moves=moves, fitting=True)
    assert found["kept"] < len(moves)
    assert found["sheet"] is None
    again = tried(NO_PASSING, moves=moves, fitting=True)
    assert (again["kept"], again["sheet"]) == (len(moves), whole["sheet"])


def test_wished_cards_are_held_and_the_others_dealt() -> None:
    found = tried(hand="QS JD 10H")
    hand = found["view"]["piles"]["hand"]
    assert len(hand) == 13
    assert {"QS", "JD", "TH"} <= set(hand)
    assert found["view"]["counts"] == [13] * 4


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"hand": "XX"}, "XX"),
        ({"hand": "QS QS"}, "QS"),
        ({"hand": 7}, "`hand` are cards"),
        ({"hand": " ".join(f"{rank}S" for rank in "23456789TJQKA") + " 2H"}, "a hand has 13 cards"),
        ({"players": 9}, "not for 9 players"),
        ({"players": True}, "not for"),
        ({"seed": -1}, "seed"),
        ({"seed": None}, "seed"),
        ({"moves": "QS"}, "`moves` are a list"),
        ({"moves": [[0, "QS"]] * 1001}, "at most 1000"),
        ({"moves": ["QS"]}, "`moves` are a list"),
        ({"moves": [[True, "QS"]]}, "`moves` are a list"),
        ({"moves": [[3, "nonsense"]]}, "nonsense"),
        ({"moves": [[7, "QS"]]}, "7"),
    ],
)
def test_what_cannot_be_is_refused(asked: dict[str, Any], message: str) -> None:
    with pytest.raises(TrickbookError, match=message):
        tried(**asked)


def test_wrong_rules_are_not_tried() -> None:
    with pytest.raises(RulesetError):
        tried(NO_PASSING.replace("JD", "JX"))


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_deal_of_any_game_can_be_tried(name: str) -> None:
    found = played(shipped()[name].read_text("utf-8"))
    assert len(found["sheet"]["seats"]) == found["about"]["players"]
