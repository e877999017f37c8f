"""A worker process: runs slow functions one at a time, with a timeout."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.reduction import ForkingPickler
from pickle import PicklingError
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

START_TIMEOUT: Final = 900.0
"""Seconds for a process to start and warm up."""

STOPPED_MESSAGE: Final = "the server is stopping"

MAX_QUEUED: Final = 6
MAX_QUEUED_PER_CLIENT: Final = 3
"""The most queued calls, in total and of one client."""


class BusyError(TrickbookError):
    """Too many calls are queued."""


class WorkTimeoutError(TrickbookError):
    """A call timed out."""


class RunningProcess(NamedTuple):
    """A process, and the pipe to it."""

    process: SpawnProcess
    connection: Connection[Any, Any]


class WorkerProcess:
    """Runs functions in a process, which starts on demand and is killed on a timeout.

    One thread talks to the process, and only that thread starts and ends it.
    """

    def __init__(self, timeout: float, warm: Callable[[], None] | None = None) -> None:
        """Set the timeout of each call. A process first calls ``warm``, which does not count."""
        self.timeout, self.warm = timeout, warm
        self.thread = ThreadPoolExecutor(1, "worker")
        self.worker: RunningProcess | None = None
        self.stopped = self.warmed = False
        self.queued: list[str] = []

    @property
    def waiting(self) -> int:
        """The number of queued and running calls."""
        return len(self.queued)

    async def run(self, work: Callable[..., Any], *given: Any, client: str = "", **named: Any) -> Any:
        """Run a function; BusyError if too many are queued, WorkTimeoutError after the timeout."""
        crowded = client and self.queued.count(client) >= MAX_QUEUED_PER_CLIENT
        if self.stopped or crowded or self.waiting >= MAX_QUEUED:
            raise BusyError("the server is busy; try again in a little while")
        self.queued.append(client)
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.thread, self._done, (work, given, named))
        finally:
            self.queued.remove(client)

    async def run_if_ready(self, work: Callable[..., Any], *given: Any, client: str = "") -> Any:
        """Run a function; None if it fails, or while the process that the first call starts is not ready."""
        if self.worker is None or not self.warmed:
            self.start()
            return None
        try:
            return await self.run(work, *given, client=client)
        except TrickbookError:
            return None

    def start(self) -> None:
        """Start the process before the first call."""
        if not self.stopped:
            self.thread.submit(self._there)

    def stop(self) -> None:
        """Kill the process, and refuse further calls."""
        if self.stopped:
            return
        self.stopped = True
        if (worker := self.worker) is not None:
            worker.process.kill()  # ends the running call
        self.thread.submit(self._end)
        self.thread.shutdown()

    # In the thread

    def _done(self, requester: Any) -> Any:
        message = _packed(requester)
        try:
            connection = self._there().connection
            connection.send_bytes(message)
            answer = connection.recv() if connection.poll(self.timeout) else None
        except Exception:  # noqa: BLE001 - any failure starts a new process
            answer = None
        if answer is None:
            self._end()
            if self.stopped:
                raise BusyError(STOPPED_MESSAGE)
            raise WorkTimeoutError("this takes too long")
        found, error = answer
        if error is not None:
            raise error
        return found

    def _there(self) -> RunningProcess:
        if self.stopped:
            raise BusyError(STOPPED_MESSAGE)
        if self.worker is None or not self.worker.process.is_alive():
            self._end()
            self._begin()
        assert self.worker is not None  # noqa: S101 - it has started
        return self.worker

    def _begin(self) -> None:
        context = get_context("spawn")
        connection, far = context.Pipe()
        process = context.Process(target=serve, args=(far, self.warm), daemon=True)
        process.start()
        far.close()
        self.worker, self.warmed = RunningProcess(process, connection), False
        if self.stopped:
            process.kill()
        if connection.poll(START_TIMEOUT):
            connection.recv()
            self.warmed = True

    def _end(self) -> None:
        worker, self.worker = self.worker, None
        if worker is not None:
            worker.process.kill()
            worker.process.join()
            worker.connection.close()


def _packed(requester: Any) -> Any:
    """A call as bytes; TrickbookError if its arguments are nested too deeply."""
    try:
        return ForkingPickler.dumps(requester)
    except RecursionError as error:
        raise TrickbookError("this is nested too deeply") from error


# In the process


def _bound() -> None:
    """Ignore interrupts, and end with the server, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def serve(connection: Connection[Any, Any], warm: Callable[[], None] | None) -> None:
    """Run calls until the pipe is closed; the first message says that the process is ready."""
    _bound()
    if warm is not None:
        warm()
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            work, given, named = connection.recv()
            _answer(connection, _tried(work, given, named))


def _answer(connection: Connection[Any, Any], answer: Any) -> None:
    try:
        connection.send(answer)
    except (PicklingError, TypeError, AttributeError, RecursionError):  # the result cannot be pickled
        connection.send((None, TrickbookError("this cannot be done")))


def _tried(work: Callable[..., Any], given: Any, named: Any) -> Any:
    try:
        return work(*given, **named), None
    except TrickbookError as error:
        return None, error
    except Exception:  # noqa: BLE001 - any failure is reported, and the table goes on
        return None, TrickbookError("this cannot be done")
