"""A server that is killed at any moment restores every table as it was.

A move that anybody was told of is stored, as it was told; a decision that was sent again after the connection
was lost is played once. TRICKBOOK_KILLS tells how often it is killed; `make soak` does so a thousand times.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, NamedTuple

import pytest
from tests.server.test_table import first

from trickbook.game.events import MADE
from trickbook.server import client
from trickbook.server.client import RefusedError, RemoteSeat, Ticket, create_table, request, take_seat
from trickbook.server.store import STORE_FILE, Database, connect, select, write
from trickbook.server.store.restore import restored
from trickbook.server.store.store import open_store
from trickbook.server.table import Row

KILLS = int(os.environ.get("TRICKBOOK_KILLS", "40"))
TABLES = 3
LONGEST = 0.1
"""So many seconds a server lives at most: every other one from its start, the rest from its first move on."""

ROOT = Path(__file__).parents[2]


class Heard(NamedTuple):
    """A move that somebody was told of."""

    seq: int
    seat: int | None
    said: str | None


class Player:
    """Somebody who plays whatever comes first, and notes what was heard and what was accepted."""

    def __init__(self, ticket: Ticket) -> None:
        self.sitting = RemoteSeat(ticket)
        self.heard: set[Heard] = set()
        self.accepted: dict[int, str] = {}

    async def play(self) -> None:
        sitting = self.sitting
        async for message in sitting.heard():
            self.note(message)
            view = sitting.known.view
            if view and message.get("seq") == sitting.known.seq and sitting.known.seat in view["actors"]:
                await self.move(first(view))
            elif view and not view["actors"] and message["type"] in ("state", "move"):
                with suppress(RefusedError):
                    await sitting.ask("again")

    async def move(self, move: str) -> None:
        with suppress(RefusedError):
            self.accepted[await self.sitting.play(move)] = move

    def note(self, message: Any) -> None:
        told = message.get("missed", [message] if message["type"] == "move" else [])
        self.heard |= {
            Heard(one["seq"], one["seat"], event["what"])
            for one in told
            for event in one["events"]
            if event["kind"] in MADE
        }


@contextmanager
def restarting(folder: Path) -> Iterator[Popen[str]]:
    command = [sys.executable, "-m", "tests.server.forked_server", str(folder)]
    with Popen(command, stdout=PIPE, text=True, cwd=ROOT, start_new_session=True) as server:
        try:
            yield server
        finally:
            os.killpg(server.pid, signal.SIGKILL)


async def line(server: Popen[str]) -> int:
    assert server.stdout is not None
    return int(await asyncio.to_thread(server.stdout.readline))


async def news(players: list[Player]) -> None:
    """Wait until something has been played since the server came back, for a minute at most."""
    before = sum(len(player.heard) for player in players)
    for _ in range(3000):
        if sum(len(player.heard) for player in players) > before:
            return
        await asyncio.sleep(0.02)


@asynccontextmanager
async def people_at(url: str, tables: int) -> AsyncIterator[list[Player]]:
    """Two people who play at each of some tables while this lasts; none of them may fail."""
    players = []
    for _ in range(tables):
        ann = await create_table(url, game="chinese-hearts", name="Ann", seats=["me", "open", "duck", "duck"])
        players += [Player(ann), Player(await take_seat(url, ann.table, "Ben"))]
    for player in players:
        await player.sitting.open()
    playing = [asyncio.ensure_future(player.play()) for player in players]
    yield players
    for task in playing:
        assert not task.done(), task.exception()
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    for player in players:
        await player.sitting.close()


async def killed(server: Popen[str], rng: random.Random) -> list[Player]:
    """Let people play while the server is killed time after time; and once more, for a while."""
    url = f"http://127.0.0.1:{await line(server)}"
    pid = await line(server)
    async with people_at(url, TABLES) as players:
        for number in range(KILLS):
            if number % 2:
                await news(players)
            await asyncio.sleep(rng.random() * LONGEST)
            os.kill(pid, signal.SIGKILL)
            pid = await line(server)
        await news(players)
    assert await request(url, "/api/tables") == []
    return players


def test_no_move_is_lost_and_none_is_doubled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "RECONNECT_DELAYS", (0.01, 0.02, 0.05, *[0.1] * 3000))
    with restarting(tmp_path) as server:
        players = asyncio.run(killed(server, random.Random(5)))  # noqa: S311 - any moments will do
    base = connect(tmp_path / STORE_FILE)
    moves = sum(checked(base, player) for player in players) // 2
    assert moves > KILLS // 2, "hardly anything was played between the kills"


def checked(base: Database, player: Player) -> int:
    """Check that all that a player was told is stored, and nothing is doubled; the moves of the table."""
    stored = moves_of(base, player.sitting.ticket.table)
    assert player.heard, "a player has heard nothing"
    for heard in player.heard:
        seat, said = stored[heard.seq]
        assert seat == heard.seat
        assert heard.said in (said, None)
    own = {seq: said for seq, (seat, said) in stored.items() if seat == player.sitting.known.seat}
    assert player.accepted.items() <= own.items()
    assert len(own) - len(player.accepted) <= 1, "what was decided on once was played twice"
    live = restored(base, player.sitting.ticket.table)
    assert live is not None
    assert live.seq == max(stored)
    return len(stored)


def moves_of(base: Database, table: str) -> dict[int, tuple[int, str]]:
    found = select(base, "SELECT seq, seat, move FROM moves WHERE name = ?", table)
    return {seq: (seat, move) for seq, seat, move in found}


def test_rows_are_stored_all_or_none(tmp_path: Path) -> None:
    kept = open_store(tmp_path)
    row = Row("record", ("t", 1, "x"))
    with pytest.raises(sqlite3.IntegrityError):
        write(kept.writing, [row, row])
    assert select(kept.reading, "SELECT * FROM records") == []
    kept.close()
