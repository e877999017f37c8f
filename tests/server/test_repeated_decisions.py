"""A repeated decision is not carried out twice, however much others have done meanwhile.

The store keeps as many answers as the table remembers, however long it is played at.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.server.stores import full_table, moves, seeded

from trickbook.seat.rules_request import RulesRequest
from trickbook.server.store import select, write
from trickbook.server.store.restore import restored
from trickbook.server.store.store import open_store
from trickbook.server.table import Row, TableState, Update, match, seat_changes
from trickbook.server.table.match import REMEMBERED_DECISIONS, Requester

SEATS = 4
DECIDED = 120


def twice(live: TableState) -> Update:
    raise AssertionError


def test_the_last_decisions_of_each_seat_are_known(tmp_path: Path) -> None:
    """Also after the server was started again."""
    rng = random.Random(4)  # noqa: S311 - any moves will do
    with seeded(rng), closing(open_store(tmp_path)) as kept:
        laid = full_table(RulesRequest("hearts", None), {"name": "Ann", "seats": ["me", *["duck"] * 3]})
        write(kept.writing, laid.update.rows)
        live, made = laid.update.table, list[tuple[int, str]]()
        for after, rows in moves(live, rng, DECIDED):
            write(kept.writing, rows)
            made += [row.values[1:3] for row in rows if row.statement == "answer"]  # type: ignore[misc]
            live = after
        again = restored(kept.reading, live.name)
        known = select(kept.reading, "SELECT seat, id FROM answers")
    assert len(made) == DECIDED
    assert {*known} == {*live.answered}
    assert again is not None
    for table in (live, again):
        for seat in range(SEATS):
            last = [name for place, name in made if place == seat][-REMEMBERED_DECISIONS:]
            assert len(last) == REMEMBERED_DECISIONS
            for name in last:
                outcome = match.once(table, Requester(seat, name), twice)
                assert (outcome.table, outcome.rows, outcome.answer["type"]) == (table, (), "accepted")
        assert len(table.answered) == SEATS * REMEMBERED_DECISIONS


def test_a_name_that_is_forgotten_may_be_used_again(tmp_path: Path) -> None:
    """As by a program that counts anew each time it begins."""

    def counted(row: Row) -> Row:
        table, seat, name, *seq = row.values
        return row._replace(
            values=(table, seat, f"c{int(str(name).split()[1]) % (3 * REMEMBERED_DECISIONS)}", *seq)
        )

    rng = random.Random(4)  # noqa: S311 - likewise
    with seeded(rng), closing(open_store(tmp_path)) as kept:
        laid = full_table(RulesRequest("hearts", None), {"name": "Ann", "seats": ["me", *["duck"] * 3]})
        write(kept.writing, laid.update.rows)
        live = laid.update.table
        for after, rows in moves(live, rng, DECIDED):
            write(kept.writing, [counted(row) if "answer" in row.statement else row for row in rows])
            live = after
        again = restored(kept.reading, live.name)
    assert again is not None
    assert again.game == live.game


def test_answers_to_decisions_that_move_nothing_are_forgotten_too(tmp_path: Path) -> None:
    """They all have the same place in the match."""
    with closing(open_store(tmp_path)) as kept:
        laid = full_table(RulesRequest("hearts", None), {"name": "Ann", "seats": ["me", *["duck"] * 3]})
        write(kept.writing, laid.update.rows)
        live = laid.update.table
        for number in range(3 * REMEMBERED_DECISIONS):
            asked = Requester(0, f"decision {number}")
            outcome = match.once(live, asked, lambda now: match.acknowledge(now, asked))  # noqa: B023 - called at once
            write(kept.writing, outcome.rows)
            live = outcome.table
        again = restored(kept.reading, live.name)
    assert again is not None
    assert {*again.answered} == {*live.answered}
    last = range(2 * REMEMBERED_DECISIONS, 3 * REMEMBERED_DECISIONS)
    assert [*live.answered] == [(0, f"decision {number}") for number in last]


def test_the_decisions_of_a_seat_are_forgotten_when_it_gets_another_player(tmp_path: Path) -> None:
    """Two programs may count alike: the second one's decisions are carried out all the same."""
    ann, ben, cid = (Requester(seat, "c1") for seat in (0, 1, 1))
    with closing(open_store(tmp_path)) as kept:
        laid = seat_changes.new_table(RulesRequest("hearts", None), {"name": "Ann"}).update
        write(kept.writing, laid.rows)
        live = laid.table

        def do(act: Callable[[TableState], Update]) -> Update:
            nonlocal live
            done = act(live)
            write(kept.writing, done.rows)
            live = done.table
            return done

        do(lambda table: match.once(table, ann, lambda now: match.acknowledge(now, ann)))
        do(lambda table: seat_changes.sit(table, 1, "Ben", "token of Ben"))
        do(lambda table: match.once(table, ben, lambda now: seat_changes.leave(now, ben)))
        do(lambda table: seat_changes.sit(table, 1, "Cid", "token of Cid"))
        again = restored(kept.reading, live.name)
        assert again is not None
        assert [*again.answered] == [*live.answered] == [(0, "c1")]
        filled = do(lambda table: match.once(table, cid, lambda now: seat_changes.fill(now, cid, "duck")))
    assert filled.rows
    assert [seat.plays for seat in live.seats] == ["person", "person", "bot", "bot"]
