"""What anybody may learn of listed tables: finished matches, and how often each house rule is played."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.server.store.database import Database, select
from trickbook.server.table.match import EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE: Final = 20
"""The matches of a page."""

LATEST: Final = 2**53
"""A time after all others, in seconds."""

PLAYED_QUERY: Final = """
SELECT house.value, count(*) FROM tables, json_each(tables.choice, '$.house') AS house
WHERE tables.listed = 1 GROUP BY house.value"""

KEPT_SECONDS: Final = 60.0
"""Seconds for which counts are kept: the query reads all tables."""


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
    """The next matches after a place; one more than a page if there are further ones.

    The query reads one index from a place on, and stops after a page: it costs the same however many matches
    there are.
    """
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


def played_house_rules(database: Database) -> dict[str, int]:
    """Count the listed tables made with each house rule; unlisted tables count for nothing.

    Returns no counts if the store cannot be read.
    """
    try:
        return dict(select(database, PLAYED_QUERY))
    except sqlite3.Error:
        return {}


class PlayedCounts:
    """The counts of the last minute. All who ask meanwhile share a query."""

    def __init__(self, database: Database, clock: Callable[[], float] = monotonic) -> None:
        """Count nothing before somebody asks."""
        self.database, self.clock = database, clock
        self.counts: asyncio.Task[dict[str, int]] | None = None
        self.counted = 0.0

    async def current(self) -> dict[str, int]:
        """Return the counts, after counting in a thread if they are too old."""
        now = self.clock()
        if self.counts is None or now - self.counted >= KEPT_SECONDS:
            self.counted = now
            self.counts = asyncio.ensure_future(asyncio.to_thread(played_house_rules, self.database))
        return await asyncio.shield(self.counts)
