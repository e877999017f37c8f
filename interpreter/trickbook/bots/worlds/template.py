"""Worlds copied from one of them, with the unseen cards exchanged.

If nothing in the tricks depends on unseen cards, all worlds have the same course. One is played through; the
others differ from it only in those cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from trickbook.cards.chance import stream
from trickbook.engine.deal import MoveStep
from trickbook.expression.operations import PILES, Operation
from trickbook.game.game import Game

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from trickbook.engine.engine import Engine, Step
    from trickbook.engine.tricks import TrickStep
    from trickbook.expression.types import Term

    Lie = Mapping[int, int]
    """The unseen cards of each place, by their pile when play began."""

TRICK_EVENTS: Final = ("turn", "play", "trick")
"""The events during tricks."""


class WorldTemplate(NamedTuple):
    """The common part of many worlds: the game, the piles without the unseen cards, and where those go.

    ``spots`` pairs each pile that has unseen cards with the place that they came from.
    """

    game: Game
    piles: tuple[int, ...]
    spots: tuple[tuple[int, int], ...]

    def world(self, lie: Lie, seed: int) -> Game:
        """Return the world with the unseen cards placed so; future chance comes from a seed."""
        game, s = self.game, self.game.state.copy()
        s.match = s.match._replace(seed=seed)
        s.chance = (stream(seed, s.match.deal), 0)
        s.piles = self.piles
        for index, at in self.spots:
            s.lay(index, s.pile(index) | lie[at])
        return Game(game.engine, s, game.origin)


def template(game: Game, lie: Lie) -> WorldTemplate | None:
    """Return what other worlds share with one in which the unseen cards lie so.

    None if chance was used since the start, or if the cards of one place are now apart.
    """
    s, unseen = game.state, ~sum(lie.values())
    spots = [(index, at) for index, cards in enumerate(s.piles) for at, there in lie.items() if cards & there]
    apart = any(lie[at] & ~s.pile(index) for index, at in spots)
    if apart or s.chance != (stream(s.match.seed, s.match.deal), 0):
        return None
    return WorldTemplate(game, tuple(cards & unseen for cards in s.piles), tuple(spots))


def independent_of_hands(engine: Engine, step: TrickStep) -> bool:
    """Return whether nothing in tricks depends on unseen cards, except which may be played."""
    facts = [fact for event in TRICK_EVENTS for fact in engine.facts_by_event.get(event, ())]
    terms = [term for fact in facts for term in (fact.when, fact.becomes)]
    terms += [term for clause in step.winning for term in (clause.when, clause.what)]
    moving = [step for event in TRICK_EVENTS for step in engine.upon.get(event, ())]
    if engine.secret_facts or not _open([*terms, step.again, step.until, step.next]):
        return False
    return all(map(_moves_blindly, moving)) and _whole_piles(step.source)


def _open(terms: Iterable[Term | None]) -> bool:
    """Return whether terms depend only on what everyone sees."""
    return not any(term.reads & {"own", "secret"} for term in terms if term)


def _moves_blindly(step: Step) -> bool:
    """Return whether a step moves exposed cards, or a whole pile, whatever is in it."""
    if not isinstance(step, MoveStep) or not _open([step.when, step.to.seats]):
        return False
    return step.cards.operation in PILES or _open([step.cards])


def _whole_piles(source: Term) -> bool:
    """Return whether cards are played from whole piles, so that their number depends on nothing else."""
    joined = source.operation == Operation.OR and all(map(_whole_piles, source.parts))
    return joined or source.operation == Operation.OWN_PILE
