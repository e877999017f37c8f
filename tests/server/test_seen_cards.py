"""Nobody forgets cards: what was seen since a move, and not played, keeps it from being taken back."""

from __future__ import annotations

import random

from tests.server.test_take_back import asked, last_mover, played, table

from trickbook.game.events import Event
from trickbook.server.table import TableState, match, messages
from trickbook.server.table.match import Requester, with_position


def passed(live: TableState, seats: range) -> TableState:
    for seat in seats:
        assert live.game
        live = match.play(live, Requester(seat, None), live.game.legal(seat)[0]).table
    return live


def test_a_hidden_pass_is_taken_back_until_the_cards_are_seen() -> None:
    live = passed(table(), range(3))
    back = asked(live, 0, {1, 2, 3})
    assert back.answer["type"] == "accepted"
    assert back.table.game.actors == (0, 1, 2, 3)
    done = passed(live, range(3, 4))
    assert asked(done, 0, {1, 2, 3}).answer["message"] == messages.SEEN


def with_open_dummy() -> TableState:
    """A table at which the first card was led, and the dummy laid open."""
    live, rng = table(name="bridge"), random.Random(1)  # noqa: S311 - any bids
    while live.game and live.game.phase != "tricks":
        seat = live.game.actors[0]
        live = match.play(live, Requester(seat, None), rng.choice([*live.game.legal(seat)])).table
    return played(live, 1)


def test_a_dummy_that_was_laid_open_is_not_forgotten() -> None:
    live = with_open_dummy()
    assert asked(live, last_mover(live), set(range(4))).answer["message"] == messages.SEEN


def test_bids_are_no_cards_however_they_are_spelled() -> None:
    live = with_open_dummy()
    every = " ".join(f"{rank}{suit}" for suit in "CDHS" for rank in "23456789TJQKA")
    bid = live.log[-1]._replace(events=(Event("answered", 0, "bid", every),))
    forged = live._replace(log=(*live.log[:-1], bid))
    assert asked(forged, last_mover(live), set(range(4))).answer["message"] == messages.SEEN


def test_cards_that_were_seen_only_in_between_are_not_forgotten() -> None:
    live = with_open_dummy()
    *_, before, now = live.positions
    forged = live._replace(game=live.positions[before], seq=now + 1)
    forged = with_position(forged._replace(positions=live.positions))
    assert asked(forged, last_mover(live), set(range(4))).answer["message"] == messages.SEEN
