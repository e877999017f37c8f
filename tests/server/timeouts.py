"""Long timeouts for slow machines, except in tests about timeouts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.server.local_server import LONG

NAMES = (
    "web.BODY_TIMEOUT",
    "client_http.RESPONSE_TIMEOUT",
    "client.RESPONSE_TIMEOUT",
    "client.ANSWER_TIMEOUT",
    "app.READ_TIMEOUT",
    "door.REQUEST_TIMEOUT",
    "web.websocket.HELLO_TIMEOUT",
)


def nothing() -> None:
    """Do what is usual where nothing is slow."""


@contextmanager
def patient() -> Iterator[None]:
    """Let all wait long while this lasts, and nobody measure how slow the machine is."""
    with pytest.MonkeyPatch.context() as patch:
        for name in NAMES:
            patch.setattr(f"trickbook.server.{name}", LONG)
        patch.setattr("trickbook.server.app.usual_reading", nothing)
        yield


@pytest.fixture(scope="session", autouse=True)
def patience() -> Iterator[None]:
    """All wait long; a test of somebody's patience sets it for itself."""
    with patient():
        yield
