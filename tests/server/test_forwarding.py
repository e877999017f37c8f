"""Requests for the tables of other processes: what is read of them, and what clients hear when that fails."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from tests.server.local_server import PLENTY

from trickbook.server.door import Door
from trickbook.server.fleet import FORWARDED, Peer
from trickbook.server.fleet.forwarding import Forwarding
from trickbook.server.limits import Rate, RateLimiter, ServerLimits
from trickbook.server.rooms import MOVING
from trickbook.server.store.writer import StoreUnavailableError
from trickbook.server.web import MAX_SEAT_BYTES

PART = bytes(1024)
BREAKING_OFF = b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\npart"
WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmore"


class Client:
    """A client whose request has so many parts of a body; ``heard`` is what it receives."""

    def __init__(self, holder: Callable[[], Any], parts: int = 0, finding: Rate = PLENTY) -> None:
        self.parts, self.read, self.heard = parts, 0, list[Any]()
        self.door = Door(ServerLimits())
        buckets = {"finding": RateLimiter(finding)}
        self.state = SimpleNamespace(registry=self, buckets=buckets, door=self.door)
        self.claims, self.found = 0, holder

    def is_found(self, _: str) -> bool:
        return False

    async def holder(self, _: str) -> Any:
        self.claims += 1
        return self.found()

    async def receive(self) -> Any:
        self.read += 1
        return {"type": "http.request", "body": PART, "more_body": self.read < self.parts}

    async def send(self, message: Any) -> None:
        self.heard.append(message)

    async def asks(self, **state: Any) -> None:
        """Ask for a table."""
        scope = {
            "type": "http",
            "method": "POST",
            "path": "/api/tables/some/seats",
            "raw_path": b"/api/tables/some/seats",
            "query_string": b"",
            "headers": [(b"content-length", b"%d" % (self.parts * len(PART)))],
            "client": ("192.0.2.7", 1),
            "app": self,
            "state": state,
        }
        await Forwarding(here)(scope, self.receive, self.send)

    def statuses(self) -> list[int]:
        return [one["status"] for one in self.heard if one["type"] == "http.response.start"]


async def here(*_: Any) -> None:
    pytest.fail("the table is at another process")


async def heard_from(answer: bytes, parts: int = 1) -> tuple[Client, bytes]:
    """What a client hears when the other process answers so, and what that has read."""
    read = bytearray()

    async def answered(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        read.extend(await reader.readuntil(b"\r\n\r\n"))
        writer.write(answer)
        writer.close()

    server = await asyncio.start_server(answered, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        client = Client(lambda: Peer("127.0.0.1", port, "key"), parts)
        await client.asks()
    return client, bytes(read)


def test_of_a_long_body_only_the_beginning_is_read() -> None:
    client, read = asyncio.run(heard_from(WHOLE, parts=1000))
    assert client.statuses() == [200]
    assert client.read == MAX_SEAT_BYTES // len(PART) + 1
    assert b"content-length: %d" % (client.read * len(PART)) in read
    assert b"key 192.0.2.7" in read


def test_an_answer_that_breaks_off_is_begun_once() -> None:
    client, _ = asyncio.run(heard_from(BREAKING_OFF))
    assert client.statuses() == [200]
    assert client.heard[-1]["more_body"]


def test_a_process_that_says_nothing_is_busy() -> None:
    client, _ = asyncio.run(heard_from(b""))
    assert client.statuses() == [503]


def test_a_process_that_another_has_replaced_is_busy() -> None:
    """The other one does not know the key; the client comes again, as the table has moved."""
    client, _ = asyncio.run(heard_from(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n"))
    assert client.statuses() == [503]
    assert json.loads(client.heard[-1]["body"]) == {"code": "busy", "message": str(MOVING)}


def unavailable() -> Peer:
    raise StoreUnavailableError("the server is stopping")


def test_without_the_hub_a_request_is_refused_with_a_sentence() -> None:
    client = Client(unavailable)
    asyncio.run(client.asks())
    assert client.statuses() == [503]
    assert json.loads(client.heard[-1]["body"]) == {"code": "busy", "message": str(MOVING)}


def test_what_was_sent_on_is_not_sent_on_again() -> None:
    client = Client(lambda: Peer("127.0.0.1", 1, ""), finding=Rate(0, 0))
    asyncio.run(client.asks(**{FORWARDED: True}))
    assert client.statuses() == [503]


def test_who_looks_for_too_many_tables_is_refused_before_anything_is_read_or_claimed() -> None:
    client = Client(unavailable, parts=1000, finding=Rate(0, 2))
    for _ in range(5):
        asyncio.run(client.asks())
    assert client.statuses() == [503, 503, 429, 429, 429]
    assert (client.claims, client.read) == (2, 0)
    assert client.door.away["searches for tables"] == 3
