"""A link between a worker and the hub: calls with a number each, and their answers in any order."""

from __future__ import annotations

import asyncio
import pickle
from itertools import count
from typing import TYPE_CHECKING, Any, Final, cast

from trickbook.problems import TrickbookError
from trickbook.server.store.writer import StoreUnavailableError

if TYPE_CHECKING:
    import socket
    from collections.abc import Awaitable, Callable

SIZE_BYTES: Final = 4
"""The bytes that tell the size of a message."""

LOST: Final = "the server is stopping"


class Line(asyncio.Protocol):
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


async def opened(end: socket.socket, heard: Callable[[Any], None]) -> Line:
    """A line over a socket."""
    _, line = await asyncio.get_running_loop().create_unix_connection(lambda: Line(heard), sock=end)
    return line


class Link:
    """The worker's end of a link."""

    def __init__(self, end: socket.socket, lost: Callable[[], None]) -> None:
        """Keep a socket; ``lost`` is called when the hub has ended."""
        self.end, self.lost = end, lost
        self.numbers = count()
        self.waiting: dict[int, asyncio.Future[Any]] = {}
        self.line: Line | None = None

    async def open(self) -> None:
        """Begin to listen."""
        self.line = await opened(self.end, self._heard)
        self.line.ended.add_done_callback(self._ended)

    def _heard(self, message: tuple[int, Any, TrickbookError | None]) -> None:
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


async def answer(end: socket.socket, act: Callable[..., Awaitable[Any]]) -> None:
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
            error = TrickbookError(f"{type(raised).__name__}: {raised}")
        line.send((number, found, error))

    line = await opened(end, heard)
    await line.ended
    if running:
        await asyncio.wait(running)
