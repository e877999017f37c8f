"""A moment that the evaluator is asked about, and the words that say what is there."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tests.core.standing import members

from trickbook.core.state import State
from trickbook.expression.operations import Operation
from trickbook.state import Layout


class Outlook(NamedTuple):
    """What a deal would come to: the scores, whether it would end the match, who would win it then."""

    scores: tuple[Any, ...]
    over: bool
    ahead: int


class Moment(NamedTuple):
    """What a term is asked of: a state at a table, about the player ``p``, of a play or an answer ``x``.

    ``outlooks`` tells what would come of each answer, where the rules weigh that.
    """

    layout: Layout
    s: State
    p: int
    x: Any = 0
    outlooks: Mapping[Any, Outlook] = MappingProxyType({})


def _rounds(at: Moment) -> int:
    """How often every seat has played that does not rest."""
    played = [seat for seat, _ in at.s.plays]
    return min((played.count(seat) for seat in members(at.layout.everyone & ~at.s.resting)), default=0)


WORDS: Final[dict[str, Callable[[Moment], Any]]] = {
    "deal": lambda at: at.s.match.deal,
    "dealer": lambda at: 1 << at.s.match.dealer,
    "trick_number": lambda at: len(at.s.done) + (at.s.leader >= 0),
    "first_trick": lambda at: at.s.leader >= 0 and not at.s.done,
    "last_trick": lambda at: at.s.last,
    "rounds": _rounds,
    "leading": lambda at: not at.s.plays,
    "following": lambda at: bool(at.s.plays),
    "leader": lambda at: 1 << at.s.leader if at.s.leader >= 0 else 0,
    "taker": lambda at: at.s.taker,
    "lead": lambda at: at.s.plays[0][1] if at.s.plays else 0,
    "led_suit": lambda at: at.s.led,
    "player": lambda at: 1 << at.p,
    "others": lambda at: at.layout.everyone & ~(1 << at.p),
    "tricks": lambda at: at.s.tricks[at.p],
    "score": lambda at: at.s.match.scores[at.p],
    "points": lambda at: at.s.points[at.p],
    "play": lambda at: at.x,
    "answer": lambda at: at.x,
    "place": lambda at: 1 + [cards for _, cards in at.s.plays].index(at.x),
    "outcome": lambda at: at.outlooks[at.x].scores[at.p],
    "closing": lambda at: at.outlooks[at.x].over,
    "ahead": lambda at: at.outlooks[at.x].ahead,
}
"""The words of the language."""

KEPT: Final[dict[str, Callable[[int, Moment], Any]]] = {
    Operation.PILE: lambda place, at: at.s.piles[place],
    Operation.OWN_PILE: lambda place, at: at.s.piles[place + at.p],
    Operation.SLOT: lambda place, at: at.s.slots[place],
    Operation.OWN_SLOT: lambda place, at: at.s.slots[place + at.p],
    Operation.OWN_ANSWER: lambda place, at: at.s.slots[place + at.p] or 0,
    Operation.OWN_ANSWERED: lambda place, at: at.s.slots[place + at.p] is not None,
}
"""The author's words for piles and for what is remembered, by their place; each seat may have its own."""
