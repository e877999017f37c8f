"""How often each house rule is played at the listed tables."""

from __future__ import annotations

import asyncio
import sqlite3
from time import monotonic
from typing import TYPE_CHECKING, Final

from trickbook.server.store.database import Database, select

if TYPE_CHECKING:
    from collections.abc import Callable

PLAYED_QUERY: Final = """
SELECT house.value, count(*) FROM tables, json_each(tables.choice, '$.house') AS house
WHERE tables.listed = 1 GROUP BY house.value"""

KEPT_SECONDS: Final = 60.0
"""Seconds for which counts are kept: the query reads all tables."""


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
