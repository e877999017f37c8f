"""The parts that all rooms share: the settings, the writer, the bots."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.server.fleet.members import Alone
from trickbook.server.limits import ServerLimits
from trickbook.server.store.backups import BackupPlan
from trickbook.server.store.lifetimes import Lifetimes
from trickbook.server.workers.bot_worker import BotWorker

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.server.fleet.members import Fleet
    from trickbook.server.store.writer import Writer
    from trickbook.server.table.state import Row


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
        self.writer, self.settings, self.fleet = writer, settings, fleet or Alone()
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
