"""Upkeep: notes which tables are used, and ends those that nobody used for a time, a few rows at once."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from operator import attrgetter, itemgetter
from time import monotonic, time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.server.fleet import LeaseLostError
from trickbook.server.store.backups import check_space, drop_oldest, is_due, next_backup
from trickbook.server.store.lifetimes import ENDLESS, expired_tables, last_use, next_deletion
from trickbook.server.table import Row, seat_changes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from trickbook.server.fleet import Peer, Summaries
    from trickbook.server.rooms import RoomRegistry
    from trickbook.server.store.backups import BackupPlan
    from trickbook.server.store.lifetimes import Use
    from trickbook.server.store.writer import Writer

LOG: Final = logging.getLogger(__name__)

MAX_LISTED: Final = 50
"""The most tables in the list."""

BEAT_INTERVAL: Final = 1.0
"""Seconds between two signs of life to other processes."""

UPKEEP_INTERVAL: Final = 10.0
"""Seconds between two rounds."""

ROUND_SECONDS: Final = 10.0
"""Seconds after which a round begins to end no further table."""

NOTE_INTERVAL: Final = 3600.0
"""Seconds after which the use of a table is noted again."""

DELETION_PAUSE: Final = 0.05
"""Seconds between two deletions, for the moves of others."""


async def keep_up(registry: RoomRegistry) -> None:
    """Do a round: note uses, and end tables.

    What takes longer waits for the next round: rooms of tables that were used are noted before they are
    unloaded, and tables that are marked meanwhile come first.
    """
    await _note_uses(registry)
    lifetimes, begun = registry.context.settings.lifetimes, monotonic()
    if not registry.clock.lets_end(lifetimes):
        lifetimes = ENDLESS
    for use in await asyncio.to_thread(expired_tables, registry.database, registry.now(), lifetimes):
        if monotonic() - begun >= ROUND_SECONDS:
            return
        await _end(registry, use)


async def beat(registry: RoomRegistry, peer: Peer) -> None:
    """Show the others that this process lives, and its open tables; learn theirs.

    Without its leases it gives up its tables, and begins anew.
    """
    fleet = registry.context.fleet
    try:
        registry.elsewhere = await fleet.beat(open_tables(registry))
    except LeaseLostError as error:
        LOG.warning("%s; players are sent there", error)
        registry.give_up()
        await fleet.join(peer)
        registry.give_up()


class OpenTable(NamedTuple):
    """An open table: when its room was opened, who made it, and the table."""

    opened: float
    maker: str
    table: Any


_age: Final = attrgetter("opened")


def open_tables(registry: RoomRegistry) -> Summaries:
    """The open tables of this process, newest first, with what the list is made by."""
    rooms = (room for room in registry.rooms.values() if seat_changes.is_open(room.table))
    found = (OpenTable(room.opened, room.table.maker or room.table.name, room) for room in rooms)
    return [
        {**seat_changes.summary(room.table, room.here()), "opened": opened, "maker": maker}
        for opened, maker, room in _newest(found)
    ]


def listed_tables(registry: RoomRegistry) -> Summaries:
    """The open tables of all processes as the lobby lists them, newest first."""
    there = (*open_tables(registry), *registry.elsewhere)
    found = _newest(OpenTable(one["opened"], one["maker"], one) for one in there)
    return [
        {key: value for key, value in one.items() if key not in OpenTable._fields[:2]} for *_, one in found
    ]


def _newest(tables: Iterable[OpenTable]) -> list[OpenTable]:
    """As many tables as are listed, newest first: nobody's second one comes before anybody's first."""
    before, ranked = Counter[str](), list[tuple[int, OpenTable]]()
    for one in sorted(tables, key=_age, reverse=True):
        ranked.append((before[one.maker], one))
        before[one.maker] += 1
    chosen = sorted(ranked, key=itemgetter(0))[:MAX_LISTED]
    return sorted((one for _, one in chosen), key=_age, reverse=True)


async def back_up(writer: Writer, plan: BackupPlan, folder: Path) -> None:
    """Make a backup of the store if one is due, and delete the oldest ones."""
    interval, kept = plan
    if kept and await asyncio.to_thread(is_due, folder, interval, time()):
        await asyncio.to_thread(check_space, folder)
        await writer.copy(await asyncio.to_thread(next_backup, folder))
        await asyncio.to_thread(drop_oldest, folder, kept)


async def _note_uses(registry: RoomRegistry) -> None:
    """Store when the tables were used at which somebody has sat since it was noted last."""
    now = registry.now()
    used = [room for room in registry.rooms.values() if room.visited and now - room.noted >= NOTE_INTERVAL]
    if used:
        await registry.context.commit([Row("use", (room.table.name, now)) for room in used])
    for room in used:
        room.noted, room.visited = now, bool(room.here())


async def _end(registry: RoomRegistry, use: Use) -> None:
    """End a table if it can be deleted. The next round can go on with it, whatever happens meanwhile."""
    try:
        if await _closed(registry, use):
            await _delete(registry, use.name)
    finally:
        if use.name in registry.ending:
            registry.ending.discard(use.name)
            await registry.context.fleet.release(use.name)


async def _closed(registry: RoomRegistry, use: Use) -> bool:
    """Return whether a table can be deleted: one in use only if it is marked, after its room was closed.

    No other process can use a table that this one holds. A player who comes to it here has come already, or
    finds that it has ended: nothing waits between the last look and that.
    """
    if use.name not in registry.rooms and await registry.context.fleet.claim(use.name) is not None:
        return False
    if await asyncio.to_thread(last_use, registry.database, use.name) != use:
        return False
    room = registry.rooms.get(use.name)
    if use.name in registry.loading or (room is not None and use.used >= 0):
        return False
    registry.ending.add(use.name)
    if room is not None:
        await room.end()
        registry.forget(use.name)
    return True


async def _delete(registry: RoomRegistry, name: str) -> None:
    while rows := await asyncio.to_thread(next_deletion, registry.database, name):
        await registry.context.commit(rows)
        await asyncio.sleep(DELETION_PAUSE)
