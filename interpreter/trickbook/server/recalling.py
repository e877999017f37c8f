"""Recalling: a table as it was, from what was stored: every move is made again, on the sealed cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.problems import TrickbookError
from trickbook.sealing import Sealed
from trickbook.server import heard
from trickbook.server.choosing import chosen, rules
from trickbook.server.live import Live, Moved, Seat
from trickbook.server.moving import laid, opened
from trickbook.server.store import rows

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence


def recalled(base: sqlite3.Connection, name: str) -> Live | None:
    """A table by its name, as it was when last something was stored; None if there is none."""
    found = rows(base, "SELECT choice, digest, invitation, listed FROM tables WHERE name = ?", name)
    if not found:
        return None
    choice, digest, invitation, listed = found[0]
    played = rules(choice)
    seats = tuple(
        Seat(who, plays, bot, token, bool(left))
        for who, plays, bot, token, left in rows(
            base, 'SELECT who, plays, bot, token, "left" FROM seats WHERE name = ? ORDER BY place', name
        )
    )
    if played.digest_for(len(seats)) != digest:
        raise TrickbookError("the rules of this table have changed since it was made; it cannot go on")
    live = Live(name, chosen(choice), played, seats, invitation, bool(listed))
    return _match(base, live)


def _match(base: sqlite3.Connection, live: Live) -> Live:
    """The table with its last match played again."""
    last = rows(
        base,
        "SELECT number, seq, seed FROM matches WHERE name = ? ORDER BY number DESC LIMIT 1",
        live.name,
    )
    if not last:
        return live
    number, seq, seed = last[0]
    dealt = rows(
        base, "SELECT deal, nonce, orders FROM deals WHERE name = ? AND number = ?", live.name, number
    )
    sealed = {deal: Sealed(nonce, tuple(orders.split("\n"))) for deal, nonce, orders in dealt}
    live = opened(live, number, sealed, int(seed))._replace(seq=seq)
    made = rows(
        base,
        "SELECT seq, seat, move, id, played FROM moves WHERE name = ? AND number = ? ORDER BY seq",
        live.name,
        number,
    )
    return _again(live, made)


def _again(live: Live, made: Sequence[tuple[int, int | None, str, str | None, float]]) -> Live:
    """The table after all these moves."""
    game, log, answered, played = live.game, list(live.log), dict(live.answered), live.played
    assert game is not None  # noqa: S101 - the match was opened
    seq = live.seq
    for seq, seat, move, name, played in made:  # noqa: B007 - the last of each is kept
        following = game.deal + 1
        if following in live.sealed:
            game = laid(game, following, live.sealed[following])
        if seat is None:
            game = game.announce(move)
            log.append(Moved(seq, None, "announced", move, move))
            continue
        after = game.apply(seat, move)
        step, said, open_ = heard.made(game, after, seat)
        game = after
        log.append(Moved(seq, seat, step, said, open_))
        if name is not None:
            answered[seat, name] = seq
    following = game.deal + 1
    if game.actors and following in live.sealed:
        game = laid(game, following, live.sealed[following])
    return live._replace(game=game, seq=seq, log=tuple(log), answered=answered, played=played)
