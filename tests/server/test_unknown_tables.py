"""Tables that there are not cost little: an id is looked for once in a while, and many ask together."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.test_lifetimes import registry, stored

from trickbook.server.fleet import Peer, SingleProcess
from trickbook.server.rooms import LONGEST_NAME, REMEMBERED_SECONDS, UnknownTables
from trickbook.server.store.store import open_store
from trickbook.server.workers import BusyError

THERE = Peer("127.0.0.1", 2, "there")


class Counted(SingleProcess):
    """A fleet whose tables are all elsewhere if ``there`` is; it notes what is claimed."""

    def __init__(self, there: Peer | None = None) -> None:
        self.there, self.claims = there, list[str]()

    async def claim(self, name: str, /) -> Peer | None:
        self.claims.append(name)
        await asyncio.sleep(0)
        return self.there


def test_an_id_without_a_table_is_looked_for_once_in_a_while(tmp_path: Path) -> None:
    async def tried() -> None:
        with closing(open_store(tmp_path)) as kept:
            async with registry(kept) as rooms:
                rooms.context.fleet, now = Counted(), 0.0
                rooms.unknown.clock = lambda: now
                for _ in range(5):
                    assert await rooms.room("none") is None
                    assert await rooms.holder("none") is None
                assert rooms.context.fleet.claims == ["none"]
                now = REMEMBERED_SECONDS
                assert await rooms.room("none") is None
                assert rooms.context.fleet.claims == ["none"] * 2
                table = stored(kept, ["me"]).update.table.name
                assert await rooms.room(table) is not None
                assert await rooms.room("x" * (LONGEST_NAME + 1)) is None
                assert rooms.context.fleet.claims == ["none", "none", table]

    asyncio.run(tried())


def test_all_who_look_for_a_table_at_once_share_a_claim(tmp_path: Path) -> None:
    async def tried() -> None:
        with closing(open_store(tmp_path)) as kept:
            async with registry(kept) as rooms:
                rooms.context.fleet = Counted(THERE)
                found = await asyncio.gather(*(rooms.holder("table") for _ in range(50)))
                assert found == [THERE] * 50
                assert rooms.context.fleet.claims == ["table"]
                assert await rooms.holder("table") == THERE
                assert rooms.context.fleet.claims == ["table"] * 2
                assert not rooms.claiming

    asyncio.run(tried())


def test_so_many_ids_are_remembered_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.server.rooms.REMEMBERED_NAMES", 3)
    unknown = UnknownTables(lambda: 0)
    for name in "abcd":
        unknown.add(name)
    assert [name in unknown for name in "abcd"] == [False, True, True, True]


def test_a_table_that_is_given_up_as_soon_as_it_is_restored_is_not_unknown(tmp_path: Path) -> None:
    """Its client comes again and finds it at its new holder."""

    async def tried() -> None:
        with closing(open_store(tmp_path)) as kept:
            table = stored(kept, ["me"]).update.table.name
            async with registry(kept) as rooms:
                with pytest.MonkeyPatch.context() as patch:
                    loop = asyncio.get_running_loop()
                    patch.setattr(rooms.context.bots, "expect", lambda _: loop.call_soon(rooms.give_up))
                    with pytest.raises(BusyError, match="moving to another server"):
                        await rooms.room(table)
                assert await rooms.room(table) is not None

    asyncio.run(tried())
