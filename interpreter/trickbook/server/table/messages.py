"""The messages of a seat: decisions, which change the table, and questions, which change nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.problems import TrickbookError
from trickbook.seat.hints import hint
from trickbook.seat.past_tricks import past_trick
from trickbook.seat.score_sheet import score_sheet
from trickbook.server.protocol import refusal
from trickbook.server.table import cutting, match, seat_changes, take_back
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from trickbook.server.protocol import ClientMessage
    from trickbook.server.table.match import Requester
    from trickbook.server.table.state import TableState, Update

    Replaced = Callable[[], Collection[int]]
    Act = Callable[[TableState, Requester, Mapping[str, Any], Replaced], Update]

ONCE: Mapping[str, Act] = {
    "play": lambda table, requester, body, _: match.play(table, requester, body["move"], body.get("at")),
    "fill": lambda table, requester, body, _: seat_changes.fill(table, requester, body["bot"]),
    "again": lambda table, requester, *_: seat_changes.rematch(table, requester),
    "leave": lambda table, requester, *_: seat_changes.leave(table, requester),
    "take_back": lambda table, requester, _, replaced: take_back.ask(table, requester, replaced()),
    "agree": lambda table, requester, body, _: take_back.answer(
        table, requester, body["to"], agrees=body["agrees"]
    ),
    "resume": lambda table, requester, *_: match.acknowledge(table, requester),
}
"""The decisions. Each is carried out once, however often it is sent."""


def decided(
    requester: Requester, said: ClientMessage, replaced: Replaced
) -> Callable[[TableState], Update] | None:
    """The change of a table that a message asks for; None if it asks for none.

    ``replaced`` gives the seats of people for whom a bot moves.
    """
    if said.type == "cut":
        return lambda table: cutting.answer(table, requester.seat, said.body)
    act = ONCE.get(said.type)
    if act is None:
        return None
    return lambda table: match.once(table, requester, lambda now: act(now, requester, said.body, replaced))


def answer_question(table: TableState, requester: Requester, said: ClientMessage) -> dict[str, Any]:
    """The answer to a question about the game; nothing changes."""
    try:
        return {"type": said.type, "id": requester.id, **QUESTIONS[said.type](table, requester, said.body)}
    except TrickbookError as error:
        return refusal(requester.id, "not-now", error.message)


def _hint(table: TableState, requester: Requester, body: Mapping[str, Any]) -> dict[str, Any]:
    """A move for the seat, from what it sees."""
    if table.game is None or requester.seat not in table.game.actors:
        raise TrickbookError(Message("it is not your turn"))
    return dict(hint(table.rules, table.game, requester.seat, requester.lang))


def _points(table: TableState, requester: Requester, body: Mapping[str, Any]) -> dict[str, Any]:
    """Return where the points of a finished deal came from."""
    _finished(table, body["deal"])
    assert table.game is not None  # noqa: S101 - a deal is finished
    whole = score_sheet(table.game, body["deal"], requester.lang, _names(table))
    if body["seat"] >= len(whole["seats"]):
        raise TrickbookError(Message("there is no seat {number}", number=body["seat"]))
    return {**whole["seats"][body["seat"]], "deal": whole["deal"], "decisions": whole["decisions"]}


def _trick(table: TableState, requester: Requester, body: Mapping[str, Any]) -> dict[str, Any]:
    """A trick of a finished deal, with all hands."""
    _finished(table, body["deal"])
    assert table.game is not None  # noqa: S101 - a deal is finished
    return past_trick(table.game, body["number"], body["deal"], requester.lang, _names(table))


def _names(table: TableState) -> list[str] | None:
    """The names of the players, if all have one."""
    names = [seat.name for seat in table.seats]
    return names if all(names) else None


def _finished(table: TableState, deal: int) -> None:
    """Check that a deal is finished: a running one stays hidden."""
    if table.game is None or not 0 < deal <= len(table.game.deals):
        raise TrickbookError(Message("deal {number} is not finished", number=deal))


QUESTIONS: Mapping[str, Callable[[TableState, Requester, Mapping[str, Any]], dict[str, Any]]] = {
    "hint": _hint,
    "points": _points,
    "trick": _trick,
}
"""The questions, and the functions that answer them."""
