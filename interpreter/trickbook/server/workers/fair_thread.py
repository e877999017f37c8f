"""A fair thread: it runs short functions one at a time, for the client that used least first.

Each seat has turns of its own, so that several people at one address may ask at once.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any

from trickbook.server.limits import RateLimiter
from trickbook.server.workers.fair_queue import BUSY_MESSAGE, FairQueue, ShareUsedError

if TYPE_CHECKING:
    from collections.abc import Callable

    from trickbook.server.limits import Rate


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
