"""What came of each deal, held against the games themselves."""

import shlex
import sys
from pathlib import Path

import numpy as np
import pytest

import trickbook
from trickbook.bots import montecarlo
from trickbook.cards.gaussian import parts
from trickbook.lab.chunks import choose_engine
from trickbook.lab.interpreter_rows import interpreter_rows, played_match
from trickbook.lab.measures import study_measures
from trickbook.lab.study import (
    Rows,
    Study,
    column_names,
    first_deals,
    joined_rows,
    match_seed,
    new_match,
    new_study,
)
from trickbook.problems import EndlessError

MATCHES = 3


def a_study(name: str, *bots: str, seed: int = 7) -> Study:
    return new_study(trickbook.load(name), bots or ("random",), seed)


def same(one: Rows, other: Rows) -> bool:
    assert list(one.columns) == list(other.columns)
    return all(
        np.array_equal(left, right)
        for left, right in zip(
            (*one[:3], *one.columns.values()), (*other[:3], *other.columns.values()), strict=True
        )
    )


@pytest.mark.parametrize("name", ["hearts", "chinese-hearts", "complex-hearts", "knaves", "whist"])
def test_rows_tell_what_the_games_tell(name: str) -> None:
    of = a_study(name, "random", "duck") if name != "knaves" else a_study(name, "duck")
    found = interpreter_rows(of, 0, MATCHES)
    games = [played_match(of, match) for match in range(MATCHES)]
    points = [deal for game in games for deal in game.deals]
    assert found.columns["points"].tolist() == [[parts(number)[0] for number in deal] for deal in points]
    assert found.columns["score"][found.last].tolist() == [
        [parts(score)[0] for score in game.scores] for game in games
    ]
    assert np.flatnonzero(found.columns["won"][found.last][1]).tolist() == list(games[1].winners)
    assert not found.columns["won"][~found.last].any()
    assert found.match.tolist() == [number for number, game in enumerate(games) for _ in game.deals]
    assert found.deal.tolist() == [deal + 1 for game in games for deal in range(len(game.deals))]
    tricks = [past.tricks for game in games for past in game.state.match.history]
    assert found.columns["tricks"].sum(axis=1).tolist() == [
        sum(trick.taker is not None for trick in deal) for deal in tricks
    ]


def test_imaginary_parts_stand_beside() -> None:
    of = a_study("complex-hearts")
    found, game = interpreter_rows(of, 0, 1), played_match(of, 0)
    assert found.columns["points_imaginary"].tolist() == [
        [parts(number)[1] for number in deal] for deal in game.deals
    ]
    assert "score_imaginary" in column_names(of)
    assert "points_imaginary" not in column_names(a_study("hearts"))


def test_every_move_is_counted_once() -> None:
    of = a_study("hearts")
    found, game = interpreter_rows(of, 0, 1), new_match(of, 0)
    asked, forced, offered = 0, 0, 0
    for line in played_match(of, 0).record().split("\n"):
        for move in line.partition(": ")[2].split(", ") if line.startswith(("pass: ", "tricks: ")) else ():
            seat, text = move.split(" ", 1)
            many = len(game.legal(int(seat)))
            asked, forced, offered = asked + 1, forced + (many == 1), offered + many
            game = game.apply(int(seat), text)
    assert found.columns["choices"].sum() == asked
    assert found.columns["forced"].sum() == forced
    assert found.columns["moves"].sum() == offered


def test_cards_laid_open_are_counted_by_seat_and_those_that_rules_lay_open_with_them() -> None:
    of = a_study("chinese-hearts")
    found, game = interpreter_rows(of, 0, 2), played_match(of, 0)
    history = game.state.match.history
    first = found.columns["exposed"][: len(history)]
    assert first.sum(axis=1).tolist() == [past.exposed.bit_count() for past in history]
    assert set(first.sum(axis=1).tolist()) >= {0, 2, 4}
    assert not interpreter_rows(a_study("hearts"), 0, 1).columns["exposed"].any()


def test_searches_that_fail_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> str:
        raise EndlessError("no end is in sight")

    monkeypatch.setattr(montecarlo, "_best", fail)
    found = interpreter_rows(a_study("knaves", "montecarlo@10", "duck"), 0, 1)
    chosen = (found.columns["choices"] - found.columns["forced"]).sum(axis=0)
    assert found.columns["failed_searches"].sum(axis=0).tolist() == [chosen[0], 0, chosen[2]]
    assert "failed_searches" not in interpreter_rows(a_study("knaves", "duck"), 0, 1).columns


