"""The parts that all rooms share, the settings, the writer, the bots, and the limits of a room."""

from __future__ import annotations

import asyncio
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from trickbook.server.fleet import SingleProcess
from trickbook.server.limits import RateLimiter, ServerLimits
from trickbook.server.store.backups import BackupPlan
from trickbook.server.store.lifetimes import Lifetimes
from trickbook.server.workers.bot_worker import BotWorker
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.server.fleet import Fleet
    from trickbook.server.store.writer import Writer
    from trickbook.server.table import Row


Result = TypeVar("Result")

TOO_OFTEN: Final[Mapping[str, Message]] = {
    "phrase": Message("too many phrases; wait a few seconds"),
    "take_back": Message("you ask to take back too often; wait a little"),
}
"""The sentence for a seat that says too much, by the type of its message."""

CHANGE_SECONDS: Final = 0.25
"""The most processor time of a change, or of the state for a new connection: five times what is admitted."""

MAX_SLOW_CHANGES: Final = 3
"""How many slow changes end a table; a single one may have another cause."""


class SeatLimits:
    """The rates of the seats of a table, by the types of their messages."""

    def __init__(self, limits: ServerLimits) -> None:
        """Apply these limits to every seat."""
        self.of = {"phrase": RateLimiter(limits.phrases), "take_back": RateLimiter(limits.taking_back)}

    def refusal(self, kind: str, seat: int) -> Message | None:
        """Why a seat may not send a message of this type now; None if it may."""
        limiter = self.of.get(kind)
        if limiter is None or limiter.take(str(seat), monotonic()):
            return None
        return TOO_OFTEN[kind]


class TimeLimit:
    """Counts the slow changes of a table."""

    def __init__(self, *, limited: bool) -> None:
        """Start without any; a table by shipped rules is not limited."""
        self.limited, self.slow_changes = limited, 0

    def run(self, work: Callable[..., Result], *given: object) -> Result:
        """Do work in the event loop, and count it as a change if it is slow."""
        if not self.limited:
            return work(*given)
        began = thread_time()
        try:
            return work(*given)
        finally:
            self.slow_changes += thread_time() - began > CHANGE_SECONDS

    @property
    def exceeded(self) -> bool:
        """The table has to end."""
        return self.slow_changes >= MAX_SLOW_CHANGES


class ServerSettings(NamedTuple):
    """The settings of a server.

    ``patience`` and ``pause`` are the seconds until a bot substitutes, and before it moves. ``cutting`` is
    how long each of the two steps of cutting the pack waits for players; with 0 nobody is waited for.
    ``peers`` is where other servers of the same store reach this one.
    """

    patience: float = 60.0
    pause: float = 0.8
    cutting: float = 2.5
    limits: ServerLimits = ServerLimits()
    origins: frozenset[str] = frozenset()
    proxied: bool = False
    lifetimes: Lifetimes = Lifetimes()
    backups: BackupPlan = BackupPlan()
    peers: str = "127.0.0.1"
    workers: int = 1


class ServerContext:
    """The parts that all rooms share: the writer, the bots, the settings, and the fleet."""

    def __init__(
        self,
        writer: Writer,
        settings: ServerSettings,
        fleet: Fleet | None = None,
        bots: BotWorker | None = None,
    ) -> None:
        """Start; ``close`` ends it."""
        self.writer, self.settings, self.fleet = writer, settings, fleet or SingleProcess()
        self.patience, self.pause, self.cutting = settings.patience, settings.pause, settings.cutting
        self.tasks: set[asyncio.Future[Any]] = set()
        self.bots = bots or BotWorker()

    async def commit(self, rows: Sequence[Row]) -> None:
        """Store rows of tables that this process holds."""
        await self.writer.commit(rows, self.fleet.name)

    def keep(self, task: asyncio.Future[Any]) -> None:
        """Keep a reference to a task until it is done."""
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def close(self) -> None:
        """Wait for the running tasks."""
        self.bots.close()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=5)
