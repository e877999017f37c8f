"""Spectators are counted with a delay, so that a crowd causes one message."""

from __future__ import annotations

import asyncio
import json

import pytest
from tests.server.local_server import LONG
from tests.server.offline_tables import Kept, at, begun, run

import trickbook


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
