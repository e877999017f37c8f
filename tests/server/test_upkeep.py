"""The upkeep ends no table to which somebody comes just then."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.local_server import serving
from tests.server.test_lifetimes import BOTS, parts, registry, stored

from trickbook.server.client import create_table, take_seat
from trickbook.server.fleet import Peer, SingleProcess
from trickbook.server.rooms import RoomRegistry
from trickbook.server.rooms.room import Room
from trickbook.server.rooms.upkeep import keep_up
from trickbook.server.store import write
from trickbook.server.store.lifetimes import CLOSED, DAY
from trickbook.server.store.restore import restored
from trickbook.server.store.store import Store, open_store
from trickbook.server.table import Row, TableState, Update

Happens = Callable[[Store, RoomRegistry, str], Awaitable[object]]


class Late(SingleProcess):
    """A fleet in which something happens while this process takes its first lease."""

    def __init__(self, happens: Callable[[], Awaitable[object]]) -> None:
        self.happens: list[Callable[[], Awaitable[object]]] = [happens]

    async def claim(self, _: str, /) -> Peer | None:
        if self.happens:
            await self.happens.pop()()
        return None


async def comes(_: Store, rooms: RoomRegistry, name: str) -> None:
    """Somebody comes to the table here."""
    assert await rooms.room(name) is not None


async def is_coming(_: Store, rooms: RoomRegistry, name: str) -> None:
    """Somebody comes to the table, whose rows are still being read."""
    rooms.context.keep(asyncio.ensure_future(rooms.room(name)))
    while name not in rooms.loading:  # noqa: ASYNC110 - nobody is told
        await asyncio.sleep(0)


async def came_elsewhere(kept: Store, rooms: RoomRegistry, name: str) -> None:
    """Another process has held the table since, noted that it was used, and given it back."""
    write(kept.writing, [Row("use", (name, rooms.now()))])


@pytest.mark.parametrize("happens", [comes, is_coming, came_elsewhere])
def test_a_table_goes_on_if_somebody_comes_before_its_end(tmp_path: Path, happens: Happens) -> None:
    """Its use is looked at again once no other process can have it."""

    async def tried(kept: Store) -> None:
        name = stored(kept, BOTS, 5).update.table.name
        async with registry(kept) as rooms:
            rooms.clock.time += 31 * DAY
            before = parts(kept, name)
            rooms.context.fleet = Late(lambda: happens(kept, rooms, name))
            await keep_up(rooms)
            assert parts(kept, name) == before
            room = await rooms.room(name)
            assert room is not None
            assert not room.ended
            assert restored(kept.reading, name) is not None

    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))


def test_a_table_whose_end_has_begun_is_restored_no_more(tmp_path: Path) -> None:
    async def tried(kept: Store) -> None:
        name = stored(kept, BOTS, 5).update.table.name
        async with registry(kept) as rooms:
            rooms.clock.time += 31 * DAY
            ends = asyncio.ensure_future(keep_up(rooms))
            while name not in rooms.ending:  # noqa: ASYNC110 - likewise
                await asyncio.sleep(0)
            assert await rooms.room(name) is None
            await ends
            assert not parts(kept, name)

    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))


def test_a_table_that_is_given_up_while_its_room_closes_ends_all_the_same(tmp_path: Path) -> None:
    """The leases may be lost while a change is in progress; nothing is left of its end."""

    async def tried(kept: Store) -> None:
        name = stored(kept, BOTS, 5).update.table.name
        async with registry(kept) as rooms:
            room = await rooms.room(name)
            assert room is not None
            write(kept.writing, [Row("use", (name, CLOSED))])
            async with room.lock:
                ends = asyncio.ensure_future(keep_up(rooms))
                while name not in rooms.ending:  # noqa: ASYNC110 - likewise
                    await asyncio.sleep(0)
                rooms.give_up()
            await ends
            assert not rooms.ending
            assert not parts(kept, name)

    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))


def test_a_seat_is_told_though_its_table_is_unloaded_just_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is stored, so the player gets its token."""
    registries, found, applied = list[RoomRegistry](), RoomRegistry.room, Room.apply

    async def room(rooms: RoomRegistry, name: str) -> Room | None:
        registries.append(rooms)
        return await found(rooms, name)

    async def unloaded(room: Room, act: Callable[[TableState], Update]) -> Update:
        update = await applied(room, act)
        registries[-1].forget(room.table.name)
        return update

    monkeypatch.setattr(RoomRegistry, "room", room)
    monkeypatch.setattr(Room, "apply", unloaded)
    with serving(tmp_path) as url:
        ann = asyncio.run(
            create_table(url, game="hearts", players=3, name="Ann", seats=["me", "open", "duck"])
        )
        ben = asyncio.run(take_seat(url, ann.table, "Ben"))
    assert (ben.table, ben.seat) == (ann.table, 1)
    with closing(open_store(tmp_path)) as kept:
        table = restored(kept.reading, ann.table)
    assert table is not None
    assert table.seats[1].name == "Ben"
