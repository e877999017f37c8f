"""Restoring a table from its rows: every move is replayed on the sealed deals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.problems import TrickbookError
from trickbook.replays.sealed_deals import Sealed
from trickbook.server.store.database import select
from trickbook.server.table import visibility
from trickbook.server.table.choice import parsed, ready_rules
from trickbook.server.table.match import (
    REMEMBERED_DECISIONS,
    with_deal,
    with_move,
    with_new_match,
)
from trickbook.server.table.state import LoggedMove, TableSeat, TableState, match_over

if TYPE_CHECKING:
    from trickbook.server.store.database import Database


class RulesChangedError(TrickbookError):
    """The rules have changed since the table was made."""


def restored(database: Database, name: str) -> TableState | None:
    """A table by its id; None if there is none, or if it has ended."""
    if not select(database, "SELECT 1 FROM uses WHERE name = ? AND used >= 0", name):
        return None
    table = unopened(database, name)
    if table is None:
        return None
    query = "SELECT id, seq FROM answers WHERE name = ? AND seat = ? ORDER BY seq DESC LIMIT ?"
    answered = {
        (place, one): seq
        for place in range(len(table.seats))
        for one, seq in reversed(select(database, query, name, place, REMEMBERED_DECISIONS))
    }
    table = _match(database, table._replace(answered=answered))
    if table.game is not None and not match_over(table):
        return table
    return table._replace(coming=_sealed(database, name, table.match + 1).get(1))


def unopened(database: Database, name: str) -> TableState | None:
    """A table without its matches, also one that has ended; None if there is none."""
    query = "SELECT choice, digest, invitation, listed, clock FROM tables WHERE name = ?"
    found = select(database, query, name)
    if not found:
        return None
    choice, digest, invitation, listed, clock = found[0]
    played = ready_rules(choice)
    seats = tuple(
        TableSeat(who, plays, bot, token, bool(left))
        for who, plays, bot, token, left in select(
            database, 'SELECT who, plays, bot, token, "left" FROM seats WHERE name = ? ORDER BY place', name
        )
    )
    if played.digest_for(len(seats)) != digest:
        raise RulesChangedError("the rules of this table have changed since it was made; it cannot go on")
    return TableState(name, parsed(choice), played, seats, invitation, bool(listed), clock)


def has_sent_rules(database: Database, name: str) -> bool:
    """Return whether a table has a ruleset that was sent."""
    query = "SELECT 1 FROM tables WHERE name = ? AND json_extract(choice, '$.text') IS NOT NULL"
    return bool(select(database, query, name))


def _sealed(database: Database, name: str, match: int) -> dict[int, Sealed]:
    """The sealed deals of a match, by number."""
    query = "SELECT deal, nonce, orders FROM deals WHERE name = ? AND number = ?"
    dealt = select(database, query, name, match)
    return {deal: Sealed(nonce, tuple(orders.split("\n"))) for deal, nonce, orders in dealt}


def _match(database: Database, table: TableState) -> TableState:
    """The table with its last match replayed."""
    query = "SELECT number, seq, seed FROM matches WHERE name = ? ORDER BY number DESC LIMIT 1"
    last = select(database, query, table.name)
    if not last:
        return table
    number, seq, seed = last[0]
    sealed = _sealed(database, table.name, number)
    if 1 not in sealed:
        raise KeyError(1)
    table = with_new_match(table, number, sealed, int(seed))._replace(seq=seq, dealt=seq)
    query = "SELECT seq, seat, move, played FROM moves WHERE name = ? AND seq > ? ORDER BY seq"
    for move in select(database, query, table.name, seq):
        table = _made(_laid(table), *move)
    return _laid(table)


def _laid(table: TableState) -> TableState:
    """The table with its next deal as it was drawn, if there is one."""
    game = table.game
    if game is None or not game.actors or game.deal + 1 > game.engine.ending.most:
        return table
    return table._replace(game=with_deal(game, game.deal + 1, table.sealed[game.deal + 1]))


def _made(table: TableState, seq: int, seat: int | None, move: str, played: float) -> TableState:
    """The table after replaying a move; KeyError if one before it is missing."""
    game, table = table.game, table._replace(played=played)
    assert game is not None  # noqa: S101 - the match was opened
    if seq != table.seq + 1:
        raise KeyError(table.seq + 1)
    if seat is None:
        return with_move(table, game.announce(move), LoggedMove(seq, None, "announced", move, move))
    after = game.apply(seat, move)
    step, said, open_ = visibility.visible_move(game, after, seat)
    return with_move(table, after, LoggedMove(seq, seat, step, said, open_))
