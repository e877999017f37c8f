"""A decision that is sent again is not made again, however much the others have decided meanwhile."""

from __future__ import annotations

import random
from contextlib import closing
from pathlib import Path

from tests.server.stores import moves, seeded

from trickbook.server import lobby, moving
from trickbook.server.base import write
from trickbook.server.live import Live, Outcome, Row
from trickbook.server.moving import REMEMBERED, Asked
from trickbook.server.recalling import recalled
from trickbook.server.store import opened
from trickbook.sitting.opening import Wanted

SEATS = 4
DECIDED = 120


def twice(live: Live) -> Outcome:
    raise AssertionError


def test_the_last_decisions_of_each_seat_are_known(tmp_path: Path) -> None:
    """Also after the server was started again."""
    rng = random.Random(4)  # noqa: S311 - any moves will do
    with seeded(rng), closing(opened(tmp_path)) as kept:
        laid = lobby.laid(Wanted("hearts", None), {"name": "Ann", "seats": ["me", *["duck"] * 3]})
        write(kept.writing, laid.outcome.rows)
        live, made = laid.outcome.table, list[tuple[int, str]]()
        for after, rows in moves(live, rng, DECIDED):
            write(kept.writing, rows)
            made += [row.values[1:3] for row in rows if row.statement == "answer"]  # type: ignore[misc]
            live = after
        again = recalled(kept.reading, live.name)
    assert len(made) == DECIDED
    assert again is not None
    for table in (live, again):
        for seat in range(SEATS):
            last = [name for place, name in made if place == seat][-REMEMBERED:]
            assert len(last) == REMEMBERED
            for name in last:
                outcome = moving.once(table, Asked(seat, name), twice)
                assert (outcome.table, outcome.rows, outcome.answer["type"]) == (table, (), "accepted")
        assert len(table.answered) == SEATS * REMEMBERED


def test_a_name_that_is_forgotten_may_be_used_again(tmp_path: Path) -> None:
    """As by a program that counts anew each time it begins."""

    def counted(row: Row) -> Row:
        table, seat, name, seq = row.values
        return row._replace(values=(table, seat, f"c{int(str(name).split()[1]) % (3 * REMEMBERED)}", seq))

    rng = random.Random(4)  # noqa: S311 - likewise
    with seeded(rng), closing(opened(tmp_path)) as kept:
        laid = lobby.laid(Wanted("hearts", None), {"name": "Ann", "seats": ["me", *["duck"] * 3]})
        write(kept.writing, laid.outcome.rows)
        live = laid.outcome.table
        for after, rows in moves(live, rng, DECIDED):
            write(kept.writing, [counted(row) if row.statement == "answer" else row for row in rows])
            live = after
        again = recalled(kept.reading, live.name)
    assert again is not None
    assert again.game == live.game
