"""A crew of processes: each plays chunks; what one that dies has left is done again."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager, suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from time import sleep
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from trickbook.lab.chunks import Chunk, Done, work
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess

    from trickbook.lab.task import Task

MOST_DEATHS: Final = 3
"""After so many deaths, one after another, there is no use in trying again."""

GRACE: Final = 5
"""So many seconds a worker has to end, once nobody is there who asks."""

Answer = Done[Any] | Exception


class Worker(NamedTuple):
    """A process and the line to it."""

    process: SpawnProcess
    line: Connection[Any, Answer]


class Crew:
    """So many processes; leave it as a context, so that they end."""

    def __init__(self, task: Task[Any], workers: int) -> None:
        """Hire the workers."""
        self.task, self.room = task, 2 * workers
        self.idle = [_hire() for _ in range(workers)]
        self.new = set(self.idle)
        self.busy: dict[Worker, Chunk] = {}
        self.given: list[Chunk] = []
        self.deaths = 0

    def __enter__(self) -> Self:
        """Nothing more than itself."""
        return self

    def __exit__(self, *_error: object) -> None:
        """End all processes, whatever they do."""
        for worker in (*self.idle, *self.busy):
            worker.process.terminate()
        for worker in (*self.idle, *self.busy):
            worker.process.join()
            worker.line.close()

    def give(self, chunk: Chunk) -> None:
        """Have a chunk played, as soon as somebody has time."""
        self.given.append(chunk)
        self._assign()

    def take(self) -> Done[Any]:
        """Wait for a chunk; TrickbookError if workers die again and again, or what the chunk raised."""
        while True:
            self._assign()
            ready = wait([worker.line for worker in self.busy])
            worker = next(worker for worker in self.busy if worker.line in ready)
            chunk = self.busy.pop(worker)
            try:
                answer = worker.line.recv()
            except (EOFError, OSError):
                self._bury(worker, chunk)
                continue
            self.idle.append(worker)
            self.deaths = 0
            if isinstance(answer, Exception):
                raise answer
            return answer

    def _assign(self) -> None:
        """Let the idle play what was given."""
        while self.idle and self.given:
            worker, chunk = self.idle.pop(), self.given.pop(0)
            self.busy[worker] = chunk
            with suppress(OSError):  # that it has died is seen when its answer is awaited
                if worker in self.new:
                    self.new.remove(worker)
                    worker.line.send(self.task)
                worker.line.send(chunk)

    def _bury(self, worker: Worker, chunk: Chunk) -> None:
        """Put another worker in the place of a dead one; its chunk comes first."""
        worker.process.join()
        worker.line.close()
        self.deaths += 1
        if self.deaths == MOST_DEATHS:
            matches = f"matches {chunk.first} to {chunk.first + chunk.matches - 1}"
            code = worker.process.exitcode
            raise TrickbookError(
                f"{MOST_DEATHS} workers died, the last of them (exit code {code}) on {matches}"
            )
        self.given.insert(0, chunk)
        self.idle.append(_hire())
        self.new.update(self.idle[-1:])


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started now do not hear interrupts, which are for this one."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _hire() -> Worker:
    """Start a process that plays chunks of a task.

    The task is sent later: a process that dies as it starts would never read it, and starting would not end.
    """
    context = get_context("spawn")
    line, far = context.Pipe()
    process = context.Process(target=_serve, args=(far,), daemon=True)
    with deaf():
        process.start()
    far.close()
    return Worker(process, line)


def _follow() -> None:
    """End with the process that asks, however it ends and whatever is being played."""
    asks = parent_process()
    assert asks  # noqa: S101 - only its child does this
    asks.join()
    os.kill(os.getpid(), signal.SIGTERM)
    sleep(GRACE)  # players from outside are being ended
    os._exit(1)


def _serve(line: Connection[Answer, Any]) -> None:
    """Take a task, and play its chunks until nobody asks; interrupts are for the process that asks."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()
    with suppress(EOFError, OSError):
        task = line.recv()
        while True:
            line.send(_answer(task, line.recv()))


def _answer(task: Task[Any], chunk: Chunk) -> Answer:
    """Play a chunk; whatever goes wrong, whoever asked shall hear of it."""
    try:
        return work(task, chunk)
    except Exception as error:  # noqa: BLE001 - it is told there
        return error
