"""Middleware: what applies to every request, before it is routed."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from starlette.requests import HTTPConnection

from trickbook.server.door.http_protocol import REFUSED
from trickbook.server.fleet.members import WRONG_KEY, checked
from trickbook.server.web.requests import TOO_MANY_REQUESTS, client_address, refusal_response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

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
    WRONG_KEY: ("bad-key", "this port is for other servers of the store; the key is wrong"),
}
"""The code and the sentence of a refusal, by its status."""


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

        async def guarded(message: Message) -> None:
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
    """Whether a request is admitted; if not, the status of its refusal."""
    state = scope["app"].state
    for_peers = state.door.is_for_peers(scope["server"])
    if for_peers and checked(scope, state.peer):
        return HTTPStatus.OK
    if not state.door.take_request(client_address(HTTPConnection(scope))):
        return HTTPStatus.TOO_MANY_REQUESTS
    return WRONG_KEY if for_peers else HTTPStatus.OK
