"""Every table of a damaged store is saved up to its last whole move.

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
from tests.server.stores import everything, full_table, moves, seeded
from tests.server.test_table import first

from trickbook.seat.rules_request import RulesRequest
from trickbook.server.client import ClientState, RemoteSeat, Ticket
from trickbook.server.store import STORE_FILE, TABLE_NAMES, select, write
from trickbook.server.store.restore import restored
from trickbook.server.store.store import PARTIAL_FILE, Store, open_store
from trickbook.server.table import TableState, match, match_over, seat_changes

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
        laid = full_table(wish, {"name": f"Ann {number}", "seats": ["me", *bots]})
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


def of(found: Any, part: str) -> list[Any]:
    """The rows of a table in one table of the database."""
    return [row for one, row in found if one == part]


def same(found: Any) -> Any:
    """What must be as it was: all but the names of decisions."""
    return sorted((part, row) for part, row in found if part not in ("answers", "uses"))


def current(found: Any, last: int) -> list[Any]:
    """The moves of the match in which a move was made, up to it."""
    begun = max((row[2] for row in of(found, "matches") if row[2] <= last), default=0)
    return [row for row in of(found, "moves") if begun < row[1] <= last]


def seq_of(found: Any) -> int:
    """The number of the last move of a table, or of the match that has just begun."""
    return max(  # type: ignore[no-any-return]
        [0, *(row[1] for row in of(found, "moves")), *(row[2] for row in of(found, "matches"))]
    )


def test_each_table_is_saved_up_to_a_move(played: Played, tmp_path: Path) -> None:
    """In most tries most of them are as they were; where SQLite finds nothing wrong nothing is laid aside."""
    saved, whole = [], []
    for number in range(TRIES):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / STORE_FILE).write_bytes(overwritten(played.whole, random.Random(number)))  # noqa: S311 - any bytes
        with closing(open_store(folder)) as kept:
            if kept.damage is None:
                continue
            found = everything(kept.reading)
            for name in found:
                assert restored(kept.reading, name) is not None
        for name, rows in found.items():
            last = seq_of(rows)
            assert last <= seq_of(played.rows[name])
            assert of(rows, "tables") == of(played.rows[name], "tables")
            assert current(rows, last) == current(played.rows[name], last)
            lost = set(of(rows, "seats")) - set(of(played.rows[name], "seats"))
            assert {row[3] for row in lost} <= {"bot", "nobody"}
        assert kept.damage.seen is not None
        assert kept.damage.saved == len(found) <= kept.damage.seen <= TABLES
        saved.append(len(found))
        whole.append(sum(seq_of(rows) == seq_of(played.rows[name]) for name, rows in found.items()))
    assert len(saved) >= TRIES // 2
    assert sum(count > TABLES * 0.8 for count in saved) > len(saved) * 0.8
    assert sum(count > TABLES // 2 for count in whole) > len(whole) // 2


def test_a_lost_move_ends_what_is_saved_of_its_match(played: Played, tmp_path: Path) -> None:
    """The moves after it are whole, but nothing tells what they meant."""
    (tmp_path / STORE_FILE).write_bytes(played.whole)
    with closing(sqlite3.connect(tmp_path / STORE_FILE)) as base, base:
        ((name, last),) = base.execute("SELECT name, max(seq) FROM moves GROUP BY name LIMIT 1").fetchall()
        base.execute("UPDATE moves SET name = name || 'x' WHERE name = ? AND seq = ?", [name, last - 3])
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is not None
        assert (kept.damage.saved, kept.damage.seen) == (TABLES, TABLES)
        found = everything(kept.reading)
    assert {one: seq_of(rows) for one, rows in found.items()} == {
        one: last - 4 if one == name else seq_of(rows) for one, rows in played.rows.items()
    }


@pytest.mark.parametrize("lost", ["moves", "matches"])
def test_a_record_stays_if_its_match_is_damaged(tmp_path: Path, lost: str) -> None:
    """The match is over all the same: another one begins, and has a record of its own."""
    rng, wish = random.Random(7), RulesRequest("hearts", None, options={"target": 1}, players=3)  # noqa: S311 - any moves
    with closing(open_store(tmp_path)) as kept:
        laid = full_table(wish, {"name": "Ann", "seats": ["me", "duck", "duck"]}).update
        write(kept.writing, laid.rows)
        live = finished(kept, laid.table, rng)
        records = select(kept.reading, "SELECT * FROM records")
        last = f"DELETE FROM {lost} WHERE seq = (SELECT max(seq) FROM {lost})"  # noqa: S608 - it is ours
        kept.writing.execute(last)
        kept.writing.execute("UPDATE seats SET who = 'Bea' WHERE place = 2")
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is not None
        assert select(kept.reading, "SELECT * FROM records") == records
        again = restored(kept.reading, live.name)
        assert again is not None
        assert (again.match, again.game, again.coming) == (1, None, live.coming)
        next_match = seat_changes.settled(match.no_change(again), wait=False)
        write(kept.writing, next_match.rows)
        finished(kept, next_match.table, rng)
        assert select(kept.reading, "SELECT number FROM records") == [(1,), (2,)]


def finished(kept: Store, live: TableState, rng: random.Random) -> TableState:
    """A table whose match was played to its end."""
    for after, rows in moves(live, rng, 1000):
        write(kept.writing, rows)
        if match_over(after):
            return after
    pytest.fail("the match never ends")


async def known(url: str, tickets: list[Ticket]) -> list[ClientState]:
    found = []
    for one in tickets:
        async with RemoteSeat(one._replace(url=url)) as sitting:
            found.append(sitting.known._replace(cut=None))  # its steps go on by themselves
    return found


def test_at_a_saved_table_one_goes_on(played: Played, tmp_path: Path) -> None:
    async def go_on(url: str, ticket: Ticket) -> None:
        async with RemoteSeat(ticket._replace(url=url)) as sitting:
            seq = sitting.known.seq
            assert await sitting.play(first(sitting.known.view)) == seq + 1

    slowly = FREELY._replace(pause=3600)
    tickets = [Ticket("", name, 0, token) for name, token in played.tokens.items()][:20]
    (tmp_path / STORE_FILE).write_bytes(played.whole)
    with serving(tmp_path, slowly) as url:
        before = asyncio.run(known(url, tickets))
    broken = bytearray((tmp_path / STORE_FILE).read_bytes())
    broken[-PAGE:] = bytes(PAGE)
    (tmp_path / STORE_FILE).write_bytes(broken)
    with closing(open_store(tmp_path)) as kept:
        assert kept.damage is not None
        assert kept.damage.path.read_bytes() == broken
        there = everything(kept.reading)
    kept_ = [
        (ticket, seen)
        for ticket, seen in zip(tickets, before, strict=True)
        if same(there.get(ticket.table, [])) == same(played.rows[ticket.table])
    ]
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
