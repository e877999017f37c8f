"""The figures of the server: how soon a move is seen, what it costs, and how soon all are back.

The clients are in this process, the server in others on the same machine. The clients collect no garbage:
their pauses are not the server's. ``python -m tests.benchmarks.server --help`` tells what can be measured.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from time import perf_counter, process_time
from typing import Final, NamedTuple

import click
from tests.benchmarks.playing import Server, Table, come_again, connected, server, tables_of
from tests.server.postgres_server import database, postgres

from trickbook.server import process

SECONDS: Final = 20
"""Seconds for which each size is measured."""

BEARABLE: Final = 50.0
"""Milliseconds that 99 of 100 moves may take until they are seen."""

MOVES: Final = 20
"""Moves that the spectators of one table see."""


class Load(NamedTuple):
    """What a number of tables is like to a server: seconds, and seconds of processors for each move."""

    seen: list[float]
    moves: float
    processor: float
    busiest: float
    clients: float
    memory: float

    def quantile(self, part: float) -> float:
        """The milliseconds in which this part of the moves was seen."""
        return sorted(self.seen)[int(len(self.seen) * part)] * 1000

    @property
    def carried(self) -> float:
        """The moves a second that these cores carry if the clients are elsewhere; a process has one core."""
        return min(1 / self.busiest, (os.cpu_count() or 1) / self.processor)


async def load(there: Server, count: int, people: int, seconds: int) -> Load:
    """Let so many tables move once a second."""
    empty = there.memory()
    tables = await tables_of(there.port, count, people)
    await asyncio.sleep(2)
    found = await played(there, tables, seconds)
    return found._replace(memory=(found.memory - empty) / count)


async def played(there: Server, tables: Sequence[Table], seconds: int) -> Load:
    """Let these tables move once a second; the memory is that of the whole server."""
    count = len(tables)
    before, moves = there.processor(), sum(table.moves for table in tables)
    own = process_time()
    begin = perf_counter()
    await asyncio.gather(*(one.play(begin + place / count, seconds) for place, one in enumerate(tables)))
    await asyncio.sleep(1)
    made = max(1, sum(table.moves for table in tables) - moves)
    taken = [hundredths / 100 / made for hundredths in (there.processor() - before).values()]
    own = process_time() - own
    memory = there.memory()
    seen = [one for table in tables for one in table.seen]
    for table in tables:
        table.close()
    return Load(seen, made / seconds, sum(taken), max(taken), own / made, memory)


def told(workers: int, count: int, found: Load) -> str:
    """A line of the curve."""
    p50, p99, worst = (found.quantile(part) for part in (0.5, 0.99, 0.99999))
    return (
        f"{workers} workers, {count} tables: {found.moves:.0f} moves/s, seen in {p50:.0f} ms (p50), "
        f"{p99:.0f} ms (p99), {worst:.0f} ms (worst); {found.processor * 1e3:.2f} ms of a processor a move, "
        f"{found.busiest * 1e3:.2f} ms in one process, and the clients take {found.clients * 1e3:.2f} ms; "
        f"without these, {found.carried:.0f} moves/s; {found.memory * 1e3:.0f} kB a table"
    )


@click.group()
def command() -> None:
    """Measure the server."""


@command.command()
@click.option("--workers", multiple=True, type=int, default=(1, 2, 3), show_default=True)
@click.option(
    "--tables", multiple=True, type=int, default=(100, 200, 300, 400, 500, 700, 1000), show_default=True
)
@click.option(
    "--people", default=1, show_default=True, help="People at each table; bots have the other seats."
)
@click.option("--seconds", default=SECONDS, show_default=True)
@click.option("--store", help="A store in PostgreSQL, in place of a folder.")
def curve(
    *, workers: tuple[int, ...], tables: tuple[int, ...], people: int, seconds: int, store: str | None
) -> None:
    """Let tables move once a second: latency and cost against the number of tables.

    A number of workers ends with the first size at which moves are seen too late.
    """
    for count in workers:
        most = 0
        for size in tables:
            with tempfile.TemporaryDirectory() as folder, server(store or folder, count) as there:
                found = asyncio.run(load(there, size, people, seconds))
            click.echo(told(count, size, found))
            if found.quantile(0.99) > BEARABLE:
                break
            most = size
        click.echo(f"{count} workers: {most} tables with 99 of 100 moves seen in {BEARABLE:.0f} ms")


@command.command()
@click.option("--servers", default=2, show_default=True)
@click.option("--tables", default=350, show_default=True, help="Tables of one person and three bots at each.")
@click.option("--seconds", default=SECONDS, show_default=True)
def apart(*, servers: int, tables: int, seconds: int) -> None:
    """Let servers that share nothing play side by side: no workers of one server could carry more."""
    with ExitStack() as stack:
        folders = [stack.enter_context(tempfile.TemporaryDirectory()) for _ in range(servers)]
        there = [stack.enter_context(server(folder)) for folder in folders]
        found = asyncio.run(side_by_side(there, tables, seconds))
    cost = sum(one.processor * one.moves for one in found) / sum(one.moves for one in found)
    click.echo(
        f"{servers} servers that share nothing, {tables} tables each: {sum(one.moves for one in found):.0f} "
        f"moves/s; {cost * 1e3:.2f} ms of a processor a move"
    )


async def side_by_side(there: Sequence[Server], count: int, seconds: int) -> list[Load]:
    """What so many tables at each of some servers are like, all at the same time."""
    tables = [await tables_of(one.port, count, 1) for one in there]
    await asyncio.sleep(2)
    return await asyncio.gather(*(played(*one, seconds) for one in zip(there, tables, strict=True)))


@command.command()
@click.option("--connections", multiple=True, type=int, default=(500, 5000), show_default=True)
@click.option("--workers", default=1, show_default=True)
def restart(*, connections: tuple[int, ...], workers: int) -> None:
    """End a server, and let everybody come again at one moment."""
    for count in connections:
        with tempfile.TemporaryDirectory() as folder:
            again = asyncio.run(restarted(folder, count, workers))
        last = sorted(again)
        click.echo(
            f"{count} connections at {count // 4} tables, {workers} workers: "
            f"half of them in {last[len(last) // 2]:.1f} s, all in {last[-1]:.1f} s"
        )


async def restarted(folder: str, count: int, workers: int) -> list[float]:
    """The seconds after a restart until each table of four has its states."""
    with server(folder, workers) as there:
        tables = await tables_of(there.port, count // 4, 4)
        for _ in range(5):
            for table in tables:
                table.move()
            await asyncio.sleep(1)
        for table in tables:
            table.close()
    with server(folder, workers) as there:
        found = await come_again(tables, there.port)
        for table in tables:
            table.close()
    return found


@command.command()
@click.option("--count", default=2000, show_default=True)
@click.option("--workers", default=1, show_default=True)
def spectators(*, count: int, workers: int) -> None:
    """Let many people watch one table."""
    with tempfile.TemporaryDirectory() as folder, server(folder, workers) as there:
        first, last = asyncio.run(watched(there, count))
    click.echo(
        f"{count} spectators of one table, {workers} workers: a move reaches the first in "
        f"{first * 1e3:.0f} ms, the last in {last * 1e3:.0f} ms"
    )


async def watched(there: Server, count: int) -> tuple[float, float]:
    """The mean seconds until the first and the last spectator see a move."""
    (table,) = await tables_of(there.port, 1, 4)
    times, came = list[float](), asyncio.Event()

    def heard(text: bytes) -> None:
        if text.startswith(b'{"type":"move"'):
            times.append(perf_counter())
            if len(times) == count:
                came.set()

    lines = [await connected(there.port, table.name, None, heard) for _ in range(count)]
    await asyncio.sleep(3)
    spans = []
    for _ in range(MOVES):
        times.clear()
        came.clear()
        table.move()
        await came.wait()
        spans.append((times[0] - table.sent, times[-1] - table.sent))
        await asyncio.sleep(0.2)
    for line in lines:
        assert line.transport is not None
        line.transport.abort()
    table.close()
    return tuple(sum(one) / MOVES for one in zip(*spans, strict=True))


@command.command()
@click.option("--kills", default=10, show_default=True)
def takeover(*, kills: int) -> None:
    """Kill one of two servers of a store in PostgreSQL: how soon a move is made at the other one."""
    found = []
    with postgres() as address, database(address) as store, server(store) as other:
        for _ in range(kills):
            with server(store) as first:
                found.append(asyncio.run(taken_over(first, other)))
    found.sort()
    click.echo(
        f"{kills} kills: a table goes on at another server after {found[len(found) // 2]:.1f} s, "
        f"{found[-1]:.1f} s at most"
    )


async def taken_over(first: Server, other: Server) -> float:
    """The seconds from the end of a server until a move of its table is made at another one."""
    (table,) = await tables_of(first.port, 1, 1)
    table.move()
    await asyncio.sleep(1)
    os.kill(first.pid, signal.SIGKILL)
    begin = perf_counter()
    moves, table.unseen = table.moves, 0
    while table.moves == moves:
        with suppress(ConnectionError, TimeoutError):
            async with asyncio.timeout(1):
                await table.come(other.port)
            table.move()
        await asyncio.sleep(0.1)
    table.close()
    return perf_counter() - begin


if __name__ == "__main__":
    gc.disable()
    process.raise_descriptor_limit()
    command()
