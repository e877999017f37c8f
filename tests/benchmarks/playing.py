"""Tables at which people play whatever comes first, and the server at which they do."""

from __future__ import annotations

import asyncio
import http.client
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from tests.benchmarks.light import Light

ROOT = Path(__file__).parents[2]

GAME = "hearts"
PEOPLE = ("Ann", "Ben", "Cleo", "Dan")

CONNECTING = 50
"""So many connections are made at a time."""


class Server(NamedTuple):
    """A running server: its port, and its first process."""

    port: int
    pid: int

    def processes(self) -> list[int]:
        """The server's processes: all that were started by the first one."""
        found = {self.pid}
        parents = dict(_parents())
        while more := {pid for pid, parent in parents.items() if parent in found} - found:
            found |= more
        return sorted(found)

    def memory(self) -> float:
        """The memory of all processes in MB; what they share is counted once."""
        return sum(_shared_memory(pid) for pid in self.processes()) / 1e3

    def processor(self) -> Counter[int]:
        """The hundredths of a second that each process has had of a processor."""
        return Counter({pid: _processor(pid) for pid in self.processes()})


def _parents() -> Iterator[tuple[int, int]]:
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        yield int(path.parts[2]), int(fields[1])


def _shared_memory(pid: int) -> int:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))


def _processor(pid: int) -> int:
    """The hundredths of a second that a process has had of a processor."""
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))


@contextmanager
def server(place: str, workers: int = 1, port: int = 0) -> Iterator[Server]:
    """A server while this lasts."""
    command = [sys.executable, "-m", "tests.server.server_process", place, str(port), str(workers)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            yield Server(int(process.stdout.readline()), process.pid)
        finally:
            process.terminate()


class Table:
    """A table, and those who play at it: one person with three bots, or four people."""

    def __init__(self, name: str, tokens: list[str]) -> None:
        self.name, self.tokens = name, tokens
        self.views: list[dict[str, Any]] = [{} for _ in tokens]
        self.lines: list[Light] = []
        self.seen: list[float] = []
        self.told = asyncio.Event()
        self.states, self.moves = 0, 0
        self.sent = 0.0
        self.number = self.unseen = 0

    async def come(self, port: int) -> None:
        """Connect all people, and wait for their states."""
        self.lines, self.states = [], 0
        self.told.clear()
        for seat, token in enumerate(self.tokens):
            self.lines.append(await connected(port, self.name, token, partial(self.heard, seat)))
        await self.told.wait()

    def heard(self, seat: int, text: bytes) -> None:
        if text.startswith(b'{"type":"move"'):
            self.moves += seat == 0
            if self.unseen:
                self.seen.append(perf_counter() - self.sent)
                self.unseen -= 1
        elif not text.startswith(b'{"type":"state"'):
            assert not text.startswith(b'{"type":"closing"'), text
            return
        else:
            self.states += 1
            if self.states == len(self.tokens):
                self.told.set()
        message = json.loads(text)
        self.views[seat].update(message.get("changed") or message["view"] or {})

    async def play(self, begin: float, seconds: int) -> None:
        """Move once a second."""
        for second in range(seconds):
            await asyncio.sleep(max(0, begin + second - perf_counter()))
            self.move()

    def move(self) -> None:
        """Let whoever is to move make a move."""
        actors = [seat for seat in self.views[0].get("actors", ()) if seat < len(self.tokens)]
        if not actors or self.unseen:
            return
        seat = actors[0]
        view = self.views[seat]
        offered = view["choose"]
        move = " ".join(offered["from"][: offered["low"]]) if offered else view["legal"][0]
        self.number += 1
        self.unseen, self.sent = len(self.lines), perf_counter()
        self.lines[seat].say(json.dumps({"type": "play", "id": str(self.number), "move": move}))

    def close(self) -> None:
        """Leave without a word."""
        for line in self.lines:
            assert line.transport is not None
            line.transport.abort()


async def connected(port: int, table: str, token: str | None, heard: Any) -> Light:
    """A connection to a table that has said hello."""
    made = partial(Light, port, table, heard)
    _, line = await asyncio.get_running_loop().create_connection(made, "127.0.0.1", port)
    await line.ready
    line.say(json.dumps({"type": "hello", "protocol": 1, "token": token, "seen": 0}))
    return line


def laid(port: int, people: int) -> Table:
    """A new table with so many people; bots have the other seats."""
    connection = http.client.HTTPConnection("127.0.0.1", port)

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        connection.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        told: dict[str, Any] = json.loads(connection.getresponse().read())
        return told

    seats = ["me", *["open"] * (people - 1), *["duck"] * (4 - people)]
    first = post("/api/tables", {"game": GAME, "name": PEOPLE[0], "seats": seats})
    path = f"/api/tables/{first['table']}/seats"
    others = [post(path, {"name": name}) for name in PEOPLE[1:people]]
    connection.close()
    return Table(first["table"], [one["token"] for one in (first, *others)])


async def tables_of(port: int, count: int, people: int) -> list[Table]:
    """So many tables with all people connected."""
    tables = []
    for _ in range(count):
        tables.append(await asyncio.to_thread(laid, port, people))
        await tables[-1].come(port)
    return tables


async def come_again(tables: list[Table], port: int) -> list[float]:
    """Let the people of all tables come at one moment; the seconds until each table had its states."""
    begin, room = perf_counter(), asyncio.Semaphore(CONNECTING)

    async def one(table: Table) -> float:
        async with room:
            await table.come(port)
        return perf_counter() - begin

    return await asyncio.gather(*map(one, tables))
