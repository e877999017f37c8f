"""The client against hostile and broken servers."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, HTTPServer
from itertools import count
from time import sleep
from typing import Any
from urllib.parse import quote, unquote

import pytest
from tests.server.local_server import LONG
from websockets.asyncio.server import ServerConnection, serve

from trickbook.problems import TrickbookError
from trickbook.server import client
from trickbook.server.client import RemoteSeat, Ticket, create_table, request, take_seat

WELCOME = {"type": "welcome", "protocol": 1, "table": "t", "seat": 0, "about": {}}
STATE = {"type": "state", "seq": 0, "match": 0, "view": {}, "seals": {}, "opened": {}, "missed": []}


def heard(*frames: str) -> str:
    """What comes of a server that says all this."""

    async def says(connection: ServerConnection) -> None:
        await connection.recv()
        for frame in frames:
            await connection.send(frame)
        await connection.wait_closed()

    async def listen() -> str:
        async with serve(says, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            try:
                async with (
                    RemoteSeat(Ticket(f"http://127.0.0.1:{port}", "t")) as sitting,
                    asyncio.timeout(LONG),
                ):
                    waits = asyncio.ensure_future(sitting.ask("hint"))
                    with pytest.raises(TrickbookError):
                        async for _ in sitting.heard():
                            pass
                    await waits
            except TrickbookError as error:
                return str(error)
        return ""

    return asyncio.run(listen())


@pytest.mark.parametrize(
    "frame",
    [
        "no json",
        "[]",
        "7",
        "{}",
        '{"type":"move"}',
        '{"type":"move","seq":1,"changed":5}',
        "[" * 9999,
    ],
)
def test_a_server_that_says_nonsense(frame: str) -> None:
    assert "does not speak protocol 1" in heard(frame)
    assert "does not speak protocol 1" in heard(json.dumps(WELCOME), json.dumps(STATE), frame)


class Odd(BaseHTTPRequestHandler):
    """Answers whatever it is asked with what stands in the path."""

    def do_POST(self) -> None:
        status, kind, length, text = unquote(self.path.split("/")[1]).split(" ", 3)
        self.send_response(int(status))
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", length)
        self.end_headers()
        self.wfile.write(text.encode())

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("201 text/html 9 <p>Log in", "does not speak protocol"),
        ("201 application/json 2 []", "does not speak protocol"),
        ('201 application/json 8 {"seat":}', "does not speak protocol"),
        ('201 application/json 24 {"seat":"x","token":null}', "does not speak protocol"),
        ("201 application/json 99 []", "does not speak protocol"),
        ("400 application/json 1 5", "the server answers 400"),
        ("400 application/json 2 []", "the server answers 400"),
        ("400 application/json 99 []", "the server answers 400"),
        ("400 application/json 9999 " + "[" * 9999, "the server answers 400"),
    ],
)
def test_a_server_that_answers_nonsense(answer: str, says: str) -> None:
    with HTTPServer(("127.0.0.1", 0), Odd) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/{quote(answer, safe='')}"
        with pytest.raises(TrickbookError, match=says):
            asyncio.run(take_seat(url, "t", "Ann"))
        with pytest.raises(TrickbookError, match=says):
            asyncio.run(create_table(url, game="hearts"))
        server.shutdown()


class Slow(Odd):
    """Answers byte by byte, as long as anybody listens."""

    def do_POST(self) -> None:
        self.send_response(int(self.path.split("/")[1]))
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        with suppress(OSError):
            while True:
                self.wfile.write(b" ")
                sleep(0.05)


@pytest.mark.parametrize(
    ("status", "says"), [(201, "does not answer: it takes too long"), (400, "the server answers 400")]
)
def test_a_server_that_trickles(monkeypatch: pytest.MonkeyPatch, status: int, says: str) -> None:
    monkeypatch.setattr("trickbook.server.client_http.DOWNLOAD_TIMEOUT", 0.2)
    with HTTPServer(("127.0.0.1", 0), Slow) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with pytest.raises(TrickbookError, match=says):
            asyncio.run(create_table(f"http://127.0.0.1:{server.server_port}/{status}", game="hearts"))
        server.shutdown()


@pytest.mark.parametrize(
    "url", ["", "x", "ftp://x", "http://[::1", "http://", "http://x:y", "http://127.0.0.1:1"]
)
def test_addresses_where_nobody_is(url: str) -> None:
    with pytest.raises(TrickbookError):
        asyncio.run(request(url, "/api/games"))
    with pytest.raises(TrickbookError):
        asyncio.run(take_seat(url, "a b\r\n../", "Ann"))
    with pytest.raises(TrickbookError):
        asyncio.run(RemoteSeat(Ticket(url, "t")).open())


def test_a_server_that_says_nothing_of_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.server.client.RESPONSE_TIMEOUT", 0.2)
    assert "does not answer" in heard()
    assert "does not answer" in heard('{"type":7}')


def test_a_server_that_answers_no_question(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.server.client.ANSWER_TIMEOUT", 0.2)

    async def says(connection: ServerConnection) -> None:
        await connection.recv()
        for frame in (WELCOME, STATE):
            await connection.send(json.dumps(frame))
        await connection.wait_closed()

    async def ask() -> None:
        async with serve(says, "127.0.0.1", 0) as server:
            url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            async with RemoteSeat(Ticket(url, "t")) as sitting:
                with pytest.raises(TrickbookError, match="has not answered for 0"):
                    await sitting.ask("hint")

    asyncio.run(ask())


def test_an_answer_has_its_time_anew_when_the_line_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line is down at first; the second time that somebody looks, it has just come back."""
    waits = list[float]()

    async def waited() -> None:
        loop, sitting = asyncio.get_running_loop(), RemoteSeat(Ticket("http://x", "t"))
        answer: asyncio.Future[Mapping[str, Any]] = loop.create_future()

        async def wait(_given: object, *, timeout: float) -> None:  # noqa: ASYNC109 - as asyncio has it
            waits.append(timeout)
            if len(waits) == 2:
                sitting._since = loop.time() + 1000  # noqa: SLF001 - time is made here
            if len(waits) == 3:
                answer.set_result({})

        monkeypatch.setattr("asyncio.wait", wait)
        assert await sitting._answered(answer) == {}  # noqa: SLF001 - likewise

    asyncio.run(waited())
    assert waits[:2] == [pytest.approx(client.ANSWER_TIMEOUT)] * 2
    assert waits[2] > 900


def test_a_client_tries_again_while_the_server_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Coming to a table, and what is asked there: nothing was done the first time."""
    monkeypatch.setattr("trickbook.server.client_http.BUSY_DELAYS", (0.0, 0.0))
    came, asked = count(1), count(1)

    async def says(connection: ServerConnection) -> None:
        await connection.recv()
        if next(came) == 1:
            await connection.send(json.dumps({"type": "closing", "code": "busy", "message": "later"}))
            return
        for one in (WELCOME, STATE):
            await connection.send(json.dumps(one))
        async for text in connection:
            answer = {"type": "hint", "move": "QS", "says": None}
            if next(asked) == 1:
                answer = {"type": "refused", "code": "busy", "message": "later", "reason": None}
            await connection.send(json.dumps({**answer, "id": json.loads(text)["id"]}))

    async def played() -> None:
        async with serve(says, "127.0.0.1", 0) as server, asyncio.timeout(LONG):
            port = server.sockets[0].getsockname()[1]
            async with RemoteSeat(Ticket(f"http://127.0.0.1:{port}", "t")) as sitting:
                assert (await sitting.ask("hint"))["move"] == "QS"

    asyncio.run(played())
    assert (next(came), next(asked)) == (3, 3)
