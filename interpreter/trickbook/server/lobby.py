"""The lobby: which games there are, which tables are open; a new table is laid, somebody sits down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.problems import TrickbookError
from trickbook.server import seating, tokens
from trickbook.server.choosing import rules, written
from trickbook.server.live import PERSON, Live, Outcome, Row, free
from trickbook.server.moving import expecting
from trickbook.server.seating import ready
from trickbook.server.streams import coming

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from trickbook.sitting.opening import Wanted

MOST_SEATS: Final = 10
"""A table has no more seats than this."""


class Laid(NamedTuple):
    """A new table, what to store of it, and what its maker is told: also the seal of the first deal."""

    outcome: Outcome
    coming: str | None
    seat: int
    token: str
    invitation: str


def laid(wanted: Wanted, body: Mapping[str, Any]) -> Laid:
    """Lay a table for somebody."""
    played = rules(written(wanted))
    players, name = played.usual, seating.called(body.get("name"))
    if players > MOST_SEATS:
        raise TrickbookError(f"a table has {MOST_SEATS} seats at most, not {players}")
    seats = body.get("seats")
    if seats is not None and not (isinstance(seats, list) and all(isinstance(one, str) for one in seats)):
        raise TrickbookError("`seats` lists who sits where: me, open, or a bot")
    listed = body.get("listed") is not False
    token, invitation = tokens.token(), tokens.token()
    live = Live(
        tokens.name(),
        wanted,
        played,
        seating.laid(seats, players, name, token),
        tokens.hashed(invitation),
        listed,
    )
    digest = played.digest_for(players)
    live, drawn = expecting(live)
    rows = [Row("table", (live.name, written(wanted), digest, live.invitation, int(listed))), drawn]
    rows += [Row("seat", (live.name, place, *seat)) for place, seat in enumerate(live.seats)]
    seat = next(place for place, one in enumerate(live.seats) if one.plays == PERSON)
    return Laid(ready(Outcome(live, {}, tuple(rows))), coming(live), seat, token, invitation)


def open_(live: Live) -> bool:
    """Whether anybody may sit down at a table."""
    return live.listed and bool(free(live))


def told(live: Live, here: Collection[int]) -> dict[str, Any]:
    """A table as the lobby tells of it."""
    return {
        "table": live.name,
        "title": live.rules.title,
        "ruleset": live.rules.name,
        "house": list(live.choice.house),
        "seats": [
            {"name": seat.name, "plays": seat.plays, "here": place in here}
            for place, seat in enumerate(live.seats)
        ],
        "coming": coming(live),
    }
