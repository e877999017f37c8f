"""A table in this process: bots that fail, clocks that strike, what the seat learns of the others."""

import asyncio
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from click.testing import CliRunner
from tests.terminal.local_tables import local_table

import trickbook
from trickbook.bots import BOTS, play_game
from trickbook.cli.program import program
from trickbook.seat.hints import DEALS, hint
from trickbook.server.workers.worker import WorkerProcess
from trickbook.terminal import Advice, TableUpdate


def test_a_bot_that_fails_is_told_and_the_game_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    bot = tmp_path / "bot.py"
    says = [{"protocol": 1}, {"move": "XX"}]
    lines = "".join(f"input(); print('{json.dumps(one)}', flush=True)\n" for one in says)
    bot.write_text(f"{lines}input()\n", "utf-8")
    call = ["sit", "hearts", "--seed", "7", "--plain", "--bots", f"duck,exec:{sys.executable} {bot}"]
    result = CliRunner().invoke(program, [*call, "--record", "kept.record"], "qs ah kh\n")
    assert result.exit_code == 1
    assert "exec:" in result.output
    assert "kept.record" in result.output
    assert "Traceback" not in result.output


def test_the_clock_is_heard_of(monkeypatch: pytest.MonkeyPatch) -> None:
    table = local_table("hearts", options={"minutes": 10, "passing": "hold"}, seed=3)

    async def play() -> None:
        async with table:
            update = await table.next()
            while update.view["asks"] is None:
                update = await table.next()
            now = monotonic()
            monkeypatch.setattr("trickbook.terminal.local_table.monotonic", lambda: now + 601)
            await table.play(update.view["legal"][0])

    asyncio.run(play())
    assert table.game.announced == ("time_up",)


def test_what_others_have_chosen_is_not_heard() -> None:
    table = local_table("hearts")

    async def play() -> list[TableUpdate]:
        async with table:
            return [await table.next() for _ in range(4)]

    _, *moves = asyncio.run(play())
    told = [(update.seat, *update.events) for update in moves]
    hidden = {"kind": "answered", "step": "pass", "what": None}
    assert told == [(seat, {**hidden, "seat": seat}) for seat in (1, 2, 3)]
    assert moves[-1].rests


def test_a_wrong_move_changes_nothing_and_has_its_clause() -> None:
    table = local_table("hearts", options={"passing": "hold"}, seed=3)

    async def play() -> None:
        async with table:
            update = await table.next()
            while update.view["asks"] is None:
                update = await table.next()
            before = table.game
            for card, why in update.view["why"].items():
                refusal = await table.play(card)
                assert refusal
                assert refusal.reason == why
            refusal = await table.play("what?")
            assert refusal
            assert refusal.reason is None
            assert table.game is before

    asyncio.run(play())


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """A switch for the search of hints, which runs here and not in a process."""
    ready = {"ready": False}

    async def run_if_ready(_: WorkerProcess, work: Callable[..., Any], *given: Any) -> Any:
        return work(*given) if ready["ready"] else None

    monkeypatch.setattr(WorkerProcess, "run_if_ready", run_if_ready)
    return ready


def test_a_hint_is_searched_as_soon_as_the_search_is_ready(search: dict[str, bool]) -> None:
    table = local_table("hearts", seed=3)

    async def play() -> list[Advice | None]:
        async with table:
            while (await table.next()).view["asks"] is None:
                assert await table.hint() is None
            quick = await table.hint()
            search["ready"] = True
            return [quick, await table.hint()]

    later = asyncio.run(play())
    told = [hint(table.rules, table.game, 0, deals=deals) for deals in (0, DEALS)]
    assert later == [Advice(str(one["move"]), one["says"]) for one in told]
    assert later[1]
    assert "points on average" in str(later[1].says)


@pytest.mark.usefixtures("search")
def test_bots_play_as_in_a_game_of_their_own() -> None:
    table = local_table("hearts", seed=5)

    async def play() -> None:
        async with table:
            update = await table.next()
            while not update.view["deals"]:
                advice = await table.hint() if update.view["asks"] and update.rests else None
                if advice:
                    await table.play(advice.move)
                update = await table.next()

    asyncio.run(play())
    game = trickbook.load("hearts").new_game(seed=5)
    for step in play_game(trickbook.load("hearts"), game, [BOTS["duck"]] * 4):
        game = step.after
        if game.deals:
            break
    assert table.game.deals[0] == game.deals[0]
