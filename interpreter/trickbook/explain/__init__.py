"""Reasons: why a card may not be played, who won a trick and why, where each point comes from."""

from trickbook.explain.moves import explain, refused, resting
from trickbook.explain.past_deals import deal_of, points_of, trick_of, tricks_of
from trickbook.explain.points import Change, Counted, Decision, ExplainedPoints, Factor
from trickbook.explain.reason import Reason, refusals, rests, side_by_side
from trickbook.explain.timeline import Turn, course
from trickbook.explain.tricks import ExplainedPlay, ExplainedTrick, Narrowing

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
    "refusals",
    "refused",
    "resting",
    "rests",
    "side_by_side",
    "trick_of",
    "tricks_of",
]
