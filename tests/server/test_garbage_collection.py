"""Garbage is collected while nobody waits for the server.

What other tests have left is put aside (``gc.freeze``), for it takes a second each time to look through it.
"""

import asyncio
import gc
import socket
import weakref
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from time import monotonic

import pytest
from tests.server.local_server import FREELY, LONG, serving
from tests.server.raw_client import ticket
from websockets.exceptions import ConnectionClosed
from websockets.server import ServerProtocol
from websockets.sync.client import connect

from trickbook.seat.rules_request import RulesRequest
from trickbook.server import door, process, rooms
from trickbook.server import listener as serving_
from trickbook.server.client import RemoteSeat, Ticket
from trickbook.server.door.websocket_protocol import WebSocketProtocol
from trickbook.server.listener import listening_socket
from trickbook.server.rooms.context import ServerContext
from trickbook.server.rooms.room import Room
from trickbook.server.store.store import open_store
from trickbook.server.store.writer import Writer
from trickbook.server.table import seat_changes


class Thing:
    """Something that holds itself, as a closed connection does."""

    def __init__(self) -> None:
        self.own = self


@pytest.fixture
def dropped() -> Iterator[Callable[[], weakref.ref[Thing]]]:
    """What makes a thing that only collecting takes away, while nothing is collected by itself."""
    gc.freeze()
    gc.collect()
    process.disable_collection()
    yield lambda: weakref.ref(Thing())
    gc.enable()


def new(many: int) -> list[list[int]]:
    """So many new things."""
    return [[] for _ in range(many)]


@pytest.mark.parametrize(
    ("alone", "enough"),
    [(True, process.IDLE_THRESHOLD), (False, process.BUSY_THRESHOLD)],
)
def test_garbage_waits_until_enough_is_new(
    dropped: Callable[[], weakref.ref[Thing]], *, alone: bool, enough: int
) -> None:
    garbage, made = dropped(), new(enough // 2)
    process.collect(alone=alone)
    assert garbage() is not None
    made += new(enough // 2)
    process.collect(alone=alone)
    assert garbage() is None
    assert len(made) == enough


def test_a_server_looks_for_garbage_and_knows_whether_anybody_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: SimpleQueue[bool] = SimpleQueue()
    monkeypatch.setattr(rooms, "collect", lambda *, alone: asked.put(alone))

    async def sit(ann: Ticket) -> None:
        async with RemoteSeat(ann):
            while await asyncio.to_thread(asked.get, timeout=LONG):
                pass

    with serving(tmp_path) as url:
        assert asked.get(timeout=LONG)
        asyncio.run(sit(ticket(url)))
        while not asked.get(timeout=LONG):
            pass


def test_who_serves_collects_by_hand(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Run:
        damaged = False

        def run(self, sockets: list[socket.socket]) -> None:
            collecting.append(gc.isenabled())
            sockets[0].close()

    collecting: list[bool] = []
    monkeypatch.setattr(serving_, "uvicorn_server", lambda *_, **__: Run())
    try:
        with listening_socket("127.0.0.1", 0) as listening:
            serving_.serve_alone(listening, tmp_path, FREELY, lambda _: None)
    finally:
        gc.enable()
    assert collecting == [False]


@contextmanager
def uncollected() -> Iterator[None]:
    """No garbage is collected while this lasts, and that of other tests is not seen."""
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def test_nothing_is_left_of_a_table_that_is_put_away(tmp_path: Path) -> None:
    """It goes by itself, and waits for no collection."""

    async def put_away() -> weakref.ref[Room]:
        with closing(open_store(tmp_path)) as store:
            writer = Writer(store.writing)
            writer.start()
            there = rooms.RoomRegistry(store.reading, ServerContext(writer, FREELY))
            laid = seat_changes.new_table(
                RulesRequest("hearts", None), {"name": "Ann", "seats": ["me", "duck", "duck", "duck"]}
            )
            room = weakref.ref(await there.add(laid.update))
            there.empty = dict.fromkeys(there.rooms, -rooms.IDLE_SECONDS)
            there.sweep()
            assert not there.rooms
            there.close()
            await there.context.close()
            writer.stop()
            return room

    with uncollected():
        assert asyncio.run(put_away())() is None


def gone(url: str, *said: str) -> None:
    """Come, say something and go, twenty times."""
    for _ in range(20):
        with connect(url.replace("http", "ws") + "/ws/none", proxy=None) as line, suppress(ConnectionClosed):
            for text in said:
                line.send(text)
            if said:
                line.recv(timeout=LONG)


def present(kind: type) -> set[int]:
    """All things of a kind; what other tests have left does not go meanwhile."""
    return {id(one) for one in gc.get_objects() if type(one) is kind}


def wait_for_none(kind: type, before: AbstractSet[int]) -> None:
    """Wait until there is nothing of a kind but what was there before."""
    until = monotonic() + LONG
    while present(kind) - before:
        assert monotonic() < until


@pytest.mark.parametrize("said", [[], ["nonsense"], ["x" * 20_000]])
def test_a_connection_goes_by_itself(tmp_path: Path, said: list[str]) -> None:
    """Else strangers who come and go would fill the memory before anything is collected."""
    with uncollected(), serving(tmp_path) as url:
        before = {kind: present(kind) for kind in (WebSocketProtocol, ServerProtocol)}
        gone(url, *said)
        for kind, old in before.items():
            wait_for_none(kind, old)


def test_nothing_of_the_request_for_a_line_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have come with much behind it."""
    monkeypatch.setattr(door, "REQUEST_TIMEOUT", 100 * LONG)
    gc.freeze()
    with serving(tmp_path) as url:
        before = present(door.HTTPProtocol)
        gone(url, "nonsense")
        wait_for_none(door.HTTPProtocol, before)


def test_what_is_small_is_sent_at_once() -> None:
    with listening_socket("127.0.0.1", 0) as listening:
        assert listening.proto == socket.IPPROTO_TCP
