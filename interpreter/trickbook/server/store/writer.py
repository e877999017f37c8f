"""One thread writes for all tables, and copies the store. Rows that wait together are stored together."""

from __future__ import annotations

import asyncio
import queue
import sqlite3
import threading
from collections import deque
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.problems import TrickbookError
from trickbook.server.store import ConnectionLostError, write
from trickbook.server.store.backups import begin_copy, copy_pages, finish_copy, partial_copy
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from trickbook.server.store import Database
    from trickbook.server.table import Row

NO_ANSWER: Final = "the database does not answer"
"""What players are told in place of the database's own sentence, which names its host and user."""


class StoreUnavailableError(TrickbookError):
    """Nothing can be stored at the moment, so nothing was done."""


def promise() -> asyncio.Future[None]:
    """A future of something that nobody may wait for any more when the server stops."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    done.add_done_callback(lambda ended: ended.cancelled() or ended.exception())
    return done


class PendingWrite(NamedTuple):
    """Rows to store, the name of the process that must hold their tables, if any, and who waits for it."""

    rows: Sequence[Row]
    holder: str
    done: asyncio.Future[None]


class PendingCopy(NamedTuple):
    """A partial copy to make of the store, and who waits for it."""

    part: Path
    done: asyncio.Future[None]


class StoppedError(Exception):
    """The writer is to stop, so it copies no further."""


class Writer:
    """The writing thread. ``commit`` returns once the rows are on the disk."""

    def __init__(self, database: Database) -> None:
        """Keep the connection; ``start`` starts the thread."""
        self.database = database
        self.waiting: queue.SimpleQueue[PendingWrite | PendingCopy | None] = queue.SimpleQueue()
        self.copies: deque[PendingCopy] = deque()
        self.stopping = False
        self.thread = threading.Thread(target=self._run, name="writer", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self.thread.start()

    def stop(self) -> None:
        """Store what waits, and end the thread."""
        self.waiting.put(None)
        self.thread.join()

    async def commit(self, rows: Sequence[Row], holder: str = "") -> None:
        """Store rows, all or none; StoreUnavailableError if that is impossible now, or for this holder."""
        await asyncio.shield(self.store(rows, holder))

    def store(self, rows: Sequence[Row], holder: str = "") -> asyncio.Future[None]:
        """Begin to store rows; the future tells when they are stored, or why they are not."""
        done = promise()
        self.waiting.put(PendingWrite(rows, holder, done))
        return done

    async def copy(self, file: Path) -> None:
        """Copy the store to a file; rows are stored meanwhile. StoreUnavailableError if that fails."""
        part = partial_copy(file)
        try:
            done = promise()
            self.waiting.put(PendingCopy(part, done))
            await asyncio.shield(done)
            await asyncio.to_thread(finish_copy, part, file)  # no row waits for a large file
        except OSError as error:
            raise StoreUnavailableError(
                Message("the copy cannot be stored: {reason}", reason=str(error))
            ) from None
        finally:
            await asyncio.to_thread(part.unlink, missing_ok=True)

    def _run(self) -> None:
        while not self.stopping:
            self._take(self.waiting.get())
            while self.copies:
                self._copy(self.copies.popleft())

    def _take(self, first: PendingWrite | PendingCopy | None) -> None:
        """Store what waits; remember copies, and whether to stop."""
        batch, one = list[PendingWrite](), first
        while True:
            if one is None:
                self.stopping = True
            elif isinstance(one, PendingCopy):
                self.copies.append(one)
            else:
                batch.append(one)
            if self.waiting.empty():
                break
            one = self.waiting.get()
        if batch:
            self._store(batch)

    def _copy(self, one: PendingCopy) -> None:
        try:
            assert isinstance(self.database, sqlite3.Connection)  # noqa: S101 - others have backups of their own
            begin_copy(one.part)
            copy_pages(self.database, one.part, self._between)
        except Exception as error:  # noqa: BLE001 - whatever it is, who waits is told, and the thread goes on
            _deliver([(one.done, error)])
        else:
            _deliver([(one.done, None)])

    def _between(self, *_told: object) -> None:
        """Store what waits between two steps of a copy."""
        if not self.waiting.empty():
            self._take(self.waiting.get())
        if self.stopping:
            raise StoppedError

    def _store(self, batch: Sequence[PendingWrite]) -> None:
        """Store all together; if that fails, one by one, so that a failure affects no other.

        Nothing is tried again on a lost connection: each time could take seconds.
        """
        error = self._stored(batch)
        alone, ended = error is not None and len(batch) > 1, []
        for one in batch:
            if alone and not isinstance(error, ConnectionLostError):
                error = self._stored([one])
            ended.append((one.done, error))
        _deliver(ended)

    def _stored(self, batch: Sequence[PendingWrite]) -> Exception | None:
        try:
            holders = {one.holder for one in batch if one.holder}
            write(self.database, [row for one in batch for row in one.rows], holders)
        except Exception as error:  # noqa: BLE001 - whatever it is, who waits is told, and the thread goes on
            return error
        return None


def _deliver(ended: Sequence[tuple[asyncio.Future[None], Exception | None]]) -> None:
    """Tell all who wait how it has ended; each loop is woken once."""
    for loop in {done.get_loop() for done, _ in ended}:
        own = [(done, error) for done, error in ended if done.get_loop() is loop]
        loop.call_soon_threadsafe(_settle, own)


def _settle(ended: Sequence[tuple[asyncio.Future[None], Exception | None]]) -> None:
    for done, error in ended:
        reason = NO_ANSWER if isinstance(error, ConnectionLostError) else error
        settle(
            done,
            error
            and StoreUnavailableError(
                Message("nothing can be stored at the moment: {text}", text=str(reason))
            ),
        )


def settle(done: asyncio.Future[None], error: BaseException | None) -> None:
    """Tell who waits how it has ended."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
