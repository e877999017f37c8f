"""Apart: work that may take too long is done in a process of its own, one thing at a time, not for long."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from pickle import PicklingError
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

START_TIMEOUT: Final = 900.0
"""So many seconds a process may take to begin, and to warm up."""

STOPPED_MESSAGE: Final = "nothing is done any more"

MAX_QUEUED: Final = 6
MAX_QUEUED_PER_CLIENT: Final = 3
"""So many things may wait, and so many of one who asks."""


class BusyError(TrickbookError):
    """Too many have come at once."""


class WorkTimeoutError(TrickbookError):
    """It takes too long."""


class RunningProcess(NamedTuple):
    """A process, and the line to it."""

    process: SpawnProcess
    line: Connection[Any, Any]


class WorkerProcess:
    """Works in a process, which is started when it is needed, and ended when something takes too long.

    One thread speaks with it; only that thread begins and ends it.
    """

    def __init__(self, longest: float, warm: Callable[[], None] | None = None) -> None:
        """Begin; so many seconds there are for each thing. A process warms up before anything is counted."""
        self.longest, self.warm = longest, warm
        self.thread = ThreadPoolExecutor(1, "apart")
        self.worker: RunningProcess | None = None
        self.stopped = False
        self.asking: list[str] = []

    @property
    def waiting(self) -> int:
        """How many things wait, or are being done."""
        return len(self.asking)

    async def do(self, work: Callable[..., Any], *given: Any, who: str = "", **named: Any) -> Any:
        """Let something be done; BusyError if too much waits, LongError if it takes too long."""
        crowded = who and self.asking.count(who) >= MAX_QUEUED_PER_CLIENT
        if self.stopped or crowded or self.waiting >= MAX_QUEUED:
            raise BusyError("too much is being done already; try again in a little while")
        self.asking.append(who)
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.thread, self._done, (work, given, named))
        finally:
            self.asking.remove(who)

    def begin(self) -> None:
        """Let the process be there before something is asked of it."""
        if not self.stopped:
            self.thread.submit(self._there)

    def stop(self) -> None:
        """Work no more."""
        if self.stopped:
            return
        self.stopped = True
        if (worker := self.worker) is not None:
            worker.process.kill()  # what it was doing ends with it
        self.thread.submit(self._end)
        self.thread.shutdown()

    # In the thread

    def _done(self, asked: Any) -> Any:
        answer = None
        try:
            line = self._there().line
            line.send(asked)
            answer = line.recv() if line.poll(self.longest) else None
        except Exception:  # noqa: BLE001 - whatever has become of the process, another takes its place
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
        assert self.worker is not None  # noqa: S101 - it has begun
        return self.worker

    def _begin(self) -> None:
        context = get_context("spawn")
        line, far = context.Pipe()
        process = context.Process(target=serve, args=(far, self.warm), daemon=True)
        process.start()
        far.close()
        self.worker = RunningProcess(process, line)
        if self.stopped:
            process.kill()
        if line.poll(START_TIMEOUT):
            line.recv()

    def _end(self) -> None:
        worker, self.worker = self.worker, None
        if worker is not None:
            worker.process.kill()
            worker.process.join()
            worker.line.close()


# In the process


def _bound() -> None:
    """Leave interrupts to the server, and end with it, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def serve(line: Connection[Any, Any], warm: Callable[[], None] | None) -> None:
    """Do what is asked for, until nobody asks; the first word says that one is there."""
    _bound()
    if warm is not None:
        warm()
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            work, given, named = line.recv()
            _answer(line, _tried(work, given, named))


def _answer(line: Connection[Any, Any], answer: Any) -> None:
    try:
        line.send(answer)
    except (PicklingError, TypeError, AttributeError):  # of what cannot be sent
        line.send((None, TrickbookError("this cannot be done")))


def _tried(work: Callable[..., Any], given: Any, named: Any) -> Any:
    try:
        return work(*given, **named), None
    except TrickbookError as error:
        return None, error
    except Exception:  # noqa: BLE001 - whatever it was, it is told, and the table goes on
        return None, TrickbookError("this cannot be done")
