"""The archive: finished matches of listed tables are found by game, player and time, page by page."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from tests.server.local_server import serving
from tests.server.raw_client import status
from tests.server.test_lifetimes import BOTS, stored

from trickbook.server.client import request
from trickbook.server.store import select, write
from trickbook.server.store.inspection import delete_marked, mark_tables
from trickbook.server.store.lifetimes import CLOSED, DELETED, PAGE
from trickbook.server.store.store import Store, open_store
from trickbook.server.table import Row

NOON = int(datetime(2026, 11, 28, 12, tzinfo=UTC).timestamp())
HOUR = 3600


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[Store]:
    with closing(open_store(tmp_path)) as store:
        yield store


def entries(store: Store, hours: int, game: str, *players: str) -> Row:
    """Write the entries of a match that ended so many hours after noon."""
    name = f"t{hours:03}"
    told = '{"title": "", "seats": [], "winners": []}'
    rows = [Row("archive", (name, 1, "", NOON + hours * HOUR, game, told))]
    rows += [Row("archive", (name, 1, player, NOON + hours * HOUR, game, "")) for player in players]
    write(store.writing, rows)
    return rows[0]


def found(url: str, **search: Any) -> list[str]:
    """The tables of all pages of a search."""
    tables: list[str] = []
    while True:
        page = asyncio.run(request(url, f"/api/matches?{urlencode(search)}"))
        assert len(page["matches"]) <= PAGE
        tables += [one["table"] for one in page["matches"]]
        if page["next"] is None:
            return tables
        assert len(page["matches"]) == PAGE
        search["after"] = page["next"]


def test_a_finished_match_of_a_listed_table_is_found_and_opens_its_record(kept: Store) -> None:
    table = stored(kept, BOTS, 200).update.table.name
    kept.close()
    with serving(kept.folder) as url:
        (one, *_) = reversed(asyncio.run(request(url, "/api/matches"))["matches"])
        assert (one["table"], one["match"], one["game"], one["title"]) == (table, 1, "hearts", "Hearts")
        assert [seat["plays"] for seat in one["seats"]] == ["person", "bot", "bot"]
        assert one["winners"]
        assert datetime.fromisoformat(one["ended"]) <= datetime.now(UTC)
        record = asyncio.run(request(url, f"/api/tables/{table}/record?match=1"))
        assert record.startswith("Trickbook record 1\nruleset hearts")


def test_private_tables_never_appear(kept: Store) -> None:
    stored(kept, BOTS, 200, listed=False)
    assert select(kept.reading, "SELECT count(*) FROM records")[0][0] > 0
    assert select(kept.reading, "SELECT * FROM archive") == []


def test_matches_are_found_by_game_player_and_time(kept: Store) -> None:
    entries(kept, 1, "hearts", "ann", "ben")
    entries(kept, 2, "spades", "ann")
    entries(kept, 3, "hearts", "ben")
    kept.close()
    with serving(kept.folder) as url:
        assert found(url) == ["t003", "t002", "t001"]
        assert found(url, game="hearts") == ["t003", "t001"]
        assert found(url, player=" ANN") == ["t002", "t001"]
        assert found(url, player="Ann", game="hearts") == ["t001"]
        assert found(url, player="an") == []
        assert found(url, **{"from": "2026-11-28T14:00Z"}) == ["t003", "t002"]
        assert found(url, until="2026-11-28T14:00:00+00:00") == ["t001"]
        assert found(url, until="2026-11-28") == []
        assert found(url, **{"from": "2026-11-28", "until": "2026-11-29", "player": "Ben"}) == [
            "t003",
            "t001",
        ]


def test_pages_hold_all_matches_once_also_those_that_ended_together(kept: Store) -> None:
    told = '{"title": "", "seats": [], "winners": []}'
    rows = [Row("archive", (f"t{n:03}", 1, "", NOON + n // 7, "hearts", told)) for n in range(3 * PAGE)]
    write(kept.writing, rows)
    kept.close()
    with serving(kept.folder) as url:
        assert found(url) == [f"t{n:03}" for n in reversed(range(3 * PAGE))]
        assert found(url, game="hearts", until="2026-11-28T12:00:01Z") == [
            f"t{n:03}" for n in (6, 5, 4, 3, 2, 1, 0)
        ]


@pytest.mark.parametrize("query", ["from=noon", "until=2026-13-01", "after=x", "after=1-2", "after=-1-t-1"])
def test_a_search_that_is_none_is_refused(url: str, query: str) -> None:
    assert status(url, f"/api/matches?{query}") == 400


def test_a_closed_table_stays_in_the_archive_and_a_deleted_one_does_not(kept: Store) -> None:
    table = stored(kept, BOTS, 200).update.table.name
    for mark, left in ((CLOSED, True), (DELETED, False)):
        mark_tables(kept.writing, [table], mark)
        delete_marked(kept.writing, [table])
        assert bool(select(kept.reading, "SELECT 1 FROM archive WHERE name = ?", table)) == left
