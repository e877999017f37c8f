"""Attacks before joining a table; the table survives each."""

from __future__ import annotations

import asyncio
import json
import re
import sqlite3
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from socket import gethostname
from urllib.parse import urlsplit

import pytest
from tests.server.local_server import FREELY, serving
from tests.server.raw_client import closed, hello, line, status, ticket
from websockets.exceptions import InvalidStatus

from trickbook.problems import TrickbookError
from trickbook.server.client import RefusedError, RemoteSeat, Ticket, create_table, request, take_seat
from trickbook.server.listener import addresses
from trickbook.server.store import STORE_FILE
from trickbook.server.table import player_name
from trickbook.server.web.origins import host_allowed, parsed_origin


def test_a_token_that_is_guessed(url: str) -> None:
    ann = ticket(url)
    assert closed(ann, hello(ann, token="a" * 32)) == "bad-token"


def test_a_token_cut_short(url: str) -> None:
    ann = ticket(url)
    assert closed(ann, hello(ann, token=(ann.token or "")[:-1])) == "bad-token"


def test_the_hash_of_a_token_is_no_token(tmp_path: Path) -> None:
    with serving(tmp_path) as url:
        ann = ticket(url)
        ((kept,),) = (
            sqlite3.connect(tmp_path / STORE_FILE)
            .execute("SELECT token FROM seats WHERE place = 0")
            .fetchall()
        )
        assert ann.token not in kept
        assert closed(ann, hello(ann, token=kept)) == "bad-token"


def test_the_token_of_another_table(url: str) -> None:
    ann = ticket(url)
    assert closed(ann, hello(ann, token=ticket(url).token)) == "bad-token"


def test_an_empty_token_is_none(url: str) -> None:
    async def looked(ann: Ticket) -> None:
        async with RemoteSeat(ann._replace(token="")) as sitting:
            assert sitting.known.seat is None

    asyncio.run(looked(ticket(url)))


def test_a_table_that_is_not_listed_is_not_looked_at(url: str) -> None:
    ann = ticket(url, listed=False)
    assert closed(ann, hello(ann, token=None)) == "no-such-table"
    assert closed(ann, hello(ann, token="guessed")) == "no-such-table"
    assert ann.table not in json.dumps(asyncio.run(request(url, "/api/tables")))


def test_a_seat_that_nobody_was_invited_to(url: str) -> None:
    ann = ticket(url, listed=False, seats=["me"])
    with pytest.raises(RefusedError, match="invited"):
        asyncio.run(take_seat(url, ann.table, "Eve"))
    with pytest.raises(RefusedError, match="invited"):
        asyncio.run(take_seat(url, ann.table, "Eve", invitation="guessed"))
    assert asyncio.run(take_seat(url, ann.table, "Ben", invitation=ann.invitation)).seat == 1


def test_a_seat_that_is_taken(url: str) -> None:
    ann = ticket(url, seats=["me", "open", "duck", "duck"])
    for seat in (0, 2, 7, -1):
        with pytest.raises(RefusedError, match="taken"):
            asyncio.run(take_seat(url, ann.table, "Eve", seat))


def test_an_invitation_is_no_token(url: str) -> None:
    async def looked() -> int | None:
        ann = await create_table(url, game="hearts", name="Ann", listed=False)
        async with RemoteSeat(ann._replace(token=ann.invitation)) as sitting:
            with pytest.raises(RefusedError, match="spectators cannot act"):
                await sitting.play("2C")
            return sitting.known.seat

    assert asyncio.run(looked()) is None


# Under which name


@pytest.mark.parametrize(
    "name",
    [
        "\u3164",
        "\u2800",
        "\u115f\u1160",
        "\uffa0 \u2800",
        "\u0301\u0302",
        "\u034f",
        "\ufe0f",
        "\u200b",
        "\xa0",
    ],
)
def test_a_name_of_which_nothing_is_seen(name: str) -> None:
    with pytest.raises(TrickbookError, match="a player has a name"):
        player_name(name)


@pytest.mark.parametrize(
    "name", ["Ann", "7", "é", "e\u0301", "안", "น้ำ", "❤\ufe0f", "🂡", "?", "王", "Jean-Luc II", "नि"]
)
def test_a_name_that_is_one(name: str) -> None:
    assert player_name(name) == name


