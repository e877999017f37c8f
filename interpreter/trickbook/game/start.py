"""Starting a match: what is given, and what the rules say of the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from trickbook.cards import gaussian
from trickbook.cards.chance import SEEDS
from trickbook.cards.deck import Cards
from trickbook.engine.scores import GREATEST
from trickbook.expression.types import COMPLEX
from trickbook.problems import TrickbookError
from trickbook.problems.arguments import listed, within
from trickbook.state import Match, State

if TYPE_CHECKING:
    from trickbook.cards.gaussian import Number
    from trickbook.sections.compiled import CompiledRules

Hands: TypeAlias = Sequence[Cards] | Mapping[int, Sequence[Cards]]
"""Hands in seat order, or such lists by the number of the deal."""


class Start(NamedTuple):
    """What is given of a start; ``Ruleset.new_game`` tells what each part is."""

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
        """Whether the rules and the seed say what is dealt and remembered."""
        nothing = (type(part) is dict and not part for part in (self.facts, self.draws, self.orders))
        return self.hands is None and self.aside is None and all(nothing)


def opening(table: CompiledRules, start: Start) -> Match:
    """The match as it begins; TrickbookError (CardError for cards) for what cannot be."""
    layout = table.layout
    within("seed", start.seed, 0, SEEDS - 1)
    within("deal", start.deal, 1, table.ending.most)
    for name, seat in (("dealer", start.dealer), ("leader", start.leader)):
        within(name, 0 if seat is None else seat, 0, layout.seats - 1)
    usual = (layout.first + (start.deal - 1) * layout.turn) % layout.seats
    dealer = usual if start.dealer is None else start.dealer
    state = fresh(table, start.scores, dealer)
    state.match = state.match._replace(seed=start.seed, deal=start.deal, leader=start.leader)
    if start.usual:
        return state.match
    from trickbook.game.given_start import given

    return given(table, start, state)


def fresh(table: CompiledRules, scores: Sequence[Number] | None, dealer: int = 0) -> State:
    """A state before anything happened, with the facts as they start and no card anywhere."""
    seats = table.layout.seats
    so_far = (table.ending.starts,) * seats if scores is None else listed("scores", scores, "whole numbers")
    if len(so_far) != seats:
        raise TrickbookError(f"{len(so_far)} scores for {seats} seats")
    if table.layout.complex:
        from trickbook.game.conversion import inner

        so_far = [inner(table, COMPLEX, "scores", score) for score in so_far]
    for score in so_far:
        for part in gaussian.parts(score) if table.layout.complex else (score,):
            within("a score", part, -GREATEST, GREATEST)
    state = State()
    table.start(state, Match(0, 1, dealer, tuple(so_far)))
    state.piles = list(state.piles)
    state.piles[table.layout.piles["aside"].base] = 0
    return state
