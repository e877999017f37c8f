"""Studying: a record stepped through, with every hand open and what each move would have meant."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from tests.seat.requests import answer_to

import trickbook
from trickbook.seat.move_outcomes import PlayoutSettings
from trickbook.seat.record_stepper import MAX_RECORD_LENGTH, game_moment, record_moment
from trickbook.seat.rules_request import SENT_FILE

QUICK = PlayoutSettings(playouts=0, bots=())

MINE = "trickbook: 1\nextends: hearts\nname: Mine\n"


def played(rules: trickbook.Ruleset, deals: int = 2) -> trickbook.Game:
    """A game in which everybody did anything for so many deals."""
    rng = random.Random(rules.name)  # noqa: S311 - a test, no secret
    game = rules.new_game(seed=5)
    while len(game.deals) < deals and game.turn is not None:
        legal = game.legal(game.turn)
        game = game.apply(game.turn, legal[rng.randrange(len(legal))])
    return game


def spot(found: dict[str, Any]) -> tuple[int, int, int]:
    return found["deal"], found["trick"], found["play"]


@pytest.mark.parametrize("name", ["hearts", "double-hearts", "barbu"])
def test_a_game_is_stepped_through_there_and_back(name: str) -> None:
    rules = trickbook.load(name)
    game, there = played(rules), []
    at: dict[str, int] | None = game_moment(rules, game, trying=QUICK)["at"]
    while at is not None:
        found = game_moment(rules, game, spot(at), trying=QUICK)
        assert json.loads(json.dumps(found)) == found
        assert found["at"] == at
        there.append(spot(at))
        if found["seat"] is not None:
            moves = [move["move"] for move in found["moves"]]
            assert found["played"] in moves
            assert found["view"]["actors"].count(found["seat"]) == 1
            assert not {card for card in found["view"]["why"] if card in moves}
        before = found["previous"]
        assert (spot(before) if before else None) == (there[-2] if len(there) > 1 else None)
        at = found["next"]
    assert len(set(there)) == len(there)
    assert {deal for deal, _, _ in there} == {one["deal"] for one in found["deals"]} == {1, 2}
    assert found["deals"][0]["points"] == list(game.deals[0])


def test_nothing_is_hidden() -> None:
    rules = trickbook.load("hearts")
    game = played(rules)
    found = game_moment(rules, game, (1, 0, 2), trying=QUICK)
    cards = [card for hand in found["all"]["hand"] for card in hand]
    assert len(cards) == len(set(cards)) == 52
    assert found["said"][0][0] == "deal"
    assert len(found["said"][0][2]) == 4
    assert found["said"][1][:2] == ["pass", found["seat"] - 1]


def test_it_is_the_same_each_time_and_hangs_on_the_seed() -> None:
    rules = trickbook.load("chinese-hearts")
    record = played(rules, 1).record()
    one, other, third = (
        record_moment(record, (1, 3, 1), trying=PlayoutSettings(seed, 8)) for seed in (1, 1, 2)
    )
    assert one == other
    assert one["at"] == third["at"]
    assert one["moves"] != third["moves"]


def test_the_last_play_brings_what_it_brought() -> None:
    rules = trickbook.load("hearts")
    game = played(rules, 1)
    found = game_moment(rules, game, (1, 13, 4))
    (move,) = found["moves"]
    assert move["move"] == found["played"] == found["bots"]["duck"] == found["bots"]["montecarlo"]
    assert (move["points"], move["error"]) == (game.deals[0][found["seat"]], 0)
    assert found["playouts"] == 24


def test_where_there_is_no_time_moves_are_tried_seldom() -> None:
    rules = trickbook.load("hearts")
    found = game_moment(rules, played(rules, 1), (1, 1, 1), trying=PlayoutSettings(seconds=0))
    assert found["playouts"] == 2
    assert found["bots"]["montecarlo"] in {move["move"] for move in found["moves"]}
    assert all(move["points"] is not None for move in found["moves"])


def test_what_chance_was_said_to_draw_binds_no_other_move() -> None:
    """DH-5: chance draws one of both twos of clubs, wherever it lies; here both were traded away."""
    rules = trickbook.load("double-hearts")
    game = played(rules, 1)
    found = game_moment(rules, game, (1, 0, 1), trying=PlayoutSettings(playouts=2))
    assert {found["played"], *found["bots"].values()} == {move["move"] for move in found["moves"]}
    assert all(move["points"] is not None for move in found["moves"])


def test_who_would_have_been_ahead() -> None:
    rules = trickbook.load("hearts", {"passing": "hold"})
    suits = ["2C 9S", "3C KS", "4C QS", "5C 8S"]
    game = rules.new_game(seed=1, hands=suits)
    for move in ["0 2C", "1 3C", "2 4C", "3 5C", "3 8S", "0 9S", "1 KS", "2 QS"]:
        game = game.apply(int(move[0]), move[2:])
    (move,) = game_moment(rules, game, (1, 2, 3))["moves"]
    assert move["ahead"] == {"seat": 1, "cards": "KS"}


@pytest.mark.parametrize(
    ("spot", "says"),
    [
        ((3, None, None), "there is no deal 3 here: they are 1 to 2"),
        ((1, 15, None), "there is no trick 15 here: they are 0 to 14"),
        ((1, 1, 5), "there is no play 5 here: they are 1 to 4"),
        (("1", None, None), "there is no deal '1' here"),
        ((True, None, None), "there is no deal"),
        ((1, {}, None), "there is no trick"),
    ],
)
def test_a_moment_that_is_not_there(spot: tuple[Any, Any, Any], says: str) -> None:
    rules = trickbook.load("hearts")
    with pytest.raises(trickbook.TrickbookError, match=says):
        game_moment(rules, played(rules), spot)


def test_a_game_in_which_nobody_moved() -> None:
    record = trickbook.load("hearts").new_game(seed=1).record()
    with pytest.raises(trickbook.TrickbookError, match="nobody has moved"):
        record_moment(record)


def test_a_deal_in_progress_ends_with_its_last_move() -> None:
    rules = trickbook.load("hearts")
    game = rules.new_game(seed=1, deal=4)
    for _ in range(6):
        assert game.turn is not None
        game = game.apply(game.turn, game.legal(game.turn)[0])
    found = game_moment(rules, game, (None, 2, 2), trying=QUICK)
    assert (found["next"], found["deals"]) == (None, [{"deal": 4, "points": None}])


def test_a_record_of_a_text_needs_the_text() -> None:
    rules = answer_to(text=MINE).rules
    assert rules
    record = played(rules, 1).record()
    assert record_moment(record, text=MINE, trying=QUICK)["about"]["title"] == "Mine"
    with pytest.raises(trickbook.RecordError, match="send the text of its rules"):
        record_moment(record)


@pytest.mark.parametrize(
    "record",
    [
        "",
        "nonsense",
        5,
        None,
        "x" * (MAX_RECORD_LENGTH + 1),
        "Trickbook record 1\nruleset hearts",
        "Trickbook record 1\nruleset secret.yaml\ndigest 0\nplayers 4\nseed 1",
        "Trickbook record 1\nruleset hearts\nhouse secret.yaml\ndigest 0\nplayers 4\nseed 1",
        "Trickbook record 1\nruleset hearts\ndigest 0\nplayers 4\nseed 1",
        "Trickbook record 1\nruleset hearts\ndigest 0\nplayers 9\nseed 1",
        "Trickbook record 1\nruleset hearts\ndigest 0\nplayers 4\nseed 1\noption moon nobody",
    ],
)
def test_a_record_that_is_none_is_refused_and_no_file_is_read(
    record: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("secret.yaml", SENT_FILE):
        (tmp_path / name).write_text("unreadable: [", "utf-8")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(trickbook.TrickbookError) as refused:
        record_moment(record)
    assert "unreadable" not in str(refused.value)


def test_a_record_with_a_wrong_move_says_where() -> None:
    record = played(trickbook.load("hearts"), 1).record()
    wrong = record.replace("tricks: ", "tricks: 0 ZZ, ", 1)
    with pytest.raises(trickbook.RecordError) as refused:
        record_moment(wrong)
    (problem,) = refused.value.problems
    assert problem.place
    assert "tricks: 0 ZZ" in wrong.splitlines()[problem.place.line - 1]
