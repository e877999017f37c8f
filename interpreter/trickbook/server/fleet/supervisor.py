"""A server with several workers: one process starts them, starts again those that end, and is their hub."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import socket
import tempfile
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from uvicorn import Config

from trickbook.problems import TrickbookError
from trickbook.server import process
from trickbook.server.app import application, helper_processes, opened_store, repeated
from trickbook.server.fleet.hub import Hub, Link
from trickbook.server.fleet.worker_backend import HubFleet, HubWriter, WorkerBackend
from trickbook.server.limits import OWN, RateLimiter, SharedMemory
from trickbook.server.listener import for_peers, listening_socket, serve_alone, uvicorn_server
from trickbook.server.rooms.upkeep import UPKEEP_INTERVAL, back_up
from trickbook.server.store import STORE_FILE, connect
from trickbook.server.store.integrity import DAMAGED_MESSAGE, check_tables
from trickbook.server.store.lifetimes import address_key
from trickbook.server.store.store import Store
from trickbook.server.workers import worker
from trickbook.server.workers.bot_worker import bot_processes
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterator
    from multiprocessing.process import BaseProcess

    from trickbook.server.fleet.hub import Member
    from trickbook.server.rooms.context import ServerSettings
    from trickbook.server.store.table_recovery import Damage

LOG: Final = logging.getLogger(__name__)

RESTART_PAUSE: Final = 0.2
"""Seconds before a worker that ended is started again."""

GOODBYE_SECONDS: Final = 10.0
"""Seconds for a worker to end when its link has ended."""

PRELOADED: Final = (*worker.PRELOADED, "trickbook.server.fleet.supervisor")
"""The modules that a worker has when it starts, where the system can copy a process that has loaded them."""


def serve(
    listening: socket.socket,
    place: Path | str,
    settings: ServerSettings,
    ready: Callable[[Damage | None], None],
) -> None:
    """Serve, alone or with workers, until stopped; ``ready`` receives the damage of the store, or None."""
    with ExitStack() as held:
        held.enter_context(listening)
        run = supervise if settings.workers > 1 else serve_alone
        rows = False
        while run(listening, place, settings, ready, rows=rows):
            rows = True


class WorkerConfig(NamedTuple):
    """The configuration of a worker: its address, the place of the tables, the file of shared limits."""

    host: str
    port: int
    place: Path | str
    settings: ServerSettings
    limits: Path


def supervise(
    listening: socket.socket,
    place: Path | str,
    settings: ServerSettings,
    ready: Callable[[Damage | None], None],
    *,
    rows: bool = False,
) -> bool:
    """Serve with several workers until stopped; return whether the store was damaged.

    ``ready`` is called once all workers serve. With ``rows``, all of the store are checked before.
    """
    if not hasattr(socket, "SO_REUSEPORT"):
        raise TrickbookError(Message("several workers need a system with SO_REUSEPORT, such as Linux"))
    host, port = listening.getsockname()[:2]
    if worker.CONTEXT.get_start_method() == "forkserver":
        worker.CONTEXT.set_forkserver_preload([*PRELOADED])
    with tempfile.TemporaryDirectory(prefix="trickbook-") as folder:
        config = WorkerConfig(host, port, place, settings, Path(folder) / "limits")
        with asyncio.Runner(loop_factory=Config("", loop="auto").get_loop_factory()) as runner:
            return runner.run(_supervised(config, ready, rows=rows))


async def _supervised(config: WorkerConfig, ready: Callable[[Damage | None], None], *, rows: bool) -> bool:
    supervisor = Supervisor(config, ready, rows=rows)
    await supervisor.run()
    return supervisor.damaged


class Supervisor:
    """The workers of a server, and their hub."""

    def __init__(
        self, config: WorkerConfig, ready: Callable[[Damage | None], None], *, rows: bool = False
    ) -> None:
        """Open the store; TrickbookError if that is impossible. Its rows are checked with ``rows``."""
        self.config, self.ready = config, ready
        self.kept = opened_store(config.place, rows=rows)
        self.damaged = False
        self.writer = self.kept.writer()
        buckets = {name: RateLimiter(getattr(config.settings.limits, name)) for name in OWN}
        self.hub = Hub(self.writer, {**helper_processes(buckets), **bot_processes()})
        self.serving, self.stopping = asyncio.Event(), asyncio.Event()
        self.processes: dict[int, BaseProcess] = {}
        self.joined: set[int] = set()

    async def run(self) -> None:
        """Serve until stopped."""
        self.writer.start()
        loop = asyncio.get_running_loop()
        with suppress(ValueError, RuntimeError):  # only the main thread has signals
            for one in (signal.SIGINT, signal.SIGTERM):
                loop.add_signal_handler(one, self.stopping.set)
        rounds = [asyncio.ensure_future(one) for one in self._rounds()]
        keepers = [asyncio.ensure_future(self._keep(place)) for place in range(self.config.settings.workers)]
        try:
            await self.stopping.wait()
        finally:
            self.stopping.set()
            for process in self.processes.values():
                process.terminate()
            await asyncio.gather(*keepers, return_exceptions=True)
            for going in rounds:
                going.cancel()
            self.hub.stop()
            self.writer.stop()
            self.kept.close()

    def _rounds(self) -> Iterator[Coroutine[Any, Any, None]]:
        """What is done while the workers serve, most of it again and again."""
        yield repeated(self._end_silent, 1.0, "workers cannot be looked after")
        if isinstance(self.kept, Store):
            copy = partial(back_up, self.writer, self.config.settings.backups, self.kept.folder)
            yield repeated(copy, UPKEEP_INTERVAL, "the store cannot be copied")
            yield self._check_rows(self.kept)

    async def _check_rows(self, kept: Store) -> None:
        """Check the rows of the store, once all workers serve."""
        await self.serving.wait()
        await check_tables(kept.reading, self._reopen)

    def _reopen(self) -> None:
        """End, so that the damaged store is opened anew and replaced."""
        LOG.warning(DAMAGED_MESSAGE)
        self.damaged = True
        self.stopping.set()

    async def _end_silent(self) -> None:
        """End the workers that give no sign of life; others take up their tables."""
        for member in self.hub.members:
            if member.silent and member.pid in (process.pid for process in self.processes.values()):
                LOG.warning("a worker has given no sign of life; it is ended")
                os.kill(member.pid, signal.SIGKILL)

    async def _keep(self, place: int) -> None:
        """Start a worker, and another one whenever it has ended, or could not be started."""
        while not self.stopping.is_set():
            try:
                await self._served(place)
            except Exception as error:  # noqa: BLE001 - whatever it was, it is tried again
                LOG.warning("a worker failed: %s: %s", type(error).__name__, error)
            if not self.stopping.is_set():
                LOG.warning("a worker has ended; another one is started")
                await asyncio.sleep(RESTART_PAUSE)

    async def _served(self, place: int) -> None:
        """Start a worker, and serve it until it has ended."""
        near, far = socket.socketpair()
        with near, far:
            process = worker.CONTEXT.Process(target=work, args=(self.config, far))
            process.start()
            self.processes[place] = process
            far.close()
            try:
                await self.hub.serve(near, process.pid or 0, partial(self._has_joined, place))
            finally:
                near.close()  # a worker without its link ends
                await asyncio.to_thread(process.join, GOODBYE_SECONDS)
                if process.is_alive():
                    process.kill()

    def _has_joined(self, place: int, _: Member) -> None:
        """Tell that the server is ready, once all workers are."""
        before = len(self.joined)
        self.joined.add(place)
        if before < len(self.joined) == self.config.settings.workers:
            self.ready(self.kept.damage)
            self.serving.set()


# In a worker


def work(config: WorkerConfig, end: socket.socket) -> None:
    """Serve as a worker until stopped."""
    process.raise_descriptor_limit()
    process.disable_collection()
    try:
        branch = _worker_backend(config, Link(end, partial(os.kill, os.getpid(), signal.SIGTERM)))
        app = application(branch, config.settings)
        sockets = [
            listening_socket(config.host, config.port, shared=True),
            *for_peers(app, branch, config.settings),
        ]
        with suppress(KeyboardInterrupt):
            uvicorn_server(app, partial(branch.link.tell, "ready")).run(sockets=sockets)
    except TrickbookError as error:
        LOG.warning("a worker cannot start: %s", error)


def _worker_backend(config: WorkerConfig, link: Link) -> WorkerBackend:
    """What a worker has in place of a store of its own: connections to PostgreSQL, or the hub."""
    memory = SharedMemory(config.limits)
    if isinstance(config.place, str):
        kept = opened_store(config.place)
        return WorkerBackend(kept.writer(), kept.reading, kept.fleet, kept.key, link, memory, kept.close)
    reading = connect(config.place / STORE_FILE)
    key = address_key(config.place)
    return WorkerBackend(HubWriter(link), reading, HubFleet(link, reading), key, link, memory, reading.close)
