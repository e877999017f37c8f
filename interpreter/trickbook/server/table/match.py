"""Matches and moves at a table: pure functions from a table to an update."""

from __future__ import annotations

import json
import secrets
from time import time
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from trickbook.cards.chance import SEEDS
from trickbook.engine.moves import MoveError
from trickbook.game.events import events, made
from trickbook.problems import TrickbookError
from trickbook.replays import sealed_deals
from trickbook.seat.texts import localized_names
from trickbook.server import refusal
from trickbook.server.table import (
    BOT,
    PERSON,
    LoggedMove,
    Row,
    TableState,
    Update,
    appearance,
    cutting,
    match_over,
)
from trickbook.server.table.cutting import with_deal
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from trickbook.game import Game
    from trickbook.replays.sealed_deals import Sealed
    from trickbook.sections.compiled import CompiledRules

REMEMBERED_DECISIONS: Final = 16
"""The number of each seat's last decisions whose answers are remembered."""

KEPT_POSITIONS: Final = 100
"""The number of a deal's last positions to which a table can go back."""

EVERYBODY: Final = ""
"""The player of the entry by which a match is found without a name; it tells what is shown of the match."""


class Requester(NamedTuple):
    """The sender of a message: the seat, the id of the message (None for bots), the language."""

    seat: int
    id: str | None
    lang: str = "en"


def once(table: TableState, requester: Requester, act: Callable[[TableState], Update]) -> Update:
    """Carry out a decision, unless it was accepted before under the same id."""
    if requester.id is None:
        return act(table)
    name = (requester.seat, requester.id)
    if (done := table.answered.get(name)) is not None:
        return Update(table, accepted(requester.id, done))
    update = act(table)
    if update.answer.get("type") != "accepted":
        return update
    table, rows = _with_answer(update.table, name)
    return update._replace(table=table, rows=(*update.rows, *rows))


def _with_answer(table: TableState, name: tuple[int, str]) -> tuple[TableState, list[Row]]:
    """The table with an answer remembered, and its rows; the seat's oldest answer is forgotten."""
    known = {**table.answered, name: table.seq}
    gone = [one for one in known if one[0] == name[0]][:-REMEMBERED_DECISIONS]
    kept = {one: seq for one, seq in known.items() if one not in gone}
    rows = [Row("drop answer", (table.name, *one)) for one in gone]
    return table._replace(answered=kept), [Row("answer", (table.name, *name, table.seq)), *rows]


def play(table: TableState, requester: Requester, move: str, at: int | None = None) -> Update:
    """Make a move for a seat; ``at`` is the ``seq`` on which the decision was based, if known."""
    if table.game is None or requester.seat not in table.game.actors:
        return Update(table, refusal(requester.id, "not-your-turn", _not_now(table)))
    if at is not None and at < decision(table, requester.seat):
        return Update(
            table, refusal(requester.id, "not-now", Message("the game has moved on since you decided"))
        )
    try:
        cut, after = _applied(table, lambda game: game.apply(requester.seat, move))
    except MoveError as error:
        return Update(table, _illegal(table, requester, error))
    except TrickbookError as error:
        return Update(table, refusal(requester.id, "illegal", error.message))
    return _move_update(cut, after, logged_move(table, after, requester.seat), requester.id)


def logged_move(table: TableState, after: Game, seat: int | None) -> LoggedMove:
    """The move of a seat, or an announcement, that led from a table to a game."""
    caused = events(table.game, after)
    return LoggedMove(table.seq + 1, seat, made(caused).what, caused)


def _applied(table: TableState, act: Callable[[Game], Game]) -> tuple[Update, Game]:
    """The game after a move, and the table; if a deal begins with it, its pack is cut before."""
    assert table.game is not None  # noqa: S101 - somebody moves
    after = act(table.game)
    if after.deal == table.game.deal or not after.actors or cutting.running_cut(table) is None:
        return Update(table, {}), after
    cut = cutting.closed(table)
    assert cut.table.game is not None  # noqa: S101 - likewise
    return cut, act(cut.table.game)


