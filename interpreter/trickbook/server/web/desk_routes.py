"""The HTTP endpoints of the desk, where rulesets are written."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import StreamingResponse
from starlette.routing import Route

from trickbook.desk.comparison import Progress, changed_rulebook, comparison, difference
from trickbook.desk.sent_document import check
from trickbook.desk.trial import completion, meaning, start, trial
from trickbook.problems import TrickbookError
from trickbook.server.web import (
    HEADERS,
    client_address,
    endpoint,
    json_body,
    json_response,
    requested_language,
)
from trickbook.server.workers import BusyError, ShareUsedError
from trickbook.texts.catalogue import in_language
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

    from trickbook.server.limits import Counts
    from trickbook.server.web import Endpoint
    from trickbook.server.workers.worker import WorkerProcess

REQUESTS: Final[Mapping[str, tuple[Callable[..., dict[str, Any]], tuple[str, ...]]]] = {
    "check": (check, ("text",)),
    "rulebook": (changed_rulebook, ("text",)),
    "completion": (completion, ("text", "at", "playable")),
    "meaning": (meaning, ("text", "at")),
    "start": (start, ("game", "house", "options", "title", "brief")),
    "trial": (trial, ("text", "players", "seed", "hand", "moves", "fitting")),
    "difference": (difference, ("text",)),
}
"""What can be asked: the function that answers, and the keys of the request."""


MOST_COMPARISONS: Final = 16
"""The most comparisons at a time; a client has one. Their pieces take turns."""

PIECE_TRIES: Final = 100
PIECE_PAUSE: Final = 0.2
"""How often a piece of a comparison is tried while the desk is busy, and the seconds between."""

BUNDLE: Final = "bundle/editor.js"
"""The editor among the files of the page, which only npm can make."""


@endpoint()
async def desk_editor(request: Request) -> Response:
    """Say where the editor is; null if this server has a plain text area only."""
    made = files("trickbook").joinpath("server", "page", BUNDLE)
    return json_response({"editor": f"/page/{BUNDLE}" if made.is_file() else None})


def desk_endpoint(name: str) -> Endpoint:
    """The endpoint of a request: it is answered in a process of its own."""
    work, keys = REQUESTS[name]

    @endpoint("heavy")
    async def answer(request: Request) -> Response:
        said = await json_body(request)
        named = {key: said.get(key) for key in keys} | {"language": requested_language(said.get("lang"))}
        return json_response(await _worked(request, work, **named))

    return answer


@endpoint("heavy")
async def desk_comparison(request: Request) -> Response:
    """Compare a text with the game that it changes: one line of JSON for the figures after each piece."""
    said = await json_body(request)
    text, language = said.get("text"), requested_language(said.get("lang"))
    leave = _entered(request.app.state.comparisons, client_address(request))
    try:
        first = await _worked(request, comparison, text, language, Progress())
    except BaseException:
        leave()
        raise
    return ComparisonResponse(_lines(request, text, language, first), leave)


def _entered(running: Counts, client: str) -> Callable[[], None]:
    """Count one more comparison; what ends it. ShareUsedError if there are enough."""
    if not running.enter(client):
        raise ShareUsedError(Message("another comparison is running; try again when it is over"))
    return partial(running.leave, client)


class ComparisonResponse(StreamingResponse):
    """The lines of a comparison; it ends with them, or with the client, who may be gone before the first."""

    def __init__(self, lines: AsyncIterator[str], leave: Callable[[], None]) -> None:
        """Send lines; ``leave`` is called at the end."""
        super().__init__(lines, 200, HEADERS, "application/x-ndjson")
        self.leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send the lines."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.leave()


async def _lines(
    request: Request, text: object, language: str, made: tuple[Progress, dict[str, Any]]
) -> AsyncIterator[str]:
    """Yield the figures so far, until there are enough; others are answered between two pieces."""
    progress, piece = made
    try:
        yield f"{json.dumps(piece)}\n"
        while not progress.is_over:
            progress, piece = await _next_piece(request, text, language, progress)
            yield f"{json.dumps(piece)}\n"
    except TrickbookError as error:
        yield f"{json.dumps({'message': in_language(error.message, language)})}\n"


async def _next_piece(request: Request, text: object, language: str, progress: Progress) -> Any:
    """The next piece, when the desk is less busy; BusyError if that takes too long."""
    for _ in range(PIECE_TRIES):
        with suppress(BusyError):
            return await _worked(request, comparison, text, language, progress)
        await asyncio.sleep(PIECE_PAUSE)
    raise BusyError(Message("the server is busy; try again in a little while"))


async def _worked(request: Request, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Run a function in the process of the desk."""
    desk: WorkerProcess = request.app.state.workers["desk"]
    return await desk.run(work, *given, client=client_address(request), **named)


DESK_ROUTES: Final = [
    Route("/api/desk", desk_editor, methods=["GET"]),
    Route("/api/desk/comparison", desk_comparison, methods=["POST"]),
    *(Route(f"/api/desk/{name}", desk_endpoint(name), methods=["POST"]) for name in REQUESTS),
]
"""The path of each endpoint."""
