"""Errors of the server itself: the log has them, and the client may connect again."""

from __future__ import annotations

import queue
from collections.abc import Iterator

import pytest
from tests.server.local_server import LONG, served
from tests.server.raw_client import closed, hello, ticket

from trickbook.server.door import Door


@pytest.fixture(scope="module")
def failing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("failing")) as address:
        yield address


@pytest.mark.parametrize("error", [KeyError("planted"), RuntimeError("planted")])
@pytest.mark.parametrize(
    "where",
    [
        "rooms.RoomRegistry.room",
        "rooms.room.Room.join",
        "rooms.room.Room.receive",
        "rooms.frames.Connection.send",
    ],
)
def test_an_error_that_ends_a_connection_is_in_the_log(
    failing: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    where: str,
    error: Exception,
) -> None:
    """It is counted, too."""
    counted = queue.SimpleQueue[Door]()

    def fail(*_given: object) -> None:
        raise error

    def noted(door: Door) -> None:
        counted.put(door)

    ann = ticket(failing)
    monkeypatch.setattr(Door, "note_failure", noted)
    monkeypatch.setattr(f"trickbook.server.{where}", fail)
    code = closed(ann, hello(ann), '{"type":"hint","id":"1"}')
    assert code == ("" if where.endswith("send") else "busy")
    assert counted.get(timeout=LONG).away == {}
    assert [one.exc_info and one.exc_info[1] for one in caplog.records] == [error]
