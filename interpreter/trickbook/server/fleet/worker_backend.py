"""A worker of a server has rooms and connections; the hub writes, leases tables and runs the helpers."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from trickbook.problems import TrickbookError
from trickbook.server.fleet import Peer
from trickbook.server.fleet.hub import LOST
from trickbook.server.store.lifetimes import is_living
from trickbook.server.store.writer import PendingWrite, StoreUnavailableError, promise, settle
from trickbook.server.workers.worker import packed

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from trickbook.server.fleet import Fleet, Summaries
    from trickbook.server.fleet.hub import Link
    from trickbook.server.limits import Rate, RateLimiter, SharedMemory
    from trickbook.server.store import Database
    from trickbook.server.store.writer import Writer
    from trickbook.server.table import Row


class HubWriter:
    """Stores by the hub, which writes for all workers. Rows of one turn of the loop go there together."""

    def __init__(self, link: Link) -> None:
        """Keep the link."""
        self.link = link
        self.waiting: list[PendingWrite] = []

    def start(self) -> None:
        """Do nothing: the hub has started."""

    def stop(self) -> None:
        """Do nothing: the hub stops last."""

    async def commit(self, rows: Sequence[Row], _: str = "") -> None:
        """Store rows, all or none; StoreUnavailableError if that is impossible now."""
        if not self.waiting:
            asyncio.get_running_loop().call_soon(self._send)
        done = promise()
        self.waiting.append(PendingWrite(rows, "", done))
        await asyncio.shield(done)

    def _send(self) -> None:
        waiting, self.waiting = self.waiting, []
        answer = asyncio.ensure_future(self.link.call("commit", [tuple(one.rows) for one in waiting]))
        answer.add_done_callback(partial(_complete_writes, waiting))


def _complete_writes(
    waiting: Sequence[PendingWrite], answer: asyncio.Future[Sequence[Exception | None]]
) -> None:
    """Tell all who wait what the hub has answered."""
    lost = StoreUnavailableError(LOST) if answer.cancelled() else answer.exception()
    for one, error in zip(waiting, [lost] * len(waiting) if lost else answer.result(), strict=True):
        settle(one.done, error)


class HubFleet:
    """The other workers of the server; the hub knows who holds which table."""

    name = ""

    def __init__(self, link: Link, reading: Database) -> None:
        """Keep the link, and the connection that knows which tables there are."""
        self.link, self.reading = link, reading

    async def join(self, peer: Peer, /) -> None:
        """Join."""
        await self.link.call("join", peer)

    async def claim(self, table: str, /) -> Peer | None:
        """Take the lease of a living table if it is free; the holder if it is another worker."""
        living = await asyncio.to_thread(is_living, self.reading, table)
        return await self.link.call("claim", table, living)  # type: ignore[no-any-return]

    async def release(self, table: str, /) -> None:
        """Give back the lease of a table."""
        await self.link.call("release", table)

    async def beat(self, open_tables: Summaries, /) -> Summaries:
        """Show the open tables of this worker; those of the others."""
        return await self.link.call("beat", open_tables)  # type: ignore[no-any-return]

    async def leave(self) -> None:
        """Do nothing: the leases end with the link."""


class HubProcess:
    """A helper process of the hub, with the interface of one of one's own."""

    def __init__(self, link: Link, name: str) -> None:
        """Keep the link; ``name`` is the hub's word for the process."""
        self.link, self.name = link, name
        self.warm: Callable[[], None] | None = None
        self.waiting = 0

    async def run(self, work: Callable[..., Any], *given: Any, client: str = "", **named: Any) -> Any:
        """Run a function when it is the client's turn."""
        return await self._call("run", client, packed((work, given, named)))

    async def run_if_ready(self, work: Callable[..., Any], *given: Any, client: str = "") -> Any:
        """Run a function; None if it fails, or while the process is not ready."""
        self.start()
        try:
            return await self._call("run if ready", client, packed((work, given, {})))
        except TrickbookError:
            return None

    async def _call(self, kind: str, client: str, call: bytes) -> Any:
        self.waiting += 1
        try:
            return await self.link.call(kind, self.name, client, call)
        finally:
            self.waiting -= 1

    def start(self) -> None:
        """Start the process before the first call."""
        self.link.tell("start", self.name, self.warm)

    def stop(self) -> None:
        """Do nothing: the hub stops it."""


class WorkerBackend(NamedTuple):
    """A worker's backend in place of a store of its own: the link to the hub, and the shared limits."""

    writing: Writer | HubWriter
    reading: Database
    fleet: Fleet
    key: bytes
    link: Link
    memory: SharedMemory
    close: Callable[[], None]
    damage: None = None
    folder: None = None

    def writer(self) -> Any:
        """What stores rows."""
        return self.writing

    def limiter(self, name: str, rate: Rate) -> RateLimiter:
        """A limiter of all workers."""
        return self.memory.limiter(name, rate)

    async def show_life(self) -> None:
        """Show the hub that this worker lives, wherever its tables are kept."""
        self.link.tell("alive")

    def processes(self, names: Collection[str]) -> Any:
        """The helper processes of the hub."""
        return {name: HubProcess(self.link, name) for name in names}
