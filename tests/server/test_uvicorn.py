"""What the server takes from the inside of uvicorn, whose next version may have it otherwise."""

from __future__ import annotations

import asyncio
import tomllib
from importlib.metadata import version
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState

from trickbook.server.door import HTTPProtocol
from trickbook.server.door.websocket_protocol import WebSocketProtocol
from trickbook.server.listener import CLIENT_FAULTS

EXTENDED = {
    H11Protocol: {
        *("connection_lost", "connection_made", "handle_events", "handle_websocket_upgrade"),
        *("on_response_complete", "pause_writing", "resume_writing", "send_400_response"),
    },
    WebSocketsSansIOProtocol: {
        *("connection_lost", "connection_made", "data_received", "handle_connect", "handle_cont"),
        *("pause_writing", "resume_writing", "send", "shutdown"),
    },
}
"""The functions that the server extends."""

READ = {
    H11Protocol: {"client", "conn", "flow", "scope", "server", "transport"},
    WebSocketsSansIOProtocol: {
        *("client", "close_sent", "conn", "frames", "handshake_complete", "handshake_initiated"),
        *("queue", "read_paused", "transport"),
    },
}
"""The values that it reads or sets."""


def test_the_version_of_uvicorn_has_an_upper_bound() -> None:
    found = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))
    extras = found["project"]["optional-dependencies"].values()
    named = [one for extra in extras for one in map(Requirement, extra) if one.name == "uvicorn"]
    assert named
    for one in named:
        assert "<" in {part.operator for part in one.specifier}
        assert version("uvicorn") in one.specifier


@pytest.mark.parametrize(
    ("own", "base"), [(HTTPProtocol, H11Protocol), (WebSocketProtocol, WebSocketsSansIOProtocol)]
)
def test_the_protocols_have_what_the_server_extends(
    own: type[asyncio.Protocol], base: type[H11Protocol | WebSocketsSansIOProtocol]
) -> None:
    assert {name for name in vars(own) if callable(vars(own)[name]) and hasattr(base, name)} - {
        "__init__"
    } == EXTENDED[base]
    loop = asyncio.new_event_loop()
    made = base(Config(lambda: None), ServerState(), {}, loop)
    loop.close()
    assert READ[base] <= vars(made).keys()


def test_the_log_of_malformed_texts_comes_from_where_it_is_left_out() -> None:
    known = {*dir(H11Protocol), *dir(WebSocketsSansIOProtocol)}
    assert known >= CLIENT_FAULTS
