"""The store as an operator sees it, also while a server uses it; no card is told that has not been played."""

from __future__ import annotations

import sqlite3
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import TrickbookError, visible
from trickbook.server.store import STORE_FILE, STORE_VERSION, connect, select, write
from trickbook.server.store.integrity import DamagedRowsError, check_table
from trickbook.server.store.lifetimes import DAY, next_deletion, running_time
from trickbook.server.table import Row
from trickbook.server.table.choice import parsed
from trickbook.texts.message import Message, verbatim

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from trickbook.seat.rules_request import RulesRequest
    from trickbook.server.store import Database

BUSY_TIMEOUT: Final = 10_000
"""Milliseconds to wait for a running server's writing."""

SUMMARY_QUERY: Final = """
SELECT name, choice, listed, clock,
    (SELECT used FROM uses WHERE uses.name = tables.name),
    (SELECT count(*) FROM matches WHERE matches.name = tables.name),
    (SELECT count(*) FROM records WHERE records.name = tables.name),
    (SELECT max(seq) FROM moves WHERE moves.name = tables.name)
FROM tables ORDER BY rowid"""


class TableSummary(NamedTuple):
    """A table: its game, how far it is, and for how many days of the server nobody has used it.

    ``unused`` is None once it has ended; ``ending`` means that it is being deleted. The game of a table
    whose row is damaged is None.
    """

    name: str
    game: str | None
    sent: bool
    listed: bool
    clock: int
    matches: int
    records: int
    moves: int
    unused: float | None
    ending: bool

    @property
    def state(self) -> str:
        """How far a table is, in a word."""
        if self.game is None:
            return "damaged"
        if self.ending:
            return "ending"
        return "ended" if self.unused is None else "playing" if self.matches else "waiting"


@contextmanager
def visited_store(place: Path | str) -> Iterator[Database]:
    """A connection beside those of servers; TrickbookError if the store is missing, old or damaged.

    The place is a folder, or the address of a store in PostgreSQL.
    """
    if isinstance(place, str):
        from trickbook.server.store.postgres import visited  # noqa: PLC0415 - only who needs it loads psycopg

        with visited(place) as database:
            yield database
    else:
        with visited_folder(place) as database:
            yield database


@contextmanager
def visited_folder(folder: Path) -> Iterator[sqlite3.Connection]:
    """A connection to the store in a folder, beside that of a server; TrickbookError as above."""
    path = folder / STORE_FILE
    where = visible(str(path))
    if not path.is_file():
        raise TrickbookError(
            Message("there is no {path}; name the folder of the server's --data", path=where)
        )
    try:
        with closing(connect(path)) as database:
            database.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT}")
            ((version,),) = select(database, "PRAGMA user_version")
            if version != STORE_VERSION:
                raise TrickbookError(
                    Message(
                        "{path} is of another version; start this version's server there once", path=where
                    )
                )
            yield database
    except sqlite3.Error as error:
        raise TrickbookError(
            Message(
                "{path} cannot be used: {reason}; a server recovers it when it starts",
                path=where,
                reason=str(error),
            )
        ) from None


def summaries(database: Database) -> list[TableSummary]:
    """All tables, the oldest first; those of PostgreSQL whose choices changed last may come later."""
    now = running_time(database)
    return [_summary(now, *row) for row in select(database, SUMMARY_QUERY)]


def _summary(  # noqa: PLR0913, PLR0917 - the columns of the query
    now: float,
    name: object,
    choice: str,
    listed: object,
    clock: int,
    used: object,
    matches: int,
    records: int,
    moves: int | None,
) -> TableSummary:
    """The summary of a table from its rows; without its game if they are damaged."""
    try:
        wish = parsed(choice)
    except ValueError:
        wish = None
    known = used if isinstance(used, int | float) else None
    sound = wish is not None and isinstance(name, str) and known is used
    return TableSummary(
        str(name),
        wish.game if wish and sound else None,
        wish is not None and wish.text is not None,
        bool(listed),
        clock,
        matches,
        records,
        moves or 0,
        None if known is None or known < 0 else (now - known) / DAY,
        known is not None and known < 0,
    )


def named_summaries(database: Database, names: Sequence[str]) -> list[TableSummary]:
    """The tables with these names; TrickbookError if there is none of a name. All are read once."""
    found = {one.name: one for one in summaries(database)}
    for name in names:
        if name not in found:
            raise TrickbookError(Message("there is no table {name}", name=visible(name)))
    return [found[name] for name in names]


def check_rows(database: Database, name: str) -> None:
    """Check the rows of a table; TrickbookError if they are damaged."""
    try:
        if isinstance(database, sqlite3.Connection):  # PostgreSQL has checksums of its own
            check_table(database, name)
        _choice(database, name)
    except (DamagedRowsError, ValueError) as error:
        raise TrickbookError(damage_message(name, verbatim(error))) from None


def damage_message(name: str, reason: Message) -> Message:
    """The message for a table whose rows are damaged."""
    return Message(
        "what is stored of table {name} is damaged: {reason}; a server that runs saves what is whole",
        name=visible(name),
        reason=reason,
    )


def _choice(database: Database, name: str) -> RulesRequest:
    """The rules that were asked for; ValueError if they are damaged."""
    ((choice,),) = select(database, "SELECT choice FROM tables WHERE name = ?", name)
    return parsed(choice)


def table_details(database: Database, name: str) -> dict[str, Any]:
    """What is known of a table whose rows are whole: also its seats, and the rules that were asked for."""
    query = 'SELECT who, plays, bot, "left" FROM seats WHERE name = ? ORDER BY place'
    seats = [
        {"name": who, "plays": plays, "bot": bot if plays == "bot" else None, "left": bool(left)}
        for who, plays, bot, left in select(database, query, name)
    ]
    wish = _choice(database, name)
    return {"house": wish.house, "options": wish.options, "seats": seats}


def kept_records(database: Database, name: str) -> list[tuple[int, str]]:
    """The records of a table, by the numbers of its matches."""
    return select(database, "SELECT number, record FROM records WHERE name = ? ORDER BY number", name)


def sent_ruleset(database: Database, name: str) -> str | None:
    """The ruleset that was sent for a table, if one was."""
    return _choice(database, name).text


def mark_tables(database: Database, names: Sequence[str], mark: float) -> None:
    """Mark tables as ended: a server that runs ends them soon, and one that starts does so then."""
    write(database, [Row("use", (name, mark)) for name in names])


def delete_marked(database: Database, names: Sequence[str]) -> None:
    """Delete what is to go of marked tables."""
    for name in names:
        while rows := next_deletion(database, name):
            write(database, rows)
