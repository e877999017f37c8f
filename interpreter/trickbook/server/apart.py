"""Apart: work that may take too long is done in a process of its own, one thing at a time, not for long."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

STARTING: Final = 900.0
"""So many seconds a process may take to begin, and to warm up."""

MOST: Final = 6
"""So many may wait."""


class BusyError(TrickbookError):
    """Too many have come at once."""


class LongError(TrickbookError):
    """It takes too long."""


class Apart:
    """Works in a process, which is started when it is needed, and ended when something takes too long."""

    def __init__(self, longest: float, warm: Callable[[], None] | None = None) -> None:
        """Begin; so many seconds there are for each thing. A process warms up before anything is counted."""
        self.longest, self.warm = longest, warm
        self.thread = ThreadPoolExecutor(1, "apart")
        self.process: SpawnProcess | None = None
        self.line: Connection[Any, Any] | None = None
        self.waiting = 0

    async def do(self, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
        """Let something be done; BusyError if too many wait, LongError if it takes too long."""
        if self.waiting >= MOST:
            raise BusyError("too much is being done already; try again in a little while")
        self.waiting += 1
        try:
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self.thread, self._done, (work, given, named))
        finally:
            self.waiting -= 1

    def begin(self) -> None:
        """Let the process be there before something is asked of it."""
        self.thread.submit(self._there)

    def _there(self) -> Connection[Any, Any]:
        return self.line if self.process and self.process.is_alive() and self.line else self._begin()

    def _done(self, asked: Any) -> Any:
        try:
            line = self._there()
            line.send(asked)
            answer = line.recv() if line.poll(self.longest) else None
        except (EOFError, OSError):
            answer = None
        if answer is None:
            self.close()
            raise LongError("this takes too long")
        found, error = answer
        if error is not None:
            raise error
        return found

    def _begin(self) -> Connection[Any, Any]:
        context = get_context("spawn")
        self.line, far = context.Pipe()
        self.process = context.Process(target=_serve, args=(far, self.warm), daemon=True)
        self.process.start()
        far.close()
        if self.line.poll(STARTING):
            self.line.recv()
        return self.line

    def close(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.join()
        if self.line is not None:
            self.line.close()
        self.process = self.line = None

    def stop(self) -> None:
        """Work no more."""
        self.thread.shutdown(wait=False, cancel_futures=True)
        self.close()


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


def _serve(line: Connection[Any, Any], warm: Callable[[], None] | None) -> None:
    """Do what is asked for, until nobody asks; the first word says that one is there."""
    _bound()
    if warm is not None:
        warm()
    with suppress(EOFError, OSError):
        line.send(None)
        while True:
            work, given, named = line.recv()
            line.send(_tried(work, given, named))


def _tried(work: Callable[..., Any], given: Any, named: Any) -> Any:
    try:
        return work(*given, **named), None
    except TrickbookError as error:
        return None, error
    except Exception:  # noqa: BLE001 - whatever it was, it is told, and the table goes on
        return None, TrickbookError("this cannot be done")
