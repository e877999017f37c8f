"""The client: a seat at a remote table, for programs. It reconnects by itself."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from trickbook.problems import TrickbookError, needs
from trickbook.server import PROTOCOL, encoded
from trickbook.server.client_http import (
    MAX_RESPONSE_BYTES,
    RESPONSE_TIMEOUT,
    ConnectionLostError,
    RefusedError,
    Ticket,
    closing_error,
    create_table,
    parsed_url,
    request,
    take_seat,
    when_not_busy,
)
from trickbook.server.client_state import ClientCuts, ClientState, begins, with_fairness, with_message
from trickbook.texts.message import Message, verbatim

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from typing import Self

with needs(Message("remote tables need websockets: run `make terminal` in your clone of Trickbook")):
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import WebSocketException

__all__ = [
    "ClientState",
    "ConnectionLostError",
    "RefusedError",
    "RemoteSeat",
    "Ticket",
    "create_table",
    "request",
    "take_seat",
    "with_message",
]

RECONNECT_DELAYS: Final = (0.1, 0.3, 1, 2, 4, 8, 15, 15, 15)
"""Seconds before each attempt to reconnect."""

ANSWER_TIMEOUT: Final = 30
"""Seconds for an answer while connected."""

BEGIN_TIMEOUT: Final = 10
"""Seconds for the first match to begin once all seats are taken."""

CUT_ID: Final = "cut "
"""How the ids of messages begin that the client sends by itself."""

CLOSE_TIMEOUT: Final = 0.5
"""Seconds for the server to close its side."""


class RemoteSeat:
    """A seat at a remote table. ``known`` is the state of the table; ``heard`` yields the messages.

    ``read`` parses a frame, such as one whose characters all have to be visible.

    It helps to cut each pack by itself. ``cuts`` holds what it was shown, and what it found when deals ended:
    ``cuts.doubts`` says what proves that the server is not honest. Unanswered messages are repeated under the
    same id after reconnecting, so nothing is done twice.
    """

    def __init__(
        self, ticket: Ticket, lang: str = "en", read: Callable[[str | bytes], Any] = json.loads
    ) -> None:
        """Keep a ticket; ``open`` connects."""
        self.ticket, self.lang, self._read = ticket, lang, read
        self.known, self.cuts = ClientState(), ClientCuts()
        self._updates: asyncio.Queue[tuple[Mapping[str, Any], ClientState] | None] = asyncio.Queue()
        self._answers: dict[str, asyncio.Future[Mapping[str, Any]]] = {}
        self._asked: dict[str, str] = {}
        self._cut: dict[str, Any] | None = None
        self._client, self._attempt = secrets.token_hex(8), 0
        self._connection: ClientConnection | None = None
        self._since: float | None = None
        self._task: asyncio.Task[None] | None = None
        self._ended: TrickbookError | None = None

    async def open(self) -> Self:
        """Connect to the table; RefusedError if the server refuses."""
        try:
            await when_not_busy(self._come)
        except (WebSocketException, OSError) as error:
            await self.close()
            raise TrickbookError(
                Message("{url} does not answer: {reason}", url=self.ticket.url, reason=str(error))
            ) from None
        except TrickbookError:
            await self.close()
            raise
        self._task = asyncio.ensure_future(self._run())
        return self

    async def close(self) -> None:
        """Disconnect; the seat stays yours."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            await self._connection.close()

    async def __aenter__(self) -> Self:
        """Connect."""
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        """Disconnect."""
        await self.close()

    async def heard(self) -> AsyncIterator[Mapping[str, Any]]:
        """Yield each message after ``known`` is updated; TrickbookError when it is closed for good.

        A message of type ``lost`` comes from the client itself: it is disconnected and tries to reconnect.
        """
        async for message, _ in self.updates():
            yield message

    async def updates(self) -> AsyncIterator[tuple[Mapping[str, Any], ClientState]]:
        """Yield each message with the state of the table after it; ``known`` may be ahead of that."""
        while (update := await self._updates.get()) is not None:
            yield update
        self._updates.put_nowait(None)  # the next listener gets it too
        raise self._ended or TrickbookError(Message("the connection is closed"))

    async def ask(self, type: str, **more: Any) -> Mapping[str, Any]:  # noqa: A002 - the protocol's own word
        """Send a message and wait for the answer; RefusedError if it is refused.

        TrickbookError on a timeout while connected, or when reconnecting fails.
        """
        return await when_not_busy(partial(self._ask, type, **more))

    async def _ask(self, type: str, **more: Any) -> Mapping[str, Any]:  # noqa: A002 - likewise
        if self._ended is not None:
            raise self._ended
        name = secrets.token_hex(8)
        text = encoded({"type": type, "id": name, **more})
        self._answers[name] = answer = asyncio.get_running_loop().create_future()
        self._asked[name] = text
        try:
            await self._send(text)
            response = await self._answered(answer)
        finally:
            self._answers.pop(name, None)
            self._asked.pop(name, None)
        if response["type"] == "refused":
            raise RefusedError(verbatim(response["message"]), response["code"], response["reason"])
        return response

    async def _answered(self, answer: asyncio.Future[Mapping[str, Any]]) -> Mapping[str, Any]:
        """Wait for an answer; the timeout starts again after each reconnection."""
        now = begun = asyncio.get_running_loop().time()
        while not answer.done():
            since = now if self._since is None else max(begun, self._since)
            if now >= since + ANSWER_TIMEOUT:
                raise TrickbookError(
                    Message(
                        "{url} has not answered for {number} seconds",
                        url=self.ticket.url,
                        number=ANSWER_TIMEOUT,
                    )
                )
            await asyncio.wait([answer], timeout=since + ANSWER_TIMEOUT - now)
            now = asyncio.get_running_loop().time()
        return answer.result()

    async def play(self, move: str) -> int:
        """Make a move; returns its number."""
        return int((await self.ask("play", move=move, at=self.known.seq))["seq"])

    async def say(self, phrase: str) -> None:
        """Say one of the ready phrases, such as ``thanks``; a message ``phrase`` tells what others say."""
        await self.ask("phrase", phrase=phrase)

    async def take_back(self) -> None:
        """Ask to take back the last move; a message ``take_back`` tells what comes of it."""
        await self.ask("take_back")

    async def agree(self, to: int, *, agrees: bool = True) -> None:
        """Answer the request to take back with this ``to``."""
        await self.ask("agree", to=to, agrees=agrees)

    async def _send(self, text: str) -> None:
        with suppress(WebSocketException, OSError):  # it is sent again after reconnecting
            if self._connection is not None:
                await self._connection.send(text)

    # The connection

    async def _come(self) -> None:
        """Connect, send hello, and receive the state."""
        parts = parsed_url(self.ticket.url)
        scheme, table = "wss" if parts.scheme == "https" else "ws", quote(self.ticket.table, safe="")
        where = f"{scheme}://{parts.netloc}/ws/{table}"
        size, patience = MAX_RESPONSE_BYTES, CLOSE_TIMEOUT
        connection = await connect(
            where, compression=None, max_size=size, max_queue=None, proxy=None, close_timeout=patience
        )
        self._attempt += 1
        about = {"token": self.ticket.token, "seen": self.known.seq, "lang": self.lang}
        about |= {"client": self._client, "attempt": self._attempt}
        self._connection = connection
        await connection.send(encoded({"type": "hello", "protocol": PROTOCOL, **about}))
        async with asyncio.timeout(RESPONSE_TIMEOUT):
            while await self._next() != "state":
                pass
        with suppress(TimeoutError):
            async with asyncio.timeout(BEGIN_TIMEOUT):
                while begins(self.known):
                    await self._next()
        self._since = asyncio.get_running_loop().time()
        for text in list(self._asked.values()):
            await self._send(text)

    async def _next(self) -> str:
        """Receive a message, and cut the pack if it asks for that; returns its type."""
        assert self._connection is not None  # noqa: S101 - one has come
        type_ = self._take(await self._connection.recv())
        if self._cut is not None:
            message, self._cut = self._cut, None
            await self._send(encoded({"type": "cut", "id": f"{CUT_ID}{secrets.token_hex(8)}", **message}))
        return type_

    def _take(self, frame: str | bytes) -> str:
        """Process a message and return its type; RefusedError if it closes the connection."""
        try:
            message = self._read(frame)
            if message["type"] == "closing":
                raise closing_error(verbatim(message["message"]), str(message["code"]))
            self.known = with_message(self.known, message)
            self.cuts, self._cut = with_fairness(self.cuts, self.known, message)
            name = str(message.get("id") or "")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise TrickbookError(
                Message("{url} does not speak protocol {number}", url=self.ticket.url, number=PROTOCOL)
            ) from None
        answer = self._answers.get(name)
        if answer is not None and not answer.done():
            answer.set_result(message)
        if not name.startswith(CUT_ID):
            self._updates.put_nowait((message, self.known))
        return str(message["type"])

    async def _run(self) -> None:
        """Receive messages and reconnect, until the server closes the connection for good."""
        try:
            while True:
                with suppress(WebSocketException, OSError, ConnectionLostError):
                    await self._listen()
                self._since = None
                self._updates.put_nowait(({"type": "lost"}, self.known))
                await self._back()
        except TrickbookError as error:
            self._end(error)

    async def _listen(self) -> None:
        while True:
            await self._next()

    async def _back(self) -> None:
        """Reconnect; TrickbookError if all attempts fail."""
        for wait in RECONNECT_DELAYS:
            await asyncio.sleep(wait)
            with suppress(WebSocketException, OSError, ConnectionLostError):
                await self._come()
                return
        raise TrickbookError(Message("{url} does not answer any more", url=self.ticket.url))

    def _end(self, error: TrickbookError) -> None:
        self._ended = error
        self._updates.put_nowait(None)
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(error)