def decision(table: TableState, seat: int) -> int:
    """The ``seq`` since which a seat faces its decision: its last move, or the start of the deal."""
    last = next((moved.seq for moved in reversed(table.log) if moved.seat == seat), 0)
    return max(last, table.dealt)


def announce(table: TableState, fact: str) -> Update:
    """Announce a fact, such as that time is up."""
    cut, after = _applied(table, lambda game: game.announce(fact))
    return _move_update(cut, after, logged_move(table, after, None), None)


def _move_update(cut: Update, after: Game, moved: LoggedMove, name: str | None) -> Update:
    """The table after a move; when a deal begins, the one after it is drawn and sealed."""
    table = cut.table
    dealt = with_next_deal(table, after, sealed_deals.drawn)
    new = with_move(table, dealt.game, moved)._replace(sealed=dealt.sealed)
    row = Row("move", (table.name, moved.seq, table.match, moved.seat, moved.said, round(table.played, 1)))
    rows = [*cut.rows, row, *(deal_row(table, deal, dealt.sealed[deal]) for deal in dealt.new)]
    if match_over(new):
        new, drawn = with_sealed_first_deal(new)
        rows += [Row("record", (table.name, table.match, match_record(new))), drawn]
        rows += _archive_rows(new, time())
    dropped = None if table.request is None or new.request else table.request._replace(outcome="over")
    return Update(new, accepted(name, moved.seq), tuple(rows), moved, request=dropped)


def with_move(table: TableState, after: Game, moved: LoggedMove) -> TableState:
    """The table after a move; a request ends with the next move of the seat that asked, or with the deal."""
    begun = table.game is not None and after.deal != table.game.deal
    request = table.request
    if begun or not after.actors or (request is not None and request.seat == moved.seat):
        request = None
    dealt = moved.seq if begun else table.dealt
    table = table._replace(game=after, seq=moved.seq, log=(*table.log, moved), dealt=dealt, request=request)
    return with_position(table._replace(positions={}) if begun else table)


def with_position(table: TableState) -> TableState:
    """The table with its game kept to go back to, if moves can be taken back."""
    if not table.take_back or table.game is None:
        return table
    kept = [*table.positions.items(), (table.seq, table.game)]
    return table._replace(positions=dict(kept[-KEPT_POSITIONS:]))


def rewound_to(table: TableState, seq: int, to: int) -> TableState:
    """The table with its game as it was after ``to``; KeyError if that was not in this deal."""
    game, log = table.positions[to], tuple(move for move in table.log if move.seq <= to)
    if (following := table.sealed.get(game.deal + 1)) is not None:
        game = with_deal(game, game.deal + 1, following)
    kept = {one: earlier for one, earlier in table.positions.items() if one < to}
    new = table._replace(game=game, log=log, seq=seq, dealt=seq, request=None, positions=kept)
    return with_position(new)


class PreparedGame(NamedTuple):
    """A game with its next deal prepared, all sealed deals, and the numbers of the new ones."""

    game: Game
    sealed: Mapping[int, Sealed]
    new: tuple[int, ...]


def with_next_deal(table: TableState, game: Game, draw: Callable[[CompiledRules], Sealed]) -> PreparedGame:
    """The game with its next deal prepared; the deal is drawn now if necessary."""
    following = game.deal + 1
    if not game.actors or following > game.engine.ending.most:
        return PreparedGame(game, table.sealed, ())
    if following in table.sealed:
        return PreparedGame(with_deal(game, following, table.sealed[following]), table.sealed, ())
    drawn = draw(game.engine)
    return PreparedGame(with_deal(game, following, drawn), {**table.sealed, following: drawn}, (following,))


def with_new_match(
    table: TableState, number: int, sealed: Mapping[int, Sealed], seed: int, seq: int
) -> TableState:
    """The table at the start of a match with sealed deals; ``seq`` counts it."""
    players = len(table.seats)
    first = {deal: one.orders for deal, one in sealed.items() if deal == 1}
    game = table.rules.new_game(players, seed, orders=first)
    new = table._replace(match=number, game=game, sealed=dict(sealed), coming=None, cuts={})
    begun = LoggedMove(seq, None, "", events(None, game))
    new = new._replace(log=(begun,), played=0.0, positions={}, request=None, again=False)
    return new._replace(seq=seq, dealt=seq)


