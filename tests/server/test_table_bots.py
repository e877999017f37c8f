"""Bots at a table: their timing reveals nothing, and their failures stop nobody."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from tests.server.local_server import LONG
from tests.server.offline_tables import begun, run
from tests.server.raw_client import until
from tests.server.test_presence import at_a_server
from tests.server.test_table import plays

import trickbook
from trickbook.bots import BOTS
from trickbook.seat.hints import DEALS, hint
from trickbook.server import ClientMessage
from trickbook.server.client import RefusedError, RemoteSeat, create_table
from trickbook.server.rooms import scheduler
from trickbook.server.table import TableState
from trickbook.server.table.choice import serialized
from trickbook.server.table.match import Requester
from trickbook.server.workers import bot_worker
from trickbook.server.workers.worker import WorkTimeoutError


def test_somebody_who_imagines_plays_by_the_view_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is its own move that is played, and nobody else's: the quick bot is not asked."""

    async def asked(*_: object) -> str:
        await asyncio.sleep(3600)
        return ""

    monkeypatch.setattr(bot_worker, "BOT_TIMEOUT", LONG)
    monkeypatch.setattr(bot_worker.BotWorker, "_quickly", asked)

    async def table(url: str) -> None:
        ann = await create_table(url, game="chinese-hearts", name="Ann", seats=["me", *["montecarlo"] * 3])
        async with RemoteSeat(ann) as one:
            with suppress(RefusedError):
                await one.play("done")
            await until(one, lambda: one.known.seq > 8 or 0 in (one.known.view or {})["actors"])

    at_a_server(tmp_path, table)


@pytest.mark.parametrize("trouble", [asyncio.sleep, WorkTimeoutError])
def test_who_thinks_too_long_is_thought_for(trouble: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The quick bot answers where the other takes too long, or has come to grief."""

    async def imagined(*_: object) -> str:
        if trouble is WorkTimeoutError:
            raise WorkTimeoutError
        await asyncio.sleep(60)
        return ""

    monkeypatch.setattr(bot_worker, "BOT_TIMEOUT", 0.01)
    monkeypatch.setattr(bot_worker.BotWorker, "_imagined", imagined)
    live = begun(trickbook.load("chinese-hearts"))
    live = live._replace(seats=tuple(seat._replace(bot="montecarlo") for seat in live.seats))
    assert live.game is not None
    assert run(bot_worker.BotWorker().chosen_move(live, live.game.actors[0])) in live.game.legal(
        live.game.actors[0]
    )


def test_a_bot_that_comes_to_grief_is_played_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where even the quick bot fails, any move is made, the table goes on, and the log tells it once."""
    monkeypatch.setattr(bot_worker, "BOTS", {**BOTS, "duck": lambda _: ().index(0)})

    async def table(url: str) -> None:
        ann = await create_table(url, game="chinese-hearts", name="Ann", seats=["me", *["duck"] * 3])
        await plays(ann, 1)

    at_a_server(tmp_path, table)
    (line,) = [line for line in caplog.messages if line.startswith("a bot moved at random")]
    assert "ValueError (test_table_bots.py:" in line


def test_what_goes_wrong_beside_a_table_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    troubles = [IndexError("the queen of spades"), KeyError("QS")]
    think = bot_worker.BotWorker.chosen_move

    async def badly(heads: bot_worker.BotWorker, live: TableState, seat: int) -> str:
        if troubles:
            raise troubles.pop()
        return await think(heads, live, seat)

    monkeypatch.setattr(bot_worker.BotWorker, "chosen_move", badly)
    monkeypatch.setattr(scheduler, "RETRY_DELAY", 0.1)

    async def table(url: str) -> None:
        ann = await create_table(url, game="chinese-hearts", name="Ann", seats=["me", *["duck"] * 3])
        await plays(ann, 1)

    at_a_server(tmp_path, table)
    assert not troubles
    assert re.search(r"IndexError \(test_table_bots\.py:\d+, [^)]*\); trying again", caplog.text)
    assert "queen" not in caplog.text


def test_how_long_a_bot_thinks_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    async def imagined(*_: object) -> str:
        return "2C"

    async def slept(seconds: float) -> None:
        spans.append(seconds)

    spans: list[float] = []
    monkeypatch.setattr("asyncio.sleep", slept)
    monkeypatch.setattr(bot_worker.BotWorker, "_imagined", imagined)
    live = begun(trickbook.load("hearts"))
    live = live._replace(seats=tuple(seat._replace(bot="montecarlo") for seat in live.seats))
    assert run(bot_worker.BotWorker().chosen_move(live, 0)) == "2C"
    assert spans == [bot_worker.MINIMUM_SECONDS]


def test_a_bot_that_imagines_is_told_what_its_seat_sees_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    told = []

    class Here:
        waiting = 1

        async def run(self, work: Any, *given: Any, client: str) -> str:
            assert client == "table"
            told.append(given)
            return str(work(*given))

    monkeypatch.setattr(bot_worker, "BOT_TIMEOUT", LONG)
    monkeypatch.setattr(bot_worker, "MINIMUM_SECONDS", 0)
    monkeypatch.setattr(bot_worker, "THINKING_MILLISECONDS", 2)
    live = begun(trickbook.load("hearts"))
    live = live._replace(seats=tuple(seat._replace(bot="montecarlo") for seat in live.seats))
    bots = bot_worker.BotWorker()
    monkeypatch.setattr(bots, "process", Here())
    assert live.game is not None
    seat = live.game.actors[0]
    assert run(bots.chosen_move(live, seat)) in live.game.legal(seat)
    ((choice, asked, view, moves, _, budget),) = told
    assert (choice, asked) == (serialized(live.choice), seat)
    assert view == live.game.view(seat)
    assert [*moves] == [*live.game.legal(seat)]
    assert budget.milliseconds == 1


def test_a_hint_is_searched_where_the_process_is_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the quick bot gives it; the process is told what the seat sees and may do, and no more."""
    told: list[Any] = []

    async def run_if_ready(work: Any, *given: Any, client: str) -> Any:
        told.append(given)
        return work(*given) if client == "table" and told[1:] else None

    live, bots = begun(trickbook.load("hearts")), bot_worker.BotWorker()
    assert live.game is not None
    monkeypatch.setattr(bots.process, "run_if_ready", run_if_ready)
    asked = Requester(0, "c1", "en"), ClientMessage("hint", "c1", {})
    quick, searched = (run(bots.answer(live, *asked)) for _ in range(2))
    assert quick == {"type": "hint", "id": "c1", **hint(live.rules, live.game, 0)}
    assert searched == {"type": "hint", "id": "c1", **hint(live.rules, live.game, 0, deals=DEALS)}
    assert "points on average" in searched["says"]
    assert told[0][:3] == (serialized(live.choice), 0, live.game.view(0))
    unasked = run(bots.answer(live, Requester(0, "c2", "en"), ClientMessage("points", "c2", {"deal": 1})))
    assert unasked["code"] == "not-now"
    assert len(told) == len((quick, searched))
