"""What somebody outside announces: heard when the deal in progress ends, and kept in the record. WH-28."""

from __future__ import annotations

import pytest

import trickbook
from trickbook.engine.moves import MoveError

LAST = [(0, "2C"), (1, "2H"), (2, "3S"), (3, "4S")]


@pytest.fixture
def game() -> trickbook.Game:
    rules = trickbook.load("hearts", {"minutes": 30, "passing": "hold"})
    return rules.new_game(4, seed=7, hands=[["2C"], ["2H"], ["3S"], ["4S"]])


def ended(game: trickbook.Game) -> trickbook.Game:
    for seat, card in LAST:
        game = game.apply(seat, card)
    return game


def test_time_is_up_when_the_deal_ends(game: trickbook.Game) -> None:
    assert game.due == {"time_up": 30}
    late = game.announce("time_up")
    assert (late.announced, late.due) == (("time_up",), {})
    assert (late.facts["time_up"], late.phase) == (False, "tricks")
    assert (game.announced, game.due) == ((), {"time_up": 30})
    assert (ended(late).phase, ended(late).facts["time_up"]) == ("over", True)
    assert ended(game).deal == 2


def test_everybody_hears_it(game: trickbook.Game) -> None:
    late = game.announce("time_up")
    assert all(late.view(seat)["announced"] == ["time_up"] for seat in range(4))


def test_the_record_holds_it(game: trickbook.Game) -> None:
    late = game.apply(*LAST[0]).announce("time_up")
    for seat, card in LAST[1:]:
        assert trickbook.replay(late.record()).record() == late.record()
        late = late.apply(seat, card)
    assert "\nAnnounced time_up\n" in late.record()
    assert trickbook.replay(late.record()).phase == "over"


def test_a_record_may_tell_it_where_it_happened(game: trickbook.Game) -> None:
    head, _, tricks = ended(game.announce("time_up")).record().partition("Announced time_up\n")
    told = head + tricks.replace("2 3S", "2 3S\nAnnounced time_up\ntricks:")
    told = told.replace("tricks:,", "tricks:")
    assert trickbook.replay(told).phase == "over"
    without = head + tricks
    with pytest.raises(trickbook.RecordError, match="there are no winners here"):
        trickbook.replay(without)


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        ("time_out", "`time_out` is nothing to announce here; did you mean time_up?"),
        ("hearts_broken", "`hearts_broken` is nothing to announce here; there is time_up"),
    ],
)
def test_what_cannot_be_announced(game: trickbook.Game, fact: str, message: str) -> None:
    with pytest.raises(MoveError, match=message):
        game.announce(fact)


def test_once_is_enough(game: trickbook.Game) -> None:
    with pytest.raises(MoveError, match="time_up has been announced in this deal already"):
        game.announce("time_up").announce("time_up")


def test_where_no_time_was_agreed() -> None:
    game = trickbook.load("hearts").new_game(4, seed=7)
    assert game.due == {}
    with pytest.raises(MoveError, match="`time_up` is nothing to announce here: the options leave it out"):
        game.announce("time_up")


def test_after_the_end(game: trickbook.Game) -> None:
    with pytest.raises(MoveError, match="the match is over"):
        ended(game.announce("time_up")).announce("time_up")
