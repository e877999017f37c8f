"""Flipped bytes in a store of eight tables: a damaged one keeps all moves up to its last whole one.

`python -m tests.server.test_damaged_bytes` prints how many tables and moves are recovered.
"""

from __future__ import annotations

import random
import shutil
import sys
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest
from tests.server.stores import full_table, moves, seeded

from trickbook.seat.rules_request import RulesRequest
from trickbook.server.store import STORE_FILE, select, write
from trickbook.server.store.backups import next_backup
from trickbook.server.store.restore import restored
from trickbook.server.store.store import open_store

TABLES = 8
TRIES = 6
MOVES = 240
"""The moves at each table, all of one match."""


class Played(NamedTuple):
    """A folder with a store, and the moves of each table."""

    folder: Path
    moves: dict[str, list[tuple[object, ...]]]


def moves_of(folder: Path) -> dict[str, list[tuple[object, ...]]]:
    """The moves of the tables that a server restores from a folder, up to where each of them is."""
    found = {}
    with closing(open_store(folder)) as kept:
        for (name,) in select(kept.reading, "SELECT name FROM tables"):
            table = restored(kept.reading, name)
            assert table is not None
            query = "SELECT seq, number, seat, move, played FROM moves WHERE name = ? ORDER BY seq"
            found[name] = select(kept.reading, query, name)
            assert table.seq == len(found[name]) + table.match
    return found


def stored(folder: Path) -> Played:
    """Eight tables at which a person and three bots play, by turns."""
    rng = random.Random(3)  # noqa: S311 - any moves will do
    with seeded(rng), closing(open_store(folder)) as kept:
        playing = []
        for number in range(TABLES):
            body = {"name": f"Ann {number}", "seats": ["me", *["duck"] * 3]}
            new = full_table(RulesRequest("hearts", None), body).update
            write(kept.writing, new.rows)
            playing.append(moves(new.table, rng, MOVES))
        for step in zip(*playing, strict=True):
            for _, rows in step:
                write(kept.writing, rows)
    return Played(folder, moves_of(folder))


def flipped(played: Played, folder: Path, count: int, rng: random.Random) -> Path:
    """A copy of the folder, with so many bytes of the store flipped."""
    shutil.copytree(played.folder, folder)
    file = bytearray((folder / STORE_FILE).read_bytes())
    for place in rng.sample(range(len(file)), count):
        file[place] ^= rng.randrange(1, 256)
    (folder / STORE_FILE).write_bytes(file)
    return folder


def figures(count: int, tries: int) -> str:
    """How many tables and moves are recovered on average, with so many flipped bytes."""
    with TemporaryDirectory() as path:
        played, tables, made = stored(Path(path) / "whole"), 0, 0
        for number in range(tries):
            rng = random.Random(number)  # noqa: S311 - any bytes will do
            found = moves_of(flipped(played, Path(path) / f"{number}", count, rng))
            tables, made = tables + len(found), made + sum(map(len, found.values()))
    all_made = tries * TABLES * MOVES
    return f"{count} bytes: {tables / tries:.2f} of {TABLES} tables, {made / all_made:.1%} of the moves"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    return stored(tmp_path_factory.mktemp("played") / "whole")


@pytest.mark.parametrize(("count", "damaged"), [(1, 1), (8, 8), (64, 8)])
def test_a_flipped_byte_damages_one_table_at_most(
    played: Played, tmp_path: Path, count: int, damaged: int
) -> None:
    """A table that is damaged keeps its moves up to one that is lost."""
    lost = 0
    for number in range(TRIES):
        rng = random.Random(number)  # noqa: S311 - any bytes will do
        found = moves_of(flipped(played, tmp_path / str(number), count, rng))
        for name, made in found.items():
            assert made == played.moves[name][: len(made)]
        assert sum(found.get(name) != made for name, made in played.moves.items()) <= damaged
        lost += TABLES - len(found)
    assert lost <= TRIES * count // 4, "of tables little is stored that they cannot do without"


def test_a_backup_has_what_a_damaged_file_lost(played: Played, tmp_path: Path) -> None:
    """Moves made since the backup are in the file, those before it also in the backup."""
    for number, count in enumerate((8, 64, 64)):
        rng = random.Random(number)  # noqa: S311 - any bytes will do
        folder = flipped(played, tmp_path / str(number), count, rng)
        shutil.copy(played.folder / STORE_FILE, next_backup(folder))
        assert moves_of(folder) == played.moves


def test_a_table_is_not_mixed_with_another_past_of_it(played: Played, tmp_path: Path) -> None:
    """An older backup was put back, and play went another way since."""
    name, made = next(iter(played.moves.items()))
    folder = flipped(played, tmp_path / "here", 0, random.Random(0))  # noqa: S311 - no byte
    shutil.copy(folder / STORE_FILE, next_backup(folder))
    with closing(open_store(folder)) as kept:
        kept.writing.execute("DELETE FROM moves WHERE name = ? AND seq > 100", [name])
        table = restored(kept.reading, name)
        assert table is not None
        for _, rows in moves(table, random.Random(9), 20):  # noqa: S311 - other moves
            write(kept.writing, rows)
        kept.writing.execute("UPDATE moves SET move = 'x' WHERE name = ? AND seq = 112", [name])
        query = "SELECT seq, number, seat, move, played FROM moves WHERE name = ? AND seq < 112 ORDER BY seq"
        other = select(kept.reading, query, name)
    assert other != made[: len(other)]
    assert moves_of(folder) == {**played.moves, name: other}


if __name__ == "__main__":
    for flips in (1, 8, 64):
        sys.stdout.write(f"{figures(flips, 30)}\n")
