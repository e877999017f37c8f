"""How long tables live, when each was used last, and what anybody may learn of listed ones.

Time is the time in which the server ran, so that a jump of a clock, or a long rest, ends no table. It goes on
from the latest use in the store. A use below zero is a mark: the table has ended. A use without its checksum
counts for nothing.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import math
import secrets
import sqlite3
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.server.limits import network
from trickbook.server.store import Database, private_file, select
from trickbook.server.store.checksums import is_checked
from trickbook.server.table import Row
from trickbook.server.table.match import EVERYBODY

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path


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
        {"table": name, "match": number, "ended": ended, "game": game, **json.loads(text)}
        for name, number, ended, game, text in rows
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


DAY: Final = 86_400.0

KEY_FILE: Final = "addresses.key"
"""The file of the key with which addresses are hashed; without it, a copy of the store tells none."""


CLOSED: Final = -1.0
DELETED: Final = -2.0
"""The marks of tables that have ended: their records are kept, or deleted, too."""

LONGEST_STEP: Final = 60.0
"""The most seconds by which the running time goes on at once: what is longer is a jump of the clock."""

GRACE: Final = 3600.0
"""Seconds for which a server runs before it ends tables that nobody uses."""

EXPIRED_QUERY: Final = """
SELECT name, used, checksum FROM uses WHERE used < 0 OR used < ?
OR (used < ? AND NOT EXISTS (SELECT 1 FROM matches WHERE matches.name = uses.name)
AND NOT EXISTS (SELECT 1 FROM records WHERE records.name = uses.name)) ORDER BY used"""
"""A match has begun if it is there, or its record: damage may leave the record alone."""


class Lifetimes(NamedTuple):
    """Seconds for which a table stays without use: after its first match began, and before."""

    begun: float = 30 * DAY
    waiting: float = DAY


ENDLESS: Final = Lifetimes(math.inf, math.inf)
"""Only tables that are marked end."""


class Use(NamedTuple):
    """A table, and when it was used last, or its mark."""

    name: str
    used: float


class RunningClock:
    """The time in which this server and those before it ran."""

    def __init__(self, database: Database) -> None:
        """Go on from the latest use."""
        self.time = self.started = running_time(database)
        self.seen = monotonic()

    def now(self) -> float:
        """The time; it is asked for in each round of the upkeep, and goes on by no jump."""
        before, self.seen = self.seen, monotonic()
        self.time += min(max(self.seen - before, 0.0), LONGEST_STEP)
        return self.time

    def lets_end(self, lifetimes: Lifetimes) -> bool:
        """Return whether the server has run long enough to end tables that nobody uses."""
        return self.now() - self.started >= min(GRACE, *lifetimes)


def running_time(database: Database) -> float:
    """The time at the latest use of any table."""
    uses = _whole(select(database, "SELECT name, used, checksum FROM uses WHERE used >= 0"))
    return max((use.used for use in uses), default=0.0)


def _whole(rows: Iterable[tuple[Any, ...]]) -> list[Use]:
    """The uses of rows that have their checksums."""
    return [Use(*row[:-1]) for row in rows if is_checked("uses", row)]


def is_living(database: Database, name: str) -> bool:
    """Return whether there is a table that has not ended."""
    return bool(select(database, "SELECT 1 FROM uses WHERE name = ? AND used >= 0", name))


def living_tables(database: Database, maker: str | None = None) -> int:
    """The number of living tables, of all makers or of one."""
    if maker is None:
        ((count,),) = select(database, "SELECT count(*) FROM uses WHERE used >= 0")
    else:
        query = "SELECT count(*) FROM makers JOIN uses ON uses.name = makers.name WHERE used >= 0"
        ((count,),) = select(database, f"{query} AND maker = ?", maker)
    return int(count)


def expired_tables(database: Database, now: float, lifetimes: Lifetimes) -> list[Use]:
    """The tables that are to end, those that are marked first."""
    waiting = now - min(lifetimes)
    return _whole(select(database, EXPIRED_QUERY, now - lifetimes.begun, waiting))


def last_use(database: Database, name: str) -> Use | None:
    """The last use of a table, or its mark; None if it is deleted."""
    found = select(database, "SELECT name, used FROM uses WHERE name = ?", name)
    return Use(*found[0]) if found else None


def next_deletion(database: Database, name: str) -> list[Row]:
    """The next rows by which a table ends; none if it has ended.

    It is marked first, so that another server goes on where one was stopped. Matches and deals are deleted
    next: without both, a table with records counts as ended, also in a damaged store.
    """
    use = last_use(database, name)
    if use is None:
        return []
    if use.used >= 0:
        return [Row("use", (name, CLOSED))]
    parts = [
        "matches",
        "deals",
        "moves",
        "answers",
        "cuts",
        *(["archive", "records"] if use.used == DELETED else []),
    ]
    for part in parts:
        if _has_rows(database, part, name):
            return [Row(f"drop {part}", (name, name))]
    gone = [] if _has_rows(database, "records", name) else ["drop seats", "drop table"]
    return [Row(statement, (name,)) for statement in (*gone, "drop maker", "drop use")]


def _has_rows(database: Database, part: str, name: str) -> bool:
    return bool(select(database, f"SELECT 1 FROM {part} WHERE name = ? LIMIT 1", name))  # noqa: S608 - it is ours


# Makers


def address_key(folder: Path) -> bytes:
    """The key with which addresses are hashed, made at first."""
    path = private_file(folder / KEY_FILE)
    if not (key := path.read_bytes()):
        key = secrets.token_bytes(32)
        path.write_bytes(key)
    return key


def maker(key: bytes, address: str) -> str:
    """The maker of tables, as stored: a keyed hash of the address to which limits apply."""
    return hmac.digest(key, network(address).encode(), "sha256").hex()
