"""Restoring a table from its rows: every move is replayed on the sealed deals."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from trickbook.problems import TrickbookError
from trickbook.replays.sealed_deals import Sealed, with_cuts
from trickbook.server.store import select
from trickbook.server.store.lifetimes import is_living
from trickbook.server.table import TableSeat, TableState, match_over, read_back
from trickbook.server.table.choice import parsed, ready_rules, serialized, takes_back
from trickbook.server.table.cutting import CUTS, HASHES, with_deal
from trickbook.server.table.match import (
    REMEMBERED_DECISIONS,
    logged_move,
    rewound_to,
    with_move,
    with_new_match,
    with_position,
)
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Iterator

    from trickbook.server.store import Database


class RulesChangedError(TrickbookError):
    """The rules have changed since the table was made."""


def restored(database: Database, name: str) -> TableState | None:
    """A table by its id; None if there is none, or if it has ended."""
    if not is_living(database, name):
        return None
    table = load_table_header(database, name)
    if table is None:
        return None
    query = "SELECT id, seq FROM answers WHERE name = ? AND seat = ? ORDER BY seq DESC LIMIT ?"
    answered = {
        (place, one): seq
        for place in range(len(table.seats))
        for one, seq in reversed(select(database, query, name, place, REMEMBERED_DECISIONS))
    }
    maker = "".join(one for (one,) in select(database, "SELECT maker FROM makers WHERE name = ?", name))
    table = _match(database, table._replace(answered=answered, maker=maker))
    if table.game is not None and not match_over(table):
        return table
    return table._replace(coming=stored_deals(database, table, table.match + 1).get(1))


def load_table_header(database: Database, name: str) -> TableState | None:
    """A table without its matches, also one that has ended; None if there is none."""
    query = "SELECT choice, digest, invitation, listed, clock FROM tables WHERE name = ?"
    found = select(database, query, name)
    if not found:
        return None
    choice, digest, invitation, listed, clock = found[0]
    wish = parsed(choice)
    played = ready_rules(serialized(wish))
    seats = tuple(
        TableSeat(who, plays, bot, token, bool(left))
        for who, plays, bot, token, left in select(
            database, 'SELECT who, plays, bot, token, "left" FROM seats WHERE name = ? ORDER BY place', name
        )
    )
    if played.digest_for(len(seats)) != digest:
        raise RulesChangedError(
            Message("the rules of this table have changed since it was made; it cannot go on")
        )
    table = TableState(name, wish, played, seats, invitation, bool(listed), clock)
    return table._replace(take_back=takes_back(choice))


def has_sent_rules(database: Database, name: str) -> bool:
    """Return whether a table has a ruleset that was sent."""
    query = "SELECT 1 FROM tables WHERE name = ? AND json_extract(choice, '$.text') IS NOT NULL"
    return bool(select(database, query, name))


def stored_deals(database: Database, table: TableState, match: int) -> dict[int, Sealed]:
    """The sealed deals of a match, by number. Where all have cut, the orders of the pack are not stored."""
    query = "SELECT deal, step, said FROM cuts WHERE name = ? AND number = ?"
    rows = select(database, query, table.name, match)
    said = {(deal, step): tuple(words.split()) for deal, step, words in rows}
    query = "SELECT deal, nonce, orders FROM deals WHERE name = ? AND number = ?"
    sealed = {
        deal: Sealed(
            nonce, tuple(orders.splitlines()), said.get((deal, HASHES), ()), said.get((deal, CUTS), ())
        )
        for deal, nonce, orders in select(database, query, table.name, match)
    }
    engine = table.rules.engine(len(table.seats))
    return {deal: with_cuts(engine, deal, one) for deal, one in sealed.items()}


def _match(database: Database, table: TableState) -> TableState:
    """The table with its last match replayed, unless only the record of that is left."""
    query = "SELECT coalesce(max(number), 0) FROM matches WHERE name = ?"
    ((number,),) = select(database, query, table.name)
    if number == 0 or number < finished_matches(database, table.name):
        return between_matches(database, table)
    (last,) = deque(replayed(database, table, number), 1)
    return _prepared(last)


def finished_matches(database: Database, name: str) -> int:
    """The number of the last match that has a record; 0 if none has."""
    query = "SELECT coalesce(max(number), 0) FROM records WHERE name = ?"
    ((number,),) = select(database, query, name)
    return int(number)


def between_matches(database: Database, table: TableState) -> TableState:
    """The table before another match, after all that have a record."""
    finished = finished_matches(database, table.name)
    query = "SELECT coalesce(max(seq), 0) FROM moves WHERE name = ? AND number <= ?"
    ((seq,),) = select(database, query, table.name, finished)
    return table._replace(match=finished, seq=seq)


def replayed(database: Database, table: TableState, number: int) -> Iterator[TableState]:
    """The table at the beginning of a match and after each of its moves; KeyError if a row is missing."""
    ((seq, seed),) = select(
        database, "SELECT seq, seed FROM matches WHERE name = ? AND number = ?", table.name, number
    )
    sealed = stored_deals(database, table, number)
    if not sealed[1].is_cut:
        raise KeyError(1)
    table = with_position(with_new_match(table, number, sealed, int(seed), seq))
    yield table
    query = "SELECT seq, seat, move, played FROM moves WHERE name = ? AND number = ? ORDER BY seq"
    for move in select(database, query, table.name, number):
        table = _with_move(table, *move)
        yield table


def _prepared(table: TableState) -> TableState:
    """The table with its next deal as its pack was cut, if there is one; KeyError if it is missing."""
    game = table.game
    if game is None or not game.actors or game.deal + 1 > game.engine.ending.most:
        return table
    return table._replace(game=with_deal(game, game.deal + 1, table.sealed[game.deal + 1]))


def _with_move(table: TableState, seq: int, seat: int | None, move: str, played: float) -> TableState:
    """The table after replaying a move; KeyError if one before it, or the deal that it begins, is missing."""
    if seq != table.seq + 1:
        raise KeyError(table.seq + 1)
    with suppress(KeyError):
        table = _prepared(table)
    if seat is None and (to := read_back(move)) is not None:
        return rewound_to(table._replace(played=played), seq, to)
    game, table = table.game, table._replace(played=played)
    assert game is not None  # noqa: S101 - the match was opened
    after = game.announce(move) if seat is None else game.apply(seat, move)
    if after.actors and not table.sealed[after.deal].is_cut:
        raise KeyError(after.deal)
    return with_move(table, after, logged_move(table, after, seat))
