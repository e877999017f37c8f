"""Middleware: what applies to every request, before it is routed."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Final

from starlette.requests import HTTPConnection

from trickbook.server.door.http_protocol import REFUSED
from trickbook.server.fleet.members import checked
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
                if message["status"] == HTTPStatus.TOO_MANY_REQUESTS:
                    scope["state"][REFUSED] = True
            await send(message)

        await self.app(scope, receive, guarded)


class RequestCheck:
    """Middleware that refuses requests that are too many, for any path; peers have counted theirs."""

    def __init__(self, app: ASGIApp) -> None:
        """Wrap an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] == "lifespan" or self._admits(scope):
            await self.app(scope, receive, send)
        else:
            refusal = {"code": "too-fast", "message": TOO_MANY_REQUESTS}
            answer = refusal_response(HTTPConnection(scope), refusal, HTTPStatus.TOO_MANY_REQUESTS)
            await answer(scope, receive, send)

    def _admits(self, scope: Scope) -> bool:
        state = scope["app"].state
        if state.door.is_for_peers(scope["server"]):
            return checked(scope, state.peer)
        return bool(state.door.take_request(client_address(HTTPConnection(scope))))
