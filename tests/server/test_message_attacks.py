"""Attacks by messages and moves; the table survives each."""

from __future__ import annotations

import asyncio
import json

import pytest
from tests.server.local_server import LONG
from tests.server.raw_client import answer, closed, end, hello, line, status, ticket, until

from trickbook.server.client import RefusedError, RemoteSeat, Ticket, create_table, take_seat


def test_too_large_a_message(url: str) -> None:
    ann = ticket(url)
    assert closed(ann, hello(ann), json.dumps({"type": "play", "id": "1", "move": "x" * 5000})) == "too-large"
    assert closed(ann, hello(ann), "x" * 100_000) == ""  # cut off by the library, which reads no such frame


def test_too_large_a_request(url: str) -> None:
    assert status(url, "/api/form", b'{"text":"' + b"x" * 2_000_000 + b'"}') == 413


@pytest.mark.parametrize(
    "frame",
    [
        "",
        "x",
        "null",
        "[]",
        "[" * 4000,
        '{"type":' * 500,
        "{}",
        '{"type":"ply","id":"1"}',
        '{"type":["play"],"id":"1"}',
        '{"type":"play"}',
        '{"type":"play","id":7,"move":"QS"}',
        '{"type":"play","id":"","move":"QS"}',
        '{"type":"play","id":"1","move":{"a":1}}',
        '{"type":"play","id":"1","move":"\\u0000"}',
        '{"type":"play","id":"1","move":"\\ud800"}',
        '{"type":"points","id":"1","seat":-1,"deal":1}',
        '{"type":"points","id":"1","seat":1e400,"deal":1}',
        '{"type":"trick","id":"1","number":true,"deal":1}',
        '{"type":"trick","id":"1","number":99999999999999999999,"deal":1}',
        '{"type":"hello","protocol":1}',
        b"\xff\xfe\x00",
        b"\x80" * 100,
    ],
)
def test_nonsense(url: str, frame: str | bytes) -> None:
    told = answer(url, ticket(url), frame, '{"type":"hint","id":"after"}')
    assert told["id"] == "after"
    assert told["type"] in ("hint", "refused")


def test_a_text_that_is_none(url: str, caplog: pytest.LogCaptureFixture) -> None:
    """Who sends it is cut off, and whoever runs the server is spared the traceback."""

    async def said(ann: Ticket) -> str:
        async with line(url, ann.table) as connection:
            await connection.send(hello(ann))
            await connection.send(b"\xff\xff", text=True)
            return await end(connection)

    ann = ticket(url)
    assert asyncio.run(said(ann)) == ""
    assert answer(url, ann, '{"type":"hint","id":"after"}')["id"] == "after"
    assert caplog.records == []


def test_something_else_before_the_hello(url: str) -> None:
    assert closed(url, '{"type":"play","id":"1","move":"QS"}') == "bad-message"
    assert closed(url, "x") == "bad-message"


def test_a_protocol_that_does_not_exist(url: str) -> None:
    ann = ticket(url)
    assert closed(ann, hello(ann, protocol=99)) == "bad-message"


def test_a_table_that_does_not_exist(url: str) -> None:
    nowhere = Ticket(url, "nowhere")
    assert closed(nowhere, hello(nowhere)) == "no-such-table"
    odd = Ticket(url, "' OR 1=1 --")
    assert closed(odd, hello(odd)) == "no-such-table"
    assert status(url, "/api/tables/..%2f..%2fetc/record") == 404


# What is played


def test_a_move_out_of_turn_and_cards_of_others(url: str) -> None:
    async def tried() -> None:
        ann = await create_table(url, game="chinese-hearts", name="Ann", seats=["me"])
        ben = await take_seat(url, ann.table, "Ben")
        async with RemoteSeat(ann) as one, RemoteSeat(ben) as other:
            await one.ask("fill", bot="duck")
            await until(other, lambda: other.known.view is not None)
            view = one.known.view
            assert view is not None
            for sitting in (one, other):
                for card in one.known.about["cards"]:
                    if card not in (sitting.known.view or {})["piles"]["hand"]:
                        with pytest.raises(RefusedError):
                            await sitting.play(card)
            assert (one.known.view or {})["piles"]["hand"] == view["piles"]["hand"]

    asyncio.run(tried())


def test_a_decision_sent_twice_is_made_once(url: str) -> None:
    async def tried() -> None:
        ann = await create_table(
            url, game="rules-of-hearts", name="Ann", seats=["me", "duck", "duck", "duck"]
        )
        async with line(url, ann.table) as connection:
            await connection.send(hello(ann))
            seqs: list[int] = []
            told = None
            while len(seqs) < 2:
                message = json.loads(await asyncio.wait_for(connection.recv(), LONG))
                if message["type"] == "accepted":
                    seqs.append(message["seq"])
                if told is None and message["type"] == "state":
                    told = " ".join(message["view"]["choose"]["from"][: message["view"]["choose"]["low"]])
                    for _ in range(2):
                        await connection.send(json.dumps({"type": "play", "id": "once", "move": told}))
            assert seqs[0] == seqs[1]

    asyncio.run(tried())
