"""The inside of a worker process: it answers calls until its pipe is closed."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import suppress
from multiprocessing import parent_process
from pickle import PicklingError
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

MEMORY_BYTES: Final = 2 << 30
"""The most memory of a process for its data; a search takes a third of it at most."""

FAILED_MESSAGE: Final = Message("this cannot be done")


class MemoryLimitError(TrickbookError):
    """A call needs more memory than a process may have."""


def serve(connection: Connection[Any, Any], warm: Callable[[], None] | None, memory: int) -> None:
    """Run calls until the pipe is closed.

    The first message says that the process is ready, and one before each answer that the call has been
    read: a call imports what it needs while it is read.
    """
    _bound()
    _limit_memory(memory)
    if warm is not None:
        warm()
    with suppress(EOFError, OSError):
        connection.send(None)
        while True:
            work, given, named = connection.recv()
            connection.send(None)
            _answer(connection, _tried(work, given, named))


def _bound() -> None:
    """Ignore interrupts, and end with the server, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow, daemon=True).start()


def _follow() -> None:
    server = parent_process()
    if server is not None:
        server.join()
        os._exit(0)


def _limit_memory(most: int) -> None:
    """Limit the memory for data, where the system can."""
    with suppress(ImportError, OSError, ValueError):
        import resource  # noqa: PLC0415 - not every system has it

        resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _answer(connection: Connection[Any, Any], answer: Any) -> None:
    try:
        connection.send(answer)
    except MemoryError:
        connection.send((None, _too_large()))
    except (PicklingError, TypeError, AttributeError, RecursionError):  # the result cannot be pickled
        connection.send((None, TrickbookError(FAILED_MESSAGE)))


def _tried(work: Callable[..., Any], given: Any, named: Any) -> Any:
    try:
        return work(*given, **named), None
    except TrickbookError as error:
        return None, error
    except MemoryError:
        return None, _too_large()
    except Exception:  # noqa: BLE001 - any failure is reported, and the table goes on
        return None, TrickbookError(FAILED_MESSAGE)


def _too_large() -> MemoryLimitError:
    return MemoryLimitError(Message("this needs too much memory"))
