"""Stores for tests: the same tables each time, with some moves played."""

from __future__ import annotations

import random
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from trickbook.seat.rules_request import RulesRequest
from trickbook.server.store import STORE_FILE, TABLE_NAMES, select, write
from trickbook.server.store.checksums import CHECKED, checksum
from trickbook.server.store.store import open_store
from trickbook.server.table import Row, TableState, match, match_over, seat_changes
from trickbook.server.table.match import Requester
from trickbook.server.table.seat_changes import NewTable

TABLES = 15
MOVES = 12


def moves(live: TableState, rng: random.Random, count: int) -> Iterator[tuple[TableState, tuple[Row, ...]]]:
    """Let a table be played at; another match begins when one is over."""
    for number in range(count):
        game = live.game
        assert game is not None
        asked = Requester(0, f"decision {number}")
        if match_over(live):
            outcome = match.once(live, asked, lambda now: seat_changes.rematch(now, asked))  # noqa: B023 - called at once
            outcome = seat_changes.settled(outcome, wait=False)
        else:
            seat = rng.choice(game.actors)
            asked, legal = asked._replace(seat=seat), game.legal(seat)
            move = str(legal[rng.randrange(len(legal))])
            outcome = match.once(live, asked, lambda now: match.play(now, asked, move))  # noqa: B023 - likewise
        live = outcome.table
        yield live, outcome.rows


def everything(base: sqlite3.Connection) -> dict[str, Any]:
    """All rows of each table."""
    found: dict[str, Any] = {}
    for part in sorted(TABLE_NAMES):
        for row in select(base, f"SELECT * FROM {part}"):  # noqa: S608 - it is ours
            found.setdefault(row[0], []).append((part, row))
    return found


def with_checksums(base: sqlite3.Connection) -> None:
    """Give all rows of a store the checksums of their values, as if they had been stored so."""
    base.create_function("row_checksum", -1, lambda part, *values: checksum(part, values))
    for part in CHECKED.values():
        columns = [f'"{name}"' for _, name, *_ in select(base, f"PRAGMA table_info({part})")][:-1]
        base.execute(f"UPDATE {part} SET checksum = row_checksum('{part}', {', '.join(columns)})")  # noqa: S608 - ours


@contextmanager
def seeded(rng: random.Random) -> Iterator[None]:
    """What is drawn from secrets comes of a seed, so that a store is the same each time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(secrets, "choice", rng.choice)
        patch.setattr(secrets, "randbelow", rng.randrange)
        patch.setattr(secrets, "SystemRandom", lambda: rng)
        for name in ("token_hex", "token_urlsafe"):
            patch.setattr(secrets, name, lambda length: rng.randbytes(length).hex())
        yield


def full_table(wish: RulesRequest, body: dict[str, Any]) -> NewTable:
    """A new table whose match begins, if no seat is free, without waiting for anybody to cut."""
    made = seat_changes.new_table(wish, body)
    return made._replace(update=seat_changes.settled(made.update, wait=False))


class Stored(NamedTuple):
    """The file of a store, and all rows of each table."""

    file: bytes
    rows: dict[str, Any]


def stored(folder: Path) -> Stored:
    """A store with the same tables each time; each move is a commit."""
    rng = random.Random(2)  # noqa: S311 - any moves will do
    with seeded(rng), closing(open_store(folder)) as kept:
        for number in range(TABLES):
            name = {"name": f"Ann {number}", "seats": ["me", "duck"]}
            write(kept.writing, seat_changes.new_table(RulesRequest("hearts", None), name).update.rows)
            name = {"name": f"Bea {number}", "seats": ["me", *["duck"] * 3]}
            full = full_table(RulesRequest("hearts", None), name).update
            write(kept.writing, full.rows)
            for _, rows in moves(full.table, rng, MOVES):
                write(kept.writing, rows)
        return Stored((folder / STORE_FILE).read_bytes(), everything(kept.reading))


def again(folder: Path, file: bytes) -> Path:
    """A new folder with that store."""
    folder.mkdir()
    (folder / STORE_FILE).write_bytes(file)
    return folder
