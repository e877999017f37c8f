"""Attacks by number and by odd rules; the table survives each."""

from __future__ import annotations

import asyncio
import json
import socket
from contextlib import suppress
from pathlib import Path

import pytest
from tests.server.local_server import FREELY, LONG, serving
from tests.server.raw_client import answer, closed, end, hello, line, status, ticket
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from trickbook.server.client import RemoteSeat, Ticket, create_table
from trickbook.server.limits import Rate
from trickbook.server.rooms.frames import Connection


def test_too_many_messages(tmp_path: Path) -> None:
    slowly = FREELY._replace(limits=FREELY.limits._replace(socket=Rate(1e-6, 20)))
    with serving(tmp_path, slowly) as url:
        ann = ticket(url)
        assert closed(ann, hello(ann), *['{"type":"hint","id":"1"}'] * 50) == "too-fast"
        assert answer(url, ann, '{"type":"hint","id":"2"}')["id"] == "2"


def test_too_many_requests(tmp_path: Path) -> None:
    limits = FREELY.limits._replace(asking=Rate(1e-6, 5), making=Rate(1e-6, 3), heavy=Rate(1e-6, 2))
    with serving(tmp_path, FREELY._replace(limits=limits)) as url:
        table = json.dumps({"game": "hearts", "name": "Ann"}).encode()
        assert [status(url, "/api/tables", table) for _ in range(5)] == [201] * 3 + [429] * 2
        assert [status(url, "/api/form", b'{"game":"hearts"}') for _ in range(4)] == [200] * 2 + [429] * 2
        assert [status(url, "/api/games") for _ in range(7)] == [200] * 5 + [429] * 2


def test_too_many_connections(tmp_path: Path) -> None:
    limits = FREELY.limits._replace(sockets_of_one=5)

    async def crowd(url: str, ann: Ticket) -> list[str]:
        lines = [line(url) for _ in range(7)]
        open_ = [await one.__aenter__() for one in lines]
        codes = [await asyncio.wait_for(end(one), LONG) for one in open_[5:]]
        for one in open_[:5]:
            await one.close()
        return codes

    with serving(tmp_path, FREELY._replace(limits=limits)) as url:
        ann = ticket(url)
        assert asyncio.run(crowd(url, ann)) == ["busy", "busy"]
        assert answer(url, ann, '{"type":"hint","id":"2"}')["id"] == "2"


