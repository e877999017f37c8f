"""The figures of the server: how soon a move is seen, and how much memory many tables take.

Every socket is a person's; every table moves once a second. The clients are in this process, the server in
one of its own, on the same machine. The clients collect no garbage: their pauses are not the server's.
"""

from __future__ import annotations

import asyncio
import gc
import http.client
import json
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import click
from tests.benchmarks.light import Light

ROOT = Path(__file__).parents[2]

SIZES = (500, 1000)
SECONDS = 20
GAME = "hearts"


class Table:
    """A table of four, who play whatever comes first."""

    def __init__(self, name: str, tokens: list[str], found: list[float]) -> None:
        self.name, self.tokens, self.found = name, tokens, found
        self.views: list[dict[str, Any]] = [{} for _ in tokens]
        self.lines: list[Light] = []
        self.sent = 0.0
        self.number = self.unseen = 0

    async def come(self, port: int) -> None:
        for seat, token in enumerate(self.tokens):
            made = partial(Light, port, self.name, partial(self.heard, seat))
            _, line = await asyncio.get_running_loop().create_connection(made, "127.0.0.1", port)
            await line.ready
            hello = {"type": "hello", "protocol": 1, "token": token, "seen": 0}
            line.say(json.dumps(hello))
            self.lines.append(line)

    def heard(self, seat: int, text: bytes) -> None:
        if text.startswith(b'{"type":"move"'):
            self.found.append(perf_counter() - self.sent)
            self.unseen -= 1
        elif not text.startswith(b'{"type":"state"'):
            assert not text.startswith(b'{"type":"closing"'), text
            return
        message = json.loads(text)
        self.views[seat].update(message.get("changed") or message["view"] or {})

    async def play(self, begin: float) -> None:
        """Move once a second."""
        for second in range(SECONDS):
            await asyncio.sleep(max(0, begin + second - perf_counter()))
            self.move()

    def move(self) -> None:
        """Let whoever is to move make a move."""
        actors = self.views[0].get("actors")
        if not actors or self.unseen:
            return
        seat = actors[0]
        view = self.views[seat]
        offered = view["choose"]
        move = " ".join(offered["from"][: offered["low"]]) if offered else view["legal"][0]
        self.number += 1
        self.unseen = len(self.lines)
        self.sent = perf_counter()
        self.lines[seat].say(json.dumps({"type": "play", "id": str(self.number), "move": move}))


def laid(port: int) -> tuple[str, list[str]]:
    """A new table with four people."""
    server = http.client.HTTPConnection("127.0.0.1", port)

    def post(path: str, body: dict[str, Any]) -> dict[str, Any]:
        server.request("POST", path, json.dumps(body), {"Content-Type": "application/json"})
        told: dict[str, Any] = json.loads(server.getresponse().read())
        return told

    first = post("/api/tables", {"game": GAME, "name": "Ann"})
    path = f"/api/tables/{first['table']}/seats"
    others = [post(path, {"name": name}) for name in ("Ben", "Cleo", "Dan")]
    server.close()
    return first["table"], [one["token"] for one in (first, *others)]


async def load(port: int, tables: int) -> list[float]:
    """Let so many tables move once a second; the seconds until a move was seen, by each who saw it."""
    found: list[float] = []
    rooms = []
    for _ in range(tables):
        name, tokens = await asyncio.to_thread(laid, port)
        rooms.append(Table(name, tokens, found))
        await rooms[-1].come(port)
    await asyncio.sleep(2)
    begin = perf_counter()
    await asyncio.gather(*(room.play(begin + place / tables) for place, room in enumerate(rooms)))
    await asyncio.sleep(2)
    return found


def memory(pid: int) -> float:
    """The resident memory of a process, in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * 4096 / 1e6


def processor(pid: int) -> float:
    """The seconds that a process has had of a processor."""
    ticks = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
    return sum(map(int, ticks)) / 100


def measured(tables: int) -> None:
    """Measure a server with so many tables."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tests.server.server_process", folder, "0"]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
        assert server.stdout is not None
        port = int(server.stdout.readline())
        found = sorted(asyncio.run(load(port, tables)))
        size, used = memory(server.pid), processor(server.pid)
        server.terminate()
        server.wait()
    p50, p99 = (found[int(len(found) * part)] * 1000 for part in (0.5, 0.99))
    click.echo(
        f"{tables} tables, {tables * 4} sockets, {len(found)} moves seen: p50 {p50:.0f} ms, p99 {p99:.0f} ms,"
        f" worst {found[-1] * 1000:.0f} ms; {size:.0f} MB; {used:.0f} s of a processor in all"
    )


if __name__ == "__main__":
    gc.disable()
    for size in map(int, sys.argv[1:]) if len(sys.argv) > 1 else SIZES:
        measured(size)
