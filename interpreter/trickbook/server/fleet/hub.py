"""The hub of a server with several workers: it writes for all of them, leases tables and runs the helpers."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from multiprocessing.reduction import ForkingPickler
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from trickbook.server.fleet.link import answer

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.server.fleet.members import Peer, Summaries
    from trickbook.server.store.writer import Writer
    from trickbook.server.table.state import Row
    from trickbook.server.workers.worker import WorkerProcess

MAX_SILENCE: Final = 15.0
"""Seconds after which a worker that gives no sign of life is ended."""


class Member:
    """A worker, as the hub knows it."""

    def __init__(self, pid: int) -> None:
        """Start without tables."""
        self.pid = pid
        self.peer: Peer | None = None
        self.tables: Summaries = []
        self.heard: float | None = None

    @property
    def silent(self) -> bool:
        """Whether the worker has given no sign of life for too long since its first one."""
        return self.heard is not None and monotonic() - self.heard > MAX_SILENCE


class Hub:
    """What the workers of a server share. A lease ends with the link of its holder."""

    def __init__(self, writer: Writer, processes: Mapping[str, WorkerProcess]) -> None:
        """Start without workers."""
        self.writer, self.processes = writer, processes
        self.members: list[Member] = []
        self.holders: dict[str, Member] = {}

    async def serve(self, end: socket.socket, pid: int, joined: Callable[[Member], None]) -> None:
        """Serve a worker until it ends; its tables are free once all is stored that it sent."""
        member = Member(pid)
        self.members.append(member)
        try:
            await answer(end, partial(self._act, member, joined))
        finally:
            self.members.remove(member)
            self.holders = {table: held for table, held in self.holders.items() if held is not member}

    async def _act(self, member: Member, joined: Callable[[Member], None], kind: str, *given: Any) -> Any:
        """Do what a worker asks for."""
        match kind, given:
            case "commit", (groups,):
                return await self._stored(groups)
            case "claim", (table, living):
                return self._claimed(member, table, living=living)
            case "release", (table,):
                self._release(member, table)
            case "beat", (tables,):
                member.tables = tables
                return [table for other in self.members if other is not member for table in other.tables]
            case "join", (peer,):
                member.peer = peer
            case "alive", ():
                member.heard = monotonic()
            case "ready", ():
                member.heard = monotonic()
                joined(member)
            case _:
                return await self._help(kind, *given)
        return None

    async def _stored(self, groups: Sequence[Sequence[Row]]) -> list[BaseException | None]:
        """Store groups of rows, each all or none; what went wrong with each."""
        stored = [self.writer.store(rows) for rows in groups]
        await asyncio.wait(stored)
        return [one.exception() for one in stored]

    def _claimed(self, member: Member, table: str, *, living: bool) -> Peer | None:
        """Where the holder of a table is, if it is another worker; a free one gets it if the table lives."""
        if living:
            self.holders.setdefault(table, member)
        holder = self.holders.get(table, member)
        return None if holder is member else holder.peer

    def _release(self, member: Member, table: str) -> None:
        if self.holders.get(table) is member:
            del self.holders[table]

    async def _help(self, kind: str, name: str, *given: Any) -> Any:
        """Let a helper process do something."""
        process = self.processes[name]
        if kind == "start":
            if process.warm is None:
                process.warm = given[0]
            process.start()
            return None
        client, call = given
        work, values, named = ForkingPickler.loads(call)
        if kind == "run if ready":
            return await process.run_if_ready(work, *values, client=client)
        return await process.run(work, *values, client=client, **named)

    def stop(self) -> None:
        """Stop the helpers."""
        for process in self.processes.values():
            with suppress(RuntimeError):
                process.stop()
