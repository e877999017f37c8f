"""Twenty thousand odd frames: each is understood, or refused in a message; nothing else comes of any.

Most go straight to the room, some over a connection. TRICKBOOK_FRAMES tells how many; `make soak` sends a
million.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest
from tests.server.local_server import LONG, serving
from tests.server.offline_tables import Kept, at, begun, run
from tests.server.raw_client import closed, hello, line, status, ticket
from websockets.exceptions import ConnectionClosed

import trickbook
from trickbook.server import CLIENT_MESSAGES, BadMessage, parsed_message, refusal
from trickbook.server.rooms.room import Room

FRAMES = int(os.environ.get("TRICKBOOK_FRAMES", "20000"))
SENT = FRAMES // 10
"""So many go over a connection."""

GREETINGS, REQUESTS = 150, 150
"""So often somebody says an odd thing first; so many odd requests are made."""

ODD: Final[tuple[Any, ...]] = (
    None, True, -1, 0, 1, 3, 99, 10**9, 10**30, 1.5, float("nan"), float("inf"), "", " ", "QS", "2C 5D KH",
    "none", "done", "yes", "7", "QS*", "Q♠", "x" * 41, "x" * 500, "\0", "\ud800", "🂡", "en", "zh", "duck",
    "montecarlo", "exec:ls", [], ["QS"], [[]], {}, {"a": {}}, "' OR 1=1 --", "../..", "%s{0}", "0", "1",
)  # fmt: skip
"""What may stand where something else should."""


def value(rng: random.Random, room: Room) -> Any:
    """An odd value, or one that means something here."""
    game = room.table.game
    if game is None or not game.actors or rng.random() < 0.4:
        return rng.choice(ODD)
    legal = game.legal(rng.choice(game.actors))
    return legal[rng.randrange(len(legal))] if rng.random() < 0.7 else rng.choice(game.engine.deck.names)


def message(rng: random.Random, room: Room) -> str:
    """A message that may be one, or nearly."""
    name = rng.choice([*CLIENT_MESSAGES, *CLIENT_MESSAGES, *["play"] * 8, "ply", "", "state"])
    keys = [
        *CLIENT_MESSAGES.get(name, {}).get("properties", {}),
        *rng.sample(["id", "move", "seat", "x"], rng.randrange(3)),
    ]
    body = {key: value(rng, room) for key in keys if rng.random() < 0.95}
    if rng.random() < 0.8:
        body["id"] = str(rng.randrange(2000))
    return json.dumps({"type": name if rng.random() < 0.98 else value(rng, room), **body})


def torn(rng: random.Random, room: Room) -> str | bytes:
    """A message with some of it gone, doubled or changed."""
    text = message(rng, room)
    place, other = sorted(rng.randrange(len(text) + 1) for _ in range(2))
    found = rng.choice([text[:place], text[:place] + text[other:], text[:other] + text[place:], text * 3])
    return found if rng.random() < 0.7 else found.encode("utf-8", "surrogatepass")


def noise(rng: random.Random, _room: Room) -> bytes:
    return rng.randbytes(rng.randrange(60))


MAKERS: Final[tuple[Callable[[random.Random, Room], str | bytes], ...]] = (message, message, torn, noise)


async def fed(room: Room, kept: Kept, given: str | bytes) -> None:
    """Let a room hear a frame, as a connection does."""
    try:
        said = parsed_message(given)
    except BadMessage as error:
        kept.tell(refusal(error.id, error.code, error.message))
        return
    await room.receive(kept, said)


async def many(name: str, count: int) -> int:
    """Let a room of a game hear many frames; how many moves were made."""
    rng = random.Random(name)  # noqa: S311 - any frames will do
    room, lines = await at(begun(trickbook.load(name)))
    for number in range(count):
        actors = room.table.game.actors if room.table.game else ()
        kept = lines[rng.choice([*lines, *actors, *actors])]
        kept.frames.clear()
        given = rng.choice(MAKERS)(rng, room)
        await fed(room, kept, given)
        answers = [json.loads(text)["type"] for text in kept.frames]
        assert answers, given
        assert set(answers) <= {"accepted", "refused", "move", "state", "seats", "hint", "points", "trick"}
        if number % 500 == 0:  # what was told to the others is not looked at
            for one in lines.values():
                one.frames.clear()
    return room.table.seq


def test_odd_frames_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deals are the same in every run, so that as many frames are moves."""
    chance = random.Random(1)  # noqa: S311 - any deals will do
    monkeypatch.setattr(secrets, "randbelow", chance.randrange)
    monkeypatch.setattr(secrets, "token_hex", lambda size: chance.randbytes(size).hex())
    games = ("hearts", "chinese-hearts", "double-hearts", "rules-of-hearts")
    moves = [run(many(name, (FRAMES - SENT) // len(games))) for name in games]
    assert min(moves) >= FRAMES // 5000, "hardly anything was understood"


async def sent(url: str) -> int:
    """Send odd frames over connections, a new one when one is closed; how many were sent."""
    rng, ann = random.Random(3), await asyncio.to_thread(ticket, url)  # noqa: S311 - any frames will do
    room, _ = await at(begun(trickbook.load("hearts")))
    number = 0
    while number < SENT:
        async with line(url, ann.table) as connection:
            await connection.send(hello(ann) if rng.random() < 0.9 else "x")
            with suppress(ConnectionClosed):  # who has left is sent away, and comes again
                for _ in range(100):
                    number += 1
                    await connection.send(rng.choice(MAKERS)(rng, room))
                await connection.send(json.dumps({"type": "hint", "id": "last"}))
                while json.loads(await asyncio.wait_for(connection.recv(), LONG)).get("id") != "last":
                    pass
    return number


async def greeted(url: str) -> None:
    """Say odd things first; one is sent away each time, with a message."""
    rng, ann = random.Random(4), await asyncio.to_thread(ticket, url)  # noqa: S311 - any frames will do
    for _ in range(GREETINGS):
        odd = {key: rng.choice(ODD) for key in rng.sample(list(CLIENT_MESSAGES["hello"]["properties"]), 2)}
        said = json.loads(hello(ann)) | odd
        async with line(url, ann.table) as connection:
            await connection.send(json.dumps(said))
            assert json.loads(await asyncio.wait_for(connection.recv(), LONG))["type"] in (
                "closing",
                "welcome",
            )


def requested(url: str) -> set[int]:
    """Ask for odd things over HTTP; the statuses of the answers."""
    rng, found = random.Random(5), set()  # noqa: S311 - any requests will do
    keys = ("game", "text", "house", "options", "players", "name", "seats", "seat", "record", "deal", "lang")
    for _ in range(REQUESTS):
        body = {key: rng.choice(ODD) for key in rng.sample(keys, 4)} | {
            "game": rng.choice(["hearts", "x", 3])
        }
        path = rng.choice(["form", "tables", "tables/x/seats", "study", "tables/x/record?match=y", "%2e%2e"])
        found.add(status(url, f"/api/{path}", json.dumps(body).encode()))
    return found


def test_odd_frames_over_a_connection(tmp_path: Path) -> None:
    """While a server serves, none of its errors goes unnoticed."""
    with serving(tmp_path) as url:
        assert asyncio.run(sent(url)) >= SENT
        asyncio.run(greeted(url))
        assert requested(url) <= {200, 201, 400, 404, 405, 409}


def test_an_error_in_one_of_many_frames_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def planted(*_: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr("trickbook.server.workers.bot_worker.answer_question", planted)
    with pytest.raises(AssertionError, match="planted"), serving(tmp_path) as url:
        closed(ticket_ := ticket(url), hello(ticket_), '{"type":"hint","id":"1"}')
