"""A fair queue: one call runs at a time, and clients take turns, the one that used least first."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from typing import TYPE_CHECKING, Final

from trickbook.problems import TrickbookError

if TYPE_CHECKING:
    from collections.abc import Callable

MAX_QUEUED: Final = 3
MAX_CLIENTS: Final = 256
"""The usual limit of one client's calls, queued and running, and the most clients that have any."""

BUSY_MESSAGE: Final = "the server is busy; try again in a little while"


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
