"""Keeping a game going: bots play on their seats and for people who are away; facts are announced in time."""

from __future__ import annotations

import asyncio
from time import monotonic
from typing import TYPE_CHECKING

from trickbook.problems import TrickbookError
from trickbook.server import moving
from trickbook.server.live import BOT, PERSON, over
from trickbook.server.moving import Asked
from trickbook.server.thinking import Thought
from trickbook.server.writing import UnwritableError

if TYPE_CHECKING:
    from trickbook.server.live import Live, Outcome
    from trickbook.server.room import Room


class Keeper:
    """Sees to it that somebody plays, as long as anybody with a seat is there."""

    def __init__(self, room: Room) -> None:
        """Begin with nobody there."""
        self.room = room
        now = monotonic()
        self.away = dict.fromkeys(room.people(), now)
        self.timer: asyncio.TimerHandle | None = None
        self.thinking = False
        self.since: float | None = None

    def came(self, seat: int) -> None:
        """Somebody is back."""
        self.away.pop(seat, None)
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
        now, patience = monotonic(), self.room.house.patience
        here, seats = self.room.here(), self.room.live.seats
        gone = {seat for seat, since in self.away.items() if seat not in here and now - since >= patience}
        left = {place for place, seat in enumerate(seats) if seat.left}
        return (gone | left) & set(self.room.people())

    def look(self) -> None:
        """See who is to play next, and when."""
        self.stop()
        live, here = self.room.live, self.room.here()
        if self.thinking or live.game is None or over(live) or not here:
            return
        bots = self.replaced() | {place for place, seat in enumerate(live.seats) if seat.plays == BOT}
        acting = [seat for seat in live.game.actors if seat in bots]
        if acting:
            self._after(self.room.house.pause, acting[0])
            return
        away = [self.away[seat] for seat in live.game.actors if seat in self.away and seat not in here]
        if away:
            self._after(max(0.0, min(away) + self.room.house.patience - monotonic()), None)

    def _after(self, seconds: float, seat: int | None) -> None:
        loop = asyncio.get_running_loop()
        self.timer = loop.call_later(seconds, self._due, seat)

    def _due(self, seat: int | None) -> None:
        """The time has come: a bot thinks, or takes over."""
        self.timer = None
        if seat is None:
            self.room.seats_changed()
            self.look()
            return
        self.thinking = True
        self.room.house.keep(asyncio.ensure_future(self._think(seat)))

    async def _think(self, seat: int) -> None:
        """Let a bot think, and play what it says, if nothing has happened meanwhile."""
        live = self.room.live
        assert live.game is not None  # noqa: S101 - it waits for this seat
        try:
            move = await self.room.house.think(Thought(live.rules, live.game, seat, live.seats[seat].bot))
            await self.room.do(lambda now: self._played(now, live.seq, seat, move))
        except (UnwritableError, TrickbookError):
            await asyncio.sleep(1)
        finally:
            self.thinking = False
        self.look()

    def _played(self, now: Live, seq: int, seat: int, move: str) -> Outcome:
        """The bot's move, unless the moment has passed."""
        if now.seq != seq or (now.seats[seat].plays == PERSON and seat not in self.replaced()):
            return moving.nothing(now)
        return moving.play(now, Asked(seat, ""), move)
