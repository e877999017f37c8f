"""A room: a table with its connections. Frames are sent only after the rows are stored."""

from __future__ import annotations

import asyncio
import math
from contextlib import suppress
from time import time
from typing import TYPE_CHECKING, Any, Final

from trickbook.server import refusal
from trickbook.server.rooms import frames
from trickbook.server.rooms.context import SeatLimits, TimeLimit
from trickbook.server.rooms.frames import with_connection
from trickbook.server.rooms.scheduler import Scheduler
from trickbook.server.store.lifetimes import CLOSED
from trickbook.server.store.writer import StoreUnavailableError
from trickbook.server.table import Row, cutting, match, seat_changes
from trickbook.server.table.match import Requester
from trickbook.server.table.messages import QUESTIONS, decided
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from trickbook.server import ClientMessage
    from trickbook.server.rooms.context import ServerContext
    from trickbook.server.rooms.frames import Connection
    from trickbook.server.table import TableState, Update


SPECTATOR_DELAY: Final = 1.0
"""Seconds before a change in the number of spectators is announced."""

LEFT_CLOSING: Final = "left", Message("you have left the table")
LOST_SEAT_CLOSING: Final = "bad-token", Message("this seat is not yours any more")
ENDED_CLOSING: Final = (
    "no-such-table",
    Message("this table has ended; the records of its finished matches are kept"),
)
MOVED_CLOSING: Final = "going-down", Message("the table has moved to another server; connect again")
SLOW_CLOSING: Final = "no-such-table", Message("this table has ended: its rules take the server too long")
"""Reasons to close a connection: the code, and a sentence."""


