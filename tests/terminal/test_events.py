"""What is told of a moment: also of what nobody said."""

from __future__ import annotations

import trickbook
from trickbook.seat import about, seat_view
from trickbook.terminal.events import TableEvent, events_since
from trickbook.terminal.table_interface import TableUpdate


def test_a_card_that_the_rules_lay_open_is_told() -> None:
    """CH-5: the fourth card follows the third by itself, from whoever holds it."""
    rules = trickbook.load("chinese-hearts")
    game = rules.new_game(seed=1, hands=["QS JD", "TC 2C", "AH 3C", "4C 5C"], deal=1)
    before = seat_view(game, 3, "en")
    while game.view(3)["phase"] == "expose":
        seat = game.actors[-1]
        before = seat_view(game, 3, "en")
        game = game.apply(seat, next((move for move in game.legal(seat) if move != "done"), "done"))
    events = events_since(before, TableUpdate(seat_view(game, 3, "en"), ()), about(rules, 4, "en"))
    said, laid = (next(event for event in events if event.kind == kind) for kind in ("said", "laid"))
    assert {said.what, laid.what} <= {"QS", "JD", "TC", "AH"}
    assert laid == TableEvent("laid", {"QS": 0, "JD": 0, "TC": 1, "AH": 2}[laid.what], what=laid.what)
