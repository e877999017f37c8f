"""Routes: what is asked for over HTTP, and what is done then."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from trickbook.problems import TrickbookError
from trickbook.server import lobby, seating, tokens
from trickbook.server.asking import HEADERS, Refused, answer, body, endpoint
from trickbook.server.live import NOBODY
from trickbook.server.socket import connection
from trickbook.server.store import rows
from trickbook.sitting.forms import form, fragment, listed
from trickbook.sitting.studying import study
from trickbook.sitting.texts import USUAL, languages, texts, understood

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from trickbook.server.hall import Hall
    from trickbook.server.room import Room


def _lang(given: object) -> str:
    return (understood(given) if isinstance(given, str) else None) or USUAL


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


async def _room(request: Request) -> Room:
    room = await _hall(request).room(request.path_params["table"])
    if room is None:
        raise Refused(404, "no-such-table", "there is no such table")
    return room


@endpoint()
async def all_texts(request: Request) -> Response:
    """All texts of the page, in a language."""
    lang = _lang(request.query_params.get("lang"))
    return answer({"lang": lang, "langs": list(languages().items()), "page": texts(lang).get("page", {})})


@endpoint()
async def games(request: Request) -> Response:
    """The games that come with Trickbook."""
    lang = _lang(request.query_params.get("lang"))
    return answer(await asyncio.to_thread(listed, lang))


@endpoint("heavy")
async def a_form(request: Request) -> Response:
    """What can be chosen of a game, what is chosen, and the rulebook of it."""
    said = await body(request)
    found = await asyncio.to_thread(
        form,
        game=said.get("game"),
        text=said.get("text"),
        house=said.get("house") or (),
        options=said.get("options"),
        players=said.get("players"),
        language=_lang(said.get("lang")),
    )
    return answer(found)


@endpoint()
async def tables(request: Request) -> Response:
    """The listed tables with a free seat, the newest first."""
    hall = _hall(request)
    found = rows(
        hall.base,
        "SELECT DISTINCT tables.name FROM tables JOIN seats USING (name) "
        "WHERE listed AND plays = ? ORDER BY tables.rowid DESC LIMIT 50",
        NOBODY,
    )
    return answer(
        [lobby.told(room.live, room.here()) for (name,) in found if (room := await hall.room(name))]
    )


@endpoint("making")
async def new_table(request: Request) -> Response:
    """Lay a table; whoever does so gets the token of a seat, and an invitation for others."""
    laid = await asyncio.to_thread(lobby.laid, await body(request))
    live = laid.outcome.table
    await _hall(request).add(live, laid.outcome.rows)
    told = {"table": live.name, "seat": laid.seat, "token": laid.token, "invitation": laid.invitation}
    return answer(told, 201)


@endpoint()
async def sit(request: Request) -> Response:
    """Sit down at a table."""
    said, room = await body(request), await _room(request)
    name, place, invitation = seating.called(said.get("name")), said.get("seat"), said.get("invitation")
    if not seating.may_look(room.live, invitation if isinstance(invitation, str) else None):
        raise Refused(404, "no-such-table", "there is no such table, or you were not invited to it")
    if place is not None and type(place) is not int:
        raise TrickbookError("`seat` is the number of a seat")
    token = tokens.token()
    outcome = await room.do(lambda live: seating.sit(live, place, name, token))
    return answer({**outcome.answer, "token": token}, 201)


@endpoint("heavy")
async def rulebook(request: Request) -> Response:
    """The rules of a table, to be read beside it."""
    room = await _room(request)
    live, lang = room.live, _lang(request.query_params.get("lang"))
    written = await asyncio.to_thread(fragment, live.rules, lang, len(live.seats))
    return HTMLResponse(written, headers=HEADERS)


@endpoint("heavy")
async def record(request: Request) -> Response:
    """The record of a finished match, with the seals of its deals opened."""
    room = await _room(request)
    number = request.query_params.get("match", "1")
    found = number.isdecimal() and rows(
        _hall(request).base,
        "SELECT record FROM records WHERE name = ? AND number = ?",
        room.live.name,
        int(number[:9]),
    )
    if not found:
        raise Refused(404, "not-now", "there is no such match, or it is not over")
    return PlainTextResponse(found[0][0], headers=HEADERS)


@endpoint("heavy")
async def a_moment(request: Request) -> Response:
    """A moment of a record, with what each move would have meant."""
    said = await body(request)
    text, own = said.get("record"), said.get("text")
    if not isinstance(text, str) or not (own is None or isinstance(own, str)):
        raise TrickbookError("`record` is the text of a record, `text` that of its ruleset if it was sent")
    at = (said.get("deal"), said.get("trick"), said.get("play"))
    found = partial(study, text, at, _lang(said.get("lang")), text=own)
    return answer(await asyncio.to_thread(found))


ROUTES: Any = [
    Route("/api/texts", all_texts),
    Route("/api/games", games),
    Route("/api/form", a_form, methods=["POST"]),
    Route("/api/study", a_moment, methods=["POST"]),
    Route("/api/tables", tables, methods=["GET"]),
    Route("/api/tables", new_table, methods=["POST"]),
    Route("/api/tables/{table}/seats", sit, methods=["POST"]),
    Route("/api/tables/{table}/rulebook", rulebook),
    Route("/api/tables/{table}/record", record),
    WebSocketRoute("/ws", connection),
]
"""Where each is asked for."""
