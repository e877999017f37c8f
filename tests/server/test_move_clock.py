"""The move clock: a seat that is there and never moves blocks no table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.local_server import LONG
from tests.server.offline_tables import Kept, at, begun, run, says
from tests.server.raw_client import until
from tests.server.test_presence import acted, at_a_server, here
from tests.server.test_table import first

import trickbook
from trickbook.server.client import RefusedError, RemoteSeat, create_table, take_seat
from trickbook.server.rooms.room import Room
from trickbook.server.store import select
from trickbook.server.store.restore import restored
from trickbook.server.store.store import open_store
from trickbook.server.table import Row

CLOCK = 100


async def waiting(clock: int = CLOCK) -> tuple[Room, dict[int | None, Kept], int]:
    """A table at which all play tricks; the last is the seat whose turn it is."""
    room, lines = await at(begun(trickbook.load("sueca"))._replace(clock=clock))
    assert room.table.game is not None
    return room, lines, room.table.game.actors[0]


async def bot_moves(room: Room) -> None:
    """Let the bot that substitutes make its move."""
    seq, slowly, room.context.pause = room.table.seq, room.context.pause, 0
    room.scheduler.reschedule()
    room.context.pause = slowly
    async with asyncio.timeout(LONG):
        while room.table.seq == seq:  # noqa: ASYNC110 - the frames tell it, too
            await asyncio.sleep(0.01)


def late(room: Room, seconds: float = CLOCK) -> None:
    """Let time pass in which the table is played at."""
    assert room.scheduler.clock_started_at is not None
    room.scheduler.clock_started_at -= seconds
    room.scheduler.reschedule()


def test_a_bot_moves_for_whoever_lets_others_wait() -> None:
    """A message that is no move stops no clock; who says something plays again from the next decision on."""

    async def table() -> None:
        room, lines, seat = await waiting()
        late(room, CLOCK / 2)
        await says(room, lines[seat], "hint", "1")
        room.part(lines[seat])
        await room.join(lines[seat], 0)
        assert room.scheduler.replaced() == set()
        late(room, CLOCK / 2)
        assert room.scheduler.replaced() == {seat}
        await bot_moves(room)
        assert room.scheduler.replaced() == {seat}
        await says(room, lines[seat], "resume", "3")
        assert json.loads(lines[seat].frames[-1]) == {"type": "accepted", "id": "3", "seq": room.table.seq}
        assert room.scheduler.replaced() == set()
        told = [json.loads(frame) for frame in lines[None].frames]
        assert [one["seats"][seat]["bot"] for one in told if one["type"] == "seats"][-3:] == [
            None,
            "duck",
            None,
        ]

    run(table())


def test_the_time_in_which_a_move_is_stored_is_playing_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody disconnects meanwhile, and comes again."""

    async def table() -> None:
        room, lines, seat = await waiting()
        commit, storing, stored = room.context.commit, asyncio.Event(), asyncio.Event()

        async def slowly(rows: Sequence[Row]) -> None:
            storing.set()
            await stored.wait()
            await commit(rows)

        monkeypatch.setattr(room.context, "commit", slowly)
        before = room.table.played
        assert room.table.game is not None
        move = str(room.table.game.legal(seat)[0])
        playing = asyncio.ensure_future(says(room, lines[seat], "play", move=move))
        await storing.wait()
        late(room)
        room.part(lines[(seat + 1) % 4])
        stored.set()
        await playing
        assert room.scheduler.with_clock(room.table).played - before >= CLOCK

    run(table())


@pytest.mark.parametrize("how", ["left", "late"])
def test_who_returns_is_not_told_that_a_bot_fills_in(how: str) -> None:
    async def table() -> None:
        room, lines, seat = await waiting()
        if how == "left":
            await says(room, lines[seat], "leave", "1")
        else:
            late(room)
            await bot_moves(room)
            room.part(lines[seat])
        assert room.scheduler.replaced() == {seat}
        await room.join(line := Kept(seat, key=lines[seat].key), 0)
        told = [json.loads(frame) for frame in line.frames]
        assert next(one["seats"][seat]["bot"] for one in told if one["type"] == "seats") is None
        assert room.scheduler.replaced() == set()

    run(table())


def test_who_says_something_before_the_bot_moves_has_the_next_decision() -> None:
    async def table() -> None:
        room, lines, seat = await waiting()
        late(room)
        await says(room, lines[seat], "resume", "2")
        assert room.scheduler.replaced() == {seat}, "this decision is the bot's"
        await bot_moves(room)
        assert room.scheduler.replaced() == set()
        late(room)
        assert room.scheduler.replaced() != {seat}

    run(table())


def test_who_moves_late_but_before_the_bot_has_moved() -> None:
    async def table() -> None:
        room, lines, seat = await waiting()
        late(room)
        assert room.table.game is not None
        await says(room, lines[seat], "play", move=str(room.table.game.legal(seat)[0]))
        assert [json.loads(frame)["type"] for frame in lines[seat].frames[-2:]] == ["accepted", "seats"]
        assert room.scheduler.replaced() == set()

    run(table())


def test_no_clock_runs_for_whoever_lets_nobody_wait() -> None:
    async def table() -> None:
        room, lines, seat = await waiting()
        for other in set(range(4)) - {seat}:
            room.part(lines[other])
        late(room)
        assert room.scheduler.replaced() == set()
        await room.join(lines[(seat + 1) % 4], 0)
        assert room.scheduler.replaced() == set()
        late(room)
        assert room.scheduler.replaced() == {seat}
        room, _, _ = await waiting(clock=0)
        late(room, 1e6)
        assert room.scheduler.replaced() == set()

    run(table())


def test_the_move_clock_of_a_table(tmp_path: Path) -> None:
    """A seat that never moves blocks no table; the clock is an option, which the store keeps."""

    async def table(url: str) -> None:
        for wrong in (True, 9, 86401, "600", 10.5, -1):
            with pytest.raises(RefusedError, match="`clock` is a whole number of seconds, 10 to 86400"):
                await create_table(url, game="hearts", name="Ann", clock=wrong)
        seats = ["me", "open", "duck"]
        ann = await create_table(url, game="hearts", players=3, name="Ann", seats=seats, clock=10)
        ben = await take_seat(url, ann.table, "Ben")
        async with RemoteSeat(ann) as one, RemoteSeat(ben):
            await one.play(first(one.known.view))
            await until(one, lambda: here(one)[1] == ("person", "duck", True))
            await until(one, lambda: acted(one, 1))

    at_a_server(tmp_path, table)
    with closing(open_store(tmp_path)) as kept:
        ((name, clock),) = select(kept.reading, "SELECT name, clock FROM tables")
        again = restored(kept.reading, name)
        assert again is not None
        assert again.clock == clock == 10
