"""HTTP requests: what applies to every one before it is routed, reading bodies, and answering in JSON."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from functools import wraps
from http import HTTPStatus
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import JSONResponse, Response

from trickbook.problems import RulesetError, TrickbookError
from trickbook.seat.rules_request import problem_data
from trickbook.server.door import REFUSED
from trickbook.server.fleet import WRONG_KEY, checked
from trickbook.server.limits import network
from trickbook.server.rooms import UNREADABLE
from trickbook.server.store.writer import StoreUnavailableError
from trickbook.server.table.seat_changes import SeatTakenError
from trickbook.server.web import origins
from trickbook.server.workers import BusyError, ShareUsedError
from trickbook.texts.catalogue import in_language
from trickbook.texts.languages import spoken_language
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, MutableMapping

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    Endpoint = Callable[[Request], Awaitable[Response]]


BODY_TIMEOUT: Final = 10
"""Seconds for the body of a request."""

MAX_BODY_BYTES: Final = 1_000_000
"""The largest body, in bytes: enough for a ruleset, or the record of a long match."""

MAX_SEAT_BYTES: Final = 4 * 1024
"""The largest body of a request for a table, in bytes: enough for taking a seat, which alone has one."""

TOO_MANY_REQUESTS: Final = Message("too many requests; wait a little")

HEADERS: Final[Mapping[str, str]] = {"Cache-Control": "no-store"}
"""The headers of a response with data."""

CONTENT_SECURITY_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""The content security policy of the page: nothing from other hosts."""

SECURITY_HEADERS: Final = (
    (b"content-security-policy", CONTENT_SECURITY_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
)
"""The security headers of every response."""

REFUSALS: Final = {
    HTTPStatus.TOO_MANY_REQUESTS: ("too-fast", TOO_MANY_REQUESTS),
    WRONG_KEY: ("bad-key", Message("this port is for other servers of the store; the key is wrong")),
}
"""The code and the sentence of a refusal, by its status."""


class RequestRefused(Exception):  # noqa: N818 - the client's error, not ours
    """A request is refused: the HTTP status, a code, a sentence."""

    def __init__(self, status: int, code: str, message: Message) -> None:
        """Keep the reason."""
        super().__init__(message)
        self.status, self.code, self.message = status, code, message


def json_response(data: Any, status: int = 200) -> JSONResponse:
    """A response in JSON."""
    return JSONResponse(data, status, HEADERS)


def endpoint(limit: str = "asking") -> Callable[[Endpoint], Endpoint]:
    """Decorate an endpoint: check origin and rate, and turn errors into responses."""

    def made(inner: Endpoint) -> Endpoint:
        @wraps(inner)
        async def outer(request: Request) -> Response:
            try:
                _welcome(request, limit)
                return await inner(request)
            except RequestRefused as error:
                return refusal_response(request, {"code": error.code, "message": error.message}, error.status)
            except TrickbookError as error:
                return refusal_response(request, _error_body(request, error), _status(error))
            except sqlite3.Error:
                return refusal_response(request, {"code": "busy", "message": UNREADABLE}, 503)

        return outer

    return made


def _welcome(request: Request, limit: str) -> None:
    """Check the origin and the rate of a request."""
    registry = request.app.state.registry
    headers = request.headers
    if not origins.allowed(headers.get("origin"), headers.get("host"), registry.context.settings.origins):
        raise RequestRefused(403, "bad-origin", Message("this page may not use the server"))
    if not request.app.state.buckets[limit].take(client_address(request), monotonic()):
        raise RequestRefused(429, "too-fast", TOO_MANY_REQUESTS)


def client_address(request: HTTPConnection) -> str:
    """The address of the client, to which limits apply."""
    return network(request.client.host) if request.client else ""


def requested_language(given: object) -> str:
    """The language that a request asks for, or the default."""
    return spoken_language(given)


def refusal_response(request: HTTPConnection, body: dict[str, Any], status: int) -> Response:
    """The response to a request that is refused, in the language of its body or its query."""
    return json_response({**body, "message": in_language(body["message"], _language(request))}, status)


def _language(request: HTTPConnection) -> str:
    """The language of the body of a request, else of its query."""
    asked = requested_language(request.query_params.get("lang"))
    return str(getattr(request.state, "language", asked))


def _status(error: TrickbookError) -> int:
    return (
        429
        if isinstance(error, ShareUsedError)
        else 503
        if isinstance(error, StoreUnavailableError | BusyError)
        else 409
        if isinstance(error, SeatTakenError)
        else 400
    )


def _error_body(request: Request, error: TrickbookError) -> dict[str, Any]:
    """The body for an error, with the problems of a ruleset if there are any."""
    if isinstance(error, StoreUnavailableError | BusyError):
        return {"code": "busy", "message": error.message}
    if not isinstance(error, RulesetError):
        return {"code": "bad-message", "message": error.message}
    problems = list(problem_data(error, _language(request)))
    return {"code": "bad-message", "message": Message("the rules cannot be played by"), "problems": problems}


async def not_found(request: Request, error: Exception) -> Response:
    """The response for an unknown path or method."""
    status = getattr(error, "status_code", 404)
    message = Message("there is no {method} {path}", method=request.method, path=request.url.path)
    return refusal_response(request, {"code": "bad-message", "message": message}, status)


async def _whole(request: Request, most: int) -> bytes:
    """The whole body of a request, unless it is too large."""
    whole = bytearray()
    async for part in request.stream():
        whole += part
        if len(whole) > most:
            raise RequestRefused(
                413, "too-large", Message("a request may have at most {number} bytes", number=most)
            )
    return bytes(whole)


async def json_body(request: Request, most: int = MAX_BODY_BYTES) -> dict[str, Any]:
    """The JSON object in the body of a request, of so many bytes at most."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise RequestRefused(
            415, "bad-message", Message("a request needs the header Content-Type: application/json")
        )
    try:
        async with asyncio.timeout(BODY_TIMEOUT):
            whole = await _whole(request, most)
    except TimeoutError:
        raise RequestRefused(408, "too-slow", Message("the request arrived too slowly")) from None
    except ClientDisconnect:
        request.app.state.door.turn_away("unfinished requests", client_address(request))
        whole = b""
    try:
        found = json.loads(whole)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RequestRefused(400, "bad-message", Message("a request must be one JSON object"))
    request.state.language = requested_language(found.get("lang"))
    return found


class SecurityHeaders:
    """Middleware that adds security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *SECURITY_HEADERS]
                if message["status"] in (HTTPStatus.TOO_MANY_REQUESTS, WRONG_KEY):
                    scope["state"][REFUSED] = True
            await send(message)

        await self.app(scope, receive, guarded)


class RequestCheck:
    """Middleware that refuses requests that are too many, for any path; peers have counted theirs.

    At the port of the peers, it refuses requests without the key, too.
    """

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        status = HTTPStatus.OK if scope["type"] == "lifespan" else _admission(scope)
        if status == HTTPStatus.OK:
            await self.app(scope, receive, send)
        else:
            code, message = REFUSALS[status]
            answer = refusal_response(HTTPConnection(scope), {"code": code, "message": message}, status)
            await answer(scope, receive, send)


def _admission(scope: Scope) -> HTTPStatus:
    """Return OK for a request that is admitted, else the status of its refusal."""
    state = scope["app"].state
    for_peers = state.door.is_for_peers(scope["server"])
    if for_peers and checked(scope, state.peer):
        return HTTPStatus.OK
    if not state.door.take_request(client_address(HTTPConnection(scope))):
        return HTTPStatus.TOO_MANY_REQUESTS
    return WRONG_KEY if for_peers else HTTPStatus.OK
