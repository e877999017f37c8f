"""The lobby: new tables, and the list of open ones."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import TrickbookError
from trickbook.seat.texts import languages
from trickbook.server.table import identity, seat_changes
from trickbook.server.table.choice import ready_rules, serialized
from trickbook.server.table.cutting import next_seal
from trickbook.server.table.identity import check_title, player_name
from trickbook.server.table.match import with_sealed_first_deal
from trickbook.server.table.state import PERSON, Row, TableState, Update, free_seats
from trickbook.source.nodes import text
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from trickbook.seat.rules_request import RulesRequest

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
    token, invitation = identity.new_token(), identity.new_token()
    table = TableState(
        identity.new_table_name(),
        wanted,
        played,
        seat_changes.initial_seats(seats, players, name, token),
        identity.hashed(invitation),
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
        "seats": [
            {"name": seat.name, "plays": seat.plays, "here": place in here}
            for place, seat in enumerate(table.seats)
        ],
        "coming": next_seal(table),
    }
