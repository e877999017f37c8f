"""The HTTP endpoints."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from trickbook.problems import TrickbookError
from trickbook.seat.house_rule_choice import first_house_rules
from trickbook.seat.move_outcomes import NO_PLAYOUTS, PlayoutSettings
from trickbook.seat.record_stepper import record_moment
from trickbook.seat.setup_form import game_list, setup_form
from trickbook.seat.texts import languages, texts
from trickbook.server.rooms.upkeep import listed_tables
from trickbook.server.store import select
from trickbook.server.store.lifetimes import LATEST, PAGE, START, Place, Search, archived_matches
from trickbook.server.table import appearance, new_token, player_name, seat_changes
from trickbook.server.table.choice import check_playable, requested, serialized, table_rulebook
from trickbook.server.table.match import EVERYBODY
from trickbook.server.web import (
    HEADERS,
    MAX_SEAT_BYTES,
    RequestRefused,
    client_address,
    endpoint,
    json_body,
    json_response,
    requested_language,
)
from trickbook.server.web.desk_routes import DESK_ROUTES
from trickbook.server.web.websocket import (
    admitted_room,
    check_room,
    known_room,
    registry_of,
    stored_table,
    websocket_endpoint,
)
from trickbook.server.workers.worker import run_in_lanes
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from trickbook.server.workers.worker import WorkerProcess

STUDY_BUDGET: Final = PlayoutSettings(seconds=4)
"""The time for trying the moves of a record."""

RECORD_QUERY: Final = "SELECT record FROM records WHERE name = ? AND number = ?"

CURSOR: Final = re.compile(r"(\d{1,12})-([a-z0-9]{1,40})-(\d{1,9})", re.ASCII)
"""A place in the archive, as a page tells where the next one begins."""


async def _read(request: Request, work: Callable[..., Any], *given: Any, **named: Any) -> Any:
    """Read the rules that a client sent or chose, in a worker process."""
    lanes = [request.app.state.workers[name] for name in ("quick reader", "reader")]
    return await run_in_lanes(lanes, work, *given, client=client_address(request), **named)


@endpoint()
async def all_texts(request: Request) -> Response:
    """The texts of the page, in a language."""
    lang = requested_language(request.query_params.get("lang"))
    page = {**texts(lang)["page"], "phrases": texts(lang)["phrases"]}
    return json_response({"lang": lang, "langs": list(languages().items()), "page": page})


@endpoint()
async def games(request: Request) -> Response:
    """The shipped games."""
    lang = requested_language(request.query_params.get("lang"))
    return json_response(await asyncio.to_thread(_games, lang))


@cache
def _games(lang: str) -> list[dict[str, Any]]:
    """The list in a language, cached: reading all rulesets takes a moment."""
    return game_list(lang)


@endpoint("heavy")
async def form_options(request: Request) -> Response:
    """The choices of a game, and the rulebook of what is chosen."""
    said = await json_body(request)
    keys = ("game", "text", "options", "players")
    named = {key: said.get(key) for key in keys} | {"house": said.get("house") or ()}
    named["language"] = requested_language(said.get("lang"))
    found = await _form(request, **named)
    played = await registry_of(request).played.current()
    names = [house["name"] for house in found["house"]]
    return json_response({**found, "first": first_house_rules(names, played)})


async def _form(request: Request, **named: Any) -> dict[str, Any]:
    """A form. That of a shipped game in which nothing is chosen is kept: every client asks for it first."""
    forms: dict[tuple[object, str], dict[str, Any]] = request.app.state.forms
    game, language, chosen = named["game"], named["language"], (named["text"], named["players"])
    plain = chosen == (None, None) and not named["house"] and named["options"] in (None, {})
    plain = plain and isinstance(game, str)
    if plain and (game, language) in forms:
        return forms[game, language]
    found: dict[str, Any] = await _read(request, setup_form, **named)
    if plain and not found["problems"]:
        forms[game, language] = found
    return found


@endpoint()
async def tables(request: Request) -> Response:
    """The listed tables with a free seat and recent connections, newest first."""
    return json_response(listed_tables(registry_of(request)))


@endpoint("making")
async def new_table(request: Request) -> Response:
    """Make a table; its maker gets the token of a seat, and an invitation for others."""
    registry, said = registry_of(request), await json_body(request)
    maker = request.app.state.maker(client_address(request))
    await asyncio.to_thread(check_room, registry, maker)
    wish = requested(said)
    if wish.text is not None:
        await _read(request, check_playable, wish)
    laid = await asyncio.to_thread(seat_changes.new_table, wish, said, maker, registry.now())
    table = laid.update.table
    await registry.add(laid.update)
    data = {"table": table.name, "seat": laid.seat, "token": laid.token, "invitation": laid.invitation}
    return json_response({**data, "coming": laid.coming}, 201)


@endpoint("sitting")
async def sit(request: Request) -> Response:
    """Take a seat."""
    said = await json_body(request, MAX_SEAT_BYTES)
    name, place, invitation = (
        player_name(said.get("name")),
        said.get("seat"),
        said.get("invitation"),
    )
    room = await admitted_room(request, invitation if isinstance(invitation, str) else "")
    if place is not None and type(place) is not int:
        raise TrickbookError(Message("`seat` is the number of a seat"))
    token = new_token()
    update = await room.apply(lambda table: seat_changes.sit(table, place, name, token))
    return json_response({**update.answer, "token": token}, 201)


@endpoint()
async def one_table(request: Request) -> Response:
    """One table as the lobby lists it."""
    room = await known_room(request)
    return json_response(seat_changes.summary(room.table, room.here()))


@endpoint("heavy")
async def rulebook(request: Request) -> Response:
    """The rulebook of a table."""
    room = await known_room(request)
    table, lang = room.table, requested_language(request.query_params.get("lang"))
    plain = request.query_params.get("format") == "text"
    given = serialized(table.choice), len(table.seats), lang
    written = await _read(request, table_rulebook, *given, plain=plain)
    return (PlainTextResponse if plain else HTMLResponse)(written, headers=HEADERS)


@endpoint("heavy")
async def record(request: Request) -> Response:
    """The record of a finished match, with its seals opened."""
    table = await stored_table(request)
    number = request.query_params.get("match", "1")
    which = int(number[:9]) if number.isdecimal() else 0
    found = await asyncio.to_thread(select, registry_of(request).database, RECORD_QUERY, table.name, which)
    if not found:
        raise RequestRefused(404, "not-now", Message("there is no such match, or it is not over"))
    return PlainTextResponse(found[0][0], headers=HEADERS)


@endpoint()
async def ruleset(request: Request) -> Response:
    """The ruleset that was sent for a table, if one was."""
    table = await stored_table(request)
    if table.choice.text is None:
        raise RequestRefused(404, "not-now", Message("{text} comes with Trickbook", text=table.rules.name))
    return PlainTextResponse(table.choice.text, headers=HEADERS)


@endpoint("heavy")
async def study_moment(request: Request) -> Response:
    """A moment of a record, and what each move would have led to if ``tried``."""
    said = await json_body(request)
    text, own = said.get("record"), said.get("text")
    if not isinstance(text, str) or not (own is None or isinstance(own, str)):
        raise TrickbookError(
            Message("`record` is the text of a record, `text` that of its ruleset if it was sent")
        )
    at = (said.get("deal"), said.get("trick"), said.get("play"))
    tried, state = said.get("tried") is not False, request.app.state
    worker: WorkerProcess = state.workers["studies" if tried else "records"]
    trying, lang = STUDY_BUDGET if tried else NO_PLAYOUTS, requested_language(said.get("lang"))
    return json_response(
        await worker.run(
            record_moment, text, at, lang, client=client_address(request), text=own, trying=trying
        )
    )


@endpoint()
async def matches(request: Request) -> Response:
    """A page of finished matches, the latest first."""
    given = request.query_params
    search, after = _search(given), _place(given.get("after"))
    found = await asyncio.to_thread(archived_matches, registry_of(request).database, search, after)
    page, more = found[:PAGE], len(found) > PAGE
    last = "{ended}-{table}-{match}".format(**page[-1]) if more else None
    return json_response({"matches": [{**one, "ended": _date(one["ended"])} for one in page], "next": last})


def _search(given: Mapping[str, str]) -> Search:
    """What a request looks for; TrickbookError if a time is none."""
    player = appearance(given.get("player", "").strip()) or EVERYBODY
    since, until = (_seconds(given.get(name), name) for name in ("from", "until"))
    return Search(given.get("game") or None, player, since or 0, LATEST if until is None else until)


def _seconds(text: str | None, name: str) -> int | None:
    """A date or time in UTC as seconds; None for none."""
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
        return int((found if found.tzinfo else found.replace(tzinfo=UTC)).timestamp())
    except (ValueError, OverflowError):
        raise TrickbookError(
            Message("`{name}` is a date or a time, such as 2026-11-28 or 2026-11-28T18:00Z", name=name)
        ) from None


def _date(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


def _place(text: str | None) -> Place:
    """The place after which a page begins; TrickbookError if no page told it."""
    if not text:
        return START
    if (found := CURSOR.fullmatch(text)) is None:
        raise TrickbookError(Message("`after` is the `next` of another page"))
    return Place(int(found[1]), found[2], int(found[3]))


ROUTES: Any = [
    Route("/api/texts", all_texts),
    Route("/api/games", games),
    Route("/api/form", form_options, methods=["POST"]),
    *DESK_ROUTES,
    Route("/api/matches", matches),
    Route("/api/study", study_moment, methods=["POST"]),
    Route("/api/tables", tables, methods=["GET"]),
    Route("/api/tables", new_table, methods=["POST"]),
    Route("/api/tables/{table}", one_table),
    Route("/api/tables/{table}/seats", sit, methods=["POST"]),
    Route("/api/tables/{table}/rulebook", rulebook),
    Route("/api/tables/{table}/record", record),
    Route("/api/tables/{table}/ruleset", ruleset),
    WebSocketRoute("/ws/{table}", websocket_endpoint),
]
"""The path of each endpoint."""
