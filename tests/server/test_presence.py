"""Leaving, disconnecting, reconnecting; substitutes and clocks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.server.local_server import FREELY, LONG, serving
from tests.server.offline_tables import Inside, Kept, at, begun, run, says
from tests.server.raw_client import until
from tests.server.test_table import first, plays

import trickbook
from trickbook.cli.program import program
from trickbook.replays.sealed_deals import verify_deals
from trickbook.seat.rules_request import RulesRequest
from trickbook.server.client import RefusedError, RemoteSeat, Ticket, create_table, request, take_seat
from trickbook.server.rooms.context import ServerSettings
from trickbook.server.rooms.room import Room
from trickbook.server.table import PERSON, TableSeat, TableState
from trickbook.server.table.seat_changes import with_seat


async def listen(sitting: RemoteSeat) -> None:
    """Hear whatever comes, until one is sent away."""
    async for _ in sitting.heard():
        pass


def here(sitting: RemoteSeat) -> list[tuple[str, str | None, bool]]:
    return [(seat["plays"], seat["bot"], seat["here"]) for seat in sitting.known.seats]


async def until_turn(sitting: RemoteSeat, other: RemoteSeat) -> None:
    """Let another play until it is the turn of somebody, whose decision nobody else makes."""
    async with asyncio.timeout(LONG):
        while sitting.known.seat not in (view := sitting.known.view or {"actors": []})["actors"]:
            seq = sitting.known.seq
            if other.known.seat in view["actors"]:
                await until(other, lambda: other.known.seq >= seq)  # noqa: B023 - called at once
                if other.known.seat in (other.known.view or view)["actors"]:
                    await other.play(first(other.known.view))
            await until(sitting, lambda: sitting.known.seq > seq)  # noqa: B023 - called at once


def acted(sitting: RemoteSeat, seat: int) -> bool:
    """Whether a seat has answered something in this deal."""
    return any(who == seat for _, who, _ in (sitting.known.view or {})["course"])


def at_a_server(
    folder: Path, work: Callable[[str], Coroutine[Any, Any, Any]], manners: ServerSettings = FREELY
) -> Any:
    with serving(folder, manners) as url:
        return asyncio.run(work(url))


async def three(url: str) -> tuple[Ticket, Ticket]:
    """A table of two people and a bot."""
    ann = await create_table(url, game="hearts", players=3, name="Ann", seats=["me", "open", "duck"])
    return ann, await take_seat(url, ann.table, "Ben")


def test_a_bot_plays_for_whoever_leaves_until_they_are_back(url: str) -> None:
    async def table(url: str) -> None:
        ann, ben = await three(url)
        async with RemoteSeat(ann) as one:
            async with RemoteSeat(ben) as other:
                await other.ask("leave")
                with pytest.raises(RefusedError, match="left"):
                    await listen(other)
            await until(one, lambda: here(one)[1] == ("person", "duck", False))
            await one.play(first(one.known.view))
            await until(one, lambda: (one.known.view or {})["phase"] == "tricks" or one.known.seq > 3)
            async with RemoteSeat(ben) as other:
                await until(one, lambda: here(one)[1] == ("person", None, True))
                await until_turn(other, one)
                await other.play(first(other.known.view))

    asyncio.run(table(url))


def test_a_bot_plays_for_whoever_is_gone_too_long(tmp_path: Path) -> None:
    async def table(url: str) -> None:
        ann, ben = await three(url)
        async with RemoteSeat(ann) as one:
            await one.play(first(one.known.view))
            await until(one, lambda: here(one)[1] == ("person", "duck", False) and acted(one, 1))
            async with RemoteSeat(ben):
                await until(one, lambda: here(one)[1] == ("person", None, True))

    at_a_server(tmp_path, table, FREELY._replace(patience=0.3))


def test_patience_ends_when_it_is_over() -> None:
    async def table() -> None:
        room, lines = await at(begun(trickbook.load("hearts")))
        room.part(lines[1])
        assert room.scheduler.replaced() == set()
        room.scheduler.disconnected_at[1] -= room.context.patience
        assert room.scheduler.replaced() == {1}

    run(table())


def test_whose_place_a_bot_takes_is_told_though_nobody_waited_for_them() -> None:
    """Their patience may end while others think."""

    async def table() -> None:
        room, lines = await at(begun(trickbook.load("hearts")))
        room.part(lines[1])
        room.scheduler.disconnected_at[1] -= room.context.patience
        lines[0].frames.clear()
        room.scheduler.reschedule()
        room.scheduler.reschedule()
        (told,) = map(json.loads, lines[0].frames)
        assert told["seats"][1]["bot"] == "duck"

    run(table())


def test_a_table_rests_while_nobody_is_there() -> None:
    """A bot that has begun to think ends its move, and no other does: nothing is scheduled."""

    async def table() -> None:
        room, lines = await at(begun(trickbook.load("hearts")))
        room.context.patience = 0
        for seat in (0, 1, 2):
            room.part(lines[seat])
            assert room.scheduler.timer is not None
        room.part(lines[3])
        assert room.connections == {lines[None]}
        assert room.scheduler.timer is None
        assert not room.busy
        await room.join(lines[0], 0)
        assert room.scheduler.timer is not None

    run(table())


def test_who_has_lost_a_seat_is_sent_away_and_comes_to_it_no_more() -> None:
    """Who has proved a seat that is freed meanwhile is not let in, and a line open to it is closed."""

    async def tried() -> None:
        rules = trickbook.load("hearts")
        seats = tuple(TableSeat(name, PERSON, token=name) for name in ("Ann", "Ben"))
        room = Room(
            TableState("table", RulesRequest("hearts", None), rules, (*seats, TableSeat(), TableSeat())),
            Inside(),
        )
        ben, late = (Kept(1, key="Ben") for _ in range(2))
        await room.join(ben, 0)
        await says(room, ben, "leave")
        await room.join(late, 0)
        await room.apply(lambda live: with_seat(live, 1, TableSeat("Cleo", PERSON, token="Cleo")))
        assert (ben.closed, late.closed, room.connections) == (True, True, set())
        await says(room, late, "fill", bot="duck")
        assert room.table.game is None

    run(tried())


def checked(record: str, path: Path) -> None:
    """See that a record can be replayed, explained, and that its deals are those that were sealed."""
    path.write_text(record, "utf-8")
    for call in (["replay"], ["verify-deal"], ["why", "--deal", "1", "--trick", "1"]):
        result = CliRunner().invoke(program, [call[0], str(path), *call[1:]])
        assert result.exit_code == 0, result.output
    assert "# seal 1 " in record
    assert set(verify_deals(record).values()) == {None}


def test_another_match_comes_after_the_last_and_not_before(tmp_path: Path) -> None:
    async def table(url: str) -> None:
        ann = await create_table(
            url, game="hearts", options={"target": 1}, name="Ann", seats=["me", *["duck"] * 3]
        )
        async with RemoteSeat(ann) as one:
            with pytest.raises(RefusedError, match="not over"):
                await one.ask("again")
        async with RemoteSeat(ann) as one:
            async for message in one.heard():
                view = one.known.view or {}
                if not view["actors"]:
                    break
                if message.get("seq") == one.known.seq and 0 in view["actors"]:
                    with suppress(RefusedError):
                        await one.play(first(view))
            assert (one.known.view or {})["winners"]
            seq = one.known.seq
            await one.ask("again")
            await until(one, lambda: one.known.match == 2)
            assert one.known.seq == seq + 1
            assert (one.known.view or {})["scores"] == [0, 0, 0, 0]
        checked(await request(url, f"/api/tables/{ann.table}/record?match=1"), tmp_path / "match.record")
        with pytest.raises(RefusedError, match="not over"):
            await request(url, f"/api/tables/{ann.table}/record?match=2")

    at_a_server(tmp_path, table)


def test_the_time_is_announced_when_it_is_up() -> None:
    async def table() -> Any:
        live = begun(trickbook.load("hearts", {"minutes": 1}))
        room, lines = await at(live._replace(played=59.9))
        async with asyncio.timeout(LONG):
            await lines[None].told_of("announced")
        assert room.table.played >= 60
        return json.loads(lines[2].frames[-1])

    told = run(table())
    assert told["seat"] is None
    assert told["events"] == [{"kind": "announced", "seat": None, "step": None, "what": "time_up"}]
    assert told["changed"] == {"announced": ["time_up"]}


TWO = """
trickbook: 1
name: Hearts for two
extends: hearts
players: {count: 2, usual: 2}
deck: {leave_out: null}
"""


def test_refusals_are_told_in_the_language_that_was_asked_for() -> None:
    """Each has its own sentence."""

    async def tried(what: str, **more: Any) -> str:
        room, lines = await at(begun(trickbook.load("hearts")), "zh")
        await says(room, lines[0], what, **more)
        return str(json.loads(lines[0].frames[-1])["message"])

    assert run(tried("again")) == "这一场还没有结束"
    assert run(tried("take_back")) == "这张牌桌不能悔牌；开一张不列在大厅里的牌桌时可以允许悔牌"
    assert run(tried("hello")) == "`hello` 只发一次"


def test_two_to_ten_may_sit_down(url: str) -> None:
    async def table(url: str) -> None:
        with pytest.raises(RefusedError, match="11"):
            await create_table(url, game="cancellation-hearts", players=11, name="Ann")
        two = await create_table(url, text=TWO, name="Ann", seats=["me", "duck"])
        assert (await plays(two, 1)).view["deals"]
        ann = await create_table(
            url, game="cancellation-hearts", players=10, name="Ann", seats=["me", *["duck"] * 9]
        )
        assert (await plays(ann, 1)).view["deals"]

    asyncio.run(table(url))
