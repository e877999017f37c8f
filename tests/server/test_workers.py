"""A server with several workers: one lobby, one set of limits, each table at one worker, and no move is lost.

TRICKBOOK_WORKER_KILLS tells how often a worker is killed, or stopped until its server ends it.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from tests.server.raw_client import status, ticket, until
from tests.server.test_durability import Player, checked, news, people_at
from tests.server.test_table import first
from tests.server.worker_server import ASKING

from trickbook.server import client
from trickbook.server.client import RemoteSeat, create_table, request, take_seat
from trickbook.server.fleet import Peer
from trickbook.server.fleet.hub import Hub, Link
from trickbook.server.fleet.worker_backend import HubWriter
from trickbook.server.limits import NEIGHBOURS, PLACES, WIDE_SHARE, Rate, RateLimiter, SharedMemory, network
from trickbook.server.store import STORE_FILE, connect, select
from trickbook.server.store.store import Store, open_store
from trickbook.server.store.writer import StoreUnavailableError
from trickbook.server.table import Row

KILLS = int(os.environ.get("TRICKBOOK_WORKER_KILLS", "16"))
WORKERS, TABLES = 3, 4
LONGEST = 0.2
"""So many seconds at most a worker lives after a move was played."""

ROOT = Path(__file__).parents[2]


@contextmanager
def working(folder: Path, workers: int = WORKERS) -> Iterator[tuple[str, int]]:
    """A server with workers while this lasts: its address, and the number of its process."""
    command = [sys.executable, "-m", "tests.server.worker_server", str(folder), str(workers)]
    with Popen(command, stdout=PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        try:
            yield f"http://127.0.0.1:{int(server.stdout.readline())}", server.pid
        finally:
            server.terminate()
            assert server.wait() == 0


def children(pid: int) -> Iterator[tuple[int, bytes]]:
    """The processes that a process has started, and their commands."""
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == pid:
                yield int(path.name), (path / "cmdline").read_bytes()


def workers_of(server: int) -> list[int]:
    """The workers of a server: copies of a process that has loaded what they need. No helper runs here."""
    forking = [pid for pid, command in children(server) if b"forkserver" in command]
    return [pid for one in forking for pid, _ in children(one)]


async def killed(url: str, server: int, rng: random.Random) -> list[Player]:
    """Let people play while one worker after the other is killed or stopped."""
    async with people_at(url, TABLES) as players:
        for number in range(KILLS):
            await news(players)
            await asyncio.sleep(rng.random() * LONGEST)
            if alive := workers_of(server):
                with suppress(ProcessLookupError):
                    os.kill(rng.choice(alive), signal.SIGKILL if number % 8 else signal.SIGSTOP)
        for player in players:
            await news([player])
    return players


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="the workers are found in /proc")
def test_no_move_is_lost_when_workers_are_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "RECONNECT_DELAYS", (0.01, 0.02, 0.05, *[0.1] * 3000))
    with working(tmp_path) as (url, server):
        players = asyncio.run(killed(url, server, random.Random(3)))  # noqa: S311 - any moments will do
    with closing(connect(tmp_path / STORE_FILE)) as base:
        assert sum(checked(base, player) for player in players) // 2 > KILLS


def test_people_meet_whichever_worker_they_come_to(tmp_path: Path) -> None:
    """Many tables, so that some are at each worker; each request has a connection of its own."""

    async def played(seat: RemoteSeat) -> None:
        for _ in range(3):
            await until(seat, lambda: bool(seat.known.view and seat.known.seat in seat.known.view["actors"]))
            assert seat.known.view
            await seat.play(first(seat.known.view))

    async def tried(url: str) -> None:
        wanted = {"game": "hearts", "seats": ["me", "open", "duck", "duck"]}
        tickets = [await create_table(url, name="Ann", **wanted) for _ in range(8)]
        for _ in range(100):
            if len(listed := await request(url, "/api/tables")) == len(tickets):
                break
            await asyncio.sleep(0.1)
        assert {table["table"] for table in listed} == {one.table for one in tickets}
        tickets += [await take_seat(url, one.table, "Ben") for one in tickets]
        seats = [await RemoteSeat(one).open() for one in tickets]
        await asyncio.gather(*map(played, seats))
        for seat in seats:
            await seat.close()

    with working(tmp_path) as (url, _):
        asyncio.run(tried(url))


def test_an_address_has_its_limits_at_all_workers_together(tmp_path: Path) -> None:
    with working(tmp_path) as (url, _):
        answers = [status(url, "/api/games") for _ in range(int(ASKING.burst) + 10)]
    assert (answers.count(200), answers.count(429)) == (ASKING.burst, 10)


def test_one_reader_serves_all_workers(tmp_path: Path) -> None:
    """What is sent to any worker is read by the same helper processes."""
    text = (ROOT / "rulesets" / "hearts.yaml").read_text("utf-8")
    with working(tmp_path) as (url, _):
        for _ in range(4):
            assert ticket(url, game=None, text=text).table


# Limits


def test_a_shared_limiter_is_like_one_of_ones_own(tmp_path: Path) -> None:
    rate, rng = Rate(2, 5), random.Random(1)  # noqa: S311 - any moments will do
    memory, own = SharedMemory(tmp_path / "limits"), RateLimiter(rate)
    one, other = (SharedMemory(tmp_path / "limits").limiter("asking", rate) for _ in range(2))
    memory.limiter("heavy", rate).take("ann", 0)
    now = 0.0
    for _ in range(2000):
        now += rng.random() / 5
        who = rng.choice(["ann", "ben", "cleo"])
        assert rng.choice([one, other]).take(who, now) == own.take(who, now)
    assert one.level("ann", now) == other.level("ann", now) == own.level("ann", now)


def test_a_crowd_of_addresses_forgets_the_oldest(tmp_path: Path) -> None:
    limiter = SharedMemory(tmp_path / "limits").limiter("coming", Rate(1e-6, 1))
    for number in range(3 * PLACES):
        assert limiter.take(str(number), number)
    known = sum(not limiter.take(str(number), 3.0 * PLACES) for number in reversed(range(3 * PLACES)))
    assert PLACES // NEIGHBOURS < known <= PLACES


def test_all_networks_of_one_customer_have_a_limit_at_all_workers_together(tmp_path: Path) -> None:
    """Also when there are more of them than are remembered."""
    limiters = [SharedMemory(tmp_path / "limits").limiter("asking", Rate(1e-9, 2)) for _ in range(2)]
    crowd = [network(f"2001:db8:1:{number:x}::1") for number in range(2 * PLACES)]
    granted = [limiters[number % 2].take(who, float(number)) for number, who in enumerate(crowd)]
    assert sum(granted) == 2 * WIDE_SHARE
    assert all(limiter.take(network("2001:db8:2::1"), 0.0) for limiter in limiters)


# The hub


async def linked(hub: Hub, number: int) -> tuple[Link, asyncio.Future[None]]:
    """A worker that has joined a hub, and the future of its end."""
    near, far = socket.socketpair()
    serving = asyncio.ensure_future(hub.serve(near, 0, lambda _: None))
    link = Link(far, lambda: None)
    await link.open()
    await link.call("join", Peer("127.0.0.1", number, ""))
    return link, serving


async def claimed(link: Link, table: str, *, living: bool = True) -> int | None:
    """The number of the worker that holds a table, if it is another one."""
    peer: Peer | None = await link.call("claim", table, living)
    return None if peer is None else peer.port


async def ended(link: Link) -> None:
    assert link.line is not None
    assert link.line.transport is not None
    link.line.transport.close()
    await link.line.ended


def test_a_lease_ends_when_all_is_stored_that_its_holder_sent(tmp_path: Path) -> None:
    async def tried(kept: Store) -> None:
        writer = kept.writer()
        hub = Hub(writer, {})
        (one, serving), (other, last) = await linked(hub, 1), await linked(hub, 2)
        assert await claimed(one, "t") is None
        assert await claimed(other, "t") == 1
        assert await claimed(other, "none", living=False) is None
        assert await claimed(one, "none") is None
        one.tell("commit", [(Row("record", ("t", 1, "x")),)])
        await one.call("beat", [])
        await ended(one)
        assert await claimed(other, "t") == 1
        writer.start()
        await serving
        assert await claimed(other, "t") is None
        assert select(kept.reading, "SELECT record FROM records") == [("x",)]
        await ended(other)
        await last
        writer.stop()

    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))


def record(number: int, text: str) -> list[Row]:
    return [Row("record", ("t", number, text))]


def test_rows_of_one_turn_go_to_the_hub_together_and_fail_apart(tmp_path: Path) -> None:
    """When the hub has ended, all that wait are told."""

    async def tried(kept: Store) -> None:
        writer = kept.writer()
        link, serving = await linked(Hub(writer, {}), 1)
        rows, calls = HubWriter(link), next(link.numbers)
        writer.start()
        three = map(rows.commit, (record(1, "x"), record(1, "y"), record(2, "z")))
        told = await asyncio.gather(*three, return_exceptions=True)
        assert [type(one) for one in told] == [type(None), StoreUnavailableError, type(None)]
        assert next(link.numbers) == calls + 2
        assert select(kept.reading, "SELECT record FROM records") == [("x",), ("z",)]
        writer.stop()
        waiting = asyncio.gather(
            rows.commit(record(3, "x")), rows.commit(record(4, "x")), return_exceptions=True
        )
        while writer.waiting.qsize() < 2:  # noqa: ASYNC110 - nobody is told
            await asyncio.sleep(0)
        await ended(link)
        assert [type(one) for one in await waiting] == [StoreUnavailableError] * 2
        serving.cancel()

    with closing(open_store(tmp_path)) as kept:
        asyncio.run(tried(kept))
