"""Every complete table of a damaged store is saved, and no incomplete one.

Each try overwrites some bytes of a store with thirty tables, or cuts it short.
"""

from __future__ import annotations

import asyncio
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from tests.server.local_server import FREELY, serving
from tests.server.stores import everything, moves, seeded
from tests.server.test_table import first

from trickbook.seat.rules_request import RulesRequest
from trickbook.server.client import ClientState, RemoteSeat, Ticket
from trickbook.server.store.database import TABLE_NAMES, write
from trickbook.server.store.recovery import PARTIAL_FILE
from trickbook.server.store.store import STORE_FILE, Store, open_store
from trickbook.server.table import lobby

GAMES = ("hearts", "chinese-hearts", "rules-of-hearts")
TABLES = 30
TRIES = 20
PAGE = 4096


class Played(NamedTuple):
    """Tables that were played at: the file, the token of each, and all rows."""

    whole: bytes
    tokens: dict[str, str]
    rows: dict[str, Any]


def stored(kept: Store, rng: random.Random) -> dict[str, str]:
    """Tables at which people play; some are in their second match, at some nobody has begun."""
    tokens = {}
    for number in range(TABLES):
        short = number % 15 == 0  # so short a match that the next one has begun
        wish = (
            RulesRequest("hearts", None, options={"target": 1}, players=3)
            if short
            else RulesRequest(GAMES[number % 3], None)
        )
        bots = [] if number % 10 == 9 else ["duck"] * (2 if short else 3)
        laid = lobby.new_table(wish, {"name": f"Ann {number}", "seats": ["me", *bots]})
        live = laid.update.table
        tokens[live.name] = laid.token
        found = [*laid.update.rows]
        if live.game is not None:
            for _, more in moves(live, rng, 80 if short else rng.randrange(1, 60)):
                found += more
        write(kept.writing, found)
    return tokens


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """The same tables each time."""
    folder, rng = tmp_path_factory.mktemp("played"), random.Random(1)  # noqa: S311 - any tables will do
    with seeded(rng), closing(open_store(folder)) as kept:
        tokens = stored(kept, rng)
        found = everything(kept.reading)
    assert {part for of in found.values() for part, _ in of} == TABLE_NAMES
    return Played((folder / STORE_FILE).read_bytes(), tokens, found)


def overwritten(whole: bytes, rng: random.Random) -> bytes:
    """A file with bytes of one to three pages overwritten by such as no text has, or cut short."""
    if rng.random() < 0.1:
        return whole[: rng.randrange(len(whole) // 2, len(whole))]
    found = bytearray(whole)
    for _ in range(rng.choice([1, 1, 2, 3])):
        length = rng.choice([1, 4, 30, 300, PAGE])
        place = rng.randrange(len(whole) // PAGE) * PAGE + rng.randrange(PAGE - length + 1)
        odd = rng.choices([*range(10), *range(128, 256)], k=length)
        found[place : place + length] = rng.choice([bytes(odd), bytes(length)])
    return bytes(found)


def same(found: Any) -> Any:
    """What must be as it was: all but names of decisions, uses and the archive, which play does not need."""
    needed = [(part, row) for part, row in found if part != "archive"]
    return sorted((part, row) for part, row in needed if part not in ("answers", "uses")), len(needed)


def test_whole_tables_are_saved_and_no_other(played: Played, tmp_path: Path) -> None:
    """In most tries most of them; where SQLite finds nothing wrong nothing is laid aside."""
    saved, seen = [], []
    for number in range(TRIES):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / STORE_FILE).write_bytes(overwritten(played.whole, random.Random(number)))  # noqa: S311 - any bytes
        with closing(open_store(folder)) as kept:
            if kept.damage is None:
                continue
            found = everything(kept.reading)
        assert {name: same(of) for name, of in found.items()} == {
            name: same(played.rows[name]) for name in found
        }
        assert kept.damage.seen is not None
        assert kept.damage.saved == len(found) <= kept.damage.seen <= TABLES
        saved.append(len(found))
        seen.append(kept.damage.seen)
    assert len(saved) >= TRIES // 2
    assert sum(count > TABLES // 2 for count in saved) > len(saved) // 2
    assert TABLES in seen


def test_a_table_without_its_last_moves_is_not_saved(played: Played, tmp_path: Path) -> None:
    """Also where what is left of it could be played on."""
    (tmp_path / STORE_FILE).write_bytes(played.whole)
    base = sqlite3.connect(tmp_path / STORE_FILE)
    with base:
        ((name, last),) = base.execute("SELECT name, max(seq) FROM moves GROUP BY name LIMIT 1").fetchall()
        base.execute("UPDATE moves SET name = name || 'x' WHERE name = ? AND seq > ?", [name, last - 3])
    base.close()
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is not None
        found = everything(kept.reading)
    assert name not in found
    assert len(found) >= TABLES - 2


async def known(url: str, tickets: list[Ticket]) -> list[ClientState]:
    found = []
    for one in tickets:
        async with RemoteSeat(one._replace(url=url)) as sitting:
            found.append(sitting.known)
    return found


def test_at_a_saved_table_one_goes_on(played: Played, tmp_path: Path) -> None:
    async def go_on(url: str, ticket: Ticket) -> None:
        async with RemoteSeat(ticket._replace(url=url)) as sitting:
            seq = sitting.known.seq
            assert await sitting.play(first(sitting.known.view)) == seq + 1

    slowly = FREELY._replace(pause=3600)
    tickets = [Ticket("", name, 0, token) for name, token in played.tokens.items()][:12]
    (tmp_path / STORE_FILE).write_bytes(played.whole)
    with serving(tmp_path, slowly) as url:
        before = asyncio.run(known(url, tickets))
    broken = bytearray((tmp_path / STORE_FILE).read_bytes())
    broken[-PAGE:] = bytes(PAGE)
    (tmp_path / STORE_FILE).write_bytes(broken)
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is not None
        assert kept.damage.path.read_bytes() == broken
        there = set(everything(kept.reading))
    kept_ = [(ticket, seen) for ticket, seen in zip(tickets, before, strict=True) if ticket.table in there]
    assert len(kept_) >= 4
    with serving(tmp_path, slowly) as url:
        assert asyncio.run(known(url, [one for one, _ in kept_])) == [seen for _, seen in kept_]
        acting = [one for one, seen in kept_ if seen.view and 0 in seen.view["actors"]]
        asyncio.run(go_on(url, acting[0]))


def test_what_a_server_saved_by_half_is_saved_anew(played: Played, tmp_path: Path) -> None:
    (tmp_path / PARTIAL_FILE).write_bytes(b"half of what was saved")
    (tmp_path / f"{PARTIAL_FILE}-wal").write_bytes(b"likewise")
    (tmp_path / STORE_FILE).write_bytes(played.whole[: -2 * PAGE])
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is not None
    assert not list(tmp_path.glob(f"{PARTIAL_FILE}*"))
