"""Tables without a network: rooms that store nothing, and connections that keep their frames."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

import trickbook
from trickbook.engine.engine import Engine
from trickbook.replays.sealed_deals import Sealed, drawn
from trickbook.seat.rules_request import RulesRequest
from trickbook.server import ClientMessage
from trickbook.server.limits import ServerLimits
from trickbook.server.rooms.context import ServerContext, ServerSettings
from trickbook.server.rooms.frames import Connection
from trickbook.server.rooms.room import Room
from trickbook.server.store.writer import Writer
from trickbook.server.table import PERSON, Row, TableSeat, TableState
from trickbook.server.table.match import begin_match
from trickbook.server.table.seat_changes import settled

LIMITS = ServerLimits(frames=10**6, characters=10**9)


class Nowhere(Writer):
    """A writer that keeps the rows of each commit."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    async def commit(self, rows: Sequence[Row], holder: str = "") -> None:  # noqa: ARG002 - nobody shares it
        self.rows += rows


class Kept(Connection):
    """A line that keeps what it is told."""

    def __init__(self, seat: int | None, lang: str = "en", key: str = "") -> None:
        super().__init__(seat, lang, LIMITS, key)
        self.frames: list[str] = []
        self.news = asyncio.Event()

    def enqueue(self, text: str) -> None:
        self.frames.append(text)
        self.news.set()

    async def told_of(self, what: str) -> None:
        """Wait until an event of a kind is told."""
        while f'"kind":"{what}"' not in self.frames[-1]:
            self.news.clear()
            await self.news.wait()


class Inside(ServerContext):
    """What rooms share; thinking is done at once."""

    def __init__(self) -> None:
        super().__init__(Nowhere(), ServerSettings(pause=3600, patience=3600, cutting=0))
        self.bots.process.run_if_ready = run_sometimes  # type: ignore[method-assign]


async def run_sometimes(work: Callable[..., Any], *given: Any, client: str = "") -> Any:
    """Search a hint with some hands; with the others, as if the search were not ready."""
    _, seat, view, _, _ = given
    with suppress(trickbook.TrickbookError, KeyError):  # a planted pile has no place
        return work(*given) if client and view["counts"][seat] % 4 == 1 else None


def begun(rules: trickbook.Ruleset, draw: Callable[[Engine], Sealed] = drawn) -> TableState:
    """A table with a person on every seat, and the first deal dealt."""
    seats = tuple(TableSeat(f"player {place}", PERSON) for place in range(rules.usual))
    live = TableState("table", RulesRequest(rules.name, None, rules.house), rules, seats)
    return settled(begin_match(live, draw), wait=False).table


async def at(live: TableState, lang: str = "en") -> tuple[Room, dict[int | None, Kept]]:
    """A room, with a line for each seat and one for somebody who looks on."""
    room = Room(live, Inside())
    lines = {seat: Kept(seat, lang) for seat in (*range(len(live.seats)), None)}
    for line in lines.values():
        await room.join(line, 0)
    return room, lines


async def says(room: Room, line: Connection, type: str, id: str = "1", **more: object) -> None:  # noqa: A002
    """Let a line say something."""
    await room.receive(line, ClientMessage(type, id, more))


def run(work: Any) -> Any:
    return asyncio.run(work)
