"""HTTP requests to a server: create a table, take a seat, and any other."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from http.client import HTTPException
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import SplitResult, quote, urlsplit
from urllib.request import Request, urlopen

from trickbook.problems import TrickbookError, visible
from trickbook.server import PROTOCOL
from trickbook.texts.message import Message, verbatim

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

Result = TypeVar("Result")

RESPONSE_TIMEOUT: Final = 15
"""Seconds without data before a request fails."""

DOWNLOAD_TIMEOUT: Final = 60
"""Seconds for a whole response."""

MAX_RESPONSE_BYTES: Final = 8_000_000
"""Bytes read of a response at most."""

BUSY_DELAYS: Final = (0.5, 2.0, 5.0)
"""Seconds before each other attempt at something for which the server was busy."""

MALFORMED: Final = (ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""The errors that a malformed response causes."""


class RefusedError(TrickbookError):
    """The server refused: with a code, and a reason by the rules if there is one."""

    def __init__(self, message: Message, code: str, reason: Mapping[str, Any] | None = None) -> None:
        """Keep the reason."""
        super().__init__(message)
        self.code, self.reason = code, reason


class ConnectionLostError(RefusedError):
    """The connection was closed; the client may reconnect."""


def closing_error(message: Message, code: str) -> RefusedError:
    """The error for a closed connection."""
    return (ConnectionLostError if code in ("going-down", "too-slow", "busy") else RefusedError)(
        message, code
    )


class Ticket(NamedTuple):
    """A seat at a table and the token that proves it; spectators have no seat."""

    url: str
    table: str
    seat: int | None = None
    token: str | None = None
    invitation: str | None = None


async def request(url: str, path: str, body: Mapping[str, Any] | None = None, key: str | None = None) -> Any:
    """Send a request; RefusedError if the server refuses, TrickbookError if it does not answer.

    ``key`` is the token of a seat, or an invitation.
    """
    return await when_not_busy(lambda: asyncio.to_thread(_send_request, url, path, body, key))


async def when_not_busy(act: Callable[[], Awaitable[Result]]) -> Result:
    """Do something; again after a while if the server is busy, as nothing was done then."""
    for delay in BUSY_DELAYS:
        try:
            return await act()
        except RefusedError as error:
            if error.code != "busy":
                raise
        await asyncio.sleep(delay)
    return await act()


def parsed_url(url: str) -> SplitResult:
    """The parts of a server's address."""
    with suppress(ValueError):  # an invalid port or bracket
        parts = urlsplit(url)
        if parts.scheme in ("http", "https") and parts.netloc and parts.port != 0:
            return parts
    raise TrickbookError(
        Message("{url} is no address of a server, such as http://127.0.0.1:23366", url=visible(url))
    )


def _send_request(url: str, path: str, body: Mapping[str, Any] | None, key: str | None) -> Any:
    parsed_url(url)
    data = None if body is None else json.dumps(body).encode()
    heads = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
    request = Request(url.rstrip("/") + path, data, heads)  # noqa: S310 - seen above
    try:
        with urlopen(request, timeout=RESPONSE_TIMEOUT) as answer:  # noqa: S310 - likewise
            whole = _read_response(answer)
    except HTTPError as error:
        raise _refusal(error) from None
    except (URLError, OSError, HTTPException, ValueError) as error:
        raise TrickbookError(
            Message("{url} does not answer: {reason}", url=url, reason=str(getattr(error, "reason", error)))
        ) from None
    try:
        text = whole.decode()
        return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
    except MALFORMED:
        raise _protocol_error(url) from None


def _read_response(answer: Any) -> bytes:
    """A whole response; TimeoutError if it takes too long."""
    whole, end = bytearray(), monotonic() + DOWNLOAD_TIMEOUT
    while len(whole) < MAX_RESPONSE_BYTES and (part := answer.read1(MAX_RESPONSE_BYTES - len(whole))):
        whole += part
        if monotonic() > end:
            raise TimeoutError("it takes too long")
    return bytes(whole)


def _protocol_error(url: str) -> TrickbookError:
    return TrickbookError(Message("{url} does not speak protocol {number}", url=url, number=PROTOCOL))


def _refusal(error: HTTPError) -> RefusedError:
    with error:
        try:
            data = json.loads(_read_response(error))
            problems = [problem["message"] for problem in data.get("problems", ())]
            return RefusedError(verbatim("; ".join([data["message"], *problems])), data["code"])
        except (*MALFORMED, HTTPException, OSError):
            return RefusedError(Message("the server answers {number}", number=error.code), "bad-message")


async def create_table(url: str, **wanted: Any) -> Ticket:
    """Create a table from ``game`` or ``text``, ``name`` and the other fields of the protocol."""
    answer = await request(url, "/api/tables", wanted)
    try:
        secrets = str(answer["token"]), str(answer["invitation"])
        return Ticket(url, str(answer["table"]), int(answer["seat"]), *secrets)
    except MALFORMED:
        raise _protocol_error(url) from None


async def take_seat(
    url: str, table: str, name: str, seat: int | None = None, invitation: str | None = None
) -> Ticket:
    """Take a seat at a table."""
    answer = await request(
        url,
        f"/api/tables/{quote(table, safe='')}/seats",
        {"name": name, "seat": seat, "invitation": invitation},
    )
    try:
        return Ticket(url, table, int(answer["seat"]), str(answer["token"]), invitation)
    except MALFORMED:
        raise _protocol_error(url) from None