def with_sealed_first_deal(table: TableState) -> tuple[TableState, Row]:
    """The table with the first deal of its next match drawn and sealed, and the row to store."""
    coming = sealed_deals.drawn(table.rules.engine(len(table.seats)))
    return table._replace(coming=coming, cuts={}), deal_row(table._replace(match=table.match + 1), 1, coming)


def begin_match(table: TableState, draw: Callable[[CompiledRules], Sealed] = sealed_deals.drawn) -> Update:
    """Begin a match: deal the first deal, which was sealed before, and draw and seal the second."""
    seed, rows = secrets.randbelow(SEEDS), list[Row]()
    if table.coming is None:
        first = draw(table.rules.engine(len(table.seats)))
        table = table._replace(coming=first)
        rows.append(deal_row(table._replace(match=table.match + 1), 1, first))
    cut = cutting.closed(table)
    assert cut.table.coming is not None  # noqa: S101 - it was just drawn
    new = with_new_match(table, table.match + 1, {1: cut.table.coming}, seed, table.seq + 1)
    assert new.game is not None  # noqa: S101 - it was just opened
    dealt = with_next_deal(new, new.game, draw)
    new = with_position(new._replace(game=dealt.game, sealed=dealt.sealed))
    rows += [*cut.rows, Row("match", (table.name, new.match, new.seq, str(seed)))]
    rows += [deal_row(new, deal, dealt.sealed[deal]) for deal in dealt.new]
    return Update(new, {}, tuple(rows), begun=True)


def deal_row(table: TableState, deal: int, sealed: Sealed) -> Row:
    """The row of a deal of the current match."""
    return Row("deal", (table.name, table.match, deal, sealed.nonce, "\n".join(sealed.orders)))


def match_record(table: TableState) -> str:
    """The record of a match, with the seals of its deals and what they covered."""
    assert table.game is not None  # noqa: S101 - a match is recorded once it was played
    dealt = {deal: one for deal, one in table.sealed.items() if deal <= len(table.game.deals)}
    return sealed_deals.annotated(
        table.game.record(),
        {deal: sealed_deals.Opened(sealed_deals.seal(deal, one), one) for deal, one in dealt.items()},
    )


def no_change(table: TableState) -> Update:
    """The same table."""
    return Update(table, {})


def acknowledge(table: TableState, requester: Requester) -> Update:
    """Accept a message that changes nothing by itself."""
    return Update(table, accepted(requester.id, table.seq))


def accepted(name: str | None, seq: int) -> dict[str, Any]:
    """The answer to an accepted decision."""
    return {"type": "accepted", "id": name, "seq": seq}


def _not_now(table: TableState) -> Message:
    if table.game is None:
        return Message("the game has not begun; a seat is free")
    return Message("the match is over") if match_over(table) else Message("it is not your turn")


def _illegal(table: TableState, requester: Requester, error: MoveError) -> dict[str, Any]:
    """The refusal of an illegal move, with the clause that forbids it."""
    clause = error.clause
    reason = None
    if clause is not None and table.game is not None:
        reason = localized_names(table.game.engine, requester.lang).reason(clause.entry)
    return refusal(requester.id, "illegal", error.message, reason)


def _archive_rows(table: TableState, ended: float) -> Iterator[Row]:
    """Yield the entries of a match that has just ended; a table that is not listed has none."""
    if not table.listed or table.game is None:
        return
    seats = [
        {"name": seat.name, "plays": seat.plays, "bot": seat.bot if seat.plays == BOT else None}
        for seat in table.seats
    ]
    data = {"title": table.rules.title, "seats": seats, "winners": list(table.game.winners)}
    people = {appearance(seat.name) for seat in table.seats if seat.plays == PERSON}
    for player in (EVERYBODY, *sorted(people)):
        text = json.dumps(data, ensure_ascii=False) if player == EVERYBODY else ""
        yield Row("archive", (table.name, table.match, player, int(ended), table.rules.name, text))
