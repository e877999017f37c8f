"""Reasons: why a card may not be played, who won a trick and why, where each point comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from trickbook.explain.points import Change, Counted, Decision, ExplainedPoints, Factor, explain_points
from trickbook.explain.reasons import Reason, explain, reasons_against, refusals, resting, rests, side_by_side
from trickbook.explain.timeline import Turn, course, so_far
from trickbook.explain.tricks import ExplainedPlay, ExplainedTrick, Narrowing, explain_trick
from trickbook.problems import TrickbookError, described
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.core.state import State
    from trickbook.sections.compiled import CompiledRules
    from trickbook.state import PastDeal
    from trickbook.texts.message import Value

__all__ = [
    "Change",
    "Counted",
    "Decision",
    "ExplainedPlay",
    "ExplainedPoints",
    "ExplainedTrick",
    "Factor",
    "Narrowing",
    "Reason",
    "Turn",
    "course",
    "deal_of",
    "explain",
    "points_of",
    "reasons_against",
    "refusals",
    "resting",
    "rests",
    "side_by_side",
    "trick_of",
    "tricks_of",
]


def trick_of(engine: CompiledRules, s: State, number: int, deal: int | None) -> ExplainedTrick:
    """Explain a finished trick of a deal, or of this one; TrickbookError if there is none of that number."""
    past = deal_of(engine, s, s.match.deal if deal is None else deal)
    finished = tricks_of(engine, s, past.match.deal)
    if type(number) is not int or not 1 <= number <= finished:
        many = (
            Message("its finished tricks are 1 to {number}", number=finished)
            if finished
            else Message("no trick of it is finished")
        )
        if deal is None and s.match.history:
            many = Message("{what}; the deal before is {number}", what=many, number=s.match.deal - 1)
        where: dict[str, Value] = {"text": described(number), "number": past.match.deal}
        raise TrickbookError(Message("there is no trick {text} in deal {number}: {what}", what=many, **where))
    return explain_trick(engine, past, number)


def tricks_of(engine: CompiledRules, s: State, deal: int) -> int:
    """Return how many tricks of a deal are finished; TrickbookError if there is no such deal."""
    past = deal_of(engine, s, deal)
    return len(past.tricks) - (bool(s.plays) and not past.points)


def points_of(engine: CompiledRules, s: State, deal: int | None) -> tuple[ExplainedPoints, ...]:
    """Explain the points of a deal, or of the last one, by seat; TrickbookError if it is not finished."""
    if deal is None and not s.match.history:
        raise TrickbookError(Message("no deal is finished yet, so nobody has points to explain"))
    past = s.match.history[-1] if deal is None else deal_of(engine, s, deal)
    if not past.points:
        raise TrickbookError(
            Message("deal {number} is not finished; its points are not counted yet", number=past.match.deal)
        )
    return explain_points(engine, past)


def deal_of(engine: CompiledRules, s: State, deal: int) -> PastDeal:
    """Return what is kept of a deal; TrickbookError if it was not played."""
    first = s.match.history[0].match.deal if s.match.history else s.match.deal
    if type(deal) is not int or not first <= deal <= s.match.deal:
        span = (
            Message("its deals are {number} to {number_most}", number=first, number_most=s.match.deal)
            if first < s.match.deal
            else Message("its deal is {number}", number=first)
        )
        raise TrickbookError(
            Message("there is no deal {text} in this game: {what}", text=described(deal), what=span)
        )
    place = deal - first
    return s.match.history[place] if place < len(s.match.history) else so_far(s, engine)
