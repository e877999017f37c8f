"""A client without checks: raw frames, raw requests, and their answers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import Request, urlopen

from tests.server.local_server import LONG
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from trickbook.server.client import RemoteSeat, Ticket, create_table


def ticket(url: str, **more: Any) -> Ticket:
    return asyncio.run(
        create_table(
            url, **{"game": "hearts", "name": "Ann", "seats": ["me", "duck", "duck", "duck"], **more}
        )
    )


@asynccontextmanager
async def line(url: str, table: str = "none", **headers: str) -> AsyncIterator[ClientConnection]:
    where = url.replace("http", "ws", 1) + f"/ws/{quote(table)}"
    async with connect(
        where, compression=None, additional_headers=headers, proxy=None, max_queue=None, open_timeout=LONG
    ) as connection:
        yield connection


def hello(ticket: Ticket, **more: Any) -> str:
    said = {"type": "hello", "protocol": 1, "token": ticket.token, "seen": 0}
    return json.dumps({**said, **more})


async def end(connection: ClientConnection) -> str:
    """The code with which a connection is closed."""
    code = ""
    try:
        while True:
            message = json.loads(await asyncio.wait_for(connection.recv(), LONG))
            code = message["code"] if message["type"] == "closing" else code
    except ConnectionClosed:
        return code


def closed(at: str | Ticket, *frames: str | bytes) -> str:
    """With which code the server closes a connection that says all this."""
    url, table = (at, "none") if isinstance(at, str) else (at.url, at.table)

    async def said() -> str:
        async with line(url, table) as connection:
            with suppress(ConnectionClosed):
                for frame in frames:
                    await connection.send(frame)
            return await end(connection)

    return asyncio.run(said())


def answer(url: str, ticket: Ticket, *frames: str | bytes) -> Any:
    """What a seat is answered after all this: the last refusal or acceptance."""

    async def said() -> Any:
        async with line(url, ticket.table) as connection:
            await connection.send(hello(ticket))
            await connection.recv()
            for frame in frames:
                await connection.send(frame)
                while True:
                    told = json.loads(await asyncio.wait_for(connection.recv(), LONG))
                    if told["type"] in ("accepted", "refused", "hint"):
                        break
            return told

    return asyncio.run(said())


def status(url: str, path: str, body: bytes | None = None, **headers: str) -> int:
    request = Request(url + path, body, {"Content-Type": "application/json", **headers})  # noqa: S310 - it is ours
    try:
        with urlopen(request, timeout=LONG) as found:  # noqa: S310 - it is ours
            return int(found.status)
    except HTTPError as error:
        with error:
            return error.code


async def until(sitting: RemoteSeat, done: Callable[[], bool]) -> None:
    """Wait until something is so at a table."""
    async with asyncio.timeout(LONG):
        if not done():
            async for _ in sitting.heard():
                if done():
                    return
