"""A room: a live table with those who are connected to it. Nobody is told of anything before it is stored."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any, Final

from trickbook.server.messages import encoded, localized, refusal
from trickbook.server.rooms import frames
from trickbook.server.rooms.scheduler import Scheduler
from trickbook.server.store.writer import StoreUnavailableError
from trickbook.server.table import match, seat_changes
from trickbook.server.table.match import Requester
from trickbook.server.table.questions import QUESTIONS, answer_question
from trickbook.server.table.state import PERSON

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.server.messages import ClientMessage
    from trickbook.server.rooms.connection import Connection
    from trickbook.server.rooms.registry import ServerContext
    from trickbook.server.table.state import TableState, Update


SPECTATOR_DELAY: Final = 1.0
"""So many seconds later one hears of those who have come to look on, or gone."""


LEFT_CLOSING: Final = "left", "you have left the table"
LOST_SEAT_CLOSING: Final = "bad-token", "this seat is not yours any more"
"""Why a line is closed: the code, and a sentence."""


class Room:
    """A table, its connections, and whoever sees to it that somebody plays."""

    def __init__(self, live: TableState, house: ServerContext) -> None:
        """Open a table."""
        self.live, self.house = live, house
        self.lines: set[Connection] = set()
        self.common = frames.public_view(live)
        self.lock = asyncio.Lock()
        self.keeper = Scheduler(self)
        self.later: asyncio.TimerHandle | None = None

    # Coming and going

    def here(self) -> set[int]:
        """The seats whose people are connected."""
        return {line.seat for line in self.lines if line.seat is not None and not line.closed}

    async def join(self, line: Connection, seen: int) -> None:
        """Let somebody come: whoever had the seat's connection loses it."""
        async with self.lock:
            if not self._owns(line):
                line.close(*LOST_SEAT_CLOSING)
                return
            for other in [other for other in self.lines if line.seat is not None and other.seat == line.seat]:
                other.close("elsewhere", "you have come to the table elsewhere")
                self.lines.discard(other)
            self.lines.add(line)
            line.tell(frames.welcome(self.live, line.seat, line.lang))
            line.tell(self._seats())
            self._state(line, seen)
            self._news(line)
        if line.seat is not None:
            self.keeper.came(line.seat)
            if self.live.seats[line.seat].left:
                seat = line.seat
                await self.do(lambda live: seat_changes.resume(live, seat))

    def _owns(self, line: Connection) -> bool:
        """Whether the seat of a line still belongs to whoever has proved it."""
        return line.seat is None or self.live.seats[line.seat].token == line.key

    def part(self, line: Connection) -> None:
        """Let somebody go."""
        if line in self.lines:
            self.lines.discard(line)
            self._news(line)
            if line.seat is not None and line.seat not in self.here():
                self.keeper.went(line.seat)

    # What is done here

    async def said(self, line: Connection, said: ClientMessage) -> None:
        """Do what somebody says, and answer."""
        if line.seat is None:
            told = refusal(said.id, "not-now", "you look on; only who has a seat may act")
            line.tell(encoded(localized(told, line.lang)))
            return
        asked = Requester(line.seat, said.id or "", line.lang)
        acts: dict[str, Callable[[TableState], Update]] = {
            "play": lambda live: match.play(live, asked, said.body["move"], said.body.get("at")),
            "fill": lambda live: seat_changes.fill(live, asked, said.body["bot"]),
            "again": lambda live: seat_changes.rematch(live, asked),
            "leave": lambda live: seat_changes.leave(live, asked),
        }
        act = acts.get(said.type)
        try:
            if act is not None:
                await self.do(lambda live: match.once(live, asked, act), line)
                if said.type == "leave":
                    line.close(*LEFT_CLOSING)
                    self.part(line)
            elif said.type in QUESTIONS:
                told = await self.house.heads.aside(answer_question, self.live, asked, said)
                line.tell(encoded(localized(told, line.lang)))
            else:
                told = refusal(said.id, "bad-message", "hello is said once")
                line.tell(encoded(localized(told, line.lang)))
        except StoreUnavailableError as error:
            told = refusal(said.id, "busy", f"{error}; try again")
            line.tell(encoded(localized(told, line.lang)))

    async def do(self, act: Callable[[TableState], Update], line: Connection | None = None) -> Update:
        """Do something at the table: store it, tell of it, answer. Nothing stops it half-way."""
        task = asyncio.ensure_future(self._done(act, line))
        self.house.keep(task)
        return await asyncio.shield(task)

    async def _done(self, act: Callable[[TableState], Update], line: Connection | None) -> Update:
        async with self.lock:
            before = self.live = self.keeper.clocked(self.live)
            if line is not None and not self._owns(line):
                return match.no_change(before)
            outcome = act(before)
            if outcome.rows:
                await self.house.commit(outcome.rows)
            self.live = outcome.table
            self._tell(before, outcome)
            if line is not None:
                line.tell(encoded(localized(outcome.answer, line.lang)))
            if outcome.seated:
                self._sent_away(line)
        self.keeper.look()
        return outcome

    def _sent_away(self, acting: Connection | None) -> None:
        """Close the lines to seats that are somebody else's now, or nobody's."""
        gone = [line for line in self.lines if not self._owns(line)]
        for line in gone:
            line.close(*(LEFT_CLOSING if line is acting else LOST_SEAT_CLOSING))
            self.lines.discard(line)
        if gone:
            self.seats_changed()

    # Telling

    def _tell(self, before: TableState, outcome: Update) -> None:
        """Tell everybody what has happened."""
        if outcome.seated:
            self.seats_changed()
        if outcome.begun:
            self.common = frames.public_view(self.live)
            for line in self.lines:
                self._state(line, self.live.seq)
        elif outcome.moved is not None:
            self._moved(before)

    def _moved(self, before: TableState) -> None:
        change = frames.public_change(before, self.live, self.common)
        self.common = change.common
        written: dict[tuple[int | None, str], tuple[str, Mapping[str, Any]]] = {}
        for line in self.lines:
            key = line.seat, line.lang
            if line.told is None:
                continue
            if key not in written:
                written[key] = frames.move(self.live, line.seat, line.lang, line.told, change)
            text, line.told = written[key]
            line.tell(text)

    def _state(self, line: Connection, seen: int) -> None:
        line.told = frames.private_view(self.live, line.seat, line.lang, self.common)
        line.tell(frames.state(self.live, line.seat, {**self.common, **line.told}, seen))

    def _seats(self) -> str:
        watching = sum(line.seat is None for line in self.lines)
        return frames.seats(self.live, self.here(), self.keeper.replaced(), watching)

    def seats_changed(self) -> None:
        """Tell everybody who sits where."""
        text = self._seats()
        for line in self.lines:
            line.tell(text)

    @property
    def busy(self) -> bool:
        """Whether something is being done here."""
        return self.lock.locked() or self.keeper.acting

    def _news(self, of: Connection) -> None:
        """Tell who is there now: at once of somebody with a seat, of those who look on a little later."""
        if of.seat is not None:
            self.seats_changed()
        elif self.later is None:
            self.later = asyncio.get_running_loop().call_later(SPECTATOR_DELAY, self._looked)

    def _looked(self) -> None:
        self.later = None
        self.seats_changed()

    def people(self) -> list[int]:
        """The seats that people have."""
        return [place for place, seat in enumerate(self.live.seats) if seat.plays == PERSON]

    def close(self) -> None:
        """Close the table; it lies in the store."""
        self.keeper.stop()
        if self.later is not None:
            self.later.cancel()
        for line in self.lines:
            line.close("going-down", "the server is going down; the table will be here again")

    def put_away(self) -> None:
        """Close the table for good; who keeps it going knows it, and would hold on to it."""
        self.close()
        del self.keeper
