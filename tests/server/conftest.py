"""A server that several tests share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.server.local_server import LONG, serving
from tests.server.postgres_server import database, postgres
from tests.server.stores import Stored, stored
from tests.server.timeouts import patience

__all__ = ["impatient", "patience", "store", "unannounced", "url"]


@pytest.fixture(autouse=True)
def unannounced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those who look on nobody is told in the middle of something else."""
    monkeypatch.setattr("trickbook.server.rooms.room.SPECTATOR_DELAY", LONG)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client tells at once that the server was busy."""
    monkeypatch.setattr("trickbook.server.client_http.BUSY_DELAYS", ())


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(tmp_path_factory.mktemp("attacked")) as address:
        yield address


@pytest.fixture(scope="session")
def store(tmp_path_factory: pytest.TempPathFactory) -> Stored:
    """A store with many tables; nobody changes it."""
    return stored(tmp_path_factory.mktemp("store") / "here")


@pytest.fixture(scope="session")
def postgres_address() -> Iterator[str]:
    """A PostgreSQL that several tests share."""
    with postgres() as address:
        yield address


@pytest.fixture
def shared_store(postgres_address: str) -> Iterator[str]:
    """An empty database in it."""
    with database(postgres_address) as address:
        yield address
