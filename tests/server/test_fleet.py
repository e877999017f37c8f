"""Servers on several machines share a store in PostgreSQL; a proxy stands before them.

A table whose server ends is taken up by another one, and no move is lost that anybody was told of.
TRICKBOOK_FLEET_KILLS tells how often a server is killed.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from subprocess import PIPE, Popen

import pytest
from tests.server.proxies import nginx
from tests.server.test_durability import Player, checked, news, people_at

from trickbook.server import client
from trickbook.server.rooms.upkeep import BEAT_INTERVAL
from trickbook.server.store import LEASE_SECONDS
from trickbook.server.store.postgres import PostgresDatabase

KILLS = int(os.environ.get("TRICKBOOK_FLEET_KILLS", "20"))
SERVERS, TABLES = 3, 6
LONGEST = 0.2
"""So many seconds at most a server lives after a move was played."""

ROOT = Path(__file__).parents[2]


@contextmanager
def restarting(store: str) -> Iterator[Popen[str]]:
    command = [sys.executable, "-m", "tests.server.fleet_servers", store, str(SERVERS)]
    with Popen(command, stdout=PIPE, text=True, cwd=ROOT, start_new_session=True) as servers:
        try:
            yield servers
        finally:
            os.killpg(servers.pid, signal.SIGKILL)


def numbers(servers: Popen[str]) -> list[int]:
    assert servers.stdout is not None
    return [int(one) for one in servers.stdout.readline().split()]


async def killed(servers: Popen[str], pids: dict[int, int], url: str, rng: random.Random) -> list[Player]:
    """Let people play while one server after the other is killed."""
    async with people_at(url, TABLES) as players:
        for _ in range(KILLS):
            await news(players)
            await asyncio.sleep(rng.random() * LONGEST)
            os.kill(pids[rng.randrange(SERVERS)], signal.SIGKILL)
            place, pid = await asyncio.to_thread(numbers, servers)
            pids[place] = pid
        for player in players:
            await news([player])
    return players


def test_no_move_is_lost_when_servers_are_killed(
    tmp_path: Path, shared_store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "RECONNECT_DELAYS", (0.01, 0.02, 0.05, *[0.1] * 3000))
    with restarting(shared_store) as servers:
        ports = numbers(servers)
        started = [numbers(servers) for _ in range(SERVERS)]
        pids = {place: pid for place, pid, *_ in started}
        with nginx(tmp_path, ports) as url:
            players = asyncio.run(killed(servers, pids, url, random.Random(7)))  # noqa: S311 - any moments will do
        base = PostgresDatabase(shared_store)
        assert sum(checked(base, player) for player in players) // 2 > KILLS
        base.close()


def test_a_table_is_taken_up_in_ten_seconds() -> None:
    assert LEASE_SECONDS + 3 * BEAT_INTERVAL < 10
