"""Another program locks the store for a time: whoever comes meanwhile is asked to try again."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.server.local_server import serving
from tests.server.raw_client import closed, hello, ticket

from trickbook.server.store import STORE_FILE


def test_a_player_returns_while_the_store_is_locked(tmp_path: Path) -> None:
    """The server says `busy`, after which clients try again, and restores the table later."""
    with serving(tmp_path) as url:
        ann = ticket(url)
    with serving(tmp_path) as url:
        ann = ann._replace(url=url)
        with closing(sqlite3.connect(tmp_path / STORE_FILE, isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            assert closed(ann, hello(ann)) == "busy"
            other.execute("ROLLBACK")
        assert closed(ann, hello(ann), json.dumps({"type": "leave", "id": "1"})) == "left"
