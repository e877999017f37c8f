"""One thread writes for all tables. Rows that wait at the same time are stored together."""

from __future__ import annotations

import asyncio
import queue
import threading
from typing import TYPE_CHECKING, NamedTuple

from trickbook.problems import TrickbookError
from trickbook.server.store.database import write

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Sequence

    from trickbook.server.table.state import Row


class StoreUnavailableError(TrickbookError):
    """Nothing can be stored at the moment, so nothing was done."""


class PendingWrite(NamedTuple):
    """Rows to store, and a callback."""

    rows: Sequence[Row]
    deliver: Callable[[Exception | None], None]


class Writer:
    """The writing thread. ``commit`` returns once the rows are on the disk."""

    def __init__(self, database: sqlite3.Connection) -> None:
        """Keep the connection; ``start`` starts the thread."""
        self.database = database
        self.waiting: queue.SimpleQueue[PendingWrite | None] = queue.SimpleQueue()
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self.thread.start()

    def stop(self) -> None:
        """Store what waits, and end the thread."""
        self.waiting.put(None)
        self.thread.join()

    async def commit(self, rows: Sequence[Row]) -> None:
        """Store rows, all or none; StoreUnavailableError if that is impossible now."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()

        def deliver(error: Exception | None) -> None:
            loop.call_soon_threadsafe(_settle, done, error)

        self.waiting.put(PendingWrite(rows, deliver))
        await asyncio.shield(done)

    def _run(self) -> None:
        while (first := self.waiting.get()) is not None:
            batch, last = [first], False
            while not self.waiting.empty():
                more = self.waiting.get()
                if more is None:
                    last = True
                    break
                batch.append(more)
            self._store(batch)
            if last:
                return

    def _store(self, batch: Sequence[PendingWrite]) -> None:
        """Store all together; if that fails, one by one, so that a failure affects no other."""
        error = self._stored([row for one in batch for row in one.rows])
        for one in batch:
            one.deliver(self._stored(one.rows) if error and len(batch) > 1 else error)

    def _stored(self, rows: Sequence[Row]) -> Exception | None:
        try:
            write(self.database, rows)
        except Exception as error:  # noqa: BLE001 - whatever it is, who waits is deliver, and the thread goes on
            return error
        return None


def _settle(done: asyncio.Future[None], error: Exception | None) -> None:
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(StoreUnavailableError(f"nothing can be stored at the moment: {error}"))
