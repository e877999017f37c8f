"""How soon an honest client is answered while others attack: ``python -m tests.benchmarks.attacks [NAME]…``.

The server is `trickbook serve` with its own limits. Attackers come from other addresses of this machine, each
in a process of its own, and leave the processor to the server. The honest client lists the tables, sends a
ruleset and plays at a table; its first requests, for which helpers start, do not count.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing import get_context
from typing import Final, NamedTuple

import click
from tests.benchmarks.playing import ROOT
from tests.server.attackers import GET, answered, connected, frame, upgraded
from tests.server.slow_rules import SLOW
from tests.server.test_frame_floods import FLOODS, TEXT
from tests.server.test_slow_requests import RECORD
from tests.server.test_slow_texts import slow_text
from tests.server.test_table import first

from trickbook.server.client import RemoteSeat, Ticket, create_table

HONEST: Final = "127.0.0.1"
ATTACKERS: Final = ("127.0.0.2", "127.0.0.3")

LINES: Final = 4
"""So many attackers come from each address."""

SECONDS: Final = 20
STARTING: Final = 5
"""Seconds until all attackers attack."""

CHUNKS: Final = b"POST /api/form HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
TABLE: Final[dict[str, object]] = {"game": "hearts", "name": "Eve", "seats": ["me", "duck", "duck", "duck"]}

Attack = Callable[[str, str, int], None]


class Waits(NamedTuple):
    """The seconds that an honest client waited for each kind of request."""

    listed: list[float]
    read: list[float]
    played: list[float]


def flood(said: bytes, url: str, source: str, _: int) -> None:
    """Say something ten thousand times, and hear nothing."""
    with connected(url, source=source) as line:
        line.sendall(said * 10_000)


def frames(url: str, source: str, _: int) -> None:
    """Send control frames and fragments without an end, before hello."""
    with upgraded(url, source=source) as line:
        line.sendall(frame(TEXT, b"x", last=False))
        for kind in FLOODS.values():
            line.sendall(kind * 300_000)


def chunks(url: str, source: str, _: int) -> None:
    """Send a body a byte at a time."""
    with connected(url, CHUNKS, source=source) as line:
        line.sendall(b"1\r\nx\r\n" * 300_000)


def dripping(url: str, source: str, _: int) -> None:
    """Hold a hundred connections by requests that come to no end."""
    lines = [connected(url, GET + b"GET / HTTP/1.1\r\nX: ", source=source) for _ in range(100)]
    for _ in range(20):
        for line in lines:
            with suppress(OSError):
                line.sendall(b"x")
        time.sleep(0.1)
    for line in lines:
        line.close()


def unread(url: str, source: str, _: int) -> None:
    """Ask for ten thousand answers at once, and read none."""
    with connected(url, source=source) as line:
        line.sendall(b"GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 10_000)
        time.sleep(2)


def searches(url: str, source: str, number: int) -> None:
    """Look for tables that there are not, by requests and by WebSockets."""
    answered(url, f"/api/tables/none{number}", source=source)
    with upgraded(url, f"none{number}", source=source) as line:
        line.sendall(b'\x81\xa1\0\0\0\0{"type":"hello","protocol":1}   ')
        line.recv(4096)


def asking(path: str, said: Callable[[int], dict[str, object]], url: str, source: str, number: int) -> None:
    """Send a request, and wait for its answer."""
    if answered(url, path, said(number), source=source) in (429, 503):
        time.sleep(0.05)


ATTACKS: Final[dict[str, Attack | None]] = {
    "none": None,
    "control frames": frames,
    "requests": partial(flood, GET),
    "unread answers": unread,
    "searches": searches,
    "malformed requests": partial(flood, b"\0\r\n\r\n"),
    "chunks": chunks,
    "dripped requests": dripping,
    "forms": partial(asking, "/api/form", lambda _: {"game": "hearts"}),
    "slow texts": partial(asking, "/api/form", lambda number: {"text": slow_text(number)}),
    "slow rules": partial(
        asking, "/api/tables", lambda number: {**TABLE, "text": SLOW.replace("Own", f"Own {number}")}
    ),
    "tables": partial(asking, "/api/tables", lambda _: TABLE),
    "studies": partial(
        asking, "/api/study", lambda _: {"record": RECORD, "deal": 1, "trick": 1, "play": 1, "tried": True}
    ),
}


def again(name: str, url: str, source: str, place: int) -> None:
    """Attack without an end, as if from another machine."""
    os.nice(19)
    attack = ATTACKS[name]
    assert attack is not None
    for number in itertools.count(place, 1000):
        with suppress(OSError, socket.timeout):
            attack(url, source, number)


@contextmanager
def attacked(name: str, url: str) -> Iterator[None]:
    """Let all attackers attack while this lasts."""
    sources = ATTACKERS if ATTACKS[name] else ()
    context = get_context("spawn")
    attackers = [
        context.Process(target=again, args=(name, url, source, 100 * at + line), daemon=True)
        for at, source in enumerate(sources)
        for line in range(LINES)
    ]
    for attacker in attackers:
        attacker.start()
    time.sleep(STARTING if attackers else 0)
    try:
        yield
    finally:
        for attacker in attackers:
            attacker.kill()


@contextmanager
def server(folder: str) -> Iterator[str]:
    """`trickbook serve` while this lasts; its address."""
    command = [sys.executable, "-m", "trickbook", "serve", "--port", "0", "--data", folder, "--pause", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            found = None
            while found is None:
                found = re.search(r"http://\S+:\d+", process.stdout.readline())
            yield found[0]
        finally:
            process.kill()


async def asked(request: Callable[[int], int], waits: list[float], pause: float, over: float) -> None:
    """Send a request again and again, until the time is over."""
    for number in itertools.count():
        begin = time.perf_counter()
        if begin > over:
            return
        status = await asyncio.to_thread(request, number)
        assert status == 200, f"an honest client gets {status}"
        waits.append(time.perf_counter() - begin)
        await asyncio.sleep(pause)


async def played(ticket: Ticket, waits: list[float], over: float) -> None:
    """Play a card a second, until the time is over."""
    async with RemoteSeat(ticket) as seat:
        while (begin := time.perf_counter()) < over:
            view = seat.known.view
            if view and seat.known.seat in view["actors"]:
                await seat.play(first(view))
                waits.append(time.perf_counter() - begin)
            await asyncio.sleep(1)


async def honest(url: str, seconds: float) -> Waits:
    """List the tables five times a second, send a ruleset every other second, and play."""
    ask = partial(answered, url, source=HONEST)
    ticket = await create_table(url, **{**TABLE, "name": "Ann"})
    await played(ticket, [], time.perf_counter() + STARTING)
    await asyncio.to_thread(ask, "/api/form", {"text": own_text(-1)})
    waits, over = Waits([], [], []), time.perf_counter() + seconds
    await asyncio.gather(
        asked(lambda _: ask("/api/tables"), waits.listed, 0.2, over),
        asked(lambda number: ask("/api/form", {"text": own_text(number)}), waits.read, 2, over),
        played(ticket, waits.played, over),
    )
    return waits


def own_text(number: int) -> str:
    """A ruleset that nobody has sent before."""
    return f"trickbook: 1\nname: Ben {number}\nextends: hearts\n"


def told(name: str, waits: Waits) -> str:
    """A line of the table: the median and the longest of each, in milliseconds."""
    columns = (f"{sorted(one)[len(one) // 2] * 1000:7.0f} {max(one, default=0) * 1000:6.0f}" for one in waits)
    return f"{name:20}" + "  ".join(columns)


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME]…")
@click.option("--seconds", default=SECONDS, show_default=True, help="For each attack.")
def main(names: Sequence[str], seconds: int) -> None:
    """Print how long an honest client waits: median and longest, in milliseconds."""
    click.echo(f"{'attack':20}{'lists tables':>14}{'sends rules':>16}{'plays a card':>16}")
    for name in names or ATTACKS:
        with tempfile.TemporaryDirectory() as folder, server(folder) as url:
            with attacked(name, url):
                waits = asyncio.run(honest(url, seconds))
            click.echo(told(name, waits))


if __name__ == "__main__":
    main()
