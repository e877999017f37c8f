"""The archive: finished matches of listed tables, the latest first, by game, player and time.

Each query reads one index from a place on, and stops after a page: it costs the same however many there are.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.server.store.database import select
from trickbook.server.table.archive import EVERYBODY

if TYPE_CHECKING:
    from trickbook.server.store.database import Database

PAGE: Final = 20
"""The matches of a page."""

LATEST: Final = 2**53
"""A time after all others, in seconds."""


class Place(NamedTuple):
    """A place in the archive: when a match ended, its table, and its number."""

    ended: int
    table: str
    match: int


START: Final = Place(LATEST, "", 0)
"""The place before the latest match."""


class Search(NamedTuple):
    """What to look for: a game, the appearance of a name, and the seconds from which and before which."""

    game: str | None = None
    player: str = EVERYBODY
    since: int = 0
    until: int = LATEST


def archived_matches(database: Database, search: Search, after: Place) -> list[dict[str, Any]]:
    """The next matches after a place; one more than a page if there are further ones."""
    start = min(after, Place(search.until, "", 0))
    by_game, games = ("AND found.game = ?", [search.game]) if search.game is not None else ("", [])
    query = f"""
        SELECT found.name, found.number, found.ended, found.game, entry.told
        FROM archive AS found JOIN archive AS entry
        ON entry.name = found.name AND entry.number = found.number AND entry.player = '{EVERYBODY}'
        WHERE found.player = ? {by_game} AND found.ended >= ?
        AND (found.ended, found.name, found.number) < (?, ?, ?)
        ORDER BY found.ended DESC, found.name DESC, found.number DESC LIMIT {PAGE + 1}"""  # noqa: S608 - it is ours
    rows = select(database, query, search.player, *games, search.since, *start)
    return [
        {"table": name, "match": number, "ended": ended, "game": game, **json.loads(told)}
        for name, number, ended, game, told in rows
    ]
