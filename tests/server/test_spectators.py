"""Spectators are counted with a delay, so that a crowd causes one message; they may not act."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from tests.server.local_server import LONG
from tests.server.offline_tables import Kept, at, begun, run, says
from tests.server.raw_client import line

import trickbook
from trickbook.server.client import create_table


def test_who_comes_to_look_on_and_who_goes_are_told_of_together(monkeypatch: pytest.MonkeyPatch) -> None:
    async def table() -> None:
        room, lines = await at(begun(trickbook.load("hearts")))
        monkeypatch.setattr("trickbook.server.rooms.room.SPECTATOR_DELAY", 0)
        assert room.later is not None
        room.later.cancel()
        room.later = None
        lines[0].frames.clear()
        lines[0].news.clear()
        for _ in range(3):
            await room.join(Kept(None), 0)
        room.part(lines[None])
        assert not lines[0].frames
        await asyncio.wait_for(lines[0].news.wait(), LONG)
        (told,) = map(json.loads, lines[0].frames)
        assert (told["type"], told["watching"]) == ("seats", 3)

    run(table())


def test_who_looks_on_gets_a_sign_of_life(url: str) -> None:
    async def answer() -> Any:
        table = await create_table(url, game="hearts", name="Ann", seats=["me", *["duck"] * 3])
        async with line(url, table.table) as connection:
            await connection.send(json.dumps({"type": "hello", "protocol": 1}))
            await connection.send(json.dumps({"type": "ping", "id": "here"}))
            while (told := json.loads(await connection.recv())).get("id") != "here":
                pass
            return told["type"]

    assert asyncio.run(answer()) == "accepted"


def test_who_looks_on_may_not_act() -> None:
    async def tried() -> list[str]:
        room, lines = await at(begun(trickbook.load("hearts")))
        for type_ in ("play", "hint", "fill", "again", "leave", "points", "trick"):
            await says(room, lines[None], type_, move="2C", bot="duck", seat=0, deal=1, number=1)
        return lines[None].frames[-7:]

    assert all('"code":"not-now"' in text for text in run(tried()))
