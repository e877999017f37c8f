"""Ended tables as people find them: the records are there, the table is gone."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest
from tests.server.local_server import LONG, serving
from tests.server.test_lifetimes import BOTS
from tests.server.test_table import plays

from trickbook.server.client import RefusedError, RemoteSeat, Ticket, create_table, request
from trickbook.server.store import STORE_FILE
from trickbook.server.store.inspection import mark_tables
from trickbook.server.store.lifetimes import CLOSED


async def played_out(url: str) -> Ticket:
    """A table at which a match has been played to its end."""
    ann = await create_table(url, game="hearts", options={"target": 1}, players=3, name="Ann", seats=BOTS)
    while not await _over(ann):
        await plays(ann, 1 + len((await _known(ann)).view["deals"]))
    return ann


async def _known(ticket: Ticket) -> Any:
    async with RemoteSeat(ticket) as sitting:
        return sitting.known


async def _over(ticket: Ticket) -> bool:
    return not (await _known(ticket)).view["actors"]


async def refusals(url: str, tables: list[str]) -> set[str]:
    """Why tables can neither be seen nor joined."""
    texts = set()
    for name in tables:
        for path, body in ((name, None), (f"{name}/seats", {"name": "Ben"})):
            with pytest.raises(RefusedError) as refused:
                await request(url, f"/api/tables/{path}", body)
            texts.add(str(refused.value))
    return texts


async def gone(url: str, table: str) -> None:
    """Wait until there is no such table."""
    async with asyncio.timeout(LONG):
        with suppress(RefusedError):
            while await request(url, f"/api/tables/{table}"):  # noqa: ASYNC110 - nobody is told
                await asyncio.sleep(0.05)


def test_the_record_of_an_ended_table_is_still_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One text says that there is no table, whether there never was one, it has ended, or it is hidden."""
    with serving(tmp_path) as url:
        ann = asyncio.run(played_out(url))
        told = asyncio.run(request(url, f"/api/tables/{ann.table}/record?match=1"))
    monkeypatch.setattr("trickbook.server.app.UPKEEP_INTERVAL", 0.05)

    async def ended(url: str) -> None:
        await gone(url, ann.table)
        hidden = await create_table(url, game="hearts", name="Ann", listed=False)
        texts = await refusals(url, [ann.table, hidden.table, "no-such-table"])
        assert texts == {"there is no such table, or it has ended, or you were not invited to it"}
        assert await request(url, f"/api/tables/{ann.table}/record?match=1") == told

    with closing(sqlite3.connect(tmp_path / STORE_FILE)) as base, base:
        mark_tables(base, [ann.table], CLOSED)
    with serving(tmp_path) as url:
        asyncio.run(ended(url))


def test_a_table_that_an_operator_ends_sends_everybody_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("trickbook.server.app.UPKEEP_INTERVAL", 0.05)

    async def tried(url: str) -> None:
        ann = await create_table(url, game="hearts", players=3, name="Ann", seats=BOTS)
        async with RemoteSeat(ann) as sitting:
            with closing(sqlite3.connect(tmp_path / STORE_FILE, timeout=LONG)) as base, base:
                mark_tables(base, [ann.table], CLOSED)
            with pytest.raises(RefusedError, match="has ended"):
                async for _ in sitting.heard():
                    pass

    with serving(tmp_path) as url:
        asyncio.run(tried(url))
