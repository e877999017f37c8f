"""Tables without a network: rooms whose moves are stored nowhere, and lines that keep what they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import trickbook
from trickbook.engine.engine import Engine
from trickbook.replays.sealed_deals import Sealed, drawn
from trickbook.server.hall import House, Manners
from trickbook.server.limits import Limits
from trickbook.server.line import Line
from trickbook.server.live import PERSON, Live, Row, Seat
from trickbook.server.messages import Said
from trickbook.server.moving import begin
from trickbook.server.room import Room
from trickbook.server.writing import Writer
from trickbook.sitting.opening import Wanted

LIMITS = Limits(frames=10**6, characters=10**9)


class Nowhere(Writer):
    """A writer that keeps the rows of each commit."""

    def __init__(self) -> None:
        self.rows: list[Row] = []

    async def commit(self, rows: Sequence[Row]) -> None:
        self.rows += rows


class Kept(Line):
    """A line that keeps what it is told."""

    def __init__(self, seat: int | None, lang: str = "en", key: str = "") -> None:
        super().__init__(seat, lang, LIMITS, key)
        self.frames: list[str] = []
        self.news = asyncio.Event()

    def tell(self, text: str) -> None:
        self.frames.append(text)
        self.news.set()

    async def told_of(self, what: str) -> None:
        """Wait until something is told of a step."""
        while f'"step":"{what}"' not in self.frames[-1]:
            self.news.clear()
            await self.news.wait()


class Inside(House):
    """What rooms share; thinking is done at once."""

    def __init__(self) -> None:
        super().__init__(Nowhere(), Manners(pause=3600, patience=3600))
        self.heads.aside = aside  # type: ignore[method-assign]


async def aside(work: Callable[..., Any], *given: Any) -> Any:
    return work(*given)


def begun(rules: trickbook.Ruleset, draw: Callable[[Engine], Sealed] = drawn) -> Live:
    """A table with a person on every seat, and the first deal dealt."""
    seats = tuple(Seat(f"player {place}", PERSON) for place in range(rules.usual))
    live = Live("table", Wanted(rules.name, None, rules.house), rules, seats)
    return begin(live, draw).table


async def at(live: Live, lang: str = "en") -> tuple[Room, dict[int | None, Kept]]:
    """A room, with a line for each seat and one for somebody who looks on."""
    room = Room(live, Inside())
    lines = {seat: Kept(seat, lang) for seat in (*range(len(live.seats)), None)}
    for line in lines.values():
        await room.join(line, 0)
    return room, lines


async def says(room: Room, line: Line, type: str, id: str = "1", **more: object) -> None:  # noqa: A002
    """Let a line say something."""
    await room.said(line, Said(type, id, more))


def run(work: Any) -> Any:
    return asyncio.run(work)
