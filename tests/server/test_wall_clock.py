"""The wall clock may jump by years during play: no table depends on it."""

from __future__ import annotations

import asyncio
import re
import sqlite3
import time
from itertools import count
from pathlib import Path

import pytest
from tests.server.local_server import serving
from tests.server.test_table import plays

from trickbook.server.client import Ticket, create_table, take_seat
from trickbook.server.limits import ServerLimits
from trickbook.server.rooms.context import ServerSettings
from trickbook.server.store import STORE_FILE

YEARS = 10 * 365 * 86400.0
WATCHING = {"upkeep.py", "match.py", "room.py"}
"""Modules of the server that may look at the wall clock."""

SERVER = Path(__file__).parents[2] / "interpreter/trickbook/server"


def test_no_module_of_the_server_looks_at_the_wall() -> None:
    """But for the age of backups, the date of a match in the archive, and the order of the lobby."""
    for path in SERVER.rglob("*.py"):
        code = path.read_text("utf-8")
        used = {name for names in re.findall(r"from time import (.*)", code) for name in names.split(", ")}
        assert used <= {"monotonic", "thread_time", *(("time",) if path.name in WATCHING else ())}, path
        assert not re.findall(r"(?m)^ *import (?:time|datetime)|\b(?:datetime|date)\.(?:now|today)", code), (
            path
        )


def test_the_clock_jumps_by_years_while_a_deal_is_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No bot takes over, nobody has asked too much, and what was played took the time that passed."""
    now, calls = time.time(), count()
    jumps = (now + YEARS, now - YEARS, -YEARS, now, 0.0)
    monkeypatch.setattr(time, "time", lambda: jumps[next(calls) % len(jumps)])

    async def table(url: str) -> Ticket:
        ann = await create_table(url, game="hearts", name="Ann", seats=["me", "open", "duck", "duck"])
        ben = await take_seat(url, ann.table, "Ben")
        one, other = await asyncio.gather(plays(ann, 1), plays(ben, 1))
        assert [seat["bot"] for seat in one.seats] == [None, None, "duck", "duck"]
        assert one.view["deals"] == other.view["deals"]
        return ann

    manners = ServerSettings(patience=3600, pause=0, limits=ServerLimits())
    with serving(tmp_path, manners) as url:
        ann = asyncio.run(table(url))
    base = sqlite3.connect(tmp_path / STORE_FILE)
    query = "SELECT played FROM moves WHERE name = ? ORDER BY seq"
    played = [seconds for (seconds,) in base.execute(query, [ann.table])]
    base.close()
    assert next(calls), "nothing has looked at the clock at all"
    assert played == sorted(played)
    assert 0 <= played[-1] < min(map(abs, (YEARS, now)))
