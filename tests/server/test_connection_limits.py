"""Connections that come to a halt or are too many; others are answered meanwhile."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from starlette.applications import Starlette
from tests.server.attackers import (
    ELSEWHERE,
    GET,
    answered,
    connected,
    crowd,
    heard,
    strictly,
)
from tests.server.local_server import serving
from tests.server.raw_client import status

from trickbook.server import process
from trickbook.server.door import MAX_REFUSALS, READING_PART, Connections, ReadingDeadline
from trickbook.server.limits import WIDE_SHARE, Rate, RateLimiter, network
from trickbook.server.listener import for_peers
from trickbook.server.rooms.context import ServerSettings


@pytest.mark.parametrize(
    ("first", "drip"),
    [
        (b"", b"GET / HTTP/1.1\r\nHost: "),
        (GET, b"GET / HTTP/1.1\r\nHost: "),
        (b"POST /api/nothing HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n", b"x" * 1000),
        (b"POST /api/form HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n", b"x" * 1000),
    ],
)
def test_a_request_that_drips_has_a_deadline(
    url: str, first: bytes, drip: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first, the one after an answer, and the body of one that was answered early."""
    monkeypatch.setattr("trickbook.server.door.REQUEST_TIMEOUT", 0.5)
    with connected(url, first) as line, suppress(ConnectionError):
        line.settimeout(0.02)
        while True:
            for byte in drip:
                line.sendall(bytes([byte]))
                with suppress(TimeoutError):
                    if not line.recv(65536):
                        raise ConnectionError
            drip = b"x"
    assert answered(url) == 200


