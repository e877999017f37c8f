"""The lobby and its seats: new tables, taking, leaving, resuming, bots for empty seats, rematches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import TrickbookError, nearest, shown
from trickbook.rulebook.phrases import differences
from trickbook.seat.texts import languages
from trickbook.server import refusal
from trickbook.server.table import (
    BOT,
    PERSON,
    TABLE_BOTS,
    Row,
    TableSeat,
    TableState,
    Update,
    check_distinct,
    check_title,
    free_seats,
    hashed,
    match_over,
    matches,
    new_table_name,
    new_token,
    player_name,
)
from trickbook.server.table.choice import ready_rules, serialized
from trickbook.server.table.cutting import is_answered, next_seal, running_cut, step
from trickbook.server.table.match import accepted, begin_match, no_change, with_sealed_first_deal
from trickbook.source.nodes import text
from trickbook.texts.message import Message, listing

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from trickbook.seat.rules_request import RulesRequest
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
        message = (
            Message("nobody else can sit down here")
            if not open_
            else Message("seat {number} is taken", number=place or 0)
        )
        raise SeatTakenError(message)
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


MAX_SEATS: Final = 10
"""The most seats of a table."""


MIN_CLOCK: Final = 10
MAX_CLOCK: Final = 86_400
DEFAULT_CLOCK: Final = 600
"""The seconds of a move clock."""


class NewTable(NamedTuple):
    """A new table, and what its maker receives."""

    update: Update
    coming: str | None
    seat: int
    token: str
    invitation: str


def new_table(wanted: RulesRequest, body: Mapping[str, Any], maker: str = "", now: float = 0.0) -> NewTable:
    """Make a table; ``maker`` is the hash of an address."""
    played = ready_rules(serialized(wanted))
    players, name = played.usual, player_name(body.get("name"))
    for lang in languages():
        check_title(text(played.resolved.root, "name", lang) or played.title)
    if players > MAX_SEATS:
        raise TrickbookError(
            Message(
                "a table has {number} seats at most, not {number_found}",
                number=MAX_SEATS,
                number_found=players,
            )
        )
    seats = body.get("seats")
    if seats is not None and not (isinstance(seats, list) and all(isinstance(one, str) for one in seats)):
        raise TrickbookError(Message("`seats` lists who sits where: me, open, or a bot"))
    listed, clock = _yes_no(body, "listed", usual=True), _clock(body.get("clock"))
    take_back = _yes_no(body, "take_back", usual=False)
    if listed and take_back:
        raise TrickbookError(Message("moves are taken back at unlisted tables only; say `listed` false, too"))
    token, invitation = new_token(), new_token()
    table = TableState(
        new_table_name(),
        wanted,
        played,
        initial_seats(seats, players, name, token),
        hashed(invitation),
        listed,
        clock,
        take_back=take_back,
        maker=maker,
    )
    digest = played.digest_for(players)
    table, drawn = with_sealed_first_deal(table)
    rows = [
        Row(
            "table",
            (
                table.name,
                serialized(wanted, take_back=take_back),
                digest,
                table.invitation,
                int(listed),
                clock,
            ),
        ),
        Row("use", (table.name, now)),
        Row("maker", (table.name, maker)),
        drawn,
    ]
    rows += [Row("seat", (table.name, place, *seat)) for place, seat in enumerate(table.seats)]
    seat = next(place for place, one in enumerate(table.seats) if one.plays == PERSON)
    return NewTable(Update(table, {}, tuple(rows)), next_seal(table), seat, token, invitation)


def _yes_no(body: Mapping[str, Any], name: str, *, usual: bool) -> bool:
    """A yes or no of a request."""
    given = body.get(name)
    if given is None:
        return usual
    if type(given) is not bool:
        raise TrickbookError(Message("`{name}` is `true` or `false`", name=name))
    return given


def _clock(given: object) -> int:
    """The seconds of the move clock."""
    if given is None:
        return DEFAULT_CLOCK
    if type(given) is not int or not (given == 0 or MIN_CLOCK <= given <= MAX_CLOCK):
        raise TrickbookError(
            Message(
                "`clock` is a whole number of seconds, {number} to {number_most}, or 0 for none",
                number=MIN_CLOCK,
                number_most=MAX_CLOCK,
            )
        )
    return given


def is_open(table: TableState) -> bool:
    """Return whether anybody may take a seat at a table."""
    return table.listed and bool(free_seats(table))


def summary(table: TableState, here: Collection[int]) -> dict[str, Any]:
    """A table as the lobby lists it."""
    return {
        "table": table.name,
        "title": table.rules.title,
        "ruleset": table.rules.name,
        "house": list(table.choice.house),
        "agreed": {tag: list(differences(table.rules, tag, len(table.seats))) for tag in languages()},
        "seats": [
            {"name": seat.name, "plays": seat.plays, "here": place in here}
            for place, seat in enumerate(table.seats)
        ],
        "coming": next_seal(table),
    }
