"""Work outside the event loop: bots, checks, and machine code.

A worker process serves its clients in fair turns until its pipe is closed, and refuses what is too much.
"""

from __future__ import annotations

import asyncio
import os
import signal
import threading
from collections import Counter, OrderedDict, deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from copy import copy
from functools import partial
from hashlib import blake2b
from multiprocessing import parent_process
from pickle import PicklingError
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError
from trickbook.server.limits import RateLimiter
from trickbook.server.process import FAILED_MESSAGE, failure_text
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

    from trickbook.server.limits import Rate


MAX_QUEUED: Final = 3
MAX_CLIENTS: Final = 256
"""The usual limit of one client's calls, queued and running, and the most clients that have any."""

BUSY_MESSAGE: Final = Message("the server is busy; try again in a little while")


class BusyError(TrickbookError):
    """A call cannot be done now, but perhaps later."""


class ShareUsedError(BusyError):
    """A call cannot be done now because its client has used its share; others are not affected."""


class FairQueue:
    """Grants one turn at a time: to the client that used least, among equals in rotation.

    Each client has its turns in the order of its calls.
    """

    def __init__(self, used: Callable[[str], float], most: int = MAX_QUEUED) -> None:
        """Start with nobody waiting; ``used`` returns how much a client has used, ``most`` limits calls."""
        self.used, self.most = used, most
        self.calls: Counter[str] = Counter()
        self.queues: dict[str, deque[asyncio.Future[None]]] = {}
        self.running = False

    async def enter(self, client: str) -> None:
        """Wait for a turn, which ``leave`` ends.

        Raises ShareUsedError if too many calls of the client wait, BusyError if too many clients do.
        """
        if self.calls[client] >= self.most:
            raise ShareUsedError(BUSY_MESSAGE)
        if client not in self.calls and len(self.calls) >= MAX_CLIENTS:
            raise BusyError(BUSY_MESSAGE)
        self.calls[client] += 1
        if not self.running:
            self.running = True
            return
        turn = asyncio.get_running_loop().create_future()
        self.queues.setdefault(client, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was granted in the meantime
                self.leave(client)
            raise

    def leave(self, client: str) -> None:
        """End a turn, and grant the next: the client is behind the others now."""
        self._forget(client)
        if client in self.queues:
            self.queues[client] = self.queues.pop(client)
        self.running = False
        while self.queues and not self.running:
            following = min(self.queues, key=self.used)
            turn = self.queues[following].popleft()
            if not self.queues[following]:
                del self.queues[following]
            if turn.cancelled():
                self._forget(following)
            else:
                turn.set_result(None)
                self.running = True

    def _forget(self, client: str) -> None:
        """Count a call no more."""
        self.calls[client] -= 1
        if not self.calls[client]:
            del self.calls[client]


class FairThread:
    """A thread in which each client has seconds of the processor that refill."""

    def __init__(self, name: str, seconds: Rate) -> None:
        """Start without calls; the thread starts on demand."""
        self.thread, self.seconds = ThreadPoolExecutor(1, name), RateLimiter(seconds)
        self.queue = FairQueue(self._used)

    def _used(self, turn: str) -> float:
        """The seconds that the client of a turn has used, less those that it got back since."""
        return self.seconds.rate.burst - self.seconds.level(turn.partition(" ")[0], monotonic())

    async def run(self, work: Callable[..., Any], *given: Any, client: str, seat: str) -> Any:
        """Run a function for a seat when it is the client's turn; BusyError if it has used its share."""
        turn = f"{client} {seat}"
        if self._used(turn) >= self.seconds.rate.burst:
            raise ShareUsedError(BUSY_MESSAGE)
        await self.queue.enter(turn)
        running = asyncio.get_running_loop().run_in_executor(self.thread, _timed, work, *given)
        running.add_done_callback(partial(self._ended, turn))
        found, error, _ = await asyncio.shield(running)
        if error is not None:
            raise error
        return found

    def _ended(self, turn: str, running: asyncio.Future[Any]) -> None:
        """Charge the client, and let the next one run."""
        if not running.cancelled():
            self.seconds.charge(turn.partition(" ")[0], monotonic(), running.result()[2])
        self.queue.leave(turn)


def _timed(work: Callable[..., Any], *given: Any) -> tuple[Any, Exception | None, float]:
    """What a function returns or raises, and its seconds of the processor."""
    began = thread_time()
    try:
        return work(*given), None, thread_time() - began
    except Exception as error:  # noqa: BLE001 - whatever it is, it is raised where it is waited for
        return None, error, thread_time() - began


REMEMBERED_SECONDS: Final = 300.0
REMEMBERED_CALLS: Final = 256
"""How long a refused call is remembered, and how many at most."""


class Refusals:
    """The latest refused calls, by their hash."""

    def __init__(self) -> None:
        """Start without any."""
        self.known: OrderedDict[bytes, tuple[float, TrickbookError]] = OrderedDict()

    def find(self, call: bytes, now: float) -> TrickbookError | None:
        """Return why a call was refused, if that is remembered."""
        until, error = self.known.get(_digest(call), (now, None))
        return copy(error) if now < until else None

    def add(self, call: bytes, error: TrickbookError, now: float) -> None:
        """Remember a refused call; the oldest one is forgotten.

        Copies of its error are raised: one that was raised keeps all that its callers knew.
        """
        self.known[_digest(call)] = now + REMEMBERED_SECONDS, copy(error)
        if len(self.known) > REMEMBERED_CALLS:
            self.known.popitem(last=False)


def _digest(call: bytes) -> bytes:
    return blake2b(call, digest_size=16).digest()


MEMORY_BYTES: Final = 2 << 30
"""The most memory of a process for its data; a search takes a third of it at most."""


class MemoryLimitError(TrickbookError):
    """A call needs more memory than a process may have."""


class CallFailedError(TrickbookError):
    """A call raised an error of our own; ``failure`` tells the log which."""

    def __init__(self, failure: str = "") -> None:
        """Store what the log tells; whoever called learns no more than that it failed."""
        super().__init__(FAILED_MESSAGE)
        self.failure = failure

    def __reduce__(self) -> tuple[type[CallFailedError], tuple[str]]:
        """Keep what the log tells on the way through the pipe."""
        return type(self), (self.failure,)


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
    except (PicklingError, TypeError, AttributeError, RecursionError) as error:  # it cannot be pickled
        connection.send((None, CallFailedError(failure_text(error))))


def _tried(work: Callable[..., Any], given: Any, named: Any) -> Any:
    try:
        return work(*given, **named), None
    except TrickbookError as error:
        return None, error
    except MemoryError:
        return None, _too_large()
    except Exception as error:  # noqa: BLE001 - any failure is reported, and the table goes on
        return None, CallFailedError(failure_text(error))


def _too_large() -> MemoryLimitError:
    return MemoryLimitError(Message("this needs too much memory"))
