"""Floods of frames end their connections; others are answered meanwhile."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from tests.server.attackers import (
    ELSEWHERE,
    answered,
    attacked,
    frame,
    heard,
    strictly,
    upgraded,
)
from tests.server.local_server import serving
from tests.server.raw_client import hello, ticket

from trickbook.server.client import RemoteSeat, Ticket
from trickbook.server.door.websocket_protocol import FrameHeaders
from trickbook.server.limits import Rate

TEXT, CONTINUATION, PING, PONG = 1, 0, 9, 10
FLOODS = {
    "pings": frame(PING, b"x"),
    "pongs": frame(PONG),
    "fragments": frame(CONTINUATION, last=False),
}


FEW_FRAMES = strictly(socket=Rate(1e-6, 40))


@pytest.fixture(scope="module")
def flooded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server at which each connection has its own few frames."""
    with serving(tmp_path_factory.mktemp("flooded"), FEW_FRAMES) as address:
        yield address


@pytest.mark.parametrize("kind", FLOODS)
@pytest.mark.parametrize("seated", [False, True])
def test_a_flood_of_frames_ends_its_connection(flooded: str, kind: str, *, seated: bool) -> None:
    """Before the hello as after it, and no more of them are parsed than are granted."""
    first = frame(TEXT, b"x", last=False) if kind == "fragments" else b""
    ann = ticket(flooded)
    said = framed(hello(ann)) if seated else b""
    line = upgraded(flooded, ann.table)
    with suppress(OSError):
        line.sendall(said + first + FLOODS[kind] * 100_000)
    told = heard(line)
    assert told.count(b"\x8a\x01x") <= 40  # the answers to pings
    assert answered(flooded) == 200


def test_others_are_answered_while_frames_flood_in(flooded: str) -> None:
    async def asked(ann: Ticket) -> None:
        async with RemoteSeat(ann) as seat:
            for _ in range(20):
                assert (await seat.ask("hint"))["move"]

    ann = ticket(flooded)

    def flood() -> None:
        with upgraded(flooded) as line:
            for kind in FLOODS.values():
                line.sendall(kind * 300_000)

    with attacked(flood, 4):
        asyncio.run(asked(ann))


def test_an_address_has_a_limit_of_frames(tmp_path: Path) -> None:
    with serving(tmp_path, strictly(address=Rate(1e-6, 20))) as url, upgraded(url, source=ELSEWHERE) as other:
        for _ in range(4):
            with upgraded(url) as line:
                line.sendall(FLOODS["pings"] * 5)
                assert line.recv(15, socket.MSG_WAITALL) == b"\x8a\x01x" * 5
        with upgraded(url) as line:
            line.sendall(FLOODS["pings"])
            heard(line)
        other.sendall(FLOODS["pings"])
        assert other.recv(3) == b"\x8a\x01x"


def test_a_message_has_a_limit_of_fragments(url: str) -> None:
    """However slowly they come: they fill the memory."""
    line = upgraded(url)
    with suppress(OSError):
        line.sendall(frame(TEXT, last=False) + FLOODS["fragments"] * 100)
    heard(line)


def framed(text: str) -> bytes:
    """A message in a frame of a longer length."""
    said = text.encode()
    return bytes([0x81, 0x80 | 126]) + len(said).to_bytes(2) + bytes(4) + said


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_frames_are_counted_however_they_are_cut(size: int) -> None:
    long = bytes([0x82, 0x80 | 127]) + (70_000).to_bytes(8) + bytes(4 + 70_000)
    whole = frame(PING, b"abc") + framed("x" * 300) + long + FLOODS["pongs"] * 3
    headers = FrameHeaders()
    parts = [whole[at : at + size] for at in range(0, len(whole), size)]
    found = [one for part in parts for one in headers.sizes(part)]
    assert found == [9, 308, 70_014, 6, 6, 6]
