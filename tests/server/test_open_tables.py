"""The lobby lists the open tables of all processes together."""

from __future__ import annotations

import asyncio
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.test_lifetimes import BOTS, SHORT, registry, stored

from trickbook.server.rooms import upkeep
from trickbook.server.rooms.upkeep import listed_tables, open_tables
from trickbook.server.store import write
from trickbook.server.store.store import open_store
from trickbook.server.table import seat_changes

MAKERS = {"ann": 1, "eve": 5}
"""How many tables each has, the older ones first."""


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
                    {"table": "new", "opened": 9, "maker": "a"},
                    {"table": "between", "opened": 2.5, "maker": "b"},
                    {"table": "old", "opened": 0, "maker": "c"},
                ]
                assert [one["table"] for one in open_tables(rooms)] == here[::-1]
                listed = listed_tables(rooms)
                assert [one["table"] for one in listed] == ["new", here[2], "between"]
                assert not [one for one in listed if {"opened", "maker"} & {*one}]

    asyncio.run(tried())


def test_nobody_hides_the_tables_of_others_behind_many_new_ones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also after the tables were restored."""
    monkeypatch.setattr(upkeep, "MAX_LISTED", 3)

    async def tried() -> None:
        with closing(open_store(tmp_path)) as kept:
            names: dict[str, list[str]] = {}
            for maker, count in MAKERS.items():
                made = [seat_changes.new_table(SHORT, {"name": "Ann"}, maker).update for _ in range(count)]
                write(kept.writing, [row for one in made for row in one.rows])
                names[maker] = [one.table.name for one in made]
            async with registry(kept) as rooms:
                for name in (*names["ann"], *names["eve"]):
                    assert await rooms.room(name) is not None
                listed = [one["table"] for one in listed_tables(rooms)]
                assert listed == [*names["eve"][-1:-3:-1], *names["ann"]]

    asyncio.run(tried())
