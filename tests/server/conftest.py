"""A server that several tests call on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.serving import LONG, serving
from tests.server.stores import Left, killed

PATIENCE = (
    "asking.PATIENCE",
    "calling.PATIENCE",
    "client.PATIENCE",
    "client.SILENT",
    "app.READING",
    "room.LATER",
    "serving.SILENT",
    "socket.PATIENCE",
)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine is waited for; a test of somebody's patience sets it for itself."""
    for name in PATIENCE:
        monkeypatch.setattr(f"trickbook.server.{name}", LONG)


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("attacked")) as address:
        yield address


@pytest.fixture(scope="session")
def left(tmp_path_factory: pytest.TempPathFactory) -> Left:
    """What a killed server leaves; nobody changes it."""
    return killed(tmp_path_factory.mktemp("left"))
