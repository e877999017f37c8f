"""Hints: a legal move from what a seat sees, the same for whoever sees the same, with a sentence."""

from __future__ import annotations

import random
import re
from contextlib import suppress

import pytest
from tests.games import GAMES, SOME_GAMES

import trickbook
from trickbook.bots.costs_of_cards import highest_wins
from trickbook.bots.tree_search import MovesSearched
from trickbook.seat import hints, seat_view
from trickbook.seat.hints import hint, searched_hint

AVERAGE = re.compile(r"^It brings you (-?[0-9.]+) points on average(?:, the next best (-?[0-9.]+))?\.(?: |$)")


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_is_a_legal_move(name: str) -> None:
    rng = random.Random(name)  # noqa: S311 - a test, no secret
    rules = trickbook.load(name)
    game = rules.new_game(seed=5)
    for number in range(120):
        if game.turn is None:
            return
        legal = game.legal(game.turn)
        if number % 4 == 0:
            found = hint(rules, game, game.turn, rng.choice(["en", "zh"]))
            assert found["move"] in legal
            assert found["says"] is None or found["says"].strip()
        game = game.apply(game.turn, legal[rng.randrange(len(legal))])


@pytest.mark.parametrize("deals", [0, 300])
def test_who_sees_the_same_is_told_the_same(deals: int) -> None:
    rules = trickbook.load("hearts")
    hands = [["2C", "QC", "5H", "QS"], ["3C", "4D", "6H", "7S"], ["TC", "4H", "7H", "9S"]]
    hands.append(["JC", "5D", "KH", "AS"])
    twin = [hands[0], ["3C", "5D", "7H", "9S"], ["TC", "4H", "6H", "7S"], ["JC", "4D", "KH", "AS"]]
    games = [rules.new_game(seed=seed, deal=4, hands=own) for seed, own in ((7, hands), (8, twin))]
    for moves in (["0 2C", "1 3C", "2 TC", "3 JC", "3 AS"],):
        for move in moves:
            games = [game.apply(int(move[0]), move[2:]) for game in games]
    one, other = games
    assert seat_view(one, 0) == seat_view(other, 0)
    assert hint(rules, one, 0, deals=deals) == hint(rules, other, 0, deals=deals)


def test_a_hint_says_what_speaks_for_it() -> None:
    rules = trickbook.load("hearts")
    hands = ["2C QC 5H QS", "3C 4D 6H 7S", "TC 4H 7H 9S", "JC 5D KH AS"]
    game = rules.new_game(seed=7, deal=4, hands=hands)
    assert hint(rules, game, 0) == {"move": "2C", "says": "It is your only legal move."}
    for move in ["0 2C", "1 3C", "2 TC", "3 JC", "3 AS"]:
        game = game.apply(int(move[0]), move[2:])
    assert hint(rules, game, 0) == {"move": "QS", "says": "It is your only legal move."}
    game = game.apply(0, "QS").apply(1, "7S").apply(2, "9S")
    assert hint(rules, game, 3, "zh")["says"] == "外面还有9张同花色更大的牌。"
    passing = rules.new_game(seed=7, deal=1)
    assert hint(rules, passing, 0, "en")["says"] == "Of the cards you may give away, these cost most."


@pytest.mark.parametrize("name", SOME_GAMES)
def test_a_searched_hint_is_a_legal_move_by_the_view_alone(name: str) -> None:
    rng = random.Random(name)  # noqa: S311 - a test, no secret
    rules = trickbook.load(name)
    game, told = rules.new_game(seed=5), []
    for number in range(60):
        if game.turn is None:
            break
        if number % 12 == 0:
            seat = game.actors[-1]
            with suppress(trickbook.TrickbookError):
                found = searched_hint(rules, seat, game.view(seat), game.legal(seat), "en")
                assert found["move"] in game.legal(seat)
                told += AVERAGE.findall(found["says"] or "")
        legal = game.legal(game.turn)
        game = game.apply(game.turn, legal[rng.randrange(len(legal))])
    assert told
    for points, other in told:
        assert not other or highest_wins(rules, rules.usual) == (float(points) > float(other))


@pytest.mark.parametrize(
    ("game", "visits", "points", "says"),
    [
        (
            "hearts",
            (600, 300, 100),
            (2.14, 4.81, 9.0),
            "2.1 points on average, the next best 4.8.",
        ),
        ("hearts", (600, 300, 100), (4.8, 2.1, 0.0), "4.8 points on average."),
        (
            "whist",
            (300, 600, 100),
            (2.14, 4.81, 9.0),
            "4.8 points on average, the next best 2.1.",
        ),
        ("hearts", (990, 9, 1), (-0.04, 3.0, 4.0), "0.0 points on average."),
        (
            "bridge",
            (600, 300, 100),
            (449.6, -50.0, 0.0),
            "450 points on average, the next best -50.0.",
        ),
        ("hearts", (9, 8, 7), (1.0, 2.0, 3.0), None),
    ],
)
def test_a_searched_hint_says_what_it_brings(
    game: str,
    visits: tuple[int, ...],
    points: tuple[float, ...],
    says: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next best is named if it is worse. Moves that were hardly tried are not compared."""
    rules = trickbook.load(game)
    start = rules.new_game(seed=7)
    moves = start.legal(start.actors[0])[:3]
    found = MovesSearched(moves, visits, points, points, moves[visits.index(max(visits))])
    monkeypatch.setattr(hints, "searched", lambda *_: found)
    told = hint(rules, start, start.actors[0], deals=1000)
    assert told["move"] == found.best
    assert (told["says"] or "").startswith(f"It brings you {says}" if says else "")
    assert (says is None) == ("average" not in (told["says"] or ""))


def test_without_the_fast_engine_a_duck_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "searched", lambda *_: None)
    rules = trickbook.load("hearts")
    game = rules.new_game(seed=7)
    assert hint(rules, game, 0, deals=1000) == hint(rules, game, 0)


def test_a_view_that_no_deal_agrees_with_is_refused() -> None:
    rules = trickbook.load("hearts")
    game = rules.new_game(seed=7)
    with pytest.raises(trickbook.TrickbookError, match="no deal agrees with this view"):
        searched_hint(rules, 0, {**game.view(0), "phase": "tricks"}, game.legal(0), "en")
