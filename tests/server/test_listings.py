"""The open tables of all processes of a store in PostgreSQL."""

from __future__ import annotations

import asyncio

from tests.server.test_leases import members

from trickbook.server.store.postgres import PostgresDatabase

OPEN, OTHER = {"table": "open"}, {"table": "other"}


def test_each_process_knows_the_open_tables_of_the_others(shared_store: str) -> None:
    async def tried() -> None:
        async with members(shared_store) as (_, here, there):
            assert await there.beat([OPEN]) == []
            assert await here.beat([OTHER]) == [OPEN]
            assert await there.beat([OPEN]) == [OTHER]
            await there.beat([])
            assert await here.beat([OTHER]) == []
            await here.leave()
            assert await there.beat([]) == []

    asyncio.run(tried())


def test_only_what_has_changed_is_read(shared_store: str) -> None:
    """A row that changed without a notice is known when the connection was lost: notices were missed then."""

    async def tried() -> None:
        async with members(shared_store) as (kept, here, there):
            await there.beat([OPEN])
            assert await here.beat([]) == [OPEN]
            kept.writing.execute("UPDATE nodes SET tables = '[]' WHERE name = ?", [there.name])
            assert await here.beat([]) == [OPEN]
            life = here.life.database
            assert isinstance(life, PostgresDatabase)
            assert life.connection is not None
            kept.writing.execute("SELECT pg_terminate_backend(?, 10000)", [life.connection.info.backend_pid])
            assert await here.beat([]) == []

    asyncio.run(tried())
