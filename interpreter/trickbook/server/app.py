"""The application: the routes, the page, and what they share while the server runs."""

from __future__ import annotations

import asyncio
import logging
from contextlib import asynccontextmanager, suppress
from importlib.resources import files
from typing import TYPE_CHECKING, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from trickbook.server import origins, store
from trickbook.server.apart import Apart
from trickbook.server.asking import nowhere
from trickbook.server.hall import Hall, House, Manners
from trickbook.server.limits import Buckets, Crowd
from trickbook.server.routes import ROUTES
from trickbook.server.warming import warm
from trickbook.server.writing import Writer

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG: Final = logging.getLogger(__name__)

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""What the page may do: nothing from elsewhere."""

STRANGE: Final = """This server does not go by the name in your address.
By a number, such as http://192.168.1.20:23366/, it can always be reached.
Whoever runs it allows a name by: trickbook serve --origin http://NAME:PORT
"""
"""What is said to whoever comes by a name that a stranger could have made up."""

RATES: Final = ("asking", "heavy", "making", "address", "coming")
"""The limits that hold for each address."""

READING: Final = 20.0
"""So many seconds there are to read rules and records that strangers send."""

STUDYING: Final = 60.0
"""So many seconds there are to study a moment of a record."""

SWEPT: Final = 1
"""Every so many seconds tables are put away where nobody is."""


class Guarded:
    """Every answer bears the policy of the page."""

    def __init__(self, app: ASGIApp) -> None:
        """Stand before an application."""
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [
                    *message["headers"],
                    (b"content-security-policy", POLICY.encode()),
                    (b"x-content-type-options", b"nosniff"),
                    (b"referrer-policy", b"no-referrer"),
                ]
            await send(message)

        await self.app(scope, receive, guarded)


def application(folder: Path, manners: Manners) -> Starlette:
    """The server's application, with its tables in a folder; TrickbookError if they cannot be opened."""
    kept = store.opened(folder)
    app = Starlette(
        routes=[*ROUTES, *_page()],
        lifespan=lambda app: _running(app, kept, manners),
        middleware=[Middleware(Guarded)],
        exception_handlers={404: nowhere, 405: nowhere},
    )
    app.state.damage = kept.damage
    return app


@asynccontextmanager
async def _running(app: Starlette, kept: store.Store, manners: Manners) -> AsyncIterator[None]:
    """All that is shared, while the server runs."""
    writer = Writer(kept.writing)
    writer.start()
    house = House(writer, manners)
    app.state.hall = hall = Hall(kept.reading, house)
    app.state.buckets = {name: Buckets(getattr(manners.limits, name)) for name in RATES}
    app.state.crowd = Crowd(manners.limits)
    app.state.reader, app.state.studies = Apart(READING), Apart(STUDYING, warm)
    sweeping = asyncio.ensure_future(_sweep(hall))
    try:
        yield
    finally:
        sweeping.cancel()
        with suppress(asyncio.CancelledError):
            await sweeping
        hall.close()
        await house.close()
        app.state.reader.stop()
        app.state.studies.stop()
        writer.stop()
        kept.close()


async def _sweep(hall: Hall) -> None:
    while True:
        await asyncio.sleep(SWEPT)
        try:
            hall.sweep()
        except Exception as error:  # noqa: BLE001 - whatever it was, it is tried again
            LOG.warning("tables cannot be put away: %s; trying again", type(error).__name__)


def _page() -> list[Route | Mount]:
    """The page, and the files that belong to it."""
    folder = str(files("trickbook").joinpath("server", "page"))

    async def index(request: Request) -> Response:
        host = request.headers.get("host")
        if not origins.known(host, request.app.state.hall.house.manners.origins):
            return PlainTextResponse(STRANGE, 403)
        return FileResponse(f"{folder}/index.html")

    return [Route("/", index), Mount("/page", StaticFiles(directory=folder))]
