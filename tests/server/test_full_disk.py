"""A full disk while people play: what cannot be stored is refused, and nothing is lost."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.server.local_server import LONG, serving
from tests.server.raw_client import closed, hello, ticket
from tests.server.test_table import first

from trickbook.server.client import RefusedError, RemoteSeat, create_table
from trickbook.server.store import store
from trickbook.server.store.store import open_store


async def refused(sitting: RemoteSeat) -> RefusedError | None:
    """Why the first move that there is cannot be made, if one has the turn."""
    view = sitting.known.view
    if view is not None and 0 in view["actors"]:
        try:
            await sitting.play(first(view))
        except RefusedError as error:
            return error
    return None


async def laid(url: str, count: int) -> None:
    for number in range(count):
        await create_table(url, game="hearts", name=f"Ben {number}")


async def until(sitting: RemoteSeat, done: Callable[[], object]) -> None:
    """Play on until something is so."""
    async with asyncio.timeout(LONG):
        while not done():
            await refused(sitting)
            await asyncio.sleep(0.02)


def test_a_player_returns_while_the_disk_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who left cannot take the seat yet; the connection ends with a reason."""

    def full(_database: object, _rows: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    with serving(tmp_path) as url:
        ann = ticket(url)
        left = json.dumps({"type": "leave", "id": "1"})
        assert closed(ann, hello(ann), left) == "left"
        with monkeypatch.context() as patch:
            patch.setattr("trickbook.server.store.writer.write", full)
            assert closed(ann, hello(ann)) == "busy"
        assert closed(ann, hello(ann), left) == "left"


def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """While nothing can be stored nothing is played; then the same decision is made once."""
    kept: list[store.Store] = []

    def opened_(folder: Path, *, rows: bool) -> store.Store:
        kept.append(open_store(folder, rows=rows))
        return kept[0]

    monkeypatch.setattr("trickbook.server.app.open_store", opened_)

    async def play(url: str) -> None:
        ann = await create_table(
            url, game="rules-of-hearts", name="Ann", seats=["me", "duck", "duck", "duck"]
        )
        async with RemoteSeat(ann) as sitting:
            await until(sitting, lambda: sitting.known.seq >= 4)
            kept[0].writing.execute("PRAGMA max_page_count = 1")
            with pytest.raises(RefusedError, match="stored"):
                await laid(url, 100)  # on the last page there may still be room
            before = sitting.known.seq
            busy = await refused(sitting)
            assert busy is None or busy.code == "busy"
            kept[0].writing.execute("PRAGMA max_page_count = 1000000")
            await until(sitting, lambda: sitting.known.seq > before + 8)

    with serving(tmp_path) as url:
        asyncio.run(play(url))