class Room:
    """A table, its connections, and its scheduler."""

    def __init__(self, table: TableState, context: ServerContext) -> None:
        """Start without connections.

        ``visited`` means that somebody sat there since a use of the table was ``noted``.
        """
        self.table, self.context = table, context
        self.connections: set[Connection] = set()
        self.common = frames.public_view(table)
        self.lock, self.scheduler = asyncio.Lock(), Scheduler(self)
        self.later: asyncio.TimerHandle | None = None
        self.opened, self.visited, self.noted, self.ended = time(), False, -math.inf, False
        self.closing = ENDED_CLOSING
        self.limit = TimeLimit(limited=table.choice.text is not None)
        self.seat_limits = SeatLimits(context.settings.limits)

    # Connections

    def here(self) -> set[int]:
        """The seats with a connection."""
        return {
            connection.seat
            for connection in self.connections
            if connection.seat is not None and not connection.closed
        }

    async def join(self, connection: Connection, seen: int) -> None:
        """Add a connection; an older one of the same seat is closed."""
        async with self.lock:
            if self.ended or not self._owns(connection):
                connection.close(*(self.closing if self.ended else LOST_SEAT_CLOSING))
                return
            if not (joined := with_connection(self.connections, connection)):
                return
            self.connections = joined
            if connection.seat is not None:
                self.visited = True
                self.scheduler.greeted(connection.seat)
            connection.enqueue(frames.welcome(self.table, connection.seat, connection.lang))
            connection.enqueue(self._seats())
            self.limit.run(self._state, connection, seen)
            if self.table.request is not None:
                connection.enqueue(frames.take_back(self.table.request))
            self._news(connection)
            await self._end_if_slow()
        if connection.seat is not None and not self.ended:
            self.scheduler.connected(connection.seat)
            if self.table.seats[connection.seat].left:
                seat = connection.seat
                await self.apply(lambda table: seat_changes.resume(table, seat))

    def _owns(self, connection: Connection) -> bool:
        """Return whether the seat of a connection still belongs to its token."""
        return connection.seat is None or self.table.seats[connection.seat].token == connection.key

    def part(self, connection: Connection) -> None:
        """Remove a connection."""
        if connection in self.connections:
            self.connections.discard(connection)
            self._news(connection)
            if connection.seat is not None and connection.seat not in self.here():
                self.scheduler.disconnected(connection.seat)

    # Changes

    async def receive(self, connection: Connection, said: ClientMessage) -> None:
        """Carry out a client message, and answer it."""
        if connection.seat is None:
            connection.tell(refusal(said.id, "not-now", Message("spectators cannot act; take a seat first")))
            return
        if said.type != "cut":  # clients cut by themselves, which does not tell that somebody is there
            self.scheduler.heard(connection.seat)
        requester = Requester(connection.seat, said.id or "", connection.lang)
        try:
            await self._carry_out(connection, requester, said)
        except StoreUnavailableError as error:
            connection.tell(refusal(said.id, "busy", Message("{what}; try again", what=error.message)))

    async def _carry_out(self, connection: Connection, requester: Requester, said: ClientMessage) -> None:
        """Carry out a message of a seat; StoreUnavailableError if nothing can be stored."""
        act = decided(requester, said, self.scheduler.replaced)
        if too_often := self.seat_limits.refusal(said.type, requester.seat):
            connection.tell(refusal(said.id, "too-fast", too_often))
        elif act is not None:
            await self.apply(act, connection)
            if said.type == "leave":
                connection.close(*LEFT_CLOSING)
                self.part(connection)
        elif said.type in QUESTIONS:
            connection.tell(await self.context.bots.answer(self.table, requester, said, connection.client))
        elif said.type == "phrase":
            self.tell_all(frames.phrase(requester.seat, said.body["phrase"]))
            connection.tell(match.accepted(requester.id, self.table.seq))
        else:
            connection.tell(refusal(said.id, "bad-message", Message("hello is said once")))

    async def apply(
        self, act: Callable[[TableState], Update], connection: Connection | None = None
    ) -> Update:
        """Apply a change: store it, announce it, answer. It cannot be cancelled half-way."""
        task = asyncio.ensure_future(self._done(act, connection))
        self.context.keep(task)
        return await asyncio.shield(task)

    async def _done(self, act: Callable[[TableState], Update], connection: Connection | None) -> Update:
        async with self.lock:
            if self.ended:
                raise StoreUnavailableError(self.closing[1])
            before = self.table = self.scheduler.with_clock(self.table)
            if connection is not None and not self._owns(connection):
                return match.no_change(before)
            update = self.limit.run(self._update_in_time, act, before)
            if update.rows:
                await self._store(update.rows)
            self.table = update.table
            self.limit.run(self._tell, before, update)
            if connection is not None:
                connection.tell(update.answer)
            if update.seated:
                self._sent_away(connection)
            await self._end_if_slow()
        self.scheduler.reschedule()
        return update

    async def _store(self, rows: Sequence[Row]) -> None:
        """Store rows. If others share the store and that fails, only the store knows how the table stands."""
        try:
            await self.context.commit(rows)
        except StoreUnavailableError:
            if self.context.fleet.name:
                self.give_up()
            raise

    def _update_in_time(self, act: Callable[[TableState], Update], before: TableState) -> Update:
        return seat_changes.settled(act(before), wait=self.context.cutting > 0)

    async def _end_if_slow(self) -> None:
        """End the table if its rules take the server too long."""
        if self.limit.exceeded:
            with suppress(StoreUnavailableError):  # the next slow change ends it
                await self.context.commit([Row("use", (self.table.name, CLOSED))])
                self._empty(SLOW_CLOSING)

    def _sent_away(self, acting: Connection | None) -> None:
        """Close the connections whose seat now belongs to somebody else, or nobody."""
        gone = [connection for connection in self.connections if not self._owns(connection)]
        for connection in gone:
            connection.close(*(LEFT_CLOSING if connection is acting else LOST_SEAT_CLOSING))
            self.connections.discard(connection)
        if gone:
            self.seats_changed()

    # Frames

    def _tell(self, before: TableState, update: Update) -> None:
        """Announce a change to all connections."""
        if update.seated:
            self.seats_changed()
        if update.begun:
            self.common = frames.public_view(self.table)
            for connection in self.connections:
                self._state(connection, before.seq)
        elif update.moved is not None:
            self._announce_move(before)
        if not update.begun and cutting.last_cut(before) != cutting.last_cut(self.table):
            self.tell_all(frames.pack_cut(self.table))
        if update.request is not None:
            self.tell_all(frames.take_back(update.request))

    def _announce_move(self, before: TableState) -> None:
        change = frames.public_change(before, self.table, self.common)
        self.common = change.common
        written: dict[tuple[int | None, str], tuple[str, Mapping[str, Any]]] = {}
        for connection in self.connections:
            key = connection.seat, connection.lang
            if connection.last_view is None:
                continue
            if key not in written:
                written[key] = frames.move(
                    self.table, connection.seat, connection.lang, connection.last_view, change
                )
            text, connection.last_view = written[key]
            connection.enqueue(text)

    def _state(self, connection: Connection, seen: int) -> None:
        connection.last_view = frames.private_view(self.table, connection.seat, connection.lang, self.common)
        connection.enqueue(
            frames.state(self.table, connection.seat, {**self.common, **connection.last_view}, seen)
        )

    def _seats(self) -> str:
        watching = sum(connection.seat is None for connection in self.connections)
        return frames.seats(self.table, self.here(), self.scheduler.replaced(), watching)

    def seats_changed(self) -> None:
        """Send who sits where to all connections."""
        self.tell_all(self._seats())

    def tell_all(self, text: str) -> None:
        """Send a frame to all connections."""
        for connection in self.connections:
            connection.enqueue(text)

    @property
    def busy(self) -> bool:
        """Whether a change is in progress."""
        return self.lock.locked() or self.scheduler.acting

    def _news(self, of: Connection) -> None:
        """Announce who is connected: at once for a seat, a little later for spectators."""
        if of.seat is not None:
            self.seats_changed()
        elif self.later is None:
            self.later = asyncio.get_running_loop().call_later(SPECTATOR_DELAY, self._looked)

    def _looked(self) -> None:
        self.later = None
        self.seats_changed()

    def close(self) -> None:
        """Close the room; the table stays in the store."""
        self.scheduler.stop()
        if self.later is not None:
            self.later.cancel()
        for connection in self.connections:
            connection.close("going-down", Message("the server is stopping; the table will be back"))

    async def end(self) -> None:
        """Send everybody away: the table has ended, and nothing is stored of it any more."""
        async with self.lock:
            self._empty(ENDED_CLOSING)

    def give_up(self) -> None:
        """Send everybody to the process that holds the table now, or to the store."""
        self.scheduler.stop()
        self._empty(MOVED_CLOSING)

    @property
    def moved(self) -> bool:
        """Whether this process holds the table no more."""
        return self.closing is MOVED_CLOSING

    def _empty(self, closing: tuple[str, Message]) -> None:
        self.ended, self.closing = True, closing
        for connection in self.connections:
            connection.close(*closing)
        self.connections.clear()

    def put_away(self) -> None:
        """Close the room and break the cycle with its scheduler."""
        self.close()
        del self.scheduler
