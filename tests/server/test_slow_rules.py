"""Slow rules that were sent: their own table feels them, others do not."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.local_server import LONG
from tests.server.slow_rules import HONEST, SLOW, sent_table
from tests.server.test_lifetimes import registry

from trickbook.bots import BOTS, turn_of
from trickbook.game import Game
from trickbook.seat.rules_request import RulesRequest
from trickbook.server import ClientMessage
from trickbook.server.store import write
from trickbook.server.store.restore import has_sent_rules, restored
from trickbook.server.store.store import Store, open_store
from trickbook.server.table import TableState, seat_changes
from trickbook.server.table.match import Requester
from trickbook.server.workers import MAX_QUEUED, bot_worker
from trickbook.server.workers.bot_worker import BotWorker

HINT = ClientMessage("hint", "1", {})


@pytest.fixture(scope="module")
def slow() -> TableState:
    return sent_table(SLOW, phase="guess", name="slow")


@pytest.fixture
def bots(monkeypatch: pytest.MonkeyPatch) -> Iterator[BotWorker]:
    """Bots that wait for a process of sent rules that has started."""
    monkeypatch.setattr(bot_worker, "BOT_TIMEOUT", 8)
    found = BotWorker()
    asyncio.run(found.sent.run(len, "here"))
    yield found
    found.close()


def turn(table: TableState) -> int:
    """The first seat that may act."""
    assert table.game is not None
    return table.game.actors[0]


def duck(table: TableState) -> str:
    assert table.game is not None
    return BOTS["duck"](turn_of(table.rules, table.game, turn(table), 1))


def test_a_slow_bot_makes_a_random_move_and_delays_no_other_table(slow: TableState, bots: BotWorker) -> None:
    """Tables by shipped rules do not wait; another table by sent rules has its turn."""
    shipped = sent_table(None, phase="tricks", game="hearts")
    own = sent_table(HONEST, phase="tricks", name="own")

    async def tried() -> None:
        late = [asyncio.ensure_future(bots.chosen_move(slow, turn(slow))) for _ in range(2)]
        await asyncio.sleep(0)
        assert bots.sent.waiting == 2
        assert await bots.chosen_move(shipped, turn(shipped)) == duck(shipped)
        assert not any(one.done() for one in late)
        assert await bots.chosen_move(own, turn(own)) == duck(own)
        assert all(0 <= int(move) <= 999 for move in await asyncio.gather(*late))

    asyncio.run(tried())


def test_slow_random_moves_delay_no_table_by_shipped_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    sent, shipped = sent_table(HONEST, phase="tricks"), sent_table(None, phase="tricks", game="hearts")
    begun, going_on, quick = threading.Event(), threading.Event(), bot_worker.quick_move

    def slowly(table: TableState, seat: int, bot: str) -> str:
        if table.choice.text is not None:
            begun.set()
            assert going_on.wait(LONG)
        return quick(table, seat, bot)

    monkeypatch.setattr(
        bot_worker, "quick_move", slowly
    )  # cannot be sent to a process: a random move is made

    async def tried(bots: BotWorker) -> None:
        late = [asyncio.ensure_future(bots.chosen_move(sent, turn(sent))) for _ in range(3)]
        assert await asyncio.to_thread(begun.wait, LONG)
        assert await bots.chosen_move(shipped, turn(shipped)) == duck(shipped)
        assert not any(one.done() for one in late)
        going_on.set()
        assert len(await asyncio.gather(*late)) == 3

    bots = BotWorker()
    asyncio.run(tried(bots))
    bots.close()


def test_a_slow_hint_is_refused(slow: TableState, bots: BotWorker) -> None:
    told = asyncio.run(bots.answer(slow, Requester(turn(slow), "1"), HINT))
    assert (told["type"], told["code"]) == ("refused", "busy")


@pytest.mark.parametrize(("maker", "client"), [("", "slow"), ("Ann", "Ann")])
def test_the_tables_of_a_maker_who_has_used_all_seconds_play_at_random(
    slow: TableState, bots: BotWorker, maker: str, client: str
) -> None:
    """A table of before makers were stored has seconds of its own."""
    assert bots.sent.seconds is not None
    bots.sent.seconds.charge(client, 0, 1e9)
    process = bots.sent.worker
    assert 0 <= int(asyncio.run(bots.chosen_move(slow._replace(maker=maker), turn(slow)))) <= 999
    assert bots.sent.worker is process


def test_a_bot_may_think_at_each_of_many_tables_of_a_maker(bots: BotWorker) -> None:
    """A class sits behind one address; other clients have few calls at a time."""

    async def tried() -> list[int]:
        for process in (bots.process, bots.sent):
            calls = [process.run(len, "here", client="Ann") for _ in range(8 * MAX_QUEUED)]
            found = await asyncio.gather(*calls)
        return found

    assert asyncio.run(tried()) == [4] * 8 * MAX_QUEUED


def test_questions_by_sent_rules_are_answered_apart(bots: BotWorker) -> None:
    table = sent_table(HONEST, phase="tricks")
    seat = turn(table)
    hint = asyncio.run(bots.answer(table, Requester(seat, "1"), HINT))
    assert (hint["type"], hint["move"]) == ("hint", duck(table))
    points = ClientMessage("points", "2", {"deal": 1, "seat": 0})
    refused = asyncio.run(bots.answer(table, Requester(seat, "2"), points))
    assert str(refused["message"]) == "deal 1 is not finished"


def test_what_a_seat_sees_by_sent_rules_is_found_out_apart(
    bots: BotWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The view and the legal moves may take long, so that the server itself asks for neither."""
    table = sent_table(HONEST, phase="tricks")
    seat, moves = turn(table), table.game.legal(turn(table)) if table.game else ()
    table = table._replace(seats=tuple(one._replace(bot="montecarlo") for one in table.seats))

    def fails(*_given: object) -> None:
        raise AssertionError

    monkeypatch.setattr(Game, "view", fails)
    monkeypatch.setattr(Game, "legal", fails)
    assert asyncio.run(bots.answer(table, Requester(seat, "1"), HINT))["move"] in moves
    assert asyncio.run(bots.chosen_move(table, seat)) in moves


def test_tables_by_shipped_rules_are_restored_while_others_take_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, going_on = threading.Event(), threading.Event()

    def slowly(database: sqlite3.Connection, name: str) -> TableState | None:
        if has_sent_rules(database, name):
            begun.set()
            assert going_on.wait(LONG)
        return restored(database, name)

    monkeypatch.setattr("trickbook.server.rooms.restored", slowly)

    async def tried(kept: Store, sent: list[str], shipped: str) -> None:
        async with registry(kept) as rooms:
            late = [asyncio.ensure_future(rooms.room(name)) for name in sent]
            assert await asyncio.to_thread(begun.wait, LONG)
            assert await rooms.room(shipped) is not None
            assert not any(one.done() for one in late)
            going_on.set()
            assert all(await asyncio.gather(*late))

    with closing(open_store(tmp_path)) as kept:
        made = [seat_changes.new_table(RulesRequest("", HONEST), {"name": "Ann"}) for _ in range(3)]
        made.append(seat_changes.new_table(RulesRequest("hearts", None), {"name": "Ann"}))
        for one in made:
            write(kept.writing, one.update.rows)
        *sent, shipped = (one.update.table.name for one in made)
        asyncio.run(tried(kept, sent, shipped))
