"""Changes of seats: taking, leaving, resuming; bots for empty seats; rematches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from trickbook.problems import TrickbookError, nearest, shown
from trickbook.server.protocol import refusal
from trickbook.server.table.cutting import is_answered, running_cut, step
from trickbook.server.table.identity import check_distinct, hashed, matches
from trickbook.server.table.match import accepted, begin_match, no_change
from trickbook.server.table.state import (
    BOT,
    PERSON,
    TABLE_BOTS,
    Row,
    TableSeat,
    TableState,
    Update,
    free_seats,
    match_over,
)
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.server.table.match import Requester

ME: Final = "me"
OPEN: Final = "open"


class SeatTakenError(TrickbookError):
    """The seat is not free."""


def initial_seats(wanted: Sequence[str] | None, players: int, name: str, token: str) -> tuple[TableSeat, ...]:
    """The seats of a new table: its maker, open seats, bots by name."""
    wanted = [ME] if wanted is None else wanted
    if len(wanted) > players or wanted.count(ME) != 1:
        raise TrickbookError(Message("me sits on one of the {number} seats, once", number=players))
    seats = [*wanted, *[OPEN] * (players - len(wanted))]
    return tuple(
        TableSeat(name, PERSON, token=hashed(token))
        if one == ME
        else TableSeat()
        if one == OPEN
        else TableSeat("", BOT, bot_name(one))
        for one in seats
    )


def bot_name(name: str) -> str:
    """The name of a bot; TrickbookError suggests the nearest."""
    if name not in TABLE_BOTS:
        near = nearest(name, TABLE_BOTS)
        if near:
            raise TrickbookError(
                Message("no bot is called {text}; did you mean {name}?", text=shown(name), name=near)
            )
        raise TrickbookError(
            Message("no bot is called {text}; there are {list}", text=shown(name), list=listing(TABLE_BOTS))
        )
    return name


def sit(table: TableState, place: int | None, name: str, token: str) -> Update:
    """Take a free seat."""
    open_ = free_seats(table)
    if not open_ or (place is not None and place not in open_):
        told = (
            Message("nobody else can sit down here")
            if not open_
            else Message("seat {number} is taken", number=place or 0)
        )
        raise SeatTakenError(told)
    check_distinct(name, (seat.name for seat in table.seats if seat.plays == PERSON))
    at = open_[0] if place is None else place
    return with_seat(table, at, TableSeat(name, PERSON, table.seats[at].bot, hashed(token)))


def with_seat(table: TableState, place: int, seat: TableSeat) -> Update:
    """The table with a changed seat; nobody has answered for somebody else, as when the pack is cut."""
    seats = (*table.seats[:place], seat, *table.seats[place + 1 :])
    rows = [Row("seat", (table.name, place, *seat))]
    if seat.token != table.seats[place].token:
        rows += [Row("drop answer", (table.name, *one)) for one in table.answered if one[0] == place]
        cuts = {one: said for one, said in table.cuts.items() if one != place}
        answered = {one: seq for one, seq in table.answered.items() if one[0] != place}
        table = table._replace(cuts=cuts, answered=answered)
    return Update(table._replace(seats=seats), {"seat": place}, tuple(rows), seated=True)


def settled(update: Update, *, wait: bool) -> Update:
    """The update with all that nobody is waited for: steps of cutting, and the beginning of a match.

    Without ``wait``, players who have not answered yet are not waited for.
    """
    while not free_seats(update.table):
        table, cut = update.table, running_cut(update.table)
        if cut is None and table.game is not None and not table.again:
            return update
        if cut is not None and wait and not is_answered(table, cut):
            return update
        done = begin_match(table) if cut is None else step(table, cut)
        update = update._replace(
            table=done.table, rows=(*update.rows, *done.rows), begun=update.begun or done.begun
        )
    return update


def fill(table: TableState, requester: Requester, name: str) -> Update:
    """Give the empty seats to bots."""
    try:
        bot_name(name)
    except TrickbookError as error:
        return Update(table, refusal(requester.id, "bad-message", error.message))
    if not free_seats(table):
        return Update(table, refusal(requester.id, "not-now", Message("no seat is empty")))
    rows: list[Row] = []
    for place in free_seats(table):
        one = with_seat(table, place, TableSeat("", BOT, name))
        table, rows = one.table, [*rows, *one.rows]
    return Update(table, accepted(requester.id, table.seq), tuple(rows), seated=True)


def leave(table: TableState, requester: Requester) -> Update:
    """Leave: a bot takes over until the player returns; before the first match the seat becomes free."""
    seat = table.seats[requester.seat]
    gone = TableSeat() if table.game is None else seat._replace(left=True)
    return with_seat(table, requester.seat, gone)._replace(answer=accepted(requester.id, table.seq))


def release(table: TableState, place: int) -> Update:
    """Free a seat before the first match."""
    return with_seat(table, place, TableSeat()) if table.game is None else no_change(table)


def resume(table: TableState, place: int) -> Update:
    """Return to a seat after leaving it."""
    return with_seat(table, place, table.seats[place]._replace(left=False))


def rematch(table: TableState, requester: Requester) -> Update:
    """Ask for another match after one has ended; it begins when its pack is cut, so nobody can be skipped."""
    if not match_over(table):
        return Update(table, refusal(requester.id, "not-now", Message("the match is not over")))
    return Update(table._replace(again=True), accepted(requester.id, table.seq))


def seat_of(table: TableState, token: str) -> int | None:
    """The seat that a token belongs to. All are compared, so that timing reveals nothing."""
    matching = [place for place, seat in enumerate(table.seats) if matches(token, seat.token)]
    return matching[0] if matching else None


def is_invitation(table: TableState, token: str) -> bool:
    """Return whether a token is the invitation."""
    return matches(token, table.invitation)


def may_watch(table: TableState, token: str | None) -> bool:
    """Return whether a spectator may watch: unlisted tables require the invitation."""
    return table.listed or (token is not None and is_invitation(table, token))
