"""Telling more: what somebody at a table asks to know, and may: a hint, whence points came, a past trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from trickbook.problems import TrickbookError
from trickbook.seat.hints import hint
from trickbook.seat.past_tricks import past_trick
from trickbook.seat.score_sheet import score_sheet
from trickbook.server.messages import refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from trickbook.server.messages import ClientMessage
    from trickbook.server.table.match import Requester
    from trickbook.server.table.state import TableState


def answer_question(live: TableState, asked: Requester, said: ClientMessage) -> dict[str, Any]:
    """The answer to a question about the game; nothing changes."""
    try:
        return {"type": said.type, "id": asked.id, **QUESTIONS[said.type](live, asked, said.body)}
    except TrickbookError as error:
        return refusal(asked.id, "not-now", str(error))


def _hint(live: TableState, asked: Requester, body: Mapping[str, Any]) -> dict[str, Any]:
    """A move that the seat might make, by what it sees."""
    if live.game is None or asked.seat not in live.game.actors:
        raise TrickbookError("it is not your turn")
    return dict(hint(live.rules, live.game, asked.seat, asked.lang))


def _points(live: TableState, asked: Requester, body: Mapping[str, Any]) -> dict[str, Any]:
    """Whence the points of a finished deal came."""
    _finished(live, body["deal"])
    assert live.game is not None  # noqa: S101 - a deal is finished
    whole = score_sheet(live.game, body["deal"], asked.lang, _names(live))
    if body["seat"] >= len(whole["seats"]):
        raise TrickbookError(f"there is no seat {body['seat']}")
    return {**whole["seats"][body["seat"]], "deal": whole["deal"], "decisions": whole["decisions"]}


def _trick(live: TableState, asked: Requester, body: Mapping[str, Any]) -> dict[str, Any]:
    """A trick of a finished deal, with all that was held."""
    _finished(live, body["deal"])
    assert live.game is not None  # noqa: S101 - a deal is finished
    return past_trick(live.game, body["number"], body["deal"], asked.lang, _names(live))


def _names(live: TableState) -> list[str] | None:
    """What the players are called, if all have names."""
    names = [seat.name for seat in live.seats]
    return names if all(names) else None


def _finished(live: TableState, deal: int) -> None:
    """Of a deal that is played nobody is told more than their seat sees."""
    if live.game is None or not 0 < deal <= len(live.game.deals):
        raise TrickbookError(f"deal {deal} is not finished")


QUESTIONS: Mapping[str, Callable[[TableState, Requester, Mapping[str, Any]], dict[str, Any]]] = {
    "hint": _hint,
    "points": _points,
    "trick": _trick,
}
"""The questions, each with what answers it."""
