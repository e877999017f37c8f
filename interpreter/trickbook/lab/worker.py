"""A worker process of the pool: it reads chunks from its input, and writes results to its output."""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from queue import Queue
from threading import Thread
from time import sleep
from typing import Any, Final, NoReturn

from trickbook.lab.chunks import Chunk, PlayedChunk, play_and_store
from trickbook.lab.task import Task

EXIT_TIMEOUT: Final = 5
"""The seconds that a worker has to exit after its parent."""

BOOT_SCRIPT: Final = """
import pickle, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
try:
    sys.path[:] = pickle.load(sys.stdin.buffer)
except (EOFError, OSError, pickle.UnpicklingError):  # the parent is gone
    sys.exit(1)
from trickbook.lab.worker import serve
serve()
"""
"""The script that Python is started with."""

WorkerAnswer = PlayedChunk[Any] | Exception


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
        Thread(target=_listen, args=(heard,), daemon=True).start()
        task: Task[Any] = heard.get()
        while True:
            line.write(pickle.dumps(_answer(task, heard.get())))
            line.flush()


def _listen(heard: Queue[Any]) -> NoReturn:
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
