"""What goes round again: bids until all but one pass, cards sent to everybody, tricks played twice to."""

import re
from pathlib import Path

import pytest

import trickbook

AUCTION = """\
trickbook: 1
extends: trick-taking
name: Auction
players: {count: 3}
deck: {without: not (clubs or diamonds and rank <= 6)}
facts:
  out:    {starts: nobody, upon: bid, when: bid is 0, becomes: out or player}
  high:   {starts: 0, upon: bid, when: bid > 0, becomes: bid}
  bidder: {starts: nobody, upon: bid, when: bid > 0, becomes: player}
steps:
  bid:
    after: deal
    ask: not out
    how: in_turn
    number: 0 to 13
    until: count of out is count of players - 1
    again: count of out < count of players - 1
    rules: {higher: {only: answer is 0 or answer > high, says: Bid higher or pass.}}
  tricks: {leader: if bidder is nobody then dealer + 1 else bidder}
match: {max_deals: 1}
"""

HOOK = """\
trickbook: 1
extends: trick-taking
name: Hook
players: {count: 3}
steps:
  deal: {each: 1}
  bid:
    after: deal
    ask: players
    how: in_turn
    number: 0 to 1
    rules:
      hook: {when: player is dealer, keep: answer is not 1 - total of others (bid)}
match: {max_deals: 1}
"""

SCATTER = """\
trickbook: 1
extends: trick-taking
name: Scatter
players: {count: 3}
piles: {parcel: {owned: yes, seen_by: nobody}}
facts: {sent: {starts: 0, upon: pass, becomes: sent + 1}}
steps:
  pass: {after: deal, ask: players, cards: 1, to: parcel of (player + 1 + sent div 3), again: sent < 6}
  unwrap: {after: pass, move: parcel, to: hand}
match: {max_deals: 1}
"""

BOOSTER = """\
trickbook: 1
extends: trick-taking
name: Booster
players: {count: 3}
steps: {tricks: {again: rounds is 1 and trick has nines}}
points: {each: {player: tricks}}
match: {max_deals: 1}
"""


def rules(tmp_path: Path, text: str) -> trickbook.Ruleset:
    path = tmp_path / "game.yaml"
    path.write_text(text, "utf-8")
    return trickbook.load(path)


def test_an_auction_goes_round_until_all_but_one_have_passed(tmp_path: Path) -> None:
    game = rules(tmp_path, AUCTION).new_game(seed=1)
    for seat, bid in ((1, 2), (2, 3), (0, 4), (1, 0), (2, 5), (0, 6), (2, 0)):
        assert game.actors == (seat,)
        game = game.apply(seat, str(bid))
    assert (game.phase, game.leader, game.facts["high"]) == ("tricks", 0, 6)
    assert trickbook.replay(game.record(), rules(tmp_path, AUCTION)).record() == game.record()


def test_a_bid_is_higher_in_every_round(tmp_path: Path) -> None:
    game = rules(tmp_path, AUCTION).new_game(seed=1).apply(1, "2").apply(2, "7").apply(0, "0")
    with pytest.raises(trickbook.MoveError, match="because of higher: Bid higher or pass"):
        game.apply(1, "6")


def test_who_is_left_when_nobody_bids_is_not_asked(tmp_path: Path) -> None:
    game = rules(tmp_path, AUCTION).new_game(seed=1).apply(1, "0").apply(2, "0")
    assert (game.phase, game.leader) == ("tricks", 1)


def test_what_is_left_to_answer_is_seen_when_the_turn_comes(tmp_path: Path) -> None:
    game = rules(tmp_path, HOOK).new_game(seed=1).apply(1, "0").apply(2, "0")
    assert (game.phase, game.view(1)["answers"]["bid"][1:]) == ("tricks", ["0", "0"])
    game = rules(tmp_path, HOOK).new_game(seed=1).apply(1, "1").apply(2, "0")
    assert (game.phase, game.view(1)["answers"]["bid"][0]) == ("tricks", "1")
    game = rules(tmp_path, HOOK).new_game(seed=1).apply(1, "1").apply(2, "1")
    assert (game.phase, game.legal(0)) == ("bid", ["0", "1"])


def test_all_may_answer_together_round_after_round_and_nobody_sees_what_was_given(tmp_path: Path) -> None:
    game = rules(tmp_path, SCATTER).new_game(seed=1, hands=[["2C", "3C"], ["2D", "3D"], ["2S", "3S"]])
    for seat, card in ((0, "2C"), (2, "2S"), (1, "2D"), (2, "3S")):
        game = game.apply(seat, card)
    assert (game.actors, game.facts) == ((0, 1), {"sent": 3})
    assert not {"2C", "2S", "3S"} & set(re.findall(r"\w\w", str(game.view(1))))
    game = game.apply(0, "3C").apply(1, "3D")
    assert (game.phase, game.hands) == ("tricks", (("3D", "2S"), ("2C", "3S"), ("3C", "2D")))
    assert trickbook.replay(game.record(), rules(tmp_path, SCATTER)).record() == game.record()


def test_answers_may_be_given_with_the_situation(tmp_path: Path) -> None:
    game = rules(tmp_path, HOOK + "points: {kept: {when: tricks is bid, player: 10}}\n")
    taken = ["2C", [], []]
    assert game.score(taken, facts={"bid": [1, 1, 0]}) == [10, 0, 10]
    trumps = "winning: {trump: {before: led_suit, keep: suit of turned}}\n"
    asked = HOOK.replace("  bid:", "  turned: {after: deal, ask: chance, from: aside, cards: 1}\n  bid:")
    plays = ["AC", "2H", "KC"]
    assert rules(tmp_path, asked + trumps).trick_winner(plays) == 0
    assert rules(tmp_path, asked + trumps).trick_winner(plays, facts={"turned": "3H"}) == 1


def test_a_cycle_may_change_when_everybody_has_dealt(tmp_path: Path) -> None:
    options = "options: {game: {type: cycle, choices: [up, down], default: [up, down], by: round}}\n"
    text = HOOK.replace("max_deals: 1", "max_deals: 8") + options + "words: {upward: game is up}\n"
    game = rules(tmp_path, text)
    found = [game.new_game(seed=1, deal=deal).facts["upward"] for deal in range(1, 9)]
    assert found == [True, True, True, False, False, False, True, True]


def test_a_nine_sends_the_trick_round_once_more(tmp_path: Path) -> None:
    hands = [["3C", "4C", "9C"], ["9H", "AC", "5C"], ["2C", "KC", "6C"]]
    game = rules(tmp_path, BOOSTER).new_game(seed=1, hands=hands, leader=0)
    for seat, card in ((0, "9C"), (1, "5C"), (2, "2C"), (0, "3C"), (1, "AC")):
        assert game.actors == (seat,)
        game = game.apply(seat, card)
    assert len(game.trick) == 5
    game = game.apply(2, "KC")
    assert [len(trick.plays) for trick in game.tricks] == [6]
    assert (game.tricks[0].taker, game.leader, game.facts) == (1, 1, {})
    assert trickbook.replay(game.record(), rules(tmp_path, BOOSTER)).record() == game.record()


def test_a_trick_does_not_go_round_when_a_hand_has_run_out(tmp_path: Path) -> None:
    game = rules(tmp_path, BOOSTER).new_game(seed=1, hands=[["9C"], ["5C"], ["2C"]], leader=0)
    game = game.apply(0, "9C").apply(1, "5C").apply(2, "2C")
    assert (game.phase, game.deals) == ("over", ((1, 0, 0),))
