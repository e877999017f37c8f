"""A crew of processes: each plays chunks; what one that dies has left is done again."""

from __future__ import annotations

import pickle
import subprocess
import sys
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Self

from trickbook.lab.worker import BOOT_SCRIPT
from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from trickbook.lab.chunks import Chunk, PlayedChunk
    from trickbook.lab.task import Task
    from trickbook.lab.worker import WorkerAnswer

MAX_DEATHS: Final = 3
"""After so many deaths, one after another, there is no use in trying again."""

INTERRUPT_INTERVAL: Final = 1.0
"""So many seconds nobody listens for an interrupt, where waiting does not."""


class PoolWorker(NamedTuple):
    """A process, and the thread that hears what it says."""

    process: subprocess.Popen[bytes]
    ear: Thread


class ProcessPool:
    """So many processes; leave it as a context, so that they end."""

    def __init__(self, task: Task[Any], workers: int) -> None:
        """Hire the workers. TrickbookError if they cannot be started."""
        self.task, self.room = task, 2 * workers
        self.heard: Queue[tuple[int, WorkerAnswer | None]] = Queue()
        self.idle: list[PoolWorker] = []
        self.new: set[PoolWorker] = set()
        self.busy: dict[PoolWorker, Chunk] = {}
        self.given: list[Chunk] = []
        self.deaths = 0
        try:
            for _ in range(workers):
                self._hire()
        except BaseException:
            self.__exit__()
            raise

    def __enter__(self) -> Self:
        """Nothing more than itself."""
        return self

    def __exit__(self, *_error: object) -> None:
        """End all processes, whatever they do."""
        everybody = (*self.idle, *self.busy)
        for worker in everybody:
            worker.process.terminate()
        for worker in everybody:
            _part_with(worker)

    def give(self, chunk: Chunk) -> None:
        """Have a chunk played, as soon as somebody has time."""
        self.given.append(chunk)
        self._assign()

    def take(self) -> PlayedChunk[Any]:
        """Wait for a chunk; TrickbookError if workers die again and again, or what the chunk raised."""
        while True:
            self._assign()
            worker, answer = self._hear()
            if answer is None:
                self._bury(worker)
                continue
            del self.busy[worker]
            self.idle.append(worker)
            self.deaths = 0
            if isinstance(answer, Exception):
                raise answer
            return answer

    def _hear(self) -> tuple[PoolWorker, WorkerAnswer | None]:
        """What a worker says next; None if it is dead."""
        while True:
            with suppress(Empty):
                number, answer = self.heard.get(timeout=INTERRUPT_INTERVAL)
                everybody = (*self.idle, *self.busy)
                return next(one for one in everybody if one.process.pid == number), answer

    def _assign(self) -> None:
        """Let the idle play what was given."""
        while self.idle and self.given:
            worker, chunk = self.idle.pop(), self.given.pop(0)
            self.busy[worker] = chunk
            _say(worker, *([self.task] if worker in self.new else []), chunk)
            self.new.discard(worker)

    def _hire(self) -> None:
        """Start a process that plays chunks of a task, which it is told with its first chunk.

        It does not hear interrupts, which are for this one, and finds modules where this one does.
        """
        try:
            process = subprocess.Popen(  # noqa: S603 - it is Python itself
                [sys.executable, "-c", BOOT_SCRIPT],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            raise TrickbookError(f"a worker cannot be started: {error.strerror}") from None
        worker = PoolWorker(process, Thread(target=_listen, args=(process, self.heard), daemon=True))
        self.idle.append(worker)
        self.new.add(worker)
        worker.ear.start()
        _say(worker, sys.path)

    def _bury(self, worker: PoolWorker) -> None:
        """Put another worker in the place of a dead one; its chunk comes first."""
        chunk = self.busy.pop(worker, None)
        if chunk is None:
            self.idle.remove(worker)
        else:
            self.given.insert(0, chunk)
        _part_with(worker)
        self.new.discard(worker)
        self.deaths += 1
        if self.deaths == MAX_DEATHS:
            matches = f" on matches {chunk.first} to {chunk.first + chunk.matches - 1}" if chunk else ""
            code = worker.process.returncode
            raise TrickbookError(f"{MAX_DEATHS} workers died, the last of them (exit code {code}){matches}")
        self._hire()


def _say(worker: PoolWorker, *words: object) -> None:
    """Tell a worker something; that it has died is heard when its answer is awaited."""
    line = worker.process.stdin
    assert line  # noqa: S101 - it is a pipe
    with suppress(OSError):
        for word in words:
            line.write(pickle.dumps(word))
        line.flush()


def _listen(process: subprocess.Popen[bytes], heard: Queue[tuple[int, WorkerAnswer | None]]) -> None:
    """Pass on what a worker says, and that it says no more; half an answer is none."""
    assert process.stdout  # noqa: S101 - it is a pipe
    try:
        while True:
            heard.put((process.pid, pickle.load(process.stdout)))  # noqa: S301 - it was started here
    except Exception:  # noqa: BLE001 - what cannot be understood is no answer either
        heard.put((process.pid, None))


def _part_with(worker: PoolWorker) -> None:
    """Wait for the end of a worker."""
    worker.process.wait()
    worker.ear.join()
    for line in (worker.process.stdin, worker.process.stdout):
        with suppress(OSError):
            if line:
                line.close()
