"""Questions about a game have a thread apart, in which those who ask take turns."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest
from tests.server.local_server import LONG
from tests.server.slow_rules import sent_table
from tests.server.test_slow_rules import duck, turn

from trickbook.server import ClientMessage
from trickbook.server.limits import Rate
from trickbook.server.table.match import Requester
from trickbook.server.workers import FairThread, bot_worker
from trickbook.server.workers.bot_worker import BotWorker

POINTS = ClientMessage("points", "1", {"deal": 1, "seat": 0})


def test_bots_do_not_wait_for_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many ask, and whatever that takes."""
    table = sent_table(None, phase="tricks", game="hearts")
    begun, going_on = threading.Event(), threading.Event()
    monkeypatch.setattr(bot_worker, "BOT_TIMEOUT", LONG)

    def slowly(*_: Any) -> dict[str, Any]:
        begun.set()
        assert going_on.wait(LONG)
        return {"type": "points"}

    monkeypatch.setattr(bot_worker, "answer_question", slowly)

    async def tried(bots: BotWorker) -> None:
        asked = (bots.answer(table, Requester(seat, "1"), POINTS, "192.0.2.1") for seat in range(4))
        answers = [asyncio.ensure_future(one) for one in asked]
        assert await asyncio.to_thread(begun.wait, LONG)
        assert await bots.chosen_move(table, turn(table)) == duck(table)
        going_on.set()
        assert [one["type"] for one in await asyncio.gather(*answers)] == ["points"] * 4

    bots = BotWorker()
    asyncio.run(tried(bots))
    bots.close()


def test_who_asked_least_is_answered_first() -> None:
    async def order() -> list[str]:
        thread, answered, going_on = FairThread("test", Rate(1e-6, 1e9)), list[str](), threading.Event()
        thread.seconds.charge("192.0.2.1", 0, 1e6)

        async def asked(client: str, seat: str) -> None:
            await thread.run(going_on.wait, LONG, client=client, seat=seat)
            answered.append(client)

        running = [asyncio.ensure_future(asked("192.0.2.1", str(seat))) for seat in range(20)]
        await asyncio.sleep(0)
        running.append(asyncio.ensure_future(asked("192.0.2.2", "0")))
        await asyncio.sleep(0)
        going_on.set()
        await asyncio.gather(*running)
        thread.thread.shutdown()
        return answered

    assert asyncio.run(order())[:2] == ["192.0.2.1", "192.0.2.2"]


def test_who_has_used_its_seconds_is_refused_alone() -> None:
    bots, table = BotWorker(), sent_table(None, phase="tricks", game="hearts")
    bots.questions.seconds.charge("192.0.2.1", 0, 1e9)

    def code(client: str) -> str:
        told = asyncio.run(bots.answer(table, Requester(0, "1"), POINTS, client))
        return str(told["code"])

    assert [code(client) for client in ("192.0.2.1", "192.0.2.2")] == ["busy", "not-now"]
    bots.close()
