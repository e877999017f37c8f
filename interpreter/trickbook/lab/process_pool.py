"""A pool of processes that play chunks, and what each does; a chunk whose process died is played again."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from queue import Empty, Queue
from threading import Thread
from time import sleep
from typing import Any, Final, NamedTuple, NoReturn, Self

from trickbook.current_folder import python_call
from trickbook.lab.chunks import Chunk, PlayedChunk, play_and_store
from trickbook.lab.task import Task
from trickbook.problems import TrickbookError
from trickbook.texts.message import Message

MAX_DEATHS: Final = 3
"""After so many deaths in a row, the pool gives up."""

INTERRUPT_INTERVAL: Final = 1.0
"""The seconds between two checks for an interrupt, where waiting does not notice it."""

EXIT_TIMEOUT: Final = 5
"""The seconds that a worker has to exit after its parent."""

BOOT_SCRIPT: Final = """
import pickle, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
try:
    sys.path[:] = pickle.load(sys.stdin.buffer)
except (EOFError, OSError, pickle.UnpicklingError):  # the parent is gone
    sys.exit(1)
from trickbook.lab.process_pool import serve
serve()
"""
"""The script that Python is started with."""

WorkerAnswer = PlayedChunk[Any] | Exception


class PoolWorker(NamedTuple):
    """A process, and the thread that reads its answers."""

    process: subprocess.Popen[bytes]
    ear: Thread


class ProcessPool:
    """Processes that play chunks; used as a context, which ends them."""

    def __init__(self, task: Task[Any], workers: int) -> None:
        """Start the workers; TrickbookError if that fails."""
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
        """Return the pool."""
        return self

    def __exit__(self, *_error: object) -> None:
        """End all processes, whatever they are doing."""
        everybody = (*self.idle, *self.busy)
        for worker in everybody:
            worker.process.terminate()
        for worker in everybody:
            _part_with(worker)

    def give(self, chunk: Chunk) -> None:
        """Submit a chunk."""
        self.given.append(chunk)
        self._assign()

    def take(self) -> PlayedChunk[Any]:
        """Wait for a chunk; raises its error, or TrickbookError if workers die repeatedly."""
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
        """Wait for a worker's next answer; None if it is dead."""
        while True:
            with suppress(Empty):
                number, answer = self.heard.get(timeout=INTERRUPT_INTERVAL)
                everybody = (*self.idle, *self.busy)
                return next(one for one in everybody if one.process.pid == number), answer

    def _assign(self) -> None:
        """Give the submitted chunks to idle workers."""
        while self.idle and self.given:
            worker, chunk = self.idle.pop(), self.given.pop(0)
            self.busy[worker] = chunk
            _say(worker, *([self.task] if worker in self.new else []), chunk)
            self.new.discard(worker)

    def _hire(self) -> None:
        """Start a worker. It gets the task with its first chunk.

        It ignores interrupts, which are for this process, and finds modules where this process does.
        """
        try:
            process = subprocess.Popen(  # noqa: S603 - it is Python itself
                python_call(BOOT_SCRIPT),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                start_new_session=True,
                creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
            )
        except OSError as error:
            raise TrickbookError(
                Message("a worker cannot be started: {reason}", reason=str(error.strerror))
            ) from None
        worker = PoolWorker(process, Thread(target=_read_answers, args=(process, self.heard), daemon=True))
        self.idle.append(worker)
        self.new.add(worker)
        worker.ear.start()
        _say(worker, sys.path)

    def _bury(self, worker: PoolWorker) -> None:
        """Replace a dead worker; its chunk comes first."""
        chunk = self.busy.pop(worker, None)
        if chunk is None:
            self.idle.remove(worker)
        else:
            self.given.insert(0, chunk)
        _part_with(worker)
        self.new.discard(worker)
        self.deaths += 1
        if self.deaths == MAX_DEATHS:
            message = Message(
                "{number} workers died, the last of them (exit code {code})",
                number=MAX_DEATHS,
                code=str(worker.process.returncode),
            )
            if chunk:
                message = Message(
                    "{what} on matches {number} to {number_high}",
                    what=message,
                    number=chunk.first,
                    number_high=chunk.first + chunk.matches - 1,
                )
            raise TrickbookError(message)
        self._hire()


def _say(worker: PoolWorker, *words: object) -> None:
    """Send objects to a worker; its death is noticed when its answer is awaited."""
    line = worker.process.stdin
    assert line  # noqa: S101 - it is a pipe
    with suppress(OSError):
        for word in words:
            line.write(pickle.dumps(word))
        line.flush()


def _read_answers(process: subprocess.Popen[bytes], heard: Queue[tuple[int, WorkerAnswer | None]]) -> None:
    """Pass on a worker's answers, and its end; an incomplete answer is its end."""
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


def serve() -> NoReturn:
    """Read a task, play its chunks until the input ends or the process is terminated, and exit at once.

    The interpreter's teardown would fail, since a thread reads the input.
    """
    try:
        _play()
    except SystemExit as end:  # players from outside have ended
        os._exit(end.code if isinstance(end.code, int) else 1)
    os._exit(0)


def _play() -> None:
    """Read a task, and play its chunks until the output ends. Other output is discarded."""
    heard: Queue[Any] = Queue()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as line, suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        Thread(target=_read_chunks, args=(heard,), daemon=True).start()
        task: Task[Any] = heard.get()
        while True:
            line.write(pickle.dumps(_answer(task, heard.get())))
            line.flush()


def _read_chunks(heard: Queue[Any]) -> NoReturn:
    """Queue the chunks that arrive; exit with the parent, however it ends, even while a chunk is played."""
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            heard.put(pickle.load(sys.stdin.buffer))  # noqa: S301 - it comes from whom the worker works for
    os.kill(os.getpid(), signal.SIGTERM)
    sleep(EXIT_TIMEOUT)  # players from outside are being ended
    os._exit(1)


def _answer(task: Task[Any], chunk: Chunk) -> WorkerAnswer:
    """Play a chunk; return its error if there is one."""
    try:
        return play_and_store(task, chunk)
    except Exception as error:  # noqa: BLE001 - it is told there
        return error
