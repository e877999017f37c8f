"""The endpoint of the archive: finished matches of listed tables, page by page."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from starlette.routing import Route

from trickbook.problems import TrickbookError
from trickbook.server.store.archive import LATEST, PAGE, START, Place, Search, archived_matches
from trickbook.server.table.archive import EVERYBODY
from trickbook.server.table.names import appearance
from trickbook.server.web.requests import endpoint, json_response
from trickbook.server.web.table_access import registry_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

CURSOR: Final = re.compile(r"(\d{1,12})-([a-z0-9]{1,40})-(\d{1,9})", re.ASCII)
"""A place in the archive, as a page tells where the next one begins."""


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
            f"`{name}` is a date or a time, such as 2026-11-28 or 2026-11-28T18:00Z"
        ) from None


def _date(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat().replace("+00:00", "Z")


def _place(text: str | None) -> Place:
    """The place after which a page begins; TrickbookError if no page told it."""
    if not text:
        return START
    if (found := CURSOR.fullmatch(text)) is None:
        raise TrickbookError("`after` is the `next` of another page")
    return Place(int(found[1]), found[2], int(found[3]))


ARCHIVE_ROUTES: Any = [Route("/api/matches", matches)]
