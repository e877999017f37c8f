"""The application: the routes, the page, and the objects they share."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from contextlib import asynccontextmanager, suppress
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from trickbook.problems import TrickbookError
from trickbook.server.door import Door
from trickbook.server.fleet import Peer
from trickbook.server.fleet.forwarding import Forwarding
from trickbook.server.fleet.worker_backend import WorkerBackend
from trickbook.server.limits import BY_REQUEST, Counts, own_limiter
from trickbook.server.process import failure_text, usual_reading, warm_up
from trickbook.server.rooms import RoomRegistry
from trickbook.server.rooms.context import ServerContext, ServerSettings
from trickbook.server.rooms.upkeep import BEAT_INTERVAL, UPKEEP_INTERVAL, back_up, beat, keep_up
from trickbook.server.store.integrity import DAMAGED_MESSAGE, check_tables
from trickbook.server.store.lifetimes import maker
from trickbook.server.store.store import Store, open_store
from trickbook.server.web import RequestCheck, SecurityHeaders, not_found, origins
from trickbook.server.web.desk_routes import MOST_COMPARISONS
from trickbook.server.web.routes import ROUTES
from trickbook.server.workers.bot_worker import BOT_PROCESSES, BotWorker, bot_processes
from trickbook.server.workers.worker import WorkerProcess
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator, Mapping
    from pathlib import Path

    from starlette.datastructures import State
    from starlette.requests import Request
    from starlette.responses import Response

    from trickbook.server.fleet.shared_store import SharedStore
    from trickbook.server.limits import RateLimiter

LOG: Final = logging.getLogger(__name__)

UNKNOWN_HOST: Final = """This server does not go by the name in your address.
By a number, such as http://192.168.1.20:23366/, it can always be reached.
Whoever runs it allows a name by: trickbook serve --origin http://NAME:PORT
"""
"""The answer to a request whose host name could belong to somebody else."""

READ_TIMEOUT: Final = 3.0
"""Seconds for reading a ruleset or record that a client sent: several times what any shipped one takes."""

QUICK_TIMEOUT: Final = 0.6
"""Seconds for it in a first process, more on a slow machine; slower calls go on to another process."""

READER_DELAY: Final = 2.0
"""Seconds after which this first process starts, so that nobody who sends one waits for it."""

DESK_TIMEOUT: Final = 6.0
"""Seconds for a request of the desk, or for a piece of a comparison."""

STUDY_TIMEOUT: Final = 60.0
"""Seconds for studying a moment of a record."""

SWEEP_INTERVAL: Final = 1
"""Seconds between two sweeps of empty tables."""


def application(
    place: Path | str | WorkerBackend, settings: ServerSettings, *, rows: bool = False
) -> Starlette:
    """The server's application, with its tables in a folder, or in PostgreSQL at an address.

    TrickbookError if they cannot be opened. A worker of a server gets a branch in place of them. The rows in
    a folder are checked while the server runs, or with ``rows`` before.
    """
    kept = place if isinstance(place, WorkerBackend) else opened_store(place, rows=rows)
    limiter = kept.limiter if isinstance(kept, WorkerBackend) else own_limiter
    app = Starlette(
        routes=[*ROUTES, *_page()],
        lifespan=lambda app: _running(app, kept),
        middleware=[Middleware(SecurityHeaders), Middleware(RequestCheck), Middleware(Forwarding)],
        exception_handlers={404: not_found, 405: not_found},
    )
    app.router.redirect_slashes = False  # it would send clients to whatever host they name
    app.state.door = Door(settings.limits, proxied=settings.proxied, limiter=limiter)
    app.state.damage, app.state.peer, app.state.reopen = kept.damage, Peer("", 0, ""), lambda: None
    app.state.begin = partial(_begin, app.state, kept, settings)
    app.state.buckets = {name: limiter(name, getattr(settings.limits, name)) for name in BY_REQUEST}
    return app


def opened_store(place: Path | str, *, rows: bool = True) -> Store | SharedStore:
    """The store at a place; the rows in a folder are checked with ``rows``."""
    if not isinstance(place, str):
        return open_store(place, rows=rows)
    from trickbook.server.fleet.shared_store import open_shared  # noqa: PLC0415 - few have its library

    return open_shared(place)


async def _begin(state: State, kept: Store | SharedStore | WorkerBackend, settings: ServerSettings) -> None:
    """Create the shared objects; TrickbookError if the store has become unusable since it was opened.

    The lifespan is too late for that: its errors are tracebacks in the log.
    """
    try:
        if isinstance(kept, WorkerBackend):
            await kept.link.open()
        context = await _context(state, kept, settings)
        damaged = partial(_reopen, state) if isinstance(kept, Store) else None
        state.registry = RoomRegistry(kept.reading, context, damaged)
    except sqlite3.Error as error:
        kept.close()
        raise TrickbookError(
            Message("the store cannot be used: {reason}; start the server again later", reason=str(error))
        ) from None
    state.crowd = Counts(settings.limits.sockets, settings.limits.sockets_of_one)
    state.comparisons, state.forms = Counts(MOST_COMPARISONS, 1), {}
    state.maker = partial(maker, kept.key)


def _reopen(state: State) -> None:
    """Stop the server, so that its damaged store is opened anew and replaced."""
    LOG.warning(DAMAGED_MESSAGE)
    state.reopen()


@asynccontextmanager
async def _running(app: Starlette, kept: Store | SharedStore | WorkerBackend) -> AsyncIterator[None]:
    """Do what is done again and again, and close the shared objects when the server stops."""
    registry: RoomRegistry = app.state.registry
    context = registry.context
    context.writer.start()
    reader = asyncio.get_running_loop().call_later(READER_DELAY, app.state.workers[HELPERS[0]].start)
    rounds = [asyncio.ensure_future(one) for one in _rounds(registry, app.state, kept)]
    try:
        yield
    finally:
        reader.cancel()
        for going in rounds:
            going.cancel()
            with suppress(asyncio.CancelledError):
                await going
        registry.close()
        await context.close()
        with suppress(sqlite3.Error):  # the leases end by themselves
            await context.fleet.leave()
        for worker in app.state.workers.values():
            worker.stop()
        context.writer.stop()
        kept.close()


async def _context(
    state: State, kept: Store | SharedStore | WorkerBackend, settings: ServerSettings
) -> ServerContext:
    """What all rooms share, with the helper processes of this process or of its hub."""
    if isinstance(kept, WorkerBackend):
        processes = kept.processes([*HELPERS, *BOT_PROCESSES])
    else:
        processes = {**helper_processes(state.buckets), **bot_processes()}
    state.workers = {name: processes[name] for name in HELPERS}
    await kept.fleet.join(state.peer)
    return ServerContext(kept.writer(), settings, kept.fleet, BotWorker(processes))


HELPERS: Final = ("quick reader", "reader", "records", "studies", "desk")
"""The processes for what clients ask: for rulesets, quick ones first, records, studies, and the desk."""


def helper_processes(buckets: Mapping[str, RateLimiter]) -> dict[str, WorkerProcess]:
    """These processes, which start on demand."""
    reading, working = buckets["reading"], buckets["working"]
    made = (
        WorkerProcess(QUICK_TIMEOUT, None, reading, usual=usual_reading),
        WorkerProcess(READ_TIMEOUT, None, reading),
        WorkerProcess(READ_TIMEOUT, None, reading),
        WorkerProcess(STUDY_TIMEOUT, warm_up, working),
        WorkerProcess(DESK_TIMEOUT, None, working),
    )
    return dict(zip(HELPERS, made, strict=True))


def _rounds(
    registry: RoomRegistry, state: State, kept: Store | SharedStore | WorkerBackend
) -> Iterator[Coroutine[Any, Any, None]]:
    """What is done while the server runs, most of it again and again."""

    async def sweep() -> None:
        state.door.report()
        registry.sweep()

    yield repeated(sweep, SWEEP_INTERVAL, "tables cannot be put away")
    yield repeated(partial(keep_up, registry), UPKEEP_INTERVAL, "unused tables cannot end")
    yield repeated(partial(beat, registry, state.peer), BEAT_INTERVAL, "other servers cannot be reached")
    if isinstance(kept, WorkerBackend):
        yield repeated(kept.show_life, BEAT_INTERVAL, "the hub cannot be reached")
    if registry.damaged is not None:
        yield check_tables(registry.database, registry.damaged)
    if kept.folder is not None:
        copy = partial(back_up, registry.context.writer, registry.context.settings.backups, kept.folder)
        yield repeated(copy, UPKEEP_INTERVAL, "the store cannot be copied")


async def repeated(act: Callable[[], Awaitable[None]], seconds: float, failed: str) -> None:
    """Do something again and again; failures of one kind in a row are one line in the log."""
    known = ""
    while True:
        await asyncio.sleep(seconds)
        try:
            await act()
            known = ""
        except Exception as error:  # noqa: BLE001 - whatever it was, it is tried again
            if known != (known := failure_text(error)):
                LOG.warning("%s: %s; trying again", failed, known)


def _page() -> list[Route | Mount]:
    """The page and its files."""
    folder = str(files("trickbook").joinpath("server", "page"))

    async def index(request: Request) -> Response:
        host = request.headers.get("host")
        if not origins.host_allowed(host, request.app.state.registry.context.settings.origins):
            return PlainTextResponse(UNKNOWN_HOST, 403)
        return FileResponse(f"{folder}/index.html")

    return [Route("/", index), Mount("/page", StaticFiles(directory=folder))]
