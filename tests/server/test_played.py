"""Counting the house rules of the listed tables."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest

from trickbook.seat.rules_request import RulesRequest
from trickbook.server.client import create_table, request
from trickbook.server.store import create_schema, lifetimes, select, write
from trickbook.server.store.lifetimes import KEPT_SECONDS, PlayedCounts, played_house_rules
from trickbook.server.table import Row
from trickbook.server.table.choice import serialized


@pytest.fixture
def database() -> Iterator[sqlite3.Connection]:
    found = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    create_schema(found)
    yield found
    found.close()


def lay(database: sqlite3.Connection, name: str, *house: str, listed: bool = True) -> None:
    choice = serialized(RulesRequest("hearts", None, house))
    write(database, [Row("table", (name, choice, "digest", "invitation", int(listed), 0))])


def test_house_rules_of_listed_tables_are_counted(database: sqlite3.Connection) -> None:
    assert played_house_rules(database) == {}
    lay(database, "a", "omnibus", "sun")
    lay(database, "b", "omnibus")
    lay(database, "c")
    assert played_house_rules(database) == {"omnibus": 2, "sun": 1}


def test_unlisted_tables_count_for_nothing(database: sqlite3.Connection) -> None:
    lay(database, "a", "omnibus", listed=False)
    assert played_house_rules(database) == {}


def test_a_store_that_cannot_be_read_has_no_counts(database: sqlite3.Connection) -> None:
    lay(database, "a", "omnibus")
    database.execute("UPDATE tables SET choice = 'nonsense'")
    assert played_house_rules(database) == {}


def test_the_tables_are_counted_once_a_minute(
    database: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many ask, also all at once."""
    queries = list[str]()

    def counted(base: sqlite3.Connection, query: str) -> list[tuple[Any, ...]]:
        queries.append(query)
        return select(base, query)

    monkeypatch.setattr(lifetimes, "select", counted)

    async def tried() -> None:
        now = 0.0
        counts = PlayedCounts(database, lambda: now)
        assert await asyncio.gather(*(counts.current() for _ in range(20))) == [{}] * 20
        lay(database, "a", "sun")
        now = KEPT_SECONDS - 1
        assert await counts.current() == {}
        assert len(queries) == 1
        now = KEPT_SECONDS
        assert await counts.current() == {"sun": 1}
        assert len(queries) == 2

    asyncio.run(tried())


def form(url: str) -> dict[str, Any]:
    """The form of a game with few house rules."""
    found: dict[str, Any] = asyncio.run(request(url, "/api/form", {"game": "spades"}))
    return found


def test_a_form_shows_the_most_played_house_rules_first(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lifetimes, "KEPT_SECONDS", 0.0)
    names = [house["name"] for house in form(url)["house"]]
    wanted: dict[str, Any] = {"game": "spades", "name": "Ann"}
    for listed in (False, True):
        assert form(url)["first"]["counted"] is False
        for name in names:
            asyncio.run(create_table(url, **wanted, house=[name], listed=listed))
    assert form(url)["first"]["counted"] is True
    asyncio.run(create_table(url, **wanted, house=[names[-1]]))
    assert form(url)["first"]["house"][0] == names[-1]
