"""Keeping a game going: bots play on their seats and for people who are away; the clock is listened to."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final

from trickbook.server.table import match, seat_changes
from trickbook.server.table.match import Requester
from trickbook.server.table.state import BOT, match_over

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from trickbook.server.rooms.room import Room
    from trickbook.server.table.state import TableState, Update

LOG: Final = logging.getLogger(__name__)

RETRY_DELAY: Final = 1.0
"""After so many seconds it is tried again to store a bot's move."""


class Scheduler:
    """Sees to it that somebody plays, as long as anybody with a seat is there; its clock never goes back."""

    def __init__(self, room: Room) -> None:
        """Begin with nobody there."""
        self.room = room
        self.away = dict.fromkeys(room.people(), monotonic())
        self.expected = dict(self.away) if room.table.game is None else {}
        self.waiting: float | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.acting = False
        self.since: float | None = None
        self.instead: set[int] = set()

    def expects(self, seat: int) -> None:
        """Somebody has taken a seat, and is to come; if they do not, it is free again before the match."""
        self.expected[seat] = monotonic()
        self.look()

    def came(self, seat: int) -> None:
        """Somebody is here, or back."""
        self.away.pop(seat, None)
        self.expected.pop(seat, None)
        self.look()

    def went(self, seat: int) -> None:
        """Somebody has gone; the patience of the others begins."""
        self.away[seat] = monotonic()
        self.look()

    def stop(self) -> None:
        """Do no more."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def replaced(self) -> set[int]:
        """The seats of people that a bot plays for now."""
        now, patience = monotonic(), self.room.context.patience
        here, seats = self.room.here(), self.room.table.seats
        gone = {seat for seat, since in self.away.items() if seat not in here and now - since >= patience}
        left = {place for place, seat in enumerate(seats) if seat.left}
        return (gone | left) & set(self.room.people())

    def clocked(self, table: TableState) -> TableState:
        """The table with the time that has been played until now."""
        if self.since is None:
            return table
        now = monotonic()
        played, self.since = table.played + now - self.since, now
        return table._replace(played=played)

    # What comes next

    def look(self) -> None:
        """See what comes next, and when."""
        self.stop()
        self._tell()
        table, here = self.room.table, self.room.here()
        self.waiting = (self.waiting or monotonic()) if here else None
        for seat in set(self.room.people()) - here:
            self.away.setdefault(seat, monotonic())
        going = table.game is not None and not match_over(table) and bool(here)
        self.room.table = table = self.clocked(table)
        self.since = monotonic() if going else None
        if here and not self.acting:
            all_ = self._expected() if table.game is None else self._coming(table)
            coming = sorted(all_, key=lambda one: one[0])
            if coming:
                seconds, act = coming[0]
                self.timer = asyncio.get_running_loop().call_later(max(0.0, seconds), act)

    def _expected(self) -> Iterator[tuple[float, Callable[[], None]]]:
        """In how many seconds the seats are free again that somebody has taken and not come to."""
        for seat, since in self.expected.items():
            left = max(since, self.waiting or since) + self.room.context.patience - monotonic()
            yield left, partial(self._start, partial(self._free, seat))

    def _coming(self, table: TableState) -> Iterator[tuple[float, Callable[[], None]]]:
        """What comes, in how many seconds: a bot's move, the end of patience, the time to be announced."""
        if table.game is None or match_over(table):
            return
        bots = self.replaced() | {place for place, seat in enumerate(table.seats) if seat.plays == BOT}
        for seat in table.game.actors:
            if seat in bots:
                yield self.room.context.pause, partial(self._start, partial(self._bot, seat))
            elif seat in self.away:
                yield self.away[seat] + self.room.context.patience - monotonic(), self.look
        for fact, minutes in table.game.due.items():
            if minutes is not None:
                yield minutes * 60 - table.played, partial(self._start, partial(self._announce, fact))

    def _tell(self) -> None:
        """Tell whose places bots have taken, or given back."""
        if (replaced := self.replaced()) != self.instead:
            self.instead = replaced
            self.room.seats_changed()

    def _start(self, act: Callable[[], Awaitable[None]]) -> None:
        """Do something; nothing else comes before it is done."""
        self.acting = True
        self.room.context.keep(asyncio.ensure_future(self._acted(act)))

    async def _acted(self, act: Callable[[], Awaitable[None]]) -> None:
        try:
            await act()
        except Exception as error:  # noqa: BLE001 - whatever it was, it is tried again
            LOG.warning("table %s: %s; trying again", self.room.table.name, type(error).__name__)
            await asyncio.sleep(RETRY_DELAY)
        finally:
            self.acting = False
        self.look()

    async def _free(self, seat: int) -> None:
        """Free the seat of somebody who has not come."""
        since = self.expected.get(seat)
        await self.room.do(lambda now: self._freed(now, seat))
        if self.expected.get(seat) == since:  # and nobody has taken it meanwhile
            self.expected.pop(seat, None)

    def _freed(self, now: TableState, seat: int) -> Update:
        """The table without them, unless they have come meanwhile."""
        waits = seat in self.expected and seat not in self.room.here()
        return seat_changes.release(now, seat) if waits else match.no_change(now)

    async def _bot(self, seat: int) -> None:
        """Let a bot think, and play what it says, if nothing has happened meanwhile."""
        seq = self.room.table.seq
        move = await self.room.context.bots.think(self.room.table, seat)
        await self.room.do(lambda now: self._played(now, seq, seat, move))

    def _played(self, now: TableState, seq: int, seat: int, move: str) -> Update:
        """The bot's move, unless the moment has passed."""
        if now.seq != seq or (now.seats[seat].plays != BOT and seat not in self.replaced()):
            return match.no_change(now)
        return match.play(now, Requester(seat, None), move)

    async def _announce(self, fact: str) -> None:
        """Announce what is due."""
        await self.room.do(lambda now: _announced(now, fact))


def _announced(now: TableState, fact: str) -> Update:
    due = now.game is not None and not match_over(now) and fact in now.game.due
    return match.announce(now, fact) if due else match.no_change(now)
