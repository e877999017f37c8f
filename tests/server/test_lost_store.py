"""The store in PostgreSQL cannot be reached any more: whoever waits for it is answered in a sentence."""

from __future__ import annotations

import asyncio
import gc
import logging
from collections.abc import Sequence
from contextlib import closing
from typing import Any

import psycopg
import pytest
from tests.server.local_server import FREELY, LONG
from tests.server.postgres_server import database

from trickbook.problems import TrickbookError
from trickbook.server import listener
from trickbook.server.fleet.shared_store import open_shared
from trickbook.server.store import select
from trickbook.server.store.postgres import PostgresDatabase
from trickbook.server.store.writer import StoreUnavailableError, Writer
from trickbook.server.table import Row


def test_a_store_that_is_lost_while_a_server_starts(
    postgres_address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The server ends with a sentence, as it does if the store cannot be opened; no traceback is logged."""
    for_peers = listener.for_peers

    def lost(*given: Any) -> Any:
        """It happens after the store was opened, and before the server joins the others."""
        with psycopg.connect(postgres_address, autocommit=True) as connection:
            name = store.partition("?")[0].rpartition("/")[2]
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
        return for_peers(*given)

    monkeypatch.setattr(listener, "for_peers", lost)
    sentence = r"the store cannot be used: .* start the server again later"
    with (
        listener.listening_socket("127.0.0.1", 0) as listening,
        database(postgres_address) as store,
        caplog.at_level(logging.WARNING),
    ):
        try:
            with pytest.raises(TrickbookError, match=sentence):
                listener.serve_alone(listening, store, FREELY, lambda _: None)
        finally:
            gc.enable()
    assert not caplog.records


def settled(writer: Writer, commits: Sequence[Sequence[Row]]) -> list[BaseException | None]:
    """What becomes of rows that wait together."""

    async def all_at_once() -> list[BaseException | None]:
        waiting = [asyncio.ensure_future(writer.commit(rows)) for rows in commits]
        await asyncio.sleep(0)
        assert writer.waiting.qsize() == len(waiting)
        writer.start()
        try:
            return await asyncio.gather(*waiting, return_exceptions=True)
        finally:
            await asyncio.to_thread(writer.stop)

    return asyncio.run(all_at_once())


def use(name: str) -> list[Row]:
    return [Row("use", (name, 1.0))]


def test_a_lost_store_is_tried_once_for_all_that_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connecting may take seconds, which are not to add up."""
    tries = []

    def refused(*_: object, **__: object) -> None:
        tries.append(1)
        raise psycopg.OperationalError("connection timeout expired")

    monkeypatch.setattr(psycopg, "connect", refused)
    found = settled(Writer(PostgresDatabase("postgresql://")), [use(str(number)) for number in range(20)])
    assert all(isinstance(one, StoreUnavailableError) for one in found)
    assert {str(one) for one in found} == {
        "nothing can be stored at the moment: the database does not answer"
    }
    assert len(tries) == 1


def test_rows_that_cannot_be_stored_affect_no_others(shared_store: str) -> None:
    """The store is there, so the others are tried again, until the connection is lost, too."""

    class Lost(PostgresDatabase):
        """A connection that is lost when a row tells so."""

        def execute(self, query: str, values: Sequence[Any] = ()) -> Any:
            if "lost" in values and self.connection is not None:
                ending = [self.connection.info.backend_pid, 1000 * LONG]
                kept.reading.execute("SELECT pg_terminate_backend(?, ?)", ending)
            return super().execute(query, values)

    makers = [[Row("maker", (name, "maker"))] for name in ("one", "two", "two", "four", "lost", "five")]
    with closing(open_shared(shared_store)) as kept, closing(Lost(shared_store)) as writing:
        found = settled(Writer(writing), makers)
        assert [one is None for one in found] == [True, True, False, True, False, False]
        names = select(kept.reading, "SELECT name FROM makers ORDER BY name")
        assert names == [("four",), ("one",), ("two",)]
