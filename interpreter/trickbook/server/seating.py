"""Seating: who sits down at a table, gets up, comes back; bots for empty seats; another match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from unicodedata import category

from trickbook.problems import TrickbookError, nearest, shown
from trickbook.server.live import BOT, PERSON, PLAYERS, Live, Outcome, Row, Seat, free, over
from trickbook.server.messages import refused
from trickbook.server.moving import accepted, begin, nothing
from trickbook.server.tokens import hashed, same

if TYPE_CHECKING:
    from collections.abc import Sequence

    from trickbook.server.moving import Asked

LONGEST: Final = 24
"""How many characters the name of a player has at most."""

SEEN: Final = "LNPS"
"""The Unicode categories of what is seen: letters, numbers, punctuation, symbols."""

BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0\U0001d159")
"""What is blank all the same: fillers of Hangul, an empty pattern of Braille, a null note."""

ME: Final = "me"
OPEN: Final = "open"


class FullError(TrickbookError):
    """There is no such seat to be had."""


def called(name: object) -> str:
    """The name of a player, in one line; TrickbookError if it is none."""
    if not isinstance(name, str) or not (bare := " ".join(name.split())) or not bare.isprintable():
        raise TrickbookError("a player has a name: some letters in one line")
    if not any(category(one)[0] in SEEN and one not in BLANK for one in bare):
        raise TrickbookError("a player has a name that is seen: a letter, a digit or a sign at least")
    if len(bare) > LONGEST:
        raise TrickbookError(f"a name has {LONGEST} characters at most")
    return bare


def laid(wanted: Sequence[str] | None, players: int, name: str, token: str) -> tuple[Seat, ...]:
    """The seats of a new table: whoever makes it, places that stay open, bots by name."""
    wanted = [ME] if wanted is None else wanted
    if len(wanted) > players or wanted.count(ME) != 1:
        raise TrickbookError(f"{ME} sits on one of the {players} seats, once")
    seats = [*wanted, *[OPEN] * (players - len(wanted))]
    return tuple(
        Seat(name, PERSON, token=hashed(token))
        if one == ME
        else Seat()
        if one == OPEN
        else Seat("", BOT, bot(one))
        for one in seats
    )


def bot(name: str) -> str:
    """A bot that may be asked to a table; TrickbookError names the nearest."""
    if name not in PLAYERS:
        near = nearest(name, PLAYERS)
        hint = f"did you mean {near}?" if near else f"there are {', '.join(PLAYERS)}"
        raise TrickbookError(f"no bot is called {shown(name)}; {hint}")
    return name


def sit(live: Live, place: int | None, name: str, token: str) -> Outcome:
    """Let somebody sit down on a free seat; with the last one taken the first match begins."""
    open_ = free(live)
    if not open_ or (place is not None and place not in open_):
        told = "nobody else can sit down here" if not open_ else f"seat {place} is taken"
        raise FullError(told)
    at = open_[0] if place is None else place
    return ready(seated(live, at, Seat(name, PERSON, live.seats[at].bot, hashed(token))))


def seated(live: Live, place: int, seat: Seat) -> Outcome:
    """The table with a seat as it is from now on."""
    seats = (*live.seats[:place], seat, *live.seats[place + 1 :])
    row = Row("seat", (live.name, place, *seat))
    return Outcome(live._replace(seats=seats), {"seat": place}, (row,), seated=True)


def ready(outcome: Outcome) -> Outcome:
    """The same; but if all seats are taken and nothing has begun, a match begins."""
    if outcome.table.game is not None or free(outcome.table):
        return outcome
    begun = begin(outcome.table)
    return outcome._replace(table=begun.table, rows=(*outcome.rows, *begun.rows), begun=True)


def fill(live: Live, asked: Asked, name: str) -> Outcome:
    """Give the empty seats to bots."""
    try:
        bot(name)
    except TrickbookError as error:
        return Outcome(live, refused(asked.id, "bad-message", str(error)))
    if not free(live):
        return Outcome(live, refused(asked.id, "not-now", "no seat is empty"))
    rows: list[Row] = []
    for place in free(live):
        one = seated(live, place, Seat("", BOT, name))
        live, rows = one.table, [*rows, *one.rows]
    filled = ready(Outcome(live, {}, tuple(rows), seated=True))
    return filled._replace(answer=accepted(asked.id, filled.table.seq))


def leave(live: Live, asked: Asked) -> Outcome:
    """Get up: a bot takes over until one is back; before the first match the seat is free again."""
    seat = live.seats[asked.seat]
    gone = Seat() if live.game is None else seat._replace(left=True)
    return seated(live, asked.seat, gone)._replace(answer=accepted(asked.id, live.seq))


def freed(live: Live, place: int) -> Outcome:
    """Free the seat of somebody who has not come before the first match began."""
    return seated(live, place, Seat()) if live.game is None else nothing(live)


def back(live: Live, place: int) -> Outcome:
    """Take one's seat again."""
    return seated(live, place, live.seats[place]._replace(left=False))


def again(live: Live, asked: Asked) -> Outcome:
    """Play another match once one is over."""
    if not over(live):
        return Outcome(live, refused(asked.id, "not-now", "the match is not over"))
    begun = begin(live)
    return begun._replace(answer=accepted(asked.id, begun.table.seq))


def proved(live: Live, token: str) -> int | None:
    """The seat whose token this is. All are compared, so that time tells nothing."""
    matching = [place for place, seat in enumerate(live.seats) if same(token, seat.token)]
    return matching[0] if matching else None


def invited(live: Live, token: str) -> bool:
    """Whether somebody was invited."""
    return same(token, live.invitation)


def may_look(live: Live, token: str | None) -> bool:
    """Whether somebody without a seat may look on: at a table that is not listed, who was invited."""
    return live.listed or (token is not None and invited(live, token))