@pytest.mark.parametrize(("proxied", "last"), [(True, 200), (False, 429)])
def test_who_asks_is_what_a_proxy_says_if_there_is_one(tmp_path: Path, *, proxied: bool, last: int) -> None:
    """Without ``--proxy`` nobody gets limits of their own by saying who they are."""
    limits = FREELY.limits._replace(asking=Rate(1e-6, 2), coming=Rate(1e-6, 1))

    async def come(url: str, who: str) -> str:
        async with line(url, **{"X-Forwarded-For": who}) as connection:
            with suppress(ConnectionClosed):
                await connection.send("x")
            return await end(connection)

    with serving(tmp_path, FREELY._replace(limits=limits, proxied=proxied)) as url:
        asked = [
            status(url, "/api/tables", None, **{"X-Forwarded-For": f"192.0.2.{n}"}) for n in (1, 1, 1, 2)
        ]
        assert asked == [200, 200, 429, last]
        came = [asyncio.run(come(url, f"192.0.2.{number}")) for number in (1, 2)]
        assert came == ["bad-message", "bad-message" if proxied else "too-fast"]


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"GET /api/games HT",
        b"POST /api/form HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
)
def test_somebody_who_asks_nothing_whole(url: str, said: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.server.door.REQUEST_TIMEOUT", 0.2)
    monkeypatch.setattr("trickbook.server.web.BODY_TIMEOUT", 0.2)
    with socket.socket() as one:
        one.settimeout(LONG)
        one.connect(("127.0.0.1", int(url.rpartition(":")[2])))
        one.sendall(said)
        answer = b""
        with suppress(ConnectionResetError):
            answer = one.recv(100)
        assert answer == b"" or answer.startswith((b"HTTP/1.1 408 ", b"HTTP/1.1 403 "))


def test_too_many_hellos(tmp_path: Path) -> None:
    with serving(tmp_path, FREELY._replace(limits=FREELY.limits._replace(coming=Rate(1e-6, 3)))) as url:
        ann = ticket(url)
        assert [closed(ann, hello(ann, token="x")) for _ in range(4)] == ["bad-token"] * 3 + ["too-fast"]


def test_somebody_who_says_nothing(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.server.web.websocket.HELLO_TIMEOUT", 0.2)
    assert closed(url) == "bad-message"


async def flooded(connection: ClientConnection) -> bool:
    """Whether a connection is cut off on which more and more is said."""
    with suppress(ConnectionClosed):
        for number in range(100_000):
            if connection.transport.is_closing():
                return True
            said = connection.send(json.dumps({"type": "hint", "id": f"{number:040}"}))
            await asyncio.wait_for(said, LONG)
        return False
    return True


def test_somebody_who_reads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def tried(url: str, ann: Ticket) -> None:
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        narrow.connect(("127.0.0.1", int(url.rpartition(":")[2])))
        async with connect(
            url.replace("http", "ws") + f"/ws/{ann.table}", compression=None, sock=narrow
        ) as connection:
            connection.transport.pause_reading()
            await connection.send(hello(ann))
            assert await flooded(connection)

    with serving(tmp_path, buffer=4096) as url:
        ann = ticket(url)
        with monkeypatch.context() as patch:
            patch.setattr("trickbook.server.door.READING_TIMEOUT", 0.2)
            asyncio.run(tried(url, ann))
        assert answer(url, ann, '{"type":"hint","id":"2"}')["id"] == "2"


def test_a_line_keeps_little_for_somebody_who_is_slow() -> None:
    line = Connection(0, "en", FREELY.limits._replace(frames=3))
    for number in range(5):
        line.enqueue(str(number))
    assert line.closed
    sent: list[str] = []

    async def out(text: str) -> None:
        sent.append(text)

    asyncio.run(line.send(out))
    assert [json.loads(text)["code"] for text in sent] == ["too-slow"]


def test_two_tabs_for_one_seat(url: str) -> None:
    async def tried() -> str:
        ann = await create_table(url, game="hearts", name="Ann", seats=["me", "duck", "duck", "duck"])
        async with line(url, ann.table) as older:
            await older.send(hello(ann))
            await older.recv()
            async with RemoteSeat(ann) as newer:
                code = await end(older)
                assert (await newer.ask("hint"))["move"]
                return code

    assert asyncio.run(tried()) == "elsewhere"


@pytest.mark.parametrize(
    ("client", "attempt", "closed"), [("ann", 1, "older"), ("ann", 3, "newer"), ("eve", 1, "newer")]
)
def test_a_connection_that_arrives_late_replaces_no_newer_one(
    url: str, client: str, attempt: int, closed: str
) -> None:
    """A client reconnects while its hello is still on its way through another server."""

    async def tried() -> str:
        ann = await create_table(url, game="hearts", name="Ann", seats=["me", "duck", "duck", "duck"])
        async with line(url, ann.table) as newer, line(url, ann.table) as older:
            await newer.send(hello(ann, client="ann", attempt=2))
            await newer.recv()
            await older.send(hello(ann, client=client, attempt=attempt))
            ends = {asyncio.ensure_future(end(newer)): "newer", asyncio.ensure_future(end(older)): "older"}
            done, open_ = await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            for task in open_:
                task.cancel()
            assert [task.result() for task in done] == ["elsewhere"]
            return "".join(ends[task] for task in done)

    assert asyncio.run(tried()) == closed


# Rules from strangers


@pytest.mark.parametrize(
    "text",
    [
        "extends: /etc/passwd.yaml",
        "extends: ../../secret.yaml",
        "house: [./here.yaml]",
        "a: &a [x, x]\nb: [*a, *a, *a]",
        "!!python/object/apply:os.system [ls]",
        "x: " + "[" * 5000,
        "name: " + "x" * 300_000,
        "words: {a: b, b: a}",
        "\x00",
    ],
)
def test_rules_that_mean_no_good(url: str, text: str) -> None:
    body = json.dumps({"text": f"trickbook: 1\nname: Evil\n{text}\n", "name": "Eve"}).encode()
    assert status(url, "/api/tables", body) == 400
    assert status(url, "/api/form", body) == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"\xff",
        b'{"game":"hearts"}',
        b'{"game":"../../etc","name":"x"}',
        b'{"game":"hearts","name":"x","seats":["me","me"]}',
        b'{"game":"hearts","name":"x","seats":["me","exec:rm -rf /"]}',
        b'{"game":"hearts","name":"x","seats":"me"}',
        b'{"game":"hearts","name":"x","players":10000}',
        b'{"game":"hearts","name":"x","options":{"target":"__import__"}}',
        b'{"game":"hearts","name":"x","house":["/etc/passwd.yaml"]}',
        b'{"game":"hearts","name":"a\\u0000b"}',
        b'{"game":"hearts","name":"' + b"x" * 100 + b'"}',
        b"[" * 50_000,
    ],
)
def test_tables_that_cannot_be_laid(url: str, body: bytes) -> None:
    assert status(url, "/api/tables", body) == 400
