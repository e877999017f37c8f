"""The scheduler of a room: moves of bots, substitutes for absent people, timed announcements."""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.server.process import failure_text
from trickbook.server.table import BOT, match, match_over, people, seat_changes
from trickbook.server.table.cutting import CutTimer, current_step, ended_step
from trickbook.server.table.match import Requester

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from trickbook.server.rooms.room import Room
    from trickbook.server.table import TableState, Update
    from trickbook.server.table.cutting import CutStep

LOG: Final = logging.getLogger(__name__)

RETRY_DELAY: Final = 1.0
"""Seconds before a failed action is tried again."""


class Turn(NamedTuple):
    """A decision of a seat, and the playing time at which others began to wait for it."""

    decision: int
    begun: float


class Scheduler:
    """Schedules the next action while any seat is connected; it uses a monotonic clock.

    A bot substitutes for players who are disconnected, and for those who let the move clock run out. These
    are ``timed_out`` until they say something; saying something before the bot has moved excuses them. The
    room alone changes the table; ``elapsed`` and ``clock_started_at`` hold the playing time since its last
    change.
    """

    def __init__(self, room: Room) -> None:
        """Start with all people absent."""
        self.room = room
        self.disconnected_at = dict.fromkeys(people(room.table), monotonic())
        self.awaited_since = dict(self.disconnected_at) if room.table.game is None else {}
        self.tokens = _tokens(room.table)
        self.occupied_since: float | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.acting = False
        self.elapsed: float = 0.0
        self.clock_started_at: float | None = None
        self.substituted: set[int] = set()
        self.turns: dict[int, Turn] = {}
        self.timed_out: set[int] = set()
        self.cut = CutTimer(room.context.cutting)
        self.excused: set[int] = set()

    def greeted(self, seat: int) -> None:
        """A player connects, and plays again from the next decision on."""
        self.timed_out.discard(seat)
        self.excused |= {seat} & self._overdue()

    def connected(self, seat: int) -> None:
        """A player connected."""
        self.disconnected_at.pop(seat, None)
        self.awaited_since.pop(seat, None)
        self.reschedule()

    def heard(self, seat: int) -> None:
        """A player said something, and plays again from the next decision on."""
        self.excused |= {seat} & self._overdue()
        if seat in self.timed_out:
            self.timed_out.discard(seat)
            self.reschedule()

    def disconnected(self, seat: int) -> None:
        """A player disconnected; the timeout starts."""
        self.disconnected_at[seat] = monotonic()
        self.reschedule()

    def stop(self) -> None:
        """Cancel the next action."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def replaced(self) -> set[int]:
        """The seats of people with a substitute."""
        now, patience = monotonic(), self.room.context.patience
        here, seats = self.room.here(), self.room.table.seats
        gone = {
            seat
            for seat, since in self.disconnected_at.items()
            if seat not in here and now - since >= patience
        }
        left = {place for place, seat in enumerate(seats) if seat.left and place not in here}
        return (gone | left | self.timed_out | self._overdue()) & set(people(self.room.table))

    def _overdue(self) -> set[int]:
        """The seats whose move clock has run out."""
        table = self.room.table
        played = self._played(table)
        return {
            seat for seat, turn in self.turns.items() if table.clock and played - turn.begun >= table.clock
        }

    def _current_turns(self, table: TableState) -> dict[int, Turn]:
        """The decisions of people for which another connected player waits."""
        if table.game is None or match_over(table):
            return {}
        here, found = self.room.here(), dict[int, Turn]()
        for seat in set(table.game.actors) & set(people(self.room.table)):
            decision, known = match.decision(table, seat), self.turns.get(seat)
            if here - {seat}:
                same = known is not None and known.decision == decision
                found[seat] = known if known and same else Turn(decision, table.played)
        return found

    def with_clock(self, table: TableState) -> TableState:
        """Return the table with its playing time up to now, and start counting anew from there."""
        self._count_on(going=self.clock_started_at is not None)
        played, self.elapsed = table.played + self.elapsed, 0.0
        return table._replace(played=played)

    def _count_on(self, *, going: bool) -> None:
        """Add the time up to now to what has elapsed, and let the clock go on or stop."""
        now = monotonic()
        self.elapsed += 0.0 if self.clock_started_at is None else now - self.clock_started_at
        self.clock_started_at = now if going else None

    def _played(self, table: TableState) -> float:
        """The playing time up to now."""
        return (
            table.played
            + self.elapsed
            + (0.0 if self.clock_started_at is None else monotonic() - self.clock_started_at)
        )

    # The next action

    def reschedule(self) -> None:
        """Schedule the next action."""
        self.stop()
        table, here = self.room.table, self.room.here()
        self.occupied_since = (self.occupied_since or monotonic()) if here else None
        self._expect_players(table, here)
        for seat in set(people(self.room.table)) - here:
            self.disconnected_at.setdefault(seat, monotonic())
        going = table.game is not None and not match_over(table) and bool(here)
        self._count_on(going=going)
        table = table._replace(played=table.played + self.elapsed)
        self.turns = self._current_turns(table)
        self._tell()
        if here and not self.acting:
            all_ = self._seats_to_free() if table.game is None else self._game_actions(table)
            coming = sorted([*all_, *self._cutting_end(table)], key=lambda one: one[0])
            if coming:
                seconds, act = coming[0]
                self.timer = asyncio.get_running_loop().call_later(max(0.0, seconds), act)

    def _expect_players(self, table: TableState, here: set[int]) -> None:
        """Expect new players to connect; otherwise their seats become free again before the match."""
        before, self.tokens = self.tokens, _tokens(table)
        for seat, token in self.tokens.items():
            if token != before.get(seat) and seat not in here:
                self.disconnected_at[seat] = self.awaited_since[seat] = monotonic()

    def _seats_to_free(self) -> Iterator[tuple[float, Callable[[], None]]]:
        """Yield when seats become free whose players have not connected: seconds, and the action."""
        for seat, since in self.awaited_since.items():
            left = max(since, self.occupied_since or since) + self.room.context.patience - monotonic()
            yield left, partial(self._start, partial(self._free, seat))

    def _cutting_end(self, table: TableState) -> Iterator[tuple[float, Callable[[], None]]]:
        """Yield when a step of cutting the pack ends, whoever has answered: seconds, and the action."""
        step = current_step(table)
        if step is not None:
            yield (
                self.cut.left(step, self.occupied_since or 0.0),
                partial(self._start, partial(self._cut, step)),
            )

    def _game_actions(self, table: TableState) -> Iterator[tuple[float, Callable[[], None]]]:
        """The next actions and their seconds: a bot's move, a timeout, an announcement."""
        if table.game is None or match_over(table):
            return
        bots = self.replaced() | {place for place, seat in enumerate(table.seats) if seat.plays == BOT}
        for seat in table.game.actors:
            if seat in bots:
                yield self.room.context.pause, partial(self._start, partial(self._bot, seat))
                continue
            if seat in self.disconnected_at:
                yield self.disconnected_at[seat] + self.room.context.patience - monotonic(), self.reschedule
            if table.clock and seat in self.turns:
                yield self.turns[seat].begun + table.clock - table.played, self.reschedule
        for fact, minutes in table.game.due.items():
            if minutes is not None:
                yield minutes * 60 - table.played, partial(self._start, partial(self._announce, fact))

    def _tell(self) -> None:
        """Announce substitutions that began or ended."""
        if (replaced := self.replaced()) != self.substituted:
            self.substituted = replaced
            self.room.seats_changed()

    def _start(self, act: Callable[[], Awaitable[None]]) -> None:
        """Start an action; no other starts before it ends."""
        self.acting = True
        self.room.context.keep(asyncio.ensure_future(self._acted(act)))

    async def _acted(self, act: Callable[[], Awaitable[None]]) -> None:
        try:
            await act()
        except Exception as error:  # noqa: BLE001 - any failure is tried again
            LOG.warning("table %s: %s; trying again", self.room.table.name, failure_text(error))
            await asyncio.sleep(RETRY_DELAY)
        finally:
            self.acting = False
        if not self.room.ended:
            self.reschedule()

    async def _free(self, seat: int) -> None:
        """Free the seat of a player who has not connected."""
        since = self.awaited_since.get(seat)
        await self.room.apply(lambda now: self._seat_freed(now, seat))
        if self.awaited_since.get(seat) == since:  # nobody else has taken the seat
            self.awaited_since.pop(seat, None)

    def _seat_freed(self, now: TableState, seat: int) -> Update:
        """The table with the seat free, unless its player has connected."""
        waits = seat in self.awaited_since and seat not in self.room.here()
        return seat_changes.release(now, seat) if waits else match.no_change(now)

    async def _bot(self, seat: int) -> None:
        """Ask a bot for a move and play it, if the table has not changed."""
        seq = self.room.table.seq
        move = await self.room.context.bots.chosen_move(self.room.table, seat)
        await self.room.apply(lambda now: self._bot_move(now, seq, seat, move))

    def _bot_move(self, now: TableState, seq: int, seat: int, move: str) -> Update:
        """The table after the bot's move, or unchanged if something else happened."""
        if now.seq != seq or (now.seats[seat].plays != BOT and seat not in self.replaced()):
            return match.no_change(now)
        self.timed_out |= self._overdue() & {seat} - self.excused
        self.excused.discard(seat)
        return match.play(now, Requester(seat, None), move)

    async def _cut(self, step: CutStep) -> None:
        """End a step of cutting the pack."""
        await self.room.apply(lambda now: ended_step(now, step))

    async def _announce(self, fact: str) -> None:
        """Announce a fact that is due."""
        await self.room.apply(lambda now: _announced(now, fact))


def _tokens(table: TableState) -> dict[int, str]:
    """The tokens of the people at a table."""
    return {seat: table.seats[seat].token for seat in people(table)}


def _announced(now: TableState, fact: str) -> Update:
    due = now.game is not None and not match_over(now) and fact in now.game.due
    return match.announce(now, fact) if due else match.no_change(now)
