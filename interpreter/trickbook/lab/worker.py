"""Working: what a process of a crew does. It hears of chunks on its input, and answers on its output."""

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
"""So many seconds a worker has to end, once nobody is there who asks."""

BOOT_SCRIPT: Final = """
import pickle, signal, sys
signal.signal(signal.SIGINT, signal.SIG_IGN)
try:
    sys.path[:] = pickle.load(sys.stdin.buffer)
except (EOFError, OSError, pickle.UnpicklingError):  # whoever asks has gone
    sys.exit(1)
from trickbook.lab.worker import serve
serve()
"""
"""What Python is started with."""

WorkerAnswer = PlayedChunk[Any] | Exception


def serve() -> None:
    """Take a task, and play its chunks until nobody asks. What else is printed is not for whoever asks."""
    heard: Queue[Any] = Queue()
    with os.fdopen(os.dup(sys.stdout.fileno()), "wb") as line, suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        Thread(target=_listen, args=(heard,), daemon=True).start()
        task: Task[Any] = heard.get()
        while True:
            line.write(pickle.dumps(_answer(task, heard.get())))
            line.flush()


def _listen(heard: Queue[Any]) -> NoReturn:
    """Pass on what is asked; end with the process that asks, however it ends and whatever is being played."""
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            heard.put(pickle.load(sys.stdin.buffer))  # noqa: S301 - it comes from whom the worker works for
    os.kill(os.getpid(), signal.SIGTERM)
    sleep(EXIT_TIMEOUT)  # players from outside are being ended
    os._exit(1)


def _answer(task: Task[Any], chunk: Chunk) -> WorkerAnswer:
    """Play a chunk; whatever goes wrong, whoever asked shall hear of it."""
    try:
        return play_and_store(task, chunk)
    except Exception as error:  # noqa: BLE001 - it is told there
        return error
