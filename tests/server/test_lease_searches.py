"""Searches for tables of a shared store delay no leases, and are bounded."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.server.local_server import LONG
from tests.server.test_leases import THERE, members, stored
from tests.server.test_lifetimes import registry

from trickbook.server import rooms
from trickbook.server.fleet import SingleProcess
from trickbook.server.store.postgres import PostgresDatabase
from trickbook.server.store.store import open_store
from trickbook.server.store.writer import StoreUnavailableError
from trickbook.server.workers import BusyError


class Watched(PostgresDatabase):
    """A connection that answers when it may, and counts what it is asked."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.may, self.count = threading.Event(), 0

    def execute(self, query: str, values: Sequence[Any] = ()) -> Any:
        self.count += 1
        assert self.may.wait(LONG)
        return super().execute(query, values)


def test_signs_of_life_wait_for_no_search(shared_store: str) -> None:
    """A process keeps its leases, whatever clients ask for."""

    async def tried() -> None:
        async with members(shared_store) as (_, here, there):
            with closing(Watched(shared_store)) as slow:
                here.search.database = slow
                claims = [asyncio.ensure_future(here.claim(str(number))) for number in range(100)]
                assert await here.beat([{"table": "open"}]) == []
                assert await there.beat([]) == [{"table": "open"}]
                assert not any(claim.done() for claim in claims)
                slow.may.set()
                assert await asyncio.gather(*claims) == [None] * len(claims)

    asyncio.run(tried())


def test_an_id_without_a_table_is_not_claimed(shared_store: str) -> None:
    async def tried() -> None:
        async with members(shared_store) as (kept, here, there):
            table = stored(kept)
            with closing(Watched(shared_store)) as watched:
                here.claims.database = watched
                assert [await here.claim(str(number)) for number in range(20)] == [None] * 20
                assert watched.count == 0
                watched.may.set()
                for _ in range(2):
                    assert await here.claim(table) is None
                assert watched.count == 2, "a statement each"
                await here.release(table)
                assert await there.claim(table) is None
                assert await here.claim(table) == THERE

    asyncio.run(tried())


def test_more_searches_than_a_number_are_refused(shared_store: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.server.fleet.shared_store.MAX_WAITING", 3)

    async def tried() -> None:
        async with members(shared_store) as (_, here, _):
            with closing(Watched(shared_store)) as slow:
                here.search.database = slow
                claims = [asyncio.ensure_future(here.claim(str(number))) for number in range(10)]
                done, waiting = await asyncio.wait(claims, return_when=asyncio.FIRST_COMPLETED, timeout=LONG)
                assert len(waiting) == 3
                assert all(isinstance(claim.exception(), StoreUnavailableError) for claim in done)
                slow.may.set()
                await asyncio.wait(waiting)
                assert await here.claim("another") is None

    asyncio.run(tried())


def test_so_many_tables_are_restored_at_once_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "MAX_LOADING", 3)
    may = asyncio.Event()

    class Slow(SingleProcess):
        """A fleet that answers when it may."""

        async def claim(self, _: str, /) -> None:
            await may.wait()

    async def tried() -> None:
        with closing(open_store(tmp_path)) as kept:
            async with registry(kept) as several:
                several.context.fleet = Slow()
                asked = [asyncio.ensure_future(several.room(str(number))) for number in range(3)]
                await asyncio.sleep(0)
                with pytest.raises(BusyError):
                    await several.room("another")
                may.set()
                assert await asyncio.gather(*asked) == [None] * 3
                assert await several.room("another") is None

    asyncio.run(tried())
