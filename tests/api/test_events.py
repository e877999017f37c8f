"""What a step brings about, what a table is told of it, and what is given at the start."""

from pathlib import Path

import pytest

import trickbook

HANDS = ["2C 2D 3H 9S", "3C 2H 4H 5H", "4C 3D 9H 6S", "5C AD 7D AH"]
EVENTS = """\
trickbook: 1
extends: hearts
options: {free: {type: yes_no, default: no}}
steps:
  call: {after: deal, ask: dealer, answers: [low, high],
         rules: {bound: {when: not free, keep: answer is low}}}
  sweep: {after: call, move: aside, to: hand of dealer}
  turn_up: {after: sweep, ask: chance, from: spades, cards: 1}
facts:
  dealt: {starts: 0, upon: deal, becomes: dealt + 1}
  called: {starts: 0, upon: call, becomes: called + 1}
  swept: {starts: 0, upon: sweep, becomes: swept + 1}
  turned: {starts: 0, upon: turn_up, becomes: turned + 1}
  played_out: {starts: 0, upon: tricks, becomes: played_out + 1}
points: {tale: {player: points + called + 10 * swept + 100 * turned + 1000 * dealt + 10000 * played_out}}
"""


@pytest.mark.parametrize("free", [False, True])
def test_every_step_is_an_event_whoever_decides(tmp_path: Path, free: bool) -> None:  # noqa: FBT001
    path = tmp_path / "events.yaml"
    path.write_text(EVENTS, "utf-8")
    rules = trickbook.load(path, options={"free": free, "passing": "hold", "deals": 1})
    game = rules.new_game(seed=3)
    assert (game.phase == "call") is free
    while game.phase != "over":
        seat = game.actors[0]
        game = game.apply(seat, game.legal(seat)[0])
    assert all(11_111 <= points <= 11_111 + 26 for points in game.deals[0])


def test_a_word_given_as_it_would_be_anyway_goes_its_own_way() -> None:
    rules = trickbook.load("hearts")
    for facts in ({"hearts_broken": False}, rules.new_game(deal=4, seed=1, hands=HANDS).facts):
        game = rules.new_game(deal=4, seed=1, hands=HANDS, facts=facts)
        for seat, card in (
            (0, "2C"),
            (1, "3C"),
            (2, "4C"),
            (3, "5C"),
            (3, "AD"),
            (0, "2D"),
            (1, "2H"),
            (2, "3D"),
        ):
            game = game.apply(seat, card)
        assert game.facts["hearts_broken"] is True
        assert game.legal(3) == ("7D", "AH")


def test_a_word_given_otherwise_holds_for_the_deal() -> None:
    game = trickbook.load("hearts").new_game(deal=4, seed=1, hands=HANDS, facts={"hearts_broken": True})
    assert game.facts["hearts_broken"] is True


def test_who_has_not_answered_is_shown_with_no_answer(tmp_path: Path) -> None:
    path = tmp_path / "pledge.yaml"
    path.write_text(
        "trickbook: 1\nextends: hearts\n"
        "steps: {pledge: {before: pass, ask: players, how: in_turn, answers: [no, yes]}}\n"
        "points: {pledge: {when: pledge, player: points - 10}}\n",
        "utf-8",
    )
    game = trickbook.load(path).new_game(seed=1)
    assert game.view(0)["answers"]["pledge"] == [None, None, None, None]
    game = game.apply(1, "no").apply(2, "yes")
    assert game.view(0)["answers"]["pledge"] == [None, "no", "yes", None]


def test_only_what_may_be_played_counts_as_a_card_to_play(tmp_path: Path) -> None:
    path = tmp_path / "kept-back.yaml"
    path.write_text("trickbook: 1\nextends: hearts\nsteps: {tricks: {from: hand and not 2H}}\n", "utf-8")
    game = trickbook.load(path, options={"passing": "hold", "deals": 1}).new_game(seed=5)
    while game.phase != "over":
        game = game.apply(game.actors[0], game.legal(game.actors[0])[0])
    assert len(game.deals) == 1
