"""Starts of games: what may be given, and a state before anything happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from trickbook.cards.deck import Cards
from trickbook.core.state import State
from trickbook.expression.types import COMPLEX, GREATEST
from trickbook.problems import TrickbookError, within
from trickbook.state import Match
from trickbook.texts.message import Message

if TYPE_CHECKING:
    from trickbook.cards.gaussian import Number
    from trickbook.sections.compiled import CompiledRules

Hands: TypeAlias = Sequence[Cards] | Mapping[int, Sequence[Cards]]
"""Hands in seat order, or such lists by the number of the deal."""


class Start(NamedTuple):
    """The given parts of a start; ``Ruleset.new_game`` describes each."""

    seed: int
    deal: int
    dealer: int | None
    leader: int | None
    scores: Sequence[Number] | None
    facts: Mapping[str, Any]
    hands: Hands | None
    aside: Cards | None
    draws: Mapping[int, Sequence[str]]
    orders: Mapping[int, Sequence[Cards]]

    @property
    def usual(self) -> bool:
        """True if the rules and the seed say what is dealt and remembered."""
        nothing = (type(part) is dict and not part for part in (self.facts, self.draws, self.orders))
        return self.hands is None and self.aside is None and all(nothing)


def fresh(engine: CompiledRules, scores: Sequence[Number] | None, dealer: int = 0) -> State:
    """A state before anything happened, with the facts as they start and no card anywhere."""
    seats = engine.layout.seats
    so_far: Sequence[Any] = (engine.ending.starts,) * seats
    if scores is not None:
        from trickbook.problems.arguments import listed

        so_far = listed("scores", scores, Message("whole numbers"))
    if len(so_far) != seats:
        template = "{number_found} scores for {number} seats"
        raise TrickbookError(Message(template, number_found=len(so_far), number=seats))
    if engine.layout.complex:
        from trickbook.sections.conversion import inner

        so_far = [inner(engine, COMPLEX, "scores", score) for score in so_far]
    for score in so_far[:1] if scores is None else so_far:  # all start alike
        for part in (score.real, score.imag) if engine.layout.complex else (score,):
            within(Message("a score"), part, -GREATEST, GREATEST)
    state = State(engine.program)
    engine.start(state, Match(0, 1, dealer, tuple(so_far)))
    state.v[engine.cells.piles + engine.layout.piles["aside"].base] = 0
    return state
