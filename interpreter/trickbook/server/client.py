"""The client: a seat at a table far away, for programs; when the connection is lost, it comes back."""

from __future__ import annotations

import asyncio
import json
import secrets
from contextlib import suppress
from http.client import HTTPException
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, quote, urlsplit
from urllib.request import Request, urlopen

from trickbook.problems import MissingError, TrickbookError, visible
from trickbook.server.messages import PROTOCOL, frame

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from typing import Self

try:
    from websockets.asyncio.client import ClientConnection, connect
    from websockets.exceptions import WebSocketException
except ImportError as missing:
    raise MissingError("tables far away need websockets: pip install 'trickbook[table]'") from missing

WAITS: Final = (0.1, 0.3, 1, 2, 4, 8, 15)
"""How many seconds to wait before the connection is tried again, time after time."""

PATIENCE: Final = 15
"""How many seconds an answer may take over HTTP."""

LARGEST: Final = 8_000_000
"""More bytes are not read at once, whatever a server sends."""


class RefusedError(TrickbookError):
    """What the server refuses: its code, and the reason by the rules if there is one."""

    def __init__(self, message: str, code: str, reason: Mapping[str, Any] | None = None) -> None:
        """Tell why."""
        super().__init__(message)
        self.code, self.reason = code, reason


class LostError(RefusedError):
    """The connection is closed, and one may come again."""


def _closed(message: str, code: str) -> RefusedError:
    """Why a connection was closed."""
    return (LostError if code in ("going-down", "too-slow") else RefusedError)(message, code)


class Ticket(NamedTuple):
    """A seat at a table, and the token that proves that it is one's own; without a seat one looks on."""

    url: str
    table: str
    seat: int | None = None
    token: str | None = None
    invitation: str | None = None


class Known(NamedTuple):
    """What a client knows of its table."""

    about: Mapping[str, Any] = {}
    seat: int | None = None
    seats: tuple[Mapping[str, Any], ...] = ()
    watching: int = 0
    seq: int = 0
    match: int = 0
    view: Mapping[str, Any] | None = None
    seals: Mapping[str, str] = {}
    opened: Mapping[str, Any] = {}


def known(before: Known, message: Mapping[str, Any]) -> Known:
    """What is known after a message."""
    match message["type"]:
        case "welcome":
            return before._replace(about=message["about"], seat=message["seat"])
        case "seats":
            return before._replace(seats=tuple(message["seats"]), watching=message["watching"])
        case "state":
            return before._replace(
                **{key: message[key] for key in ("seq", "match", "view", "seals", "opened")}
            )
        case "move":
            beside = {key: message[key] for key in ("seals", "opened") if key in message}
            view = {**(before.view or {}), **message["changed"]}
            return before._replace(seq=message["seq"], view=view, **beside)
        case _:
            return before


# Over HTTP


async def asked(url: str, path: str, body: Mapping[str, Any] | None = None) -> Any:
    """Ask the server for something; RefusedError if it refuses, TrickbookError if it is not there."""
    return await asyncio.to_thread(_asked, url, path, body)


def _parts(url: str) -> SplitResult:
    """The parts of a server's address."""
    with suppress(ValueError):  # of an odd port, or brackets
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.netloc and parts.port != 0:
            return parts
    raise TrickbookError(f"{visible(url)} is no address of a server, such as http://127.0.0.1:23366")


def _asked(url: str, path: str, body: Mapping[str, Any] | None) -> Any:
    _parts(url)
    data = None if body is None else json.dumps(body).encode()
    request = Request(url.rstrip("/") + path, data, {"Content-Type": "application/json"})  # noqa: S310 - seen above
    try:
        with urlopen(request, timeout=PATIENCE) as answer:  # noqa: S310 - likewise
            whole: bytes = answer.read(LARGEST)
    except HTTPError as error:
        raise _refused(error) from None
    except (URLError, OSError, HTTPException, ValueError) as error:
        raise TrickbookError(f"{url} does not answer: {getattr(error, 'reason', error)}") from None
    try:
        text = whole.decode()
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
    except (ValueError, RecursionError):
        raise TrickbookError(f"{url} does not speak protocol {PROTOCOL}") from None


def _refused(error: HTTPError) -> RefusedError:
    with error:
        try:
            told = json.loads(error.read())
            problems = [problem["message"] for problem in told.get("problems", ())]
            return RefusedError("; ".join([told["message"], *problems]), told["code"])
        except (ValueError, KeyError, TypeError):
            return RefusedError(f"the server answers {error.code}", "bad-message")


async def lay(url: str, **wanted: Any) -> Ticket:
    """Lay a table: with ``game`` or ``text``, ``name`` and the rest as the protocol has it."""
    told = await asked(url, "/api/tables", wanted)
    return Ticket(url, told["table"], told["seat"], told["token"], told["invitation"])


async def sit(
    url: str, table: str, name: str, seat: int | None = None, invitation: str | None = None
) -> Ticket:
    """Sit down at a table."""
    told = await asked(
        url,
        f"/api/tables/{quote(table, safe='')}/seats",
        {"name": name, "seat": seat, "invitation": invitation},
    )
    return Ticket(url, table, told["seat"], told["token"], invitation)