# From where


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://127.0.0.1:1"])
def test_a_page_from_elsewhere(url: str, origin: str) -> None:
    async def come() -> None:
        async with line(url, Origin=origin):
            pass

    with pytest.raises(InvalidStatus):
        asyncio.run(come())
    assert status(url, "/api/tables", b"{}", Origin=origin) == 403


@pytest.mark.parametrize(
    ("given", "near"),
    [
        ("cards.example.org", "https://cards.example.org"),
        ("localhost:8000", "https://localhost:8000"),
        ("https://cards.example.org/", "https://cards.example.org"),
        ("https://Cards.Example.org:443/play?x#y", "https://cards.example.org"),
        ("http://cards.example.org:80", "http://cards.example.org"),
        ("wss://cards.example.org:8443", "https://cards.example.org:8443"),
        ("https://spielkärtchen.example", "https://xn--spielkrtchen-lcb.example"),
        ("[::1]:8000", "https://[::1]:8000"),
        ("https://", "it is such as https://cards.example.org"),
        ("https://x:y", "it is such as https://cards.example.org"),
        ("https://[::1", "it is such as https://cards.example.org"),
        ("a b", "it is such as https://cards.example.org"),
    ],
)
def test_an_origin_that_no_browser_tells(given: str, near: str) -> None:
    with pytest.raises(TrickbookError, match=re.escape(near)):
        parsed_origin(given)
    if near.startswith("http"):
        assert parsed_origin(near) == near


def test_an_origin_that_is_listed(tmp_path: Path) -> None:
    origins = frozenset({parsed_origin("https://cards.example.org:8443")})
    with serving(tmp_path, FREELY._replace(origins=origins)) as url:
        page = {"Host": "cards.example.org:8443", "Origin": "https://cards.example.org:8443"}
        assert status(url, "/api/tables", None, **page) == 200
        assert status(url, "/api/tables", None, **{**page, "Origin": "https://cards.example.org"}) == 403


@pytest.mark.parametrize("path", ["/page", "/api/games/", "//evil.example/page", "/ws"])
def test_nobody_is_sent_to_the_host_that_a_request_names(url: str, path: str) -> None:
    """Such an answer could be kept by a cache, and sent to others."""
    server = HTTPConnection(urlsplit(url).netloc)
    with closing(server):
        server.request("GET", path, headers={"Host": "evil.example"})
        answer = server.getresponse()
        assert (answer.status, answer.getheader("Location")) == (404, None)


def test_a_name_that_is_made_to_point_here(url: str) -> None:
    port = url.rpartition(":")[2]
    evil = f"evil.example:{port}"
    assert status(url, "/api/games", None, Host=evil) == 403
    assert status(url, "/api/games", None, Host=evil, Origin=f"http://{evil}") == 403
    assert status(url, "/", None, Host=evil) == 403


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1/evil",
        "127.0.0.1:80.evil.example",
        "127.0.0.1?x",
        "127.0.0.1#x",
        "127.0.0.1 x",
        "x@127.0.0.1",
        "127.0.0.1:",
        "127.0.0.1:port",
        "[127.0.0.1",
        "[::1]x",
        "[::1].evil.example",
        "localhost/../evil",
        "",
    ],
)
def test_a_host_with_more_behind_the_address(url: str, host: str) -> None:
    assert not host_allowed(host, ())
    assert status(url, "/", None, Host=host) == 403


@pytest.mark.parametrize("host", ["127.0.0.1", "LOCALHOST:80", "[::1]", "[::1]:23366", "192.168.1.20:23366"])
def test_a_host_that_is_an_address(host: str) -> None:
    assert host_allowed(host, ())


def test_the_names_of_this_machine(url: str) -> None:
    """Others in the network come by its address or its name, and are told of both."""
    name = gethostname().lower()
    for path in ("/", "/api/games"):
        assert status(url, path, None, Host=f"{name}:23366") == 200
        assert status(url, path, None, Host="192.168.1.20:23366") == 200
    assert addresses("127.0.0.1", 80) == ("http://127.0.0.1:80/",)
    assert addresses("::1", 80) == ("http://[::1]:80/",)
    first, *others = addresses("0.0.0.0", 23366)  # noqa: S104 - nothing listens
    assert first == "http://127.0.0.1:23366/"
    assert others[-1] == f"http://{name}:23366/"


def test_a_form_of_another_page_is_no_request(url: str) -> None:
    assert status(url, "/api/tables", b"{}", **{"Content-Type": "text/plain"}) == 415
