"""Copying tables out of a damaged store: each as it was after its last move up to which no row is missing.

A move counts if the rows of its match are there up to it. What play does not need may be missing: moves of
matches that have a record. A lost deal that nobody has seen is drawn anew, a lost record is made again from
its moves, and a bot takes a seat that was lost.
"""

from __future__ import annotations

import sqlite3
from collections import deque
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.problems import TrickbookError
from trickbook.replays import sealed_deals
from trickbook.server.store import is_environmental, select, write
from trickbook.server.store.checksums import CHECKED
from trickbook.server.store.lifetimes import last_use, running_time
from trickbook.server.store.restore import (
    RulesChangedError,
    between_matches,
    finished_matches,
    load_table_header,
    replayed,
    restored,
    stored_deals,
)
from trickbook.server.store.row_recovery import found_rows
from trickbook.server.table import BOT, Row, TableSeat, TableState, free_seats, match_over
from trickbook.server.table.choice import ready_rules
from trickbook.server.table.match import (
    begin_match,
    deal_row,
    match_record,
    with_next_deal,
    with_sealed_first_deal,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

ENDED_PARTS: Final = ("tables", "seats", "records", "archive", "uses")
"""What is kept of a table that has ended."""

LATER_ROWS: Final = (
    "DELETE FROM matches WHERE name = :name AND number > :kept",
    "DELETE FROM moves WHERE name = :name AND (number > :match OR seq > :seq)",
    "DELETE FROM deals WHERE name = :name AND number = :match AND deal > :deal + 1",
    "DELETE FROM deals WHERE name = :name AND number > :match + :over",
    "DELETE FROM deals WHERE name = :name AND number > :match AND deal > 1",
    (
        "DELETE FROM cuts WHERE name = :name AND (number, deal) NOT IN "
        "(SELECT number, deal FROM deals WHERE name = :name)"
    ),
    "DELETE FROM records WHERE name = :name AND number >= :match + :over",
    "DELETE FROM archive WHERE name = :name AND number >= :match + :over",
    "DELETE FROM answers WHERE name = :name AND seq > :seq",
)
"""Delete what came after a move; ``over`` tells that it ended its match, or that there was none yet.

The rows of the matches after ``kept`` go, too: of one with a record and no such row, the moves are not whole.
"""


class Damage(NamedTuple):
    """A damaged file: its path, the number of tables saved from it, and the number seen in it.

    ``seen`` is None if an earlier server saved the tables and ended.
    """

    path: Path
    saved: int
    seen: int | None


def copy_tables(path: Path, backups: Sequence[Path], new: sqlite3.Connection) -> int:
    """Copy the tables of a damaged store into a new one; returns how many tables were seen.

    Backups, the newest first, have rows that the store lost.
    """
    with closing(found_rows(path, backups)) as rows:
        names = sorted({name for part in CHECKED.values() for name in _names(rows, part)})
        known = set(_names(rows, "tables"))
        new.execute("BEGIN")
        for name in names:
            if name in known and _mended(rows, name):
                _copy(rows, name, new)
        new.execute("COMMIT")
    return len(names)


def _names(rows: sqlite3.Connection, part: str) -> list[str]:
    return [name for (name,) in select(rows, f"SELECT DISTINCT name FROM {part}")]  # noqa: S608 - it is ours


def _copy(rows: sqlite3.Connection, name: str, new: sqlite3.Connection) -> None:
    """Copy a table, or what is kept of one that has ended."""
    parts = ENDED_PARTS if has_ended(rows, name) else CHECKED.values()
    for part in parts:
        for row in select(rows, f"SELECT * FROM {part} WHERE name = ?", name):  # noqa: S608 - it is ours
            new.execute(f"INSERT INTO {part} VALUES ({', '.join('?' * len(row))})", row)  # noqa: S608 - likewise


def _mended(rows: sqlite3.Connection, name: str) -> bool:
    """Mend a table, so that it can go on; returns whether it can, or stays as its rules have changed."""
    if has_ended(rows, name):
        return True
    try:
        if last_use(rows, name) is None:
            write(rows, [Row("use", (name, running_time(rows)))])
        write(rows, _lost_seats(rows, name))
        _mend(rows, name)
        return restored(rows, name) is not None
    except RulesChangedError:
        return True
    except Exception as error:
        if isinstance(error, sqlite3.Error) and is_environmental(error):
            raise
        return False


def has_ended(rows: sqlite3.Connection, name: str) -> bool:
    """Return whether a table is marked as ended, or lost its last use and has nothing but records.

    A table that goes on has a deal: that of its match, or the first one of the next match.
    """
    for (used,) in select(rows, "SELECT used FROM uses WHERE name = ?", name):
        return bool(used < 0)
    goes_on = _has_rows(rows, "matches", name) or _has_rows(rows, "deals", name)
    return _has_rows(rows, "records", name) and not goes_on


def _has_rows(rows: sqlite3.Connection, part: str, name: str) -> bool:
    return bool(select(rows, f"SELECT 1 FROM {part} WHERE name = ? LIMIT 1", name))  # noqa: S608 - it is ours


def _lost_seats(rows: sqlite3.Connection, name: str) -> list[Row]:
    """Seats in the place of lost ones: free before the first match, later with bots."""
    ((choice,),) = select(rows, "SELECT choice FROM tables WHERE name = ?", name)
    known = {place for (place,) in select(rows, "SELECT place FROM seats WHERE name = ?", name)}
    begun = _has_rows(rows, "matches", name) or _has_rows(rows, "records", name)
    seat = TableSeat("", BOT) if begun else TableSeat()
    places = set(range(ready_rules(choice).usual)) - known
    return [Row("seat", (name, place, *seat)) for place in places]


def _mend(rows: sqlite3.Connection, name: str) -> None:
    """Delete what came later than the last whole move of a table, and make what is missing."""
    table = load_table_header(rows, name)
    assert table is not None  # noqa: S101 - its row is there
    table = _furthest(rows, table)
    deal, over = (table.game.deal, match_over(table)) if table.game else (0, True)
    kept = table.match if table.game else table.match - 1
    place = {"name": name, "match": table.match, "seq": table.seq, "deal": deal, "over": over, "kept": kept}
    for statement in LATER_ROWS:
        rows.execute(statement, place)
    write(rows, [*_missing(rows, table), *_lost_records(rows, table)])


def _furthest(rows: sqlite3.Connection, table: TableState) -> TableState:
    """A table in the last match that can go on; else before another match, after all that have a record.

    A match with a record is over, also if its last move is lost.
    """
    finished = finished_matches(rows, table.name)
    query = "SELECT number FROM matches WHERE name = ? AND number >= ? ORDER BY number DESC"
    for (number,) in select(rows, query, table.name, finished):
        last = _last_state(rows, table, number)
        if last is not None and (number > finished or match_over(last)):
            return last
    return between_matches(rows, table)


def _last_state(rows: sqlite3.Connection, table: TableState, number: int) -> TableState | None:
    """A match as far as its rows are there; None if not even its beginning is."""
    states = deque[TableState](maxlen=1)
    with suppress(KeyError, TrickbookError):
        states.extend(replayed(rows, table, number))
    return states[0] if states else None


def _missing(rows: sqlite3.Connection, table: TableState) -> Sequence[Row]:
    """Rows that a table needs to go on: its next deal, or its first match."""
    if table.game is not None and table.game.actors:
        dealt = with_next_deal(table, table.game, sealed_deals.drawn)
        return [deal_row(table, deal, dealt.sealed[deal]) for deal in dealt.new]
    coming = stored_deals(rows, table, table.match + 1).get(1)
    table, drawn = (table._replace(coming=coming), []) if coming else _with_drawn(table)
    begins = table.game is None and not free_seats(table) and coming is not None and coming.is_cut
    return begin_match(table).rows if begins else drawn


def _with_drawn(table: TableState) -> tuple[TableState, list[Row]]:
    """The table with the first deal of its next match drawn, and its row."""
    table, row = with_sealed_first_deal(table)
    return table, [row]


def _lost_records(rows: sqlite3.Connection, table: TableState) -> Iterator[Row]:
    """The records of finished matches that are lost, if their moves are there."""
    own = "SELECT number FROM {} WHERE name = ?1"
    lost = f"{own.format('matches')} EXCEPT {own.format('records')}"
    for (number,) in select(rows, lost, table.name):
        last = _last_state(rows, table, number)
        if last is not None and match_over(last):
            yield Row("record", (table.name, number, match_record(last)))
