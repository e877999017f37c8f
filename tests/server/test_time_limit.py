"""Rules that turn slow during a match end their own table, before others wait for long."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.server.offline_tables import Inside, Kept, Nowhere, at, begun, run, says

import trickbook
from trickbook.seat.rules_request import RulesRequest
from trickbook.server.rooms.context import MAX_SLOW_CHANGES, TimeLimit
from trickbook.server.rooms.room import Room
from trickbook.server.store.lifetimes import CLOSED
from trickbook.server.store.writer import StoreUnavailableError
from trickbook.server.table import Row, match

TEXT = "trickbook: 1\nname: Own\nextends: hearts\n"


async def play_on(room: Room, lines: dict[int | None, Kept], moves: int) -> None:
    """The seat that is to act makes the first legal move."""
    for number in range(moves):
        game = room.table.game
        assert game is not None
        seat = game.actors[0]
        await says(room, lines[seat], "play", f"{number}", move=game.legal(seat)[0])


@pytest.mark.parametrize("text", [TEXT, None], ids=["sent", "shipped"])
def test_a_table_by_sent_rules_ends_after_several_slow_changes(
    monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    """Every change counts as slow here; a table by shipped rules goes on."""
    monkeypatch.setattr("trickbook.server.rooms.context.CHANGE_SECONDS", -1)

    async def tried() -> None:
        table = begun(trickbook.load("hearts", {"passing": "hold"}))
        room, lines = await at(table._replace(choice=RulesRequest("hearts", text)))
        await play_on(room, lines, MAX_SLOW_CHANGES)
        assert room.ended == (text is not None)
        assert isinstance(room.context, Inside)
        writer = room.context.writer
        assert isinstance(writer, Nowhere)
        assert (("use", ("table", CLOSED)) in writer.rows) == room.ended
        assert all(line.closed == room.ended for line in lines.values())
        if room.ended:
            with pytest.raises(StoreUnavailableError, match="has ended"):
                await room.apply(match.no_change)

    run(tried())


def test_states_for_new_connections_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coming again and again makes the server show the same slow state."""

    async def tried() -> None:
        table = begun(trickbook.load("hearts", {"passing": "hold"}))
        room, _ = await at(table._replace(choice=RulesRequest("hearts", TEXT)))
        monkeypatch.setattr("trickbook.server.rooms.context.CHANGE_SECONDS", -1)
        for count in range(1, MAX_SLOW_CHANGES + 1):
            assert not room.ended
            await room.join(line := Kept(None), 0)
            assert room.limit.slow_changes == count
        assert room.ended
        assert line.closed

    run(tried())


def test_a_slow_table_ends_when_that_can_be_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried() -> None:
        table = begun(trickbook.load("hearts", {"passing": "hold"}))
        room, _ = await at(table._replace(choice=RulesRequest("hearts", TEXT)))
        room.limit.slow_changes = MAX_SLOW_CHANGES
        commit, full = room.context.commit, True

        async def stored(rows: Sequence[Row]) -> None:
            if full:
                raise StoreUnavailableError
            await commit(rows)

        monkeypatch.setattr(room.context, "commit", stored)
        await room.apply(match.no_change)
        assert not room.ended
        full = False
        await room.apply(match.no_change)
        assert room.ended

    run(tried())


def test_quick_changes_do_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the processor time of a change itself counts, also of one that fails."""
    times = iter([0, 1, 5, 5.2, 9, 10])
    monkeypatch.setattr("trickbook.server.rooms.context.thread_time", lambda: next(times))
    limit = TimeLimit(limited=True)
    assert limit.run(str, 7) == "7"
    assert limit.run(str, 8) == "8"
    with pytest.raises(ZeroDivisionError):
        limit.run(divmod, 1, 0)
    assert (limit.slow_changes, limit.exceeded) == (2, False)
