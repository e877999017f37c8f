"""The store in PostgreSQL cannot be reached any more: whoever waits for it is answered in a sentence."""

from __future__ import annotations

import gc
import logging
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from tests.server.local_server import FREELY
from tests.server.postgres_server import database, postgres

from trickbook.problems import TrickbookError
from trickbook.server import listener


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with postgres() as found:
        yield found


def test_a_store_that_is_lost_while_a_server_starts(
    address: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The server ends with a sentence, as it does if the store cannot be opened; no traceback is logged."""
    for_peers = listener.for_peers

    def lost(*given: Any) -> Any:
        """It happens after the store was opened, and before the server joins the others."""
        with psycopg.connect(address, autocommit=True) as connection:
            name = store.partition("?")[0].rpartition("/")[2]
            connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())
        return for_peers(*given)

    monkeypatch.setattr(listener, "for_peers", lost)
    sentence = r"the store cannot be used: .* start the server again later"
    listening = listener.listening_socket("127.0.0.1", 0)
    with database(address) as store, caplog.at_level(logging.WARNING):
        try:
            with pytest.raises(TrickbookError, match=sentence):
                listener.serve(listening, store, FREELY, lambda _: None)
        finally:
            gc.enable()
    assert not caplog.records
