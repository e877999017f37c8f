"""The lobby lists the open tables of all processes together."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.test_lifetimes import BOTS, registry, stored

from trickbook.server.rooms import upkeep
from trickbook.server.rooms.upkeep import listed_tables, open_tables
from trickbook.server.store.store import open_store


def test_the_newest_tables_are_listed_wherever_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process with as many open tables as the list has hides no newer ones of others."""
    monkeypatch.setattr(upkeep, "MAX_LISTED", 3)

    async def tried() -> None:
        with closing(open_store(tmp_path)) as kept:
            async with registry(kept) as rooms:
                here = [stored(kept, ["me"]).update.table.name for _ in range(3)]
                full = stored(kept, BOTS).update.table.name
                for opened, name in enumerate([*here, full], 1):
                    room = await rooms.room(name)
                    assert room is not None
                    room.opened = opened
                rooms.elsewhere = [
                    {"table": "new", "opened": 9},
                    {"table": "between", "opened": 2.5},
                    {"table": "old", "opened": 0},
                ]
                assert [one["table"] for one in open_tables(rooms)] == here[::-1]
                listed = listed_tables(rooms)
                assert [one["table"] for one in listed] == ["new", here[2], "between"]
                assert not [one for one in listed if "opened" in one]

    asyncio.run(tried())