@pytest.fixture
def ports(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The ports for peers of the servers that are started."""
    ports = list[int]()

    def opened(app: Starlette, _: Path, settings: ServerSettings) -> list[socket.socket]:
        sockets = for_peers(app, "postgresql://", settings)
        ports.extend(one.getsockname()[1] for one in sockets)
        return sockets

    monkeypatch.setattr("tests.server.local_server.for_peers", opened)
    return ports


@pytest.mark.parametrize("said", [b"", b"GET / HTTP/1.1\r\nHost: "])
def test_the_port_for_peers_has_the_same_deadlines(
    tmp_path: Path, said: bytes, monkeypatch: pytest.MonkeyPatch, ports: list[int]
) -> None:
    """A stranger who finds it is not waited for."""
    monkeypatch.setattr("trickbook.server.door.REQUEST_TIMEOUT", 0.5)
    with serving(tmp_path) as url:
        assert not heard(connected(f"http://127.0.0.1:{ports[0]}", said))
        assert answered(url) == 200


def test_a_stranger_at_the_port_for_peers_is_refused(tmp_path: Path, ports: list[int]) -> None:
    """The answer says why, until there are too many."""
    with serving(tmp_path, strictly(requests=Rate(1e-6, 3))) as url:
        told = heard(connected(f"http://127.0.0.1:{ports[0]}", GET * 9))
        statuses = [int(part[:3]) for part in told.split(b"HTTP/1.1 ")[1:]]
        assert statuses == [401] * 3 + [429] * (MAX_REFUSALS - 3)
        assert b"the key is wrong" in told
        assert answered(url, source=ELSEWHERE) == 200


def test_answers_that_nobody_reads_have_a_deadline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("trickbook.server.door.READING_TIMEOUT", 0.5)
    with serving(tmp_path, buffer=4096) as url:
        with connected(url) as line, pytest.raises(ConnectionError):
            line.sendall(GET * 100_000)
        assert answered(url) == 200


def test_who_reads_slowly_gets_the_whole_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only who reads too little in the time for a part is cut off."""
    monkeypatch.setattr("trickbook.server.door.READING_TIMEOUT", 0)
    unread = [4 * READING_PART, 3 * READING_PART, 2 * READING_PART, READING_PART, READING_PART - 1]

    async def read() -> None:
        aborted = asyncio.get_running_loop().create_future()
        transport: Any = SimpleNamespace(
            set_write_buffer_limits=lambda **_: None,
            get_write_buffer_size=lambda: unread.pop(0),
            abort=lambda: aborted.set_result(None),
        )
        ReadingDeadline(transport)
        await aborted

    asyncio.run(read())
    assert unread == []


def test_an_address_has_a_limit_of_connections(tmp_path: Path) -> None:
    with serving(tmp_path, strictly(connections_of_one=5)) as url:
        with crowd(lambda: connected(url), 5):
            assert heard(connected(url, GET)) == b""
            assert answered(url) == 200
        while not heard(connected(url, GET.replace(b"\r\n\r\n", b"\r\nConnection: close\r\n\r\n"))):
            pass  # until the server knows that one has gone


@contextmanager
def limited(folder: Path, count: int) -> Iterator[str]:
    """A server of so many descriptors, in a process of its own."""
    server = [sys.executable, "-m", "tests.server.server_process", str(folder), "0"]
    command = ["sh", "-c", f'ulimit -n {count} && exec "$@"', "sh", *server]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield f"http://127.0.0.1:{process.stdout.readline().strip()}"
        finally:
            process.terminate()
            _, complaints = process.communicate()
        assert "Too many open files" not in complaints
        assert "Traceback" not in complaints


def test_behind_a_proxy_all_connections_come_from_one_address(tmp_path: Path) -> None:
    """So it has no limit of its own, and its requests count for those whom it tells."""
    proxied = strictly(connections_of_one=1, requests=Rate(1e-6, 1))._replace(proxied=True)
    with serving(tmp_path, proxied) as url, crowd(lambda: connected(url), 5):
        told = ["2001:db8:0:1::1", "2001:db8:0:2::1", "2001:db8:0:1::2"]
        asked = [status(url, "/api/games", None, **{"X-Forwarded-For": who}) for who in told]
        assert asked == [200, 200, 429]


def test_one_address_does_not_shut_out_others(tmp_path: Path) -> None:
    """It may have all that nobody else wants, but for those kept for the store and the helpers."""
    rules, table = {"text": "trickbook: 1\nextends: hearts"}, {"game": "hearts", "name": "Ann"}
    with limited(tmp_path, 256) as url, crowd(lambda: connected(url, b"GET"), 400):
        assert [answered(url) for _ in range(20)] == [200] * 20
        assert answered(url, "/api/form", rules) == 200
        assert answered(url, "/api/tables", table) == 201


class Line(asyncio.Transport):
    """A connection of which only its end is seen."""

    closed = False

    def abort(self) -> None:
        self.closed = True


def test_the_address_with_most_connections_gives_up_its_newest() -> None:
    held, lines = Connections(4, 4), [Line() for _ in range(7)]
    assert [held.enter(who, line) for who, line in zip("aaabbba", lines, strict=True)] == [
        True,
        True,
        True,
        True,
        True,
        False,
        False,
    ]
    assert [line.closed for line in lines] == [False, False, True, False, False, False, False]
    held.leave(lines[0])
    assert held.enter("c", lines[5])


def test_an_address_is_that_of_a_customer() -> None:
    assert network("192.0.2.1") == "192.0.2.1"
    assert network("::ffff:192.0.2.1") == "192.0.2.1"
    assert network("2001:db8::1") == network("2001:db8::2:3:4:5") != network("2001:db8:0:1::1")
    assert network("fe80::1%eth0") == "fe80::/64"
    assert network("") == ""
    assert network("testclient") == "testclient"


def test_the_limit_of_descriptors_is_raised(tmp_path: Path) -> None:
    """To the hard one, which is often larger than the usual 1,024."""
    code = (
        "import resource; from trickbook.server import process; process.raise_descriptor_limit(); "
        "print(process.descriptor_limit(), process.max_connections())"
    )
    command = ["sh", "-c", 'ulimit -Sn 512 && ulimit -Hn 2048 && exec "$@"', "sh", sys.executable, "-c", code]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["2048", str(2048 - process.RESERVE - 2048 // 8)]


def test_all_networks_of_one_customer_have_a_limit_together() -> None:
    """A /48 has 65,536 networks, more than are remembered."""
    limiter = RateLimiter(Rate(1e-9, 2))
    granted = [limiter.take(network(f"2001:db8:1:{number:x}::1"), 0.0) for number in range(100)]
    assert sum(granted) == 2 * WIDE_SHARE
    assert limiter.take(network("2001:db8:2::1"), 0.0)
    assert limiter.take(network("192.0.2.1"), 0.0)
