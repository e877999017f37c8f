"""The hub of a server with several workers, and their links to it.

It writes for all of them, leases tables and runs the helpers. Over a link go calls with a number each, and
their answers in any order.
"""

from __future__ import annotations

import asyncio
import logging
import pickle
from contextlib import suppress
from functools import partial
from itertools import count
from multiprocessing.reduction import ForkingPickler
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, cast

from trickbook.problems import TrickbookError
from trickbook.server.process import FAILED_MESSAGE, failure_text
from trickbook.server.store.writer import StoreUnavailableError
from trickbook.texts.message import Message

if TYPE_CHECKING:
    import socket
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from trickbook.server.fleet import Peer, Summaries
    from trickbook.server.store.writer import Writer
    from trickbook.server.table import Row
    from trickbook.server.workers.worker import WorkerProcess

LOG: Final = logging.getLogger(__name__)

MAX_SILENCE: Final = 15.0
"""Seconds after which a worker that gives no sign of life is ended."""

SIZE_BYTES: Final = 4
"""The bytes that tell the size of a message."""

LOST: Final = Message("the server is stopping")


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
            await _answer_calls(end, partial(self._act, member, joined))
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


class _Line(asyncio.Protocol):
    """Messages both ways. Both sides are of one server, so they may be unpickled."""

    def __init__(self, heard: Callable[[Any], None]) -> None:
        """Begin; ``heard`` is called with each message."""
        self.heard = heard
        self.rest, self.unsent = bytearray(), bytearray()
        self.transport: asyncio.Transport | None = None
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep the connection."""
        self.transport = cast("asyncio.Transport", transport)  # uvloop's is none by its class

    def data_received(self, data: bytes) -> None:
        """Hear all messages that are complete."""
        self.rest += data
        at = 0
        while len(self.rest) >= (start := at + SIZE_BYTES):
            end = start + int.from_bytes(self.rest[at:start])
            if len(self.rest) < end:
                break
            self.heard(pickle.loads(self.rest[start:end]))  # noqa: S301 - it is ours
            at = end
        del self.rest[:at]

    def connection_lost(self, _: Exception | None) -> None:
        """End."""
        if not self.ended.done():
            self.ended.set_result(None)

    def send(self, message: Any) -> None:
        """Send a message with all others of this turn of the loop, unless the line has ended."""
        data = pickle.dumps(message)
        if not self.unsent:
            asyncio.get_running_loop().call_soon(self._flush)
        self.unsent += len(data).to_bytes(SIZE_BYTES) + data

    def _flush(self) -> None:
        if self.transport is not None and not self.transport.is_closing():
            self.transport.write(bytes(self.unsent))
        self.unsent.clear()


async def _open_line(end: socket.socket, heard: Callable[[Any], None]) -> _Line:
    """A line over a socket."""
    _, line = await asyncio.get_running_loop().create_unix_connection(lambda: _Line(heard), sock=end)
    return line


class Link:
    """The worker's end of a link."""

    def __init__(self, end: socket.socket, lost: Callable[[], None]) -> None:
        """Keep a socket; ``lost`` is called when the hub has ended."""
        self.end, self.lost = end, lost
        self.numbers = count()
        self.waiting: dict[int, asyncio.Future[Any]] = {}
        self.line: _Line | None = None

    async def open(self) -> None:
        """Begin to listen."""
        self.line = await _open_line(self.end, self._deliver_answer)
        self.line.ended.add_done_callback(self._ended)

    def _deliver_answer(self, message: tuple[int, Any, TrickbookError | None]) -> None:
        """Give an answer to who waits for it."""
        number, found, error = message
        waits = self.waiting.pop(number, None)
        if waits is None or waits.done():
            return
        if error is None:
            waits.set_result(found)
        else:
            waits.set_exception(error)

    def _ended(self, _: asyncio.Future[None]) -> None:
        for waits in self.waiting.values():
            if not waits.done():
                waits.set_exception(StoreUnavailableError(LOST))
        self.waiting.clear()
        self.lost()

    async def call(self, kind: str, *given: Any) -> Any:
        """Ask the hub for something, and wait for the answer; TrickbookError as the hub raises it."""
        if self.line is None or self.line.ended.done():
            raise StoreUnavailableError(LOST)
        number, waits = next(self.numbers), asyncio.get_running_loop().create_future()
        self.waiting[number] = waits
        self.line.send((number, kind, given))
        return await waits

    def tell(self, kind: str, *given: Any) -> None:
        """Ask the hub for something, and wait for nothing."""
        if self.line is not None:
            self.line.send((next(self.numbers), kind, given))


async def _answer_calls(end: socket.socket, act: Callable[..., Awaitable[Any]]) -> None:
    """Answer the calls of a worker until it ends and all that it asked for is done."""
    running: set[asyncio.Future[None]] = set()

    def heard(message: Any) -> None:
        task = asyncio.ensure_future(one(*message))
        running.add(task)
        task.add_done_callback(running.discard)

    async def one(number: int, kind: str, given: Any) -> None:
        found, error = None, None
        try:
            found = await act(kind, *given)
        except TrickbookError as raised:
            error = raised
        except Exception as raised:  # noqa: BLE001 - whatever it is, who waits is told
            LOG.warning("the hub cannot do %s: %s", kind, failure_text(raised))
            error = TrickbookError(FAILED_MESSAGE)
        line.send((number, found, error))

    line = await _open_line(end, heard)
    await line.ended
    if running:
        await asyncio.wait(running)
