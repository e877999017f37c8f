"""The HTTP endpoints of the desk, where rulesets are written."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import StreamingResponse
from starlette.routing import Route

from trickbook.desk.changed_rulebook import changed_rulebook
from trickbook.desk.check import check, fixes
from trickbook.desk.comparison import Progress, comparison
from trickbook.desk.difference import difference
from trickbook.desk.start import start
from trickbook.desk.trial import trial
from trickbook.desk.writing_aid import completion, meaning
from trickbook.problems import TrickbookError
from trickbook.server.web.requests import (
    HEADERS,
    client_address,
    endpoint,
    json_body,
    json_response,
    requested_language,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from trickbook.server.web.requests import Endpoint

REQUESTS: Final[Mapping[str, tuple[Callable[..., dict[str, Any]], tuple[str, ...]]]] = {
    "check": (check, ("text",)),
    "fixes": (fixes, ("text",)),
    "rulebook": (changed_rulebook, ("text",)),
    "completion": (completion, ("text", "at", "playable")),
    "meaning": (meaning, ("text", "at")),
    "start": (start, ("game", "house", "options", "title", "brief")),
    "trial": (trial, ("text", "players", "seed", "hand", "moves")),
    "difference": (difference, ("text",)),
}
"""What can be asked: the function that answers, and the keys of the request."""


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
    first = await _worked(request, comparison, text, language, Progress())
    return StreamingResponse(_lines(request, text, language, first), 200, HEADERS, "application/x-ndjson")


async def _lines(
    request: Request, text: object, language: str, made: tuple[Progress, dict[str, Any]]
) -> AsyncIterator[str]:
    """Yield the figures so far, until there are enough; others are answered between two pieces."""
    progress, told = made
    yield f"{json.dumps(told)}\n"
    while not progress.is_over:
        try:
            progress, told = await _worked(request, comparison, text, language, progress)
        except TrickbookError as error:
            yield f"{json.dumps({'message': str(error)})}\n"
            return
        yield f"{json.dumps(told)}\n"


async def _worked(request: Request, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    return await request.app.state.desk.run(work, *given, client=client_address(request), **named)


DESK_ROUTES: Final = [
    Route("/api/desk", desk_editor, methods=["GET"]),
    Route("/api/desk/comparison", desk_comparison, methods=["POST"]),
    *(Route(f"/api/desk/{name}", desk_endpoint(name), methods=["POST"]) for name in REQUESTS),
]
"""The path of each endpoint."""
