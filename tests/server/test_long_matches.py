"""What is told at a table stays short, however long its match."""

from __future__ import annotations

import json
from typing import Any

from tests.server.offline_tables import at, begun, run

import trickbook
from trickbook.game.events import Event
from trickbook.replays.sealed_deals import drawn
from trickbook.server.rooms import frames
from trickbook.server.table import LoggedMove, TableState

MOVES = 100_000
DEALS = 2_000


def long_match() -> TableState:
    """A table at which very much has been played."""
    table = begun(trickbook.load("hearts"))
    taken = Event("taken", 0, "tricks", [[seat, "QS"] for seat in range(4)])
    caused = (Event("played", 0, "tricks", "QS"), taken)
    log = tuple(LoggedMove(number, number % 4, "QS", caused) for number in range(2, MOVES + 2))
    sealed = dict.fromkeys(range(1, DEALS + 1), drawn())
    return table._replace(seq=MOVES + 1, log=log, sealed=sealed)


def told(table: TableState, seen: int) -> Any:
    """What a seat is told that comes with the last number it has seen."""
    return json.loads(frames.state(table, 0, frames.public_view(table), seen))


def test_a_state_holds_the_last_moves_and_seals() -> None:
    async def joined() -> str:
        _, lines = await at(long_match())
        return next(frame for frame in lines[None].frames if frame.startswith('{"type":"state"'))

    assert len(run(joined())) < 50_000
    table = long_match()
    state = told(table, 0)
    assert [move["seq"] for move in state["missed"]] == [
        *range(table.seq - frames.MISSED_MOVES + 1, table.seq + 1)
    ]
    assert [*state["seals"]] == [str(deal) for deal in range(DEALS - frames.LISTED_SEALS + 1, DEALS + 1)]


def test_who_missed_a_few_moves_is_told_them_all() -> None:
    table = long_match()
    assert [move["seq"] for move in told(table, table.seq - 3)["missed"]] == [
        *range(table.seq - 2, table.seq + 1)
    ]
    assert told(table, table.seq)["missed"] == []
