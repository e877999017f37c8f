"""Fair turns: one call runs at a time, and clients take turns, the one that used least first."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any, Final

from trickbook.problems import TrickbookError
from trickbook.server.limits import RateLimiter
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable

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