# At the table


class Sitting:
    """A seat at a table far away. ``known`` is what one knows; ``heard`` gives what happens, as it does.

    What was asked when the connection was lost is asked again under the same name, so nothing is done twice.
    """

    def __init__(self, ticket: Ticket, lang: str = "en") -> None:
        """Take up a ticket; ``open`` comes to the table."""
        self.ticket, self.lang = ticket, lang
        self.known = Known()
        self._messages: asyncio.Queue[Mapping[str, Any] | None] = asyncio.Queue()
        self._answers: dict[str, asyncio.Future[Mapping[str, Any]]] = {}
        self._asked: dict[str, str] = {}
        self._connection: ClientConnection | None = None
        self._task: asyncio.Task[None] | None = None
        self._ended: TrickbookError | None = None

    async def open(self) -> Self:
        """Come to the table; RefusedError if one is not let in."""
        try:
            await self._come()
        except (WebSocketException, OSError) as error:
            await self.close()
            raise TrickbookError(f"{self.ticket.url} does not answer: {error}") from None
        except TrickbookError:
            await self.close()
            raise
        self._task = asyncio.ensure_future(self._run())
        return self

    async def close(self) -> None:
        """Go, without a word; one's seat stays one's own."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._connection is not None:
            await self._connection.close()

    async def __aenter__(self) -> Self:
        """Come."""
        return await self.open()

    async def __aexit__(self, *_: object) -> None:
        """Go."""
        await self.close()

    async def heard(self) -> AsyncIterator[Mapping[str, Any]]:
        """Each message, once ``known`` has it; TrickbookError when one is sent away, or nobody answers."""
        while (message := await self._messages.get()) is not None:
            yield message
        raise self._ended or TrickbookError("the connection is closed")

    async def ask(self, type: str, **more: Any) -> Mapping[str, Any]:  # noqa: A002 - the protocol's own word
        """Ask the table for something and wait for the answer; RefusedError if it is refused."""
        if self._ended is not None:
            raise self._ended
        name = secrets.token_hex(8)
        text = frame({"type": type, "id": name, **more})
        self._answers[name] = answer = asyncio.get_running_loop().create_future()
        self._asked[name] = text
        try:
            await self._send(text)
            told: Mapping[str, Any] = await answer
        finally:
            self._answers.pop(name, None)
            self._asked.pop(name, None)
        if told["type"] == "refused":
            raise RefusedError(told["message"], told["code"], told["reason"])
        return told

    async def play(self, move: str) -> int:
        """Make a move; its number."""
        return int((await self.ask("play", move=move, at=self.known.seq))["seq"])

    async def _send(self, text: str) -> None:
        with suppress(WebSocketException, OSError):  # what is not sent now is sent when one is back
            if self._connection is not None:
                await self._connection.send(text)

    # The connection

    async def _come(self) -> None:
        """Connect, say hello, and hear how things stand."""
        parts = _parts(self.ticket.url)
        where = f"{'wss' if parts.scheme == 'https' else 'ws'}://{parts.netloc}/ws"
        connection = await connect(where, compression=None, max_size=LARGEST, max_queue=None, proxy=None)
        hello = {
            "type": "hello",
            "protocol": PROTOCOL,
            "table": self.ticket.table,
            "token": self.ticket.token,
            "seen": self.known.seq,
            "lang": self.lang,
        }
        self._connection = connection
        await connection.send(frame(hello))
        while self._take(await connection.recv()) != "state":
            pass
        for text in list(self._asked.values()):
            await self._send(text)

    def _take(self, frame: str | bytes) -> str:
        """Take in a message, and give its type; RefusedError if it is the last."""
        try:
            message = json.loads(frame)
            if message["type"] == "closing":
                raise _closed(str(message["message"]), str(message["code"]))
            self.known = known(self.known, message)
            answer = self._answers.get(message.get("id") or "")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
            raise TrickbookError(f"{self.ticket.url} does not speak protocol {PROTOCOL}") from None
        if answer is not None and not answer.done():
            answer.set_result(message)
        self._messages.put_nowait(message)
        return str(message["type"])

    async def _run(self) -> None:
        """Listen, and come back when the connection is lost, until one is sent away."""
        try:
            while True:
                with suppress(WebSocketException, OSError, LostError):
                    await self._listen()
                await self._back()
        except TrickbookError as error:
            self._end(error)

    async def _listen(self) -> None:
        assert self._connection is not None  # noqa: S101 - one has come
        while True:
            self._take(await self._connection.recv())

    async def _back(self) -> None:
        """Come back; TrickbookError if that cannot be done for a while."""
        for wait in WAITS:
            await asyncio.sleep(wait)
            with suppress(WebSocketException, OSError, LostError):
                await self._come()
                return
        raise TrickbookError(f"{self.ticket.url} does not answer any more")

    def _end(self, error: TrickbookError) -> None:
        self._ended = error
        self._messages.put_nowait(None)
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(error)