def test_metrics_have_their_columns(tmp_path: Path) -> None:
    ours = tmp_path / "ours.yaml"
    metrics = "{won: {is: points > 20}, hearts_taken: {is: count of (taken and hearts)}}"
    ours.write_text(f"trickbook: 1\nname: Ours\nextends: hearts\nmetrics: {metrics}\n", "utf-8")
    of = new_study(trickbook.load(ours), ["random"], 7)
    found = interpreter_rows(of, 0, 2)
    assert list(found.columns)[-4:] == ["moon", "own_won", "hearts_taken", "won"]
    assert found.columns["hearts_taken"].sum(axis=1).tolist() == [13] * len(found.deal)
    assert np.array_equal(found.columns["own_won"], found.columns["points"] > 20)
    shares = {name: measure.share for name, measure in study_measures(of).items()}
    assert (shares["moon"], shares["own_won"], shares["hearts_taken"]) == (True, True, False)
    assert list(shares)[2:5] == ["moon", "own_won", "hearts_taken"]


def test_matches_are_the_same_in_whatever_chunks() -> None:
    of = a_study("oh-hell", "duck", "random")
    whole = interpreter_rows(of, 0, 5)
    assert same(
        whole,
        joined_rows([interpreter_rows(of, 0, 2), interpreter_rows(of, 2, 0), interpreter_rows(of, 2, 3)]),
    )
    assert same(
        interpreter_rows(of, 3, 1), joined_rows([interpreter_rows(of, 3, 1), interpreter_rows(of, 4, 0)])
    )
    assert choose_engine(of).rows(of, 1, 1).match.tolist() == interpreter_rows(of, 1, 1).match.tolist()


def test_so_many_deals_and_the_match_in_progress() -> None:
    of = a_study("hearts")
    whole = interpreter_rows(of, 0, 3)
    first = int(np.flatnonzero(whole.last)[0]) + 1
    assert len(first_deals(whole, 1).deal) == len(first_deals(whole, first).deal) == first
    assert len(first_deals(whole, first + 1).deal) > first + 1
    assert first_deals(whole, first + 1).last[-1]
    assert same(first_deals(whole, len(whole.deal)), whole)
    assert same(first_deals(whole, 10**9), whole)
    assert not len(first_deals(whole, 0).deal)


def test_seeds_of_matches_differ_and_are_seeds() -> None:
    of = a_study("hearts")
    seeds = [match_seed(of, match) for match in range(1000)]
    assert len(set(seeds)) == 1000
    assert all(0 <= seed < 1 << 63 for seed in seeds)
    assert seeds[:3] != [match_seed(a_study("hearts", seed=8), match) for match in range(3)]
    assert new_match(of, 5).seed == seeds[5]


def test_outside_players_sit_down(tmp_path: Path) -> None:
    bot = tmp_path / "first.py"
    bot.write_text(FIRST, "utf-8")
    found = interpreter_rows(a_study("reverse", f"exec:{sys.executable} {bot}", "random"), 0, 1)
    assert found.columns["tricks"].sum(axis=1).tolist() == [13] * len(found.deal)
    with pytest.raises(trickbook.TrickbookError, match=r"seat 0, `exec:.*it has ended"):
        interpreter_rows(a_study("reverse", f"exec:{sys.executable} -c 1"), 0, 1)
    hasty = f"exec:{sys.executable} -c {shlex.quote(FIRST.replace('[0]', '[0][1:]'))}"
    with pytest.raises(trickbook.TrickbookError, match=r"match 0, seed [0-9]+: `exec:.*made no legal move"):
        interpreter_rows(a_study("reverse", hasty), 0, 1)


FIRST = """\
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "hello":
        print('{"protocol": 1}', flush=True)
    if asked["type"] == "turn":
        print(json.dumps({"move": asked["moves"][0]}), flush=True)
"""


def test_players_go_round_the_seats() -> None:
    assert a_study("hearts", "duck", "random").bots == ("duck", "random", "duck", "random")
    hearts = trickbook.load("hearts")
    assert new_study(hearts, ["duck", "random"], 1, players=5).bots[4] == "duck"
    with pytest.raises(trickbook.TrickbookError, match=r"no player 'ducks'; did you mean 'duck'"):
        new_study(hearts, ["ducks"], 1)
    with pytest.raises(trickbook.TrickbookError, match="5 players are named for 4 seats"):
        new_study(hearts, ["duck"] * 5, 1)
    with pytest.raises(trickbook.TrickbookError, match="0 players"):
        new_study(hearts, [], 1)
    with pytest.raises(trickbook.TrickbookError, match="seed is a whole number"):
        new_study(hearts, ["duck"], -1)
    with pytest.raises(trickbook.TrickbookError, match="3 to 6 players"):
        new_study(hearts, ["duck"], 1, players=7)
